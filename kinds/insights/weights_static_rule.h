#pragma once

#include <optional>
#include <span>
#include <vector>

#include "histograms/measure_cache.h"
#include "kinds/insights/finding.h"
#include "kinds/insights/rule_thresholds.h"

namespace sightglass::kinds::insights {

struct WeightsStaticThresholds {
  double min_steps = 5;
  double max_drift = 0.005;  // of the deviation of a layer's weights

  template <class Self, class Use>
  static auto Each(Self& self, Use use) {
    return use(Threshold{"min_steps", self.min_steps, 2, 1e9},
               Threshold{"max_drift", self.max_drift, 0, 1e3});
  }
};

// How far the values of `to` are from those of `from`: the mean distance of their percentiles,
// which is the Wasserstein-1 distance read off them, in deviations of `from`. Where those are all
// alike, in their size; where they are all zero, 0 if nothing changed, else infinite.
double DriftOf(const histograms::StepMeasures& from, const histograms::StepMeasures& to);

// Layers whose weights do not move: of no step is the drift from the first one above `max_drift`.
// A problem if no layer of the run moves, a warning if others do: these may be frozen on purpose.
// `layers` has the steps of each layer; those with too few are not judged. The verdict's layers are
// the static ones with their largest drift; its value is that of the most static one.
std::optional<Verdict> FindWeightsStatic(
    std::span<const std::span<const histograms::MeasuredStep>> layers,
    const WeightsStaticThresholds& thresholds);

}  // namespace sightglass::kinds::insights
