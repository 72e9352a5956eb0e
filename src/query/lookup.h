#pragma once

#include <cstdint>
#include <optional>

#include "query/walk.h"
#include "store/point.h"

namespace sightglass::query {

// A point and its number among the visible ones.
struct IndexedPoint {
  std::uint64_t index = 0;
  store::ScalarPoint point;

  bool operator==(const IndexedPoint&) const = default;
};

// Point number `index`. Cost: one block unpacked. REQUIRES: index < points.size().
[[nodiscard]] IndexedPoint PointAt(const ScalarPoints& points, std::uint64_t index);

// The point at exactly `step`; nullopt if there is none. Cost: at most two blocks unpacked.
[[nodiscard]] std::optional<IndexedPoint> PointAtStep(const ScalarPoints& points, base::Step step);

// The point whose step is nearest to `step`, the earlier of two as near; nullopt only if there are
// no points. Cost: at most three blocks unpacked.
[[nodiscard]] std::optional<IndexedPoint> PointNearestStep(const ScalarPoints& points,
                                                           base::Step step);

// The point whose wall time is nearest to `wall_time`, the first of those as near; nullopt if there
// are no points or `wall_time` is NaN; the infinities find the ends. Wall times need not increase.
// Cost: page and block summaries; two or three blocks unpacked where wall times increase.
[[nodiscard]] std::optional<IndexedPoint> PointNearestWallTime(const ScalarPoints& points,
                                                               double wall_time);

}  // namespace sightglass::query
