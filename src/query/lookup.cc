#include "query/lookup.h"

#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "base/check.h"
#include "query/range.h"

namespace sightglass::query {
namespace {

// The latest point not after a time, and the earliest not before it.
//
// The lowest and the highest wall time of a node are those of points, so a node that lies wholly
// before or after the time sought is known without a look inside. Only where it is straddled the
// walk goes down, and a block at most is unpacked.
class WallTimesAround {
 public:
  // Points the first of which with this wall time is meant.
  struct Side {
    double wall_time = 0;
    IndexRange where;
  };

  explicit WallTimesAround(double wall_time) : wall_time_(wall_time) {}

  [[nodiscard]] const Side& before() const { return before_; }
  [[nodiscard]] const Side& after() const { return after_; }

  Visit Whole(std::uint64_t first_index, const store::RangeSummary& summary) {
    const IndexRange node = {.begin = first_index, .end = first_index + summary.count};
    if (wall_time_ <= summary.min_wall_time) {
      Offer(summary.min_wall_time, node);
    } else if (wall_time_ >= summary.max_wall_time) {
      Offer(summary.max_wall_time, node);
    } else {
      return Visit::kDescend;
    }
    return Visit::kDone;
  }

  bool Block(std::uint64_t first_index, const ScalarBlock& block, std::size_t begin,
             std::size_t end) {
    std::array<double, store::kBlockPoints> wall_times;
    block.UnpackWallTimes(std::span(wall_times).first(end));
    for (std::size_t i = begin; i < end; ++i) {
      Offer(wall_times[i], {.begin = first_index + i, .end = first_index + i + 1});
    }
    return true;
  }

 private:
  void Offer(double wall_time, IndexRange where) {
    if (wall_time <= wall_time_ && (before_.where.empty() || wall_time > before_.wall_time)) {
      before_ = {.wall_time = wall_time, .where = where};
    }
    if (wall_time >= wall_time_ && (after_.where.empty() || wall_time < after_.wall_time)) {
      after_ = {.wall_time = wall_time, .where = where};
    }
  }

  double wall_time_;
  Side before_;
  Side after_;
};

// nullopt if there is no point on that side.
std::optional<IndexedPoint> Resolve(const ScalarPoints& points, const WallTimesAround::Side& side) {
  if (side.where.empty()) return std::nullopt;
  const auto index = FirstByWallTime(points, side.where, side.wall_time, side.wall_time);
  CHECK(index.has_value());
  return PointAt(points, *index);
}

}  // namespace

IndexedPoint PointAt(const ScalarPoints& points, std::uint64_t index) {
  CHECK(index < points.size());
  std::vector<store::ScalarPoint> read;
  points.Read(index, index + 1, read);
  return {.index = index, .point = read.front()};
}

std::optional<IndexedPoint> PointAtStep(const ScalarPoints& points, base::Step step) {
  const std::uint64_t index = points.CountBelow(step);
  if (index == points.size()) return std::nullopt;
  const IndexedPoint found = PointAt(points, index);
  if (found.point.step != step) return std::nullopt;
  return found;
}

std::optional<IndexedPoint> PointNearestStep(const ScalarPoints& points, base::Step step) {
  if (points.size() == 0) return std::nullopt;
  const std::uint64_t index = points.CountBelow(step);
  if (index == 0) return PointAt(points, 0);
  const IndexedPoint before = PointAt(points, index - 1);
  if (index == points.size()) return before;
  const IndexedPoint after = PointAt(points, index);
  // Differences of any two steps fit unsigned.
  const auto number = [](base::Step each) { return static_cast<std::uint64_t>(each); };
  const std::uint64_t back = number(step) - number(before.point.step);
  const std::uint64_t ahead = number(after.point.step) - number(step);
  return ahead < back ? after : before;
}

std::optional<IndexedPoint> PointNearestWallTime(const ScalarPoints& points, double wall_time) {
  if (points.size() == 0 || std::isnan(wall_time)) return std::nullopt;
  WallTimesAround around(wall_time);
  Walk(points, {.begin = 0, .end = points.size()}, around);
  const auto before = Resolve(points, around.before());
  const auto after = Resolve(points, around.after());
  if (!before) return after;
  if (!after) return before;
  const double back = wall_time - before->point.wall_time;
  const double ahead = after->point.wall_time - wall_time;
  if (back != ahead) return back < ahead ? before : after;
  return before->index < after->index ? before : after;
}

}  // namespace sightglass::query
