#include "query/lookup.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "query/query_test_points.h"
#include "query/statistics.h"

namespace sightglass::query {
namespace {

constexpr base::Step kLowest = std::numeric_limits<base::Step>::min();
constexpr base::Step kHighest = std::numeric_limits<base::Step>::max();

// The first point with the least distance.
template <class Distance>
std::optional<std::uint64_t> BruteNearest(const std::vector<store::ScalarPoint>& all,
                                          Distance distance) {
  std::optional<std::uint64_t> nearest;
  for (std::uint64_t i = 0; i < all.size(); ++i) {
    if (!nearest || distance(all[i]) < distance(all[*nearest])) nearest = i;
  }
  return nearest;
}

std::optional<std::uint64_t> IndexOf(const std::optional<IndexedPoint>& found) {
  if (!found) return std::nullopt;
  return found->index;
}

TEST(Lookup, EqualsBruteForce) {
  std::mt19937_64 random(1);
  for (const RandomSeries& series : SeriesToTry()) {
    if (series.non_finite_values) continue;
    const ScalarPoints points = MakeRandomSeries(series);
    const auto all = ReadAll(points);
    for (int round = 0; round < (all.size() > 10'000 ? 10 : 40); ++round) {
      const base::Step step = static_cast<base::Step>(random() % (2 * all.size() + 200)) - 100;
      const auto steps_away = [&](const store::ScalarPoint& point) {
        return std::abs(point.step - step);
      };
      const auto nearest = BruteNearest(all, steps_away);
      ASSERT_EQ(IndexOf(PointNearestStep(points, step)), nearest) << step;
      const auto exact = PointAtStep(points, step);
      ASSERT_EQ(exact.has_value(), nearest && all[*nearest].step == step);
      if (exact) {
        ASSERT_EQ(*exact, (IndexedPoint{*nearest, all[*nearest]}));
      }

      const double wall_time = static_cast<double>(random() % (all.size() + 2500)) + 0.25;
      const auto seconds_away = [&](const store::ScalarPoint& point) {
        return std::abs(point.wall_time - wall_time);
      };
      const auto in_time = BruteNearest(all, seconds_away);
      ASSERT_EQ(IndexOf(PointNearestWallTime(points, wall_time)), in_time) << wall_time;
      if (!all.empty()) {
        const std::uint64_t index = random() % all.size();
        ASSERT_EQ(PointAt(points, index), (IndexedPoint{index, all[index]}));
      }
    }
  }
}

TEST(Lookup, NearestStepOfExtremes) {
  const ScalarPoints points = PointsFromFiles({{{kLowest, 1, 1}, {0, 2, 2}, {kHighest, 3, 3}}});
  EXPECT_EQ(PointNearestStep(points, kLowest)->point.value, 1);
  EXPECT_EQ(PointNearestStep(points, kHighest)->point.value, 3);
  EXPECT_EQ(PointNearestStep(points, kHighest / 2 + 2)->point.value, 3);
  EXPECT_EQ(PointNearestStep(points, kHighest / 2 - 2)->point.value, 2);
  EXPECT_EQ(PointNearestStep(points, kLowest / 2 - 2)->point.value, 1);
}

TEST(Lookup, NearestOfTwoIsTheEarlier) {
  const ScalarPoints points = PointsFromFiles({{{10, 100, 1}, {20, 200, 2}}});
  EXPECT_EQ(PointNearestStep(points, 15)->index, 0U);
  EXPECT_EQ(PointNearestWallTime(points, 150)->index, 0U);
  EXPECT_FALSE(PointNearestWallTime(points, std::nan("")).has_value());
}

TEST(Lookup, InfinitelyFarTimesFindTheEnds) {
  const double infinity = std::numeric_limits<double>::infinity();
  const ScalarPoints points = PointsFromFiles({{{1, 30, 1}, {2, 10, 2}}, {{3, 20, 3}, {4, 40, 4}}});
  EXPECT_EQ(PointNearestWallTime(points, infinity)->point.step, 4);
  EXPECT_EQ(PointNearestWallTime(points, -infinity)->point.step, 2);
  EXPECT_EQ(PointNearestWallTime(points, 1e300)->point.step, 4);
}

TEST(Statistics, NameFirstLastLowestHighest) {
  const double infinity = std::numeric_limits<double>::infinity();
  const ScalarPoints points =
      PointsFromFiles({{{1, 10, infinity}, {2, 20, 5}, {3, 30, -5}, {9, 90, 1e9}},
                       {{4, 40, 5}, {5, 50, -infinity}}});
  const auto statistics = Describe(points);
  ASSERT_TRUE(statistics.has_value());
  EXPECT_EQ(statistics->count, 5U);
  EXPECT_EQ(statistics->non_finite_count, 2U);
  EXPECT_EQ(statistics->first, (store::ScalarPoint{1, 10, infinity}));
  EXPECT_EQ(statistics->last, (store::ScalarPoint{5, 50, -infinity}));
  EXPECT_EQ(statistics->min, (store::ScalarPoint{3, 30, -5}));
  EXPECT_EQ(statistics->max, (store::ScalarPoint{2, 20, 5}));

  const auto some = Describe(points, {.begin = 3, .end = 5});
  ASSERT_TRUE(some.has_value());
  EXPECT_EQ(some->count, 2U);
  EXPECT_EQ(some->min, (store::ScalarPoint{4, 40, 5}));
  EXPECT_FALSE(Describe(points, {.begin = 4, .end = 5})->min.has_value());
}

TEST(Statistics, NothingIsKnownOfNoPoints) {
  EXPECT_FALSE(Describe(ScalarPoints()).has_value());
  EXPECT_FALSE(PointNearestStep(ScalarPoints(), 1).has_value());
  EXPECT_FALSE(PointAtStep(ScalarPoints(), 1).has_value());
}

}  // namespace
}  // namespace sightglass::query
