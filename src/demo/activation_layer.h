#pragma once

#include <cstdint>

#include "demo/layer.h"

namespace sightglass::demo {

enum class Activation : std::uint8_t { kRelu, kTanh, kSigmoid };

// "relu", "tanh", "sigmoid".
std::string_view ActivationName(Activation activation);

// A bend in every number, without which layers on layers would be one layer.
class ActivationLayer : public Layer {
 public:
  ActivationLayer(std::string name, FeatureShape input, Activation activation)
      : Layer(std::move(name), input, input), activation_(activation) {}

  [[nodiscard]] std::string_view op() const override;
  void Forward(const Matrix& input, LayerWork& work) const override;
  void Backward(const Matrix& input, LayerWork& work, Matrix* input_gradient) const override;

 private:
  Activation activation_;
};

}  // namespace sightglass::demo
