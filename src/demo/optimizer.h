#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace sightglass::demo {

enum class OptimizerKind : std::uint8_t { kSgd, kMomentum, kAdam };

// "sgd", "momentum", "adam".
std::string_view OptimizerName(OptimizerKind kind);

// Moves parameters against their gradient, and remembers what it needs for that.
class Optimizer {
 public:
  explicit Optimizer(OptimizerKind kind) : kind_(kind) {}

  // Begins a step; then Move() is called for each list of parameters, in the same order every time.
  void BeginStep(double learning_rate);
  void Move(std::span<float> parameters, std::span<const float> gradient);

 private:
  struct Memory {
    std::vector<float> first;   // momentum: the velocity; Adam: mean of gradients
    std::vector<float> second;  // Adam: mean of their squares
  };
  OptimizerKind kind_;
  double learning_rate_ = 0;
  std::uint64_t steps_ = 0;
  std::size_t next_ = 0;
  std::vector<Memory> memories_;  // one a list of parameters
};

// The rate at `step` of `steps`: rises over the first twentieth, then falls along a cosine to a
// fiftieth of `peak`.
double ScheduledRate(double peak, std::size_t step, std::size_t steps);

}  // namespace sightglass::demo
