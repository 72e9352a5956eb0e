#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "demo/matrix.h"

namespace sightglass::demo {

// What one example is on its way: a picture of `channels` numbers a pixel (those of one pixel side
// by side, rows from the top), or 1 by 1 by any number of features.
struct FeatureShape {
  std::size_t height = 1;
  std::size_t width = 1;
  std::size_t channels = 1;

  [[nodiscard]] std::size_t size() const { return height * width * channels; }
};

// What is learned, or its gradient.
struct Parameters {
  std::vector<float> weights;
  std::vector<float> biases;
};

// What some examples leave in one layer on their way forward, for their way back.
struct LayerWork {
  Matrix output;
  Matrix output_gradient;
  Parameters gradients;
  Matrix scratch;
  std::vector<std::uint32_t> choices;  // of a pool: where each output came from
};

// One step of a network. Knows its parameters and nothing of who trains them.
//
// Threads: Forward() and Backward() from several threads at once, each with a LayerWork of its own,
// while nobody changes the parameters.
class Layer {
 public:
  Layer(std::string name, FeatureShape input, FeatureShape output)
      : name_(std::move(name)), input_(input), output_(output) {}
  virtual ~Layer() = default;
  Layer(const Layer&) = delete;
  Layer& operator=(const Layer&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] FeatureShape input() const { return input_; }
  [[nodiscard]] FeatureShape output() const { return output_; }
  // Empty for a layer that learns nothing.
  [[nodiscard]] Parameters& parameters() { return parameters_; }
  [[nodiscard]] const Parameters& parameters() const { return parameters_; }
  [[nodiscard]] bool learns() const { return !parameters_.weights.empty(); }
  // How many inputs each output is summed up from; 0 if it learns nothing.
  [[nodiscard]] std::size_t fan_in() const {
    return learns() ? parameters_.weights.size() / parameters_.biases.size() : 0;
  }

  // As graphs name it: "Conv2D".
  [[nodiscard]] virtual std::string_view op() const = 0;
  // Sets work.output, one column for each of `input`.
  virtual void Forward(const Matrix& input, LayerWork& work) const = 0;
  // From work.output_gradient: adds to work.gradients, and sets *input_gradient unless it is null.
  // `input` and `work` are those of the last Forward().
  virtual void Backward(const Matrix& input, LayerWork& work, Matrix* input_gradient) const = 0;

 protected:
  void SetParameterCounts(std::size_t weights, std::size_t biases) {
    parameters_.weights.resize(weights);
    parameters_.biases.resize(biases);
  }

 private:
  std::string name_;
  FeatureShape input_;
  FeatureShape output_;
  Parameters parameters_;
};

}  // namespace sightglass::demo
