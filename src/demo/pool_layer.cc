#include "demo/pool_layer.h"

#include <algorithm>

namespace sightglass::demo {

PoolLayer::PoolLayer(std::string name, FeatureShape input)
    : Layer(std::move(name), input,
            {.height = input.height / 2, .width = input.width / 2, .channels = input.channels}) {}

void PoolLayer::Forward(const Matrix& input, LayerWork& work) const {
  const std::size_t channels = this->input().channels;
  const std::size_t line = this->input().width * channels;
  work.output.Resize(output().size(), input.columns());
  work.choices.resize(output().size() * input.columns());
  std::size_t next = 0;
  for (std::size_t example = 0; example < input.columns(); ++example) {
    const float* const in = input.column(example).data();
    for (std::size_t y = 0; y < output().height; ++y) {
      for (std::size_t x = 0; x < output().width; ++x) {
        const std::size_t corner = 2 * y * line + 2 * x * channels;
        for (std::size_t c = 0; c < channels; ++c, ++next) {
          const std::size_t at = corner + c;
          std::size_t best = at;
          for (const std::size_t other : {at + channels, at + line, at + line + channels}) {
            best = in[other] > in[best] ? other : best;
          }
          work.output.values()[next] = in[best];
          work.choices[next] = static_cast<std::uint32_t>(best);
        }
      }
    }
  }
}

void PoolLayer::Backward(const Matrix& input, LayerWork& work, Matrix* input_gradient) const {
  if (input_gradient == nullptr) return;
  input_gradient->Resize(input.rows(), input.columns());
  std::ranges::fill(input_gradient->values(), 0.0F);
  for (std::size_t example = 0; example < input.columns(); ++example) {
    const std::span<const float> out = work.output_gradient.column(example);
    const std::span<float> in = input_gradient->column(example);
    const std::uint32_t* const choices = &work.choices[example * output().size()];
    for (std::size_t i = 0; i < out.size(); ++i) in[choices[i]] += out[i];
  }
}

}  // namespace sightglass::demo
