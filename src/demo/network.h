#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "demo/layer.h"

namespace sightglass::demo {

// Layers one after the other; the last one's outputs are scores of the classes (logits).
class Network {
 public:
  // REQUIRES: at least one, each taking what the one before gives.
  explicit Network(std::vector<std::unique_ptr<Layer>> layers);

  [[nodiscard]] std::size_t layer_count() const { return layers_.size(); }
  [[nodiscard]] Layer& layer(std::size_t index) { return *layers_[index]; }
  [[nodiscard]] const Layer& layer(std::size_t index) const { return *layers_[index]; }
  // How many numbers are learned.
  [[nodiscard]] std::size_t parameter_count() const;

 private:
  std::vector<std::unique_ptr<Layer>> layers_;
};

// Some examples on their way through a network, and back. Kept from batch to batch, so that memory
// is not asked for again and again.
struct NetworkPass {
  Matrix input;                  // one column an example
  std::vector<LayerWork> works;  // one a layer

  [[nodiscard]] const Matrix& scores() const { return works.back().output; }
};

// From pass.input to pass.scores().
void Forward(const Network& network, NetworkPass& pass);
// From the last layer's output_gradient to every layer's gradients, summed up over the examples.
void Backward(const Network& network, NetworkPass& pass);

struct LossSum {
  double loss = 0;
  std::size_t correct = 0;
};

// Cross entropy of softmax, and how many have their largest score at their label; summed up over
// the examples. Sets the last layer's output_gradient, times `gradient_scale`.
LossSum SoftmaxLoss(std::span<const std::uint8_t> labels, float gradient_scale, NetworkPass& pass);

// A probability for each score of each example.
void Softmax(const Matrix& scores, Matrix& probabilities);
// Where the largest of `scores` is; the first of equals. 0 if there are none but NaN.
std::size_t LargestScore(std::span<const float> scores);

}  // namespace sightglass::demo
