#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "demo/network_plan.h"
#include "demo/optimizer.h"

namespace sightglass::demo {

// How one network is trained.
struct TrainingPlan {
  std::string name;  // of its folder: runs are <name>/train, <name>/validation, <name>/test
  std::string note;  // Markdown: what it is, and what to look at
  NetworkPlan network{};
  OptimizerKind optimizer = OptimizerKind::kMomentum;
  double learning_rate = 0.03;
  std::size_t batch_size = 32;
  std::size_t epochs = 0;
};

// How a network can be kept from learning.
enum class Breakage : std::uint8_t {
  kSigmoid,   // many layers of sigmoids: gradients vanish on their way back
  kLr,        // steps far too large: the loss explodes
  kDeadRelu,  // biases so low that no ReLU ever opens
  kInit,      // all weights begin at 0: no layer has anything to tell the one before
};

// As flags name them: "sigmoid", "lr", "dead-relu", "init".
std::string_view BreakageName(Breakage breakage);

// The network that `sightglass demo` shows without flags.
TrainingPlan MakeDefaultPlan();

inline constexpr std::size_t kMostRuns = 12;

// The first `count` of a grid of learning rates and activations, the most telling ones first.
// REQUIRES: 1 <= count <= kMostRuns.
std::vector<TrainingPlan> MakeSweep(std::size_t count);

// A healthy network and a broken one.
std::vector<TrainingPlan> MakeBrokenPair(Breakage breakage);

}  // namespace sightglass::demo
