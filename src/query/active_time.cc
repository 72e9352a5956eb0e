#include "query/active_time.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "query/read_columns.h"

namespace sightglass::query {
namespace {

// Calls use(interval) for each of the first `count` points but the first: how long after the one
// before. Never below 0, always finite.
template <class Use>
void ForEachInterval(const ScalarPoints& points, std::uint64_t count, Use use) {
  constexpr std::uint64_t kSlice = 65'536;
  PointColumns columns;
  double previous = 0;
  for (std::uint64_t begin = 0; begin < count; begin += kSlice) {
    ReadColumns(points, {.begin = begin, .end = std::min(begin + kSlice, count)},
                {.step = false, .value = false}, columns);
    for (std::size_t i = 0; i < columns.wall_time.size(); ++i) {
      const double interval = columns.wall_time[i] - previous;
      previous = columns.wall_time[i];
      if (begin + i == 0) continue;
      use(std::isfinite(interval) ? std::max(0.0, interval) : 0.0);
    }
  }
}

}  // namespace

ActiveClock MeasureActiveTime(const ScalarPoints& points, std::uint64_t count) {
  ActiveClock clock;
  if (count < 2) return clock;
  const std::uint64_t intervals = count - 1;
  constexpr double kQuick = kShortestGapSeconds / kUsualIntervalsOfGap;
  std::uint64_t quick = 0;
  ForEachInterval(points, count, [&](double interval) {
    if (interval <= kQuick) ++quick;
    clock.duration += std::min(interval, kShortestGapSeconds);
  });
  // The median is one of the quick ones: most jobs, and nothing needs to be sorted.
  if (quick > intervals / 2) return clock;

  std::vector<double> all;
  all.reserve(static_cast<std::size_t>(intervals));
  ForEachInterval(points, count, [&](double interval) { all.push_back(interval); });
  std::vector<double> sorted = all;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(intervals / 2);
  std::ranges::nth_element(sorted, middle);
  clock.gap_limit = kUsualIntervalsOfGap * *middle;
  clock.duration = 0;
  for (const double interval : all) clock.duration += std::min(interval, clock.gap_limit);
  return clock;
}

std::vector<double> ActiveTimes(const ScalarPoints& points, double gap_limit, IndexRange range) {
  std::vector<double> places;
  places.reserve(static_cast<std::size_t>(range.size()));
  if (range.begin == 0 && !range.empty()) places.push_back(0);
  double place = 0;
  std::uint64_t index = 0;
  ForEachInterval(points, range.end, [&](double interval) {
    place += std::min(interval, gap_limit);
    if (++index >= range.begin) places.push_back(place);
  });
  return places;
}

}  // namespace sightglass::query
