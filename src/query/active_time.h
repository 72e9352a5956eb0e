#pragma once

#include <cstdint>
#include <vector>

#include "query/walk.h"

namespace sightglass::query {

// Active time: how long a job was at work, without the time in which it stood still.
//
// The first point is at 0. Each next one is later than the one before it by the time between them,
// but by `gap_limit` at most: longer is a pause, and counts as this much. Where the clock went back
// it counts as nothing, so places never decrease.
//
// A pause is what takes longer than a minute and than ten times the usual, which is the median of
// all intervals of the series (of an even number of them the upper one): epochs of an hour are no
// pauses, and a night between two parts of a quick job is one.
inline constexpr double kShortestGapSeconds = 60;
inline constexpr double kUsualIntervalsOfGap = 10;

struct ActiveClock {
  double gap_limit = kShortestGapSeconds;
  double duration = 0;  // place of the last point

  bool operator==(const ActiveClock&) const = default;
};

// Of the first `count` points. Cost: a pass over their wall times; two, and 8 bytes a point, where
// the usual interval is longer than 6 seconds. REQUIRES: count <= points.size().
[[nodiscard]] ActiveClock MeasureActiveTime(const ScalarPoints& points, std::uint64_t count);

// Places of the points of `range`, summed up from the first point of the series on, so that a point
// has the same place in every answer. Cost: a pass over all wall times before the end of the range.
[[nodiscard]] std::vector<double> ActiveTimes(const ScalarPoints& points, double gap_limit,
                                              IndexRange range);

}  // namespace sightglass::query
