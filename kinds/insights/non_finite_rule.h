#pragma once

#include <optional>

#include "kinds/insights/finding.h"
#include "kinds/insights/rule_thresholds.h"
#include "query/walk.h"

namespace sightglass::kinds::insights {

struct NonFiniteThresholds {
  double min_count = 1;  // values, or in a histogram numbers of the tensor

  template <class Self, class Use>
  static auto Each(Self& self, Use use) {
    return use(Threshold{"min_count", self.min_count, 1, 1e18});
  }
};

// NaN or infinities among the values. A problem where the last value is one, else a warning: it has
// passed. Cost: constant where there are none, else the blocks that hold some.
std::optional<Verdict> FindNonFinite(const query::ScalarPoints& points,
                                     const NonFiniteThresholds& thresholds);

// The same of a histogram, by the scalars "<tag>/non_finite" that count them at each step.
// Cost: constant where all are zero, else a pass over the counts.
std::optional<Verdict> FindNonFiniteCounts(const query::ScalarPoints& counts,
                                           const NonFiniteThresholds& thresholds);

}  // namespace sightglass::kinds::insights
