#include "query/range.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "query/query_test_points.h"

namespace sightglass::query {
namespace {

constexpr base::Step kLowest = std::numeric_limits<base::Step>::min();
constexpr base::Step kHighest = std::numeric_limits<base::Step>::max();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

IndexRange BruteByWallTime(const std::vector<store::ScalarPoint>& all, double lo, double hi) {
  IndexRange range = {.begin = all.size(), .end = 0};
  for (std::uint64_t i = 0; i < all.size(); ++i) {
    if (!(all[i].wall_time >= lo && all[i].wall_time <= hi)) continue;
    range.begin = std::min(range.begin, i);
    range.end = i + 1;
  }
  if (range.begin < range.end) return range;
  const auto later = std::ranges::find_if(
      all, [&](const store::ScalarPoint& point) { return point.wall_time > hi; });
  const auto at = static_cast<std::uint64_t>(later - all.begin());
  return {.begin = at, .end = at};
}

TEST(RangeBySteps, EqualsBruteForce) {
  std::mt19937_64 random(1);
  for (const RandomSeries& series : SeriesToTry()) {
    const ScalarPoints points = MakeRandomSeries(series);
    const auto all = ReadAll(points);
    const std::uint64_t spread = 2 * all.size() + 100;
    for (int round = 0; round < (all.size() > 10'000 ? 10 : 50); ++round) {
      const base::Step lo = static_cast<base::Step>(random() % spread) - 90;
      const base::Step hi = lo + static_cast<base::Step>(random() % spread) - 5;
      const auto below = [&](base::Step step) {
        return static_cast<std::uint64_t>(std::ranges::count_if(
            all, [&](const store::ScalarPoint& point) { return point.step < step; }));
      };
      const IndexRange expected = {.begin = below(lo), .end = std::max(below(lo), below(hi + 1))};
      ASSERT_EQ(RangeBySteps(points, lo, hi), expected) << lo << " " << hi;
    }
    EXPECT_EQ(RangeBySteps(points, kLowest, kHighest), (IndexRange{0, all.size()}));
    EXPECT_TRUE(RangeBySteps(points, kHighest, kLowest).empty());
  }
}

TEST(RangeByWallTime, EqualsBruteForce) {
  std::mt19937_64 random(2);
  for (const RandomSeries& series : SeriesToTry()) {
    const ScalarPoints points = MakeRandomSeries(series);
    const auto all = ReadAll(points);
    const std::uint64_t spread = all.size() + 2000;
    for (int round = 0; round < (all.size() > 10'000 ? 10 : 50); ++round) {
      const double lo =
          static_cast<double>(random() % spread) + 0.25 * static_cast<double>(random() % 3);
      const double hi =
          lo + static_cast<double>(random() % spread) / (round % 2 == 0 ? 1000 : 2) - 1;
      ASSERT_EQ(RangeByWallTime(points, lo, hi), BruteByWallTime(all, lo, hi)) << lo << " " << hi;
    }
    EXPECT_EQ(RangeByWallTime(points, -kInfinity, kInfinity), (IndexRange{0, all.size()}));
    EXPECT_TRUE(RangeByWallTime(points, std::nan(""), kInfinity).empty());
    EXPECT_TRUE(RangeByWallTime(points, 0, std::nan("")).empty());
    EXPECT_TRUE(RangeByWallTime(points, kInfinity, -kInfinity).empty());
  }
}

TEST(RangeByWallTime, HoldsPointsThatWentBack) {
  const ScalarPoints points =
      PointsFromFiles({{{1, 10, 0}, {2, 20, 0}, {3, 99, 0}, {4, 21, 0}, {5, 30, 0}}});
  EXPECT_EQ(RangeByWallTime(points, 20, 21), (IndexRange{1, 4}));
  EXPECT_EQ(RangeByWallTime(points, 40, 50), (IndexRange{2, 2}));
}

}  // namespace
}  // namespace sightglass::query
