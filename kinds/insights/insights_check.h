#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/result.h"
#include "histograms/measure_cache.h"
#include "kind/router.h"
#include "kinds/insights/finding.h"
#include "kinds/insights/insights_request.h"

namespace sightglass::kinds::insights {

// What one request may cost. What is beyond is not looked at, and the answer says so.
struct CheckLimits {
  std::size_t max_scalars = 20'000;    // series whose points are read: losses, norms of gradients
  std::size_t max_histograms = 4'000;  // series
  // Steps of a histogram series, evenly spaced, the first and the last among them. At least half as
  // many are taken where there are more.
  std::size_t max_steps = 32;
  std::uint64_t max_bytes = std::uint64_t{256} << 20;  // of histograms read from files
};

struct CheckResult {
  std::vector<Finding> findings{};  // problems first, then by run, rule and tag
  std::uint64_t series = 0;         // looked at
  std::uint64_t bytes = 0;          // of histograms read from files, not of those remembered
  bool truncated = false;           // a limit was reached
};

// Applies the rules to `runs`, which are of context.snapshot. kCancelled: nobody waits any more.
// Cost: README.md.
base::Result<CheckResult> CheckRuns(const std::vector<const store::Run*>& runs,
                                    const InsightsRequest& request,
                                    const kind::RequestContext& context,
                                    histograms::MeasureCache& cache,
                                    const CheckLimits& limits = {});

}  // namespace sightglass::kinds::insights
