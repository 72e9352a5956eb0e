#include "kinds/insights/loss_diverged_rule.h"

#include <algorithm>
#include <span>
#include <vector>

#include "kinds/insights/robust_level.h"

namespace sightglass::kinds::insights {

std::optional<Verdict> FindLossDiverged(const ScalarSamples& loss,
                                        const LossDivergedThresholds& thresholds) {
  constexpr std::size_t kWindows = 20;
  const std::size_t size = loss.size();
  if (size == 0 || static_cast<double>(size) < thresholds.min_points) return std::nullopt;
  // Not their median: where steps are too large the second value may be beyond all measure.
  constexpr std::size_t kFirst = 3;
  const auto first_values = std::span(loss.value).first(std::min(kFirst, size));
  const double start = std::ranges::min(first_values);
  if (!(start > 0)) return std::nullopt;
  const std::vector<Level> levels = CutLevels(loss, 0, size, std::min(kWindows, size));
  const double limit = thresholds.min_rise * start;
  const auto first =
      std::ranges::find_if(levels, [&](const Level& level) { return level.value >= limit; });
  if (first == levels.end()) return std::nullopt;
  const double recovered = thresholds.recovered_share * start;
  if (std::ranges::any_of(first, levels.end(),
                          [&](const Level& level) { return level.value < recovered; })) {
    return std::nullopt;
  }
  const Level& peak = *std::ranges::max_element(levels, {}, &Level::value);
  return Verdict{.severity = Severity::kProblem,
                 .step = peak.last,
                 .since = first->first,
                 .value = peak.value / start,
                 .threshold = thresholds.min_rise,
                 .evidence = {{"start", start},
                              {"highest", peak.value},
                              {"last", levels.back().value},
                              {"share_of_start", levels.back().value / start}}};
}

}  // namespace sightglass::kinds::insights
