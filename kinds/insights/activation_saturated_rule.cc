#include "kinds/insights/activation_saturated_rule.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "kinds/insights/persistence.h"

namespace sightglass::kinds::insights {
namespace {

using Known = std::vector<const histograms::StepMeasures*>;

struct Range {
  double low = 0;
  double high = 0;
  bool low_end = true;  // values there are saturated, too
};

// Old writers round bounds to their buckets, which are a tenth wide.
constexpr double kBucketRounding = 1.1;

std::optional<Range> RangeOf(const Known& steps) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const histograms::StepMeasures* const step : steps) {
    low = std::min(low, step->moments.min);
    high = std::max(high, step->moments.max);
  }
  if (low > 0 && high <= kBucketRounding) return Range{.low = 0, .high = 1};
  if (low < 0 && high > 0 && low >= -kBucketRounding && high <= kBucketRounding) {
    return Range{.low = -1, .high = 1};
  }
  constexpr double kReluLimit = 6;
  if (low >= 0 && high >= kReluLimit && high <= kReluLimit * kBucketRounding) {
    return Range{.low = 0, .high = kReluLimit, .low_end = false};
  }
  return std::nullopt;
}

double OuterShare(const histograms::StepMeasures& step, const Range& range, double margin) {
  const double width = margin * (range.high - range.low);
  const double above = 1 - ShareBelow(step, range.high - width);
  return range.low_end ? above + ShareBelow(step, range.low + width) : above;
}

}  // namespace

double ShareBelow(const histograms::StepMeasures& measures, double x) {
  if (measures.moments.count == 0) return std::numeric_limits<double>::quiet_NaN();
  const auto& places = measures.percentiles;
  const auto& shares = histograms::kMeasuredShares;
  // The last of those that are equal: a point mass at x is at x, not above it.
  const auto above = static_cast<std::size_t>(std::ranges::upper_bound(places, x) - places.begin());
  if (above == 0) return 0;
  if (above == places.size()) return 1;
  const double part = (x - places[above - 1]) / (places[above] - places[above - 1]);
  return shares[above - 1] + part * (shares[above] - shares[above - 1]);
}

std::optional<Verdict> FindActivationSaturated(std::span<const histograms::MeasuredStep> steps,
                                               const ActivationSaturatedThresholds& thresholds) {
  Known known;
  for (const histograms::MeasuredStep& step : steps) {
    if (step.measures.moments.count != 0) known.push_back(&step.measures);
  }
  if (known.empty() || static_cast<double>(known.size()) < thresholds.min_steps) {
    return std::nullopt;
  }
  const auto range = RangeOf(known);
  if (!range) return std::nullopt;
  std::vector<std::uint8_t> holds;
  for (const histograms::StepMeasures* const step : known) {
    holds.push_back(OuterShare(*step, *range, thresholds.margin) >= thresholds.min_share ? 1 : 0);
  }
  const auto since = HeldSince(holds, thresholds.persistence);
  if (!since) return std::nullopt;
  const histograms::StepMeasures& last = *known.back();
  const double share = OuterShare(last, *range, thresholds.margin);
  return Verdict{
      .severity = Severity::kWarning,
      .step = last.step,
      .since = known[*since]->step,
      .value = share,
      .threshold = thresholds.min_share,
      .evidence = {{"outer_share", share},
                   {"outer_share_first", OuterShare(*known.front(), *range, thresholds.margin)},
                   {"range_low", range->low},
                   {"range_high", range->high},
                   {"steps", static_cast<double>(known.size())}}};
}

}  // namespace sightglass::kinds::insights
