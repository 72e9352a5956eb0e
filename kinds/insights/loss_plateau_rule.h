#pragma once

#include <optional>

#include "kinds/insights/finding.h"
#include "kinds/insights/rule_thresholds.h"
#include "kinds/insights/scalar_samples.h"

namespace sightglass::kinds::insights {

struct LossPlateauThresholds {
  double min_points = 20;         // with fewer nothing is said
  double min_improvement = 0.01;  // of the best level of the first half
  double noise_factor = 1;        // times the noise of levels, which an improvement must exceed
  double converged_share = 0.5;   // of the start: a loss this low has learned, and may rest
  double stuck_share = 0.9;       // of the start: a loss this high has learned nothing

  template <class Self, class Use>
  static auto Each(Self& self, Use use) {
    return use(Threshold{"min_points", self.min_points, 4, 1e9},
               Threshold{"min_improvement", self.min_improvement, 0, 1},
               Threshold{"noise_factor", self.noise_factor, 0, 1e3},
               Threshold{"converged_share", self.converged_share, 0, 1},
               Threshold{"stuck_share", self.stuck_share, 0, 1e3});
  }
};

// The loss has not improved in the last half of its steps, though it is still high.
//
// Each half is cut into up to ten windows, of which the median counts. The best window of the last
// half must be better than the best of the first by `min_improvement` and by more than levels
// scatter. A loss below `converged_share` of where it began is left alone: where learning is done
// there is nothing to improve. Losses that are not above zero have no such share and are not
// judged.
std::optional<Verdict> FindLossPlateau(const ScalarSamples& loss,
                                       const LossPlateauThresholds& thresholds);

}  // namespace sightglass::kinds::insights
