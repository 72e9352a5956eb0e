#include "query/active_time.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

#include "query/query_test_points.h"

namespace sightglass::query {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

ScalarPoints At(const std::vector<double>& wall_times) {
  std::vector<store::ScalarPoint> points;
  base::Step step = 0;
  for (const double wall_time : wall_times) points.push_back({step++, wall_time, 1});
  return PointsFromFiles({points});
}

std::vector<double> Places(const ScalarPoints& points) {
  const ActiveClock clock = MeasureActiveTime(points, points.size());
  return ActiveTimes(points, clock.gap_limit, {.begin = 0, .end = points.size()});
}

// As the header says it, all at once.
std::vector<double> PlainPlaces(const ScalarPoints& points) {
  const std::vector<store::ScalarPoint> all = ReadAll(points);
  std::vector<double> intervals;
  for (std::size_t i = 1; i < all.size(); ++i) {
    intervals.push_back(std::max(0.0, all[i].wall_time - all[i - 1].wall_time));
  }
  std::vector<double> sorted = intervals;
  std::ranges::sort(sorted);
  const double limit = sorted.empty() ? 60 : std::max(60.0, 10 * sorted[sorted.size() / 2]);
  std::vector<double> places(all.empty() ? 0 : 1, 0.0);
  for (const double interval : intervals) {
    places.push_back(places.back() + std::min(interval, limit));
  }
  return places;
}

TEST(ActiveTime, PausesCountAsTheLimit) {
  EXPECT_THAT(Places(At({100, 101, 102, 4000, 4001})), ElementsAre(0, 1, 2, 62, 63));
  // A minute is no pause.
  EXPECT_THAT(Places(At({0, 1, 2, 62})), ElementsAre(0, 1, 2, 62));
}

TEST(ActiveTime, SlowJobsAreNotPauses) {
  EXPECT_THAT(Places(At({0, 3600, 7200, 10800})), ElementsAre(0, 3600, 7200, 10800));
  // Ten hours and more are one.
  EXPECT_THAT(Places(At({0, 3600, 7200, 207'200, 210'800})),
              ElementsAre(0, 3600, 7200, 43'200, 46'800));
}

TEST(ActiveTime, NeverGoesBack) {
  EXPECT_THAT(Places(At({100, 102, 50, 51})), ElementsAre(0, 2, 2, 3));
}

TEST(ActiveTime, FewPoints) {
  EXPECT_THAT(Places(At({})), IsEmpty());
  EXPECT_THAT(Places(At({1e9})), ElementsAre(0));
  EXPECT_THAT(Places(At({5, 5})), ElementsAre(0, 0));
  EXPECT_EQ(MeasureActiveTime(At({}), 0), ActiveClock());
}

TEST(ActiveTime, EqualsThePlainWay) {
  for (const RandomSeries& series : SeriesToTry()) {
    const ScalarPoints points = MakeRandomSeries(series);
    const std::vector<double> plain = PlainPlaces(points);
    ASSERT_EQ(Places(points), plain);
    if (plain.empty()) continue;
    EXPECT_EQ(MeasureActiveTime(points, points.size()).duration, plain.back());
  }
  // Intervals around and above those where the median decides, over more than one slice.
  std::mt19937_64 random(3);
  for (const double usual : {2.0, 5.5, 6.0, 6.5, 600.0}) {
    std::vector<double> wall_times = {0};
    for (int i = 0; i < 70'000; ++i) {
      const double pause = random() % 500 == 0 ? 10'000 : 0;
      wall_times.push_back(wall_times.back() + pause +
                           usual * static_cast<double>(random() % 5) / 2);
    }
    const ScalarPoints points = At(wall_times);
    const std::vector<double> plain = PlainPlaces(points);
    ASSERT_EQ(Places(points), plain) << usual;
    EXPECT_EQ(MeasureActiveTime(points, points.size()).duration, plain.back()) << usual;
  }
}

TEST(ActiveTime, PartsAreAsTheWhole) {
  const ScalarPoints points = MakeRandomSeries({.seed = 7, .files = 3, .points_per_file = 700});
  const std::vector<double> whole = Places(points);
  for (const IndexRange range :
       {IndexRange{.begin = 0, .end = 1}, IndexRange{.begin = 1, .end = 2},
        IndexRange{.begin = 511, .end = 1200}, IndexRange{.begin = 5, .end = 5}}) {
    EXPECT_EQ(ActiveTimes(points, 60, range),
              std::vector<double>(whole.begin() + static_cast<std::ptrdiff_t>(range.begin),
                                  whole.begin() + static_cast<std::ptrdiff_t>(range.end)));
  }
}

}  // namespace
}  // namespace sightglass::query
