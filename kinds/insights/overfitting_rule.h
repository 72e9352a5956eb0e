#pragma once

#include <optional>

#include "kinds/insights/finding.h"
#include "kinds/insights/rule_thresholds.h"
#include "kinds/insights/scalar_samples.h"

namespace sightglass::kinds::insights {

struct OverfittingThresholds {
  double min_points = 8;         // of the held-out series
  double min_rise = 0.2;         // of the held-out loss above its lowest level, as a share of that
  double noise_factor = 2;       // times the noise of its levels, which the rise must exceed
  double min_train_fall = 0.05;  // of the training loss meanwhile, as a share of what it was

  template <class Self, class Use>
  static auto Each(Self& self, Use use) {
    return use(Threshold{"min_points", self.min_points, 4, 1e9},
               Threshold{"min_rise", self.min_rise, 0, 1e9},
               Threshold{"noise_factor", self.noise_factor, 0, 1e3},
               Threshold{"min_train_fall", self.min_train_fall, 0, 1});
  }
};

// The gap between training and held-out data grows: the loss on held-out data rises from its lowest
// level while that on training data still falls.
//
// The held-out series is cut into up to twenty windows, of which the median counts; the last fifth
// of them is its end. The training loss is looked at over the same steps. Losses that are not above
// zero are not judged.
std::optional<Verdict> FindOverfitting(const ScalarSamples& train, const ScalarSamples& held_out,
                                       const OverfittingThresholds& thresholds);

}  // namespace sightglass::kinds::insights
