#include "demo/network.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sightglass::demo {

Network::Network(std::vector<std::unique_ptr<Layer>> layers) : layers_(std::move(layers)) {
  CHECK(!layers_.empty());
  for (std::size_t i = 1; i < layers_.size(); ++i) {
    CHECK(layers_[i]->input().size() == layers_[i - 1]->output().size());
  }
}

std::size_t Network::parameter_count() const {
  std::size_t count = 0;
  for (const auto& layer : layers_) {
    count += layer->parameters().weights.size() + layer->parameters().biases.size();
  }
  return count;
}

void Forward(const Network& network, NetworkPass& pass) {
  pass.works.resize(network.layer_count());
  for (std::size_t i = 0; i < network.layer_count(); ++i) {
    network.layer(i).Forward(i == 0 ? pass.input : pass.works[i - 1].output, pass.works[i]);
  }
}

void Backward(const Network& network, NetworkPass& pass) {
  for (std::size_t i = network.layer_count(); i-- > 0;) {
    const Layer& layer = network.layer(i);
    LayerWork& work = pass.works[i];
    work.gradients.weights.assign(layer.parameters().weights.size(), 0.0F);
    work.gradients.biases.assign(layer.parameters().biases.size(), 0.0F);
    if (i == 0) {
      layer.Backward(pass.input, work, nullptr);
    } else {
      layer.Backward(pass.works[i - 1].output, work, &pass.works[i - 1].output_gradient);
    }
  }
}

std::size_t LargestScore(std::span<const float> scores) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < scores.size(); ++i) {
    if (scores[i] > scores[best] || std::isnan(scores[best])) best = i;
  }
  return scores.empty() || std::isnan(scores[best]) ? 0 : best;
}

void Softmax(const Matrix& scores, Matrix& probabilities) {
  probabilities.Resize(scores.rows(), scores.columns());
  for (std::size_t example = 0; example < scores.columns(); ++example) {
    const std::span<const float> in = scores.column(example);
    const std::span<float> out = probabilities.column(example);
    // Less the largest, so that nothing overflows.
    const float largest = in[LargestScore(in)];
    float sum = 0;
    for (std::size_t i = 0; i < in.size(); ++i) sum += out[i] = std::exp(in[i] - largest);
    for (float& value : out) value /= sum;
  }
}

LossSum SoftmaxLoss(std::span<const std::uint8_t> labels, float gradient_scale, NetworkPass& pass) {
  LossSum sum;
  const Matrix& scores = pass.scores();
  CHECK(labels.size() == scores.columns());
  Matrix& gradient = pass.works.back().output_gradient;
  Softmax(scores, gradient);
  for (std::size_t example = 0; example < labels.size(); ++example) {
    const std::size_t label = labels[example];
    const std::span<float> out = gradient.column(example);
    // Not from the probability, which may be too small for a float where the loss is not too large.
    const std::span<const float> in = scores.column(example);
    const std::size_t best = LargestScore(in);
    sum.loss +=
        static_cast<double>(in[best] - in[label]) - std::log(static_cast<double>(out[best]));
    if (best == label) ++sum.correct;
    out[label] -= 1;
    for (float& value : out) value *= gradient_scale;
  }
  return sum;
}

}  // namespace sightglass::demo
