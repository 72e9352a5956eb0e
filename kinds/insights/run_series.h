#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kinds/insights/insights_check.h"
#include "kinds/insights/tag_patterns.h"
#include "store/snapshot.h"

namespace sightglass::kinds::insights {

// The series of a run by what they are to the rules; layers in their order.
struct RunSeries {
  const store::Run* run = nullptr;
  std::vector<const store::Series*> losses{};
  std::vector<const store::Series*> gradient_norms{};
  std::vector<const store::Series*> gradients{};
  std::vector<const store::Series*> activations{};
  std::vector<const store::Series*> unbounded_activations{};
  std::vector<const store::Series*> weights{};
};

struct SortedRuns {
  std::vector<RunSeries> runs{};
  bool truncated = false;
};

// Series that no wanted rule looks at, and those past a limit, are left out. Histograms of
// gradients are left out where norms of enough layers tell the same.
// Cost: a lookup for each series, and the patterns once for each tag.
SortedRuns SortSeries(const std::vector<const store::Run*>& runs, const InsightsRequest& request,
                      const CheckLimits& limits, TagRoles& roles);

}  // namespace sightglass::kinds::insights
