#include "demo/optimizer.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/check.h"

namespace sightglass::demo {
namespace {

constexpr float kMomentum = 0.9F;
constexpr float kAdamMean = 0.9F;
constexpr float kAdamSquare = 0.999F;
constexpr float kAdamLeast = 1e-8F;

}  // namespace

std::string_view OptimizerName(OptimizerKind kind) {
  switch (kind) {
    case OptimizerKind::kSgd:
      return "sgd";
    case OptimizerKind::kMomentum:
      return "momentum";
    case OptimizerKind::kAdam:
      return "adam";
  }
  return "";
}

void Optimizer::BeginStep(double learning_rate) {
  learning_rate_ = learning_rate;
  ++steps_;
  next_ = 0;
}

void Optimizer::Move(std::span<float> parameters, std::span<const float> gradient) {
  CHECK(parameters.size() == gradient.size());
  if (next_ == memories_.size()) memories_.emplace_back();
  Memory& memory = memories_[next_++];
  const auto rate = static_cast<float>(learning_rate_);
  if (kind_ == OptimizerKind::kSgd) {
    for (std::size_t i = 0; i < parameters.size(); ++i) parameters[i] -= rate * gradient[i];
    return;
  }
  memory.first.resize(parameters.size());
  if (kind_ == OptimizerKind::kMomentum) {
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      memory.first[i] = kMomentum * memory.first[i] + gradient[i];
      parameters[i] -= rate * memory.first[i];
    }
    return;
  }
  memory.second.resize(parameters.size());
  // Both means begin at 0, and would be too small at first.
  const auto steps = static_cast<float>(steps_);
  const float mean_scale = 1 / (1 - std::pow(kAdamMean, steps));
  const float square_scale = 1 / (1 - std::pow(kAdamSquare, steps));
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const float g = gradient[i];
    memory.first[i] = kAdamMean * memory.first[i] + (1 - kAdamMean) * g;
    memory.second[i] = kAdamSquare * memory.second[i] + (1 - kAdamSquare) * g * g;
    parameters[i] -= rate * mean_scale * memory.first[i] /
                     (std::sqrt(square_scale * memory.second[i]) + kAdamLeast);
  }
}

double ScheduledRate(double peak, std::size_t step, std::size_t steps) {
  constexpr double kLast = 0.02;
  const double warmup = std::max(1.0, static_cast<double>(steps) / 20);
  const auto at = static_cast<double>(step);
  if (at + 1 < warmup) return peak * (at + 1) / warmup;
  const double way = (at + 1 - warmup) / std::max(1.0, static_cast<double>(steps) - warmup);
  const double cosine = (1 + std::cos(std::numbers::pi * std::min(way, 1.0))) / 2;
  return peak * (kLast + (1 - kLast) * cosine);
}

}  // namespace sightglass::demo
