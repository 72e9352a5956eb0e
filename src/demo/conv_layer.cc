#include "demo/conv_layer.h"

#include <algorithm>

#include "demo/matrix_product.h"

namespace sightglass::demo {

ConvLayer::ConvLayer(std::string name, FeatureShape input, std::size_t side, std::size_t channels)
    : Layer(std::move(name), input,
            {.height = input.height - side + 1,
             .width = input.width - side + 1,
             .channels = channels}),
      side_(side) {
  CHECK(side > 0 && side <= input.height && side <= input.width);
  SetParameterCounts(channels * side * side * input.channels, channels);
}

void ConvLayer::Unfold(std::span<const float> example, Matrix& patches) const {
  const std::size_t channels = input().channels;
  const std::size_t strip = side_ * channels;  // one row of a filter: in one piece
  patches.Resize(side_ * strip, output().height * output().width);
  float* to = patches.values().data();
  for (std::size_t y = 0; y < output().height; ++y) {
    for (std::size_t x = 0; x < output().width; ++x) {
      for (std::size_t row = 0; row < side_; ++row) {
        const float* const from = &example[((y + row) * input().width + x) * channels];
        to = std::copy_n(from, strip, to);
      }
    }
  }
}

void ConvLayer::FoldAdding(const Matrix& patches, std::span<float> example) const {
  const std::size_t channels = input().channels;
  const std::size_t strip = side_ * channels;
  const float* from = patches.values().data();
  for (std::size_t y = 0; y < output().height; ++y) {
    for (std::size_t x = 0; x < output().width; ++x) {
      for (std::size_t row = 0; row < side_; ++row, from += strip) {
        float* const to = &example[((y + row) * input().width + x) * channels];
        for (std::size_t i = 0; i < strip; ++i) to[i] += from[i];
      }
    }
  }
}

void ConvLayer::Forward(const Matrix& input, LayerWork& work) const {
  const std::size_t places = output().height * output().width;
  const std::size_t channels = output().channels;
  const Parameters& learned = parameters();
  work.output.Resize(output().size(), input.columns());
  // One example at a time: its patches then stay in the nearest caches.
  for (std::size_t example = 0; example < input.columns(); ++example) {
    Unfold(input.column(example), work.scratch);
    const std::span<float> out = work.output.column(example);
    Multiply({learned.weights, channels, work.scratch.rows()}, View(work.scratch), out);
    for (std::size_t place = 0; place < places; ++place) {
      for (std::size_t c = 0; c < channels; ++c) out[place * channels + c] += learned.biases[c];
    }
  }
}

void ConvLayer::Backward(const Matrix& input, LayerWork& work, Matrix* input_gradient) const {
  const std::size_t places = output().height * output().width;
  const std::size_t channels = output().channels;
  if (input_gradient != nullptr) {
    input_gradient->Resize(input.rows(), input.columns());
    std::ranges::fill(input_gradient->values(), 0.0F);
  }
  for (std::size_t example = 0; example < input.columns(); ++example) {
    Unfold(input.column(example), work.scratch);
    const std::span<const float> out = work.output_gradient.column(example);
    AddProductWithTransposed({out, channels, places}, View(work.scratch), work.gradients.weights);
    for (std::size_t place = 0; place < places; ++place) {
      for (std::size_t c = 0; c < channels; ++c) {
        work.gradients.biases[c] += out[place * channels + c];
      }
    }
    if (input_gradient == nullptr) continue;
    MultiplyTransposed({parameters().weights, channels, work.scratch.rows()},
                       {out, channels, places}, work.scratch.values());
    FoldAdding(work.scratch, input_gradient->column(example));
  }
}

}  // namespace sightglass::demo
