#pragma once

#include <optional>
#include <span>

#include "histograms/measure_cache.h"
#include "kinds/insights/finding.h"
#include "kinds/insights/rule_thresholds.h"

namespace sightglass::kinds::insights {

struct ActivationDeadThresholds {
  double min_steps = 3;
  double min_zero_share = 0.98;
  double persistence = 0.8;  // share of the later steps at which it is so

  template <class Self, class Use>
  static auto Each(Self& self, Use use) {
    return use(Threshold{"min_steps", self.min_steps, 1, 1e9},
               Threshold{"min_zero_share", self.min_zero_share, 0, 1},
               Threshold{"persistence", self.persistence, 0, 1});
  }
};

// A layer gives next to nothing but zeros: at least `min_zero_share` of its values, at nearly all
// of the later steps. A problem where these are surely zero. Writers of today put zeros into one
// bucket with small numbers; where that bucket begins at zero itself, as a ReLU's does, it is a
// warning.
std::optional<Verdict> FindActivationDead(std::span<const histograms::MeasuredStep> steps,
                                          const ActivationDeadThresholds& thresholds);

}  // namespace sightglass::kinds::insights
