#include "kinds/insights/layer_gradients.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "kinds/insights/persistence.h"
#include "kinds/insights/robust_level.h"

namespace sightglass::kinds::insights {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// The median of layers [begin, end) at a step; NaN where less than half of them is known.
double LevelOfLayers(const LayerGradients& gradients, std::size_t begin, std::size_t end,
                     std::size_t step) {
  std::vector<double> known;
  for (std::size_t layer = begin; layer < end; ++layer) {
    const double size = gradients.size[layer][step];
    if (std::isfinite(size) && size >= 0) known.push_back(size);
  }
  if (known.empty() || 2 * known.size() < end - begin) return kNan;
  return Median(std::move(known));
}

std::size_t LayersOfThird(const LayerGradients& gradients) { return (gradients.layers() + 2) / 3; }

}  // namespace

std::vector<double> FlowRatios(const LayerGradients& gradients) {
  const std::size_t layers = gradients.layers();
  const std::size_t third = LayersOfThird(gradients);
  std::vector<double> ratios(gradients.step.size(), kNan);
  for (std::size_t i = 0; i < ratios.size(); ++i) {
    const double first = LevelOfLayers(gradients, 0, third, i);
    const double last = LevelOfLayers(gradients, layers - third, layers, i);
    // Where nothing reaches the last layers, or they are frozen, nothing is lost or gained on the
    // way.
    if (last > 0) ratios[i] = first / last;
  }
  return ratios;
}

std::optional<Verdict> CheckFlow(const LayerGradients& gradients, const FlowCheck& check) {
  if (gradients.layers() == 0) return std::nullopt;
  if (static_cast<double>(gradients.layers()) < check.min_layers) return std::nullopt;
  const std::vector<double> ratios = FlowRatios(gradients);
  std::vector<std::size_t> known;
  std::vector<std::uint8_t> holds;
  for (std::size_t i = 0; i < ratios.size(); ++i) {
    if (std::isnan(ratios[i])) continue;
    known.push_back(i);
    holds.push_back((check.above ? ratios[i] > check.threshold : ratios[i] < check.threshold) ? 1
                                                                                              : 0);
  }
  if (static_cast<double>(known.size()) < check.min_steps) return std::nullopt;
  const auto since = HeldSince(holds, check.persistence);
  if (!since) return std::nullopt;
  const std::size_t last = known.back();
  const std::size_t layers = gradients.layers();
  const std::size_t third = LayersOfThird(gradients);
  Verdict verdict{
      .severity = Severity::kProblem,
      .step = gradients.step[last],
      .since = gradients.step[known[*since]],
      .value = ratios[last],
      .threshold = check.threshold,
      .evidence = {{"first_layers", LevelOfLayers(gradients, 0, third, last)},
                   {"last_layers", LevelOfLayers(gradients, layers - third, layers, last)},
                   {"layer_count", static_cast<double>(layers)},
                   {"steps", static_cast<double>(known.size())}}};
  for (std::size_t layer = 0; layer < layers; ++layer) {
    const double size = gradients.size[layer][last];
    if (std::isfinite(size)) verdict.layers.push_back({.layer = layer, .value = size});
  }
  return verdict;
}

}  // namespace sightglass::kinds::insights
