#pragma once

#include <optional>
#include <span>

#include "histograms/measure_cache.h"
#include "kinds/insights/finding.h"
#include "kinds/insights/rule_thresholds.h"

namespace sightglass::kinds::insights {

struct ActivationSaturatedThresholds {
  double min_steps = 3;
  double margin = 0.05;      // of the range, at each of its ends
  double min_share = 0.5;    // of the values that lie there
  double persistence = 0.8;  // share of the later steps at which it is so

  template <class Self, class Use>
  static auto Each(Self& self, Use use) {
    return use(Threshold{"min_steps", self.min_steps, 1, 1e9},
               Threshold{"margin", self.margin, 0, 0.5},
               Threshold{"min_share", self.min_share, 0, 1},
               Threshold{"persistence", self.persistence, 0, 1});
  }
};

// A bounded activation sits at its bounds, where it passes on no gradient: at least `min_share` of
// its values lie within `margin` of the ends of its range at nearly all of the later steps.
//
// The range is known by the values: those of a sigmoid are all above 0 and at most 1, those of tanh
// and of clipping to -1 ... 1 within that and on both sides of zero, those of ReLU6 reach 6 and no
// further; of the last only the upper end counts. Values that reach 0 exactly are those of a ReLU,
// whose zeros are the business of the rule for dead layers. Other series are not judged.
//
// Shares are read off the percentiles that are kept of every step, with straight lines between.
std::optional<Verdict> FindActivationSaturated(std::span<const histograms::MeasuredStep> steps,
                                               const ActivationSaturatedThresholds& thresholds);

// The share of values at or below `x`, as above; NaN if there are no values.
double ShareBelow(const histograms::StepMeasures& measures, double x);

}  // namespace sightglass::kinds::insights
