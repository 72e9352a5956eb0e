#include "query/range.h"

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

namespace sightglass::query {
namespace {

// Finds one point with lo <= wall time <= hi: the first of a Walk(), the last of a WalkBack().
class WallTimeFinder {
 public:
  WallTimeFinder(double lo, double hi, bool forward) : lo_(lo), hi_(hi), forward_(forward) {}

  [[nodiscard]] std::optional<std::uint64_t> found() const { return found_; }

  Visit Whole(std::uint64_t first_index, const store::RangeSummary& summary) {
    if (!(summary.max_wall_time >= lo_ && summary.min_wall_time <= hi_)) return Visit::kDone;
    if (summary.min_wall_time >= lo_ && summary.max_wall_time <= hi_) {
      found_ = forward_ ? first_index : first_index + summary.count - 1;
      return Visit::kStop;
    }
    return Visit::kDescend;
  }

  bool Block(std::uint64_t first_index, const ScalarBlock& block, std::size_t begin,
             std::size_t end) {
    std::array<double, store::kBlockPoints> wall_times;
    block.UnpackWallTimes(std::span(wall_times).first(end));
    for (std::size_t i = 0; i < end - begin; ++i) {
      const std::size_t at = forward_ ? begin + i : end - 1 - i;
      if (wall_times[at] >= lo_ && wall_times[at] <= hi_) {
        found_ = first_index + at;
        return false;
      }
    }
    return true;
  }

 private:
  double lo_;
  double hi_;
  bool forward_;
  std::optional<std::uint64_t> found_;
};

}  // namespace

IndexRange RangeBySteps(const ScalarPoints& points, base::Step lo, base::Step hi) {
  const std::uint64_t begin = points.CountBelow(lo);
  if (hi < lo) return {.begin = begin, .end = begin};
  const std::uint64_t end =
      hi == std::numeric_limits<base::Step>::max() ? points.size() : points.CountBelow(hi + 1);
  return {.begin = begin, .end = end};
}

std::optional<std::uint64_t> FirstByWallTime(const ScalarPoints& points, IndexRange range,
                                             double lo, double hi) {
  if (!(lo <= hi)) return std::nullopt;
  WallTimeFinder finder(lo, hi, /*forward=*/true);
  Walk(points, range, finder);
  return finder.found();
}

IndexRange RangeByWallTime(const ScalarPoints& points, double lo, double hi) {
  const IndexRange all = {.begin = 0, .end = points.size()};
  if (const auto first = FirstByWallTime(points, all, lo, hi)) {
    WallTimeFinder last(lo, hi, /*forward=*/false);
    WalkBack(points, {.begin = *first, .end = all.end}, last);
    return {.begin = *first, .end = last.found().value_or(*first) + 1};
  }
  // Later than `hi`: from the next number on, whatever it is.
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::uint64_t at =
      FirstByWallTime(points, all, std::nextafter(hi, kInfinity), kInfinity).value_or(all.end);
  return {.begin = at, .end = at};
}

}  // namespace sightglass::query
