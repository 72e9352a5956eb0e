#include "demo/activation_layer.h"

#include <cmath>

namespace sightglass::demo {

std::string_view ActivationName(Activation activation) {
  switch (activation) {
    case Activation::kRelu:
      return "relu";
    case Activation::kTanh:
      return "tanh";
    case Activation::kSigmoid:
      return "sigmoid";
  }
  return "";
}

std::string_view ActivationLayer::op() const {
  switch (activation_) {
    case Activation::kRelu:
      return "Relu";
    case Activation::kTanh:
      return "Tanh";
    case Activation::kSigmoid:
      return "Sigmoid";
  }
  return "";
}

void ActivationLayer::Forward(const Matrix& input, LayerWork& work) const {
  work.output.Resize(input.rows(), input.columns());
  const std::span<const float> in = input.values();
  const std::span<float> out = work.output.values();
  switch (activation_) {
    case Activation::kRelu:
      // A NaN stays one: a network that broke must not look well.
      for (std::size_t i = 0; i < in.size(); ++i) out[i] = in[i] < 0 ? 0 : in[i];
      break;
    case Activation::kTanh:
      for (std::size_t i = 0; i < in.size(); ++i) out[i] = std::tanh(in[i]);
      break;
    case Activation::kSigmoid:
      for (std::size_t i = 0; i < in.size(); ++i) out[i] = 1 / (1 + std::exp(-in[i]));
      break;
  }
}

void ActivationLayer::Backward(const Matrix& input, LayerWork& work, Matrix* input_gradient) const {
  if (input_gradient == nullptr) return;
  input_gradient->Resize(input.rows(), input.columns());
  const std::span<const float> out = work.output.values();
  const std::span<const float> from = work.output_gradient.values();
  const std::span<float> to = input_gradient->values();
  switch (activation_) {
    case Activation::kRelu:
      for (std::size_t i = 0; i < to.size(); ++i) to[i] = out[i] <= 0 ? 0 : from[i];
      break;
    case Activation::kTanh:
      for (std::size_t i = 0; i < to.size(); ++i) to[i] = from[i] * (1 - out[i] * out[i]);
      break;
    case Activation::kSigmoid:
      for (std::size_t i = 0; i < to.size(); ++i) to[i] = from[i] * out[i] * (1 - out[i]);
      break;
  }
}

}  // namespace sightglass::demo
