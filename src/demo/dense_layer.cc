#include "demo/dense_layer.h"

#include "demo/matrix_product.h"

namespace sightglass::demo {

DenseLayer::DenseLayer(std::string name, FeatureShape input, std::size_t outputs)
    : Layer(std::move(name), input, {.channels = outputs}) {
  SetParameterCounts(outputs * input.size(), outputs);
}

void DenseLayer::Forward(const Matrix& input, LayerWork& work) const {
  const Parameters& learned = parameters();
  work.output.Resize(output().size(), input.columns());
  Multiply({learned.weights, output().size(), input.rows()}, View(input), work.output.values());
  for (std::size_t example = 0; example < input.columns(); ++example) {
    const std::span<float> out = work.output.column(example);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += learned.biases[i];
  }
}

void DenseLayer::Backward(const Matrix& input, LayerWork& work, Matrix* input_gradient) const {
  AddProductWithTransposed(View(work.output_gradient), View(input), work.gradients.weights);
  for (std::size_t example = 0; example < input.columns(); ++example) {
    const std::span<const float> out = work.output_gradient.column(example);
    for (std::size_t i = 0; i < out.size(); ++i) work.gradients.biases[i] += out[i];
  }
  if (input_gradient == nullptr) return;
  input_gradient->Resize(input.rows(), input.columns());
  MultiplyTransposed({parameters().weights, output().size(), input.rows()},
                     View(work.output_gradient), input_gradient->values());
}

}  // namespace sightglass::demo
