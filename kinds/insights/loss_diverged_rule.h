#pragma once

#include <optional>

#include "kinds/insights/finding.h"
#include "kinds/insights/rule_thresholds.h"
#include "kinds/insights/scalar_samples.h"

namespace sightglass::kinds::insights {

struct LossDivergedThresholds {
  double min_points = 20;
  double min_rise = 3;           // times the start
  double recovered_share = 0.5;  // of the start: what falls this low afterwards has recovered

  template <class Self, class Use>
  static auto Each(Self& self, Use use) {
    return use(Threshold{"min_points", self.min_points, 4, 1e9},
               Threshold{"min_rise", self.min_rise, 1, 1e9},
               Threshold{"recovered_share", self.recovered_share, 0, 1});
  }
};

// The loss leapt far above where it began and did not learn afterwards: steps were too large.
//
// The series is cut into up to twenty windows, of which the median counts; one of them must be
// `min_rise` times the start or more, and none after it below `recovered_share` of the start, which
// is the lowest of the first three values.
// Losses that do not begin above zero are not judged.
std::optional<Verdict> FindLossDiverged(const ScalarSamples& loss,
                                        const LossDivergedThresholds& thresholds);

}  // namespace sightglass::kinds::insights
