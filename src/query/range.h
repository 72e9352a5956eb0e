#pragma once

#include <cstdint>
#include <optional>

#include "base/ids.h"
#include "query/walk.h"

namespace sightglass::query {

// The points with lo <= step <= hi; if there are none, the empty range where they would be.
// Cost: binary searches and at most two blocks unpacked.
[[nodiscard]] IndexRange RangeBySteps(const ScalarPoints& points, base::Step lo, base::Step hi);

// The smallest range that holds every point with lo <= wall time <= hi. Wall times need not
// increase, so the range may hold others too. If no point is in the interval, the empty range at
// the first point later than `hi`, or at the end. NaN bounds hold no point.
// Cost: page and block summaries; two blocks unpacked where wall times increase, otherwise also
// those whose times straddle the interval without a point in it.
[[nodiscard]] IndexRange RangeByWallTime(const ScalarPoints& points, double lo, double hi);

// The first point of `range` with lo <= wall time <= hi. Cost: as above.
[[nodiscard]] std::optional<std::uint64_t> FirstByWallTime(const ScalarPoints& points,
                                                           IndexRange range, double lo, double hi);

}  // namespace sightglass::query
