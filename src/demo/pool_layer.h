#pragma once

#include "demo/layer.h"

namespace sightglass::demo {

// The largest of each two by two, channel by channel. An odd row or column at the end is left out.
class PoolLayer : public Layer {
 public:
  PoolLayer(std::string name, FeatureShape input);

  [[nodiscard]] std::string_view op() const override { return "MaxPool"; }
  void Forward(const Matrix& input, LayerWork& work) const override;
  void Backward(const Matrix& input, LayerWork& work, Matrix* input_gradient) const override;
};

}  // namespace sightglass::demo
