#include "kinds/insights/overfitting_rule.h"

#include <algorithm>
#include <vector>

#include "kinds/insights/robust_level.h"

namespace sightglass::kinds::insights {
namespace {

// The median of the points in [first, last]; of the nearest before where there are none.
std::optional<double> LevelBetween(const ScalarSamples& samples, base::Step first,
                                   base::Step last) {
  const auto begin = std::ranges::lower_bound(samples.step, first);
  const auto end = std::ranges::upper_bound(samples.step, last);
  if (end == samples.step.begin()) return std::nullopt;
  const auto from = samples.value.begin() + (std::min(begin, end - 1) - samples.step.begin());
  const auto to = samples.value.begin() + (end - samples.step.begin());
  return Median({from, to});
}

}  // namespace

std::optional<Verdict> FindOverfitting(const ScalarSamples& train, const ScalarSamples& held_out,
                                       const OverfittingThresholds& thresholds) {
  constexpr std::size_t kWindows = 20;
  constexpr std::size_t kEndPart = 5;
  const std::size_t size = held_out.size();
  if (size == 0 || static_cast<double>(size) < thresholds.min_points) return std::nullopt;
  const std::vector<Level> levels = CutLevels(held_out, 0, size, std::min(kWindows, size));
  const Level& lowest = Lowest(levels);
  const auto at = static_cast<std::size_t>(&lowest - levels.data());
  // Two at least: one high value at the end is no trend yet.
  const std::size_t end_windows =
      std::min(levels.size(), std::max<std::size_t>(2, levels.size() / kEndPart));
  const std::size_t end_begin = levels.size() - end_windows;
  if (at >= end_begin || !(lowest.value > 0)) return std::nullopt;
  std::vector<double> end_levels;
  for (std::size_t i = end_begin; i < levels.size(); ++i) end_levels.push_back(levels[i].value);
  const double end = Median(std::move(end_levels));
  const double noise = NoiseOf(levels);
  const double needed =
      std::max(thresholds.min_rise * lowest.value, thresholds.noise_factor * noise);
  if (end - lowest.value < needed) return std::nullopt;
  // A window of its neighbours, too: a few batches scatter more than a whole held-out set.
  const base::Step around_first = levels[at == 0 ? 0 : at - 1].first;
  const auto train_then = LevelBetween(train, around_first, levels[at + 1].last);
  const auto train_end = LevelBetween(train, levels[end_begin].first, levels.back().last);
  if (!train_then || !train_end || !(*train_then > 0)) return std::nullopt;
  if (*train_end > *train_then * (1 - thresholds.min_train_fall)) return std::nullopt;
  return Verdict{.severity = Severity::kWarning,
                 .step = held_out.step.back(),
                 .since = lowest.last,
                 .value = end / lowest.value - 1,
                 .threshold = needed / lowest.value,
                 .evidence = {{"lowest", lowest.value},
                              {"last", end},
                              {"train_then", *train_then},
                              {"train_last", *train_end},
                              {"gap_then", lowest.value - *train_then},
                              {"gap_last", end - *train_end},
                              {"noise", noise}}};
}

}  // namespace sightglass::kinds::insights
