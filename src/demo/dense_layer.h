#pragma once

#include "demo/layer.h"

namespace sightglass::demo {

// Every output from every input. Weights: outputs x inputs.
class DenseLayer : public Layer {
 public:
  DenseLayer(std::string name, FeatureShape input, std::size_t outputs);

  [[nodiscard]] std::string_view op() const override { return "MatMul"; }
  void Forward(const Matrix& input, LayerWork& work) const override;
  void Backward(const Matrix& input, LayerWork& work, Matrix* input_gradient) const override;
};

}  // namespace sightglass::demo
