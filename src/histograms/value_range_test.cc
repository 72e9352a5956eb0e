#include "histograms/value_range.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "histograms/measures.h"

namespace sightglass::histograms {
namespace {

std::vector<const Histogram*> PointersTo(const std::vector<Histogram>& histograms) {
  std::vector<const Histogram*> pointers;
  pointers.reserve(histograms.size());
  for (const Histogram& each : histograms) pointers.push_back(&each);
  return pointers;
}

ValueRange RangeOfAll(const std::vector<Histogram>& histograms, double clip) {
  return RangeOf(PointersTo(histograms), clip);
}

TEST(RangeOf, SpansAllValues) {
  const ValueRange range =
      RangeOfAll({MakeSane({{0, 1, 3}}), MakeSane({}), MakeSane({{-5, -4, 1}, {2, 2, 1}})}, 0);
  EXPECT_EQ(range.low, -5);
  EXPECT_EQ(range.high, 2);
}

TEST(RangeOf, HasNoEndsWithoutValues) {
  EXPECT_TRUE(std::isnan(RangeOfAll({}, 0).low));
  EXPECT_TRUE(std::isnan(RangeOfAll({MakeSane({}), MakeSane({{0, 1, 0}})}, 0.1).high));
}

TEST(RangeOf, LeavesOutAShareOfAllValuesTogether) {
  // 100 values of quiet steps and 1 of an exploded one.
  const std::vector<Histogram> steps = {MakeSane({{0, 1, 50}}), MakeSane({{0, 1, 50}}),
                                        MakeSane({{1e30, 1e30, 1}})};
  EXPECT_EQ(RangeOfAll(steps, 0).high, 1e30);
  const ValueRange range = RangeOfAll(steps, 0.02);
  EXPECT_NEAR(range.low, 0.0202, 1e-12);
  EXPECT_NEAR(range.high, 0.9898, 1e-12);
}

TEST(RangeOf, IsThePercentileOfASingleHistogram) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> number(-1, 1);
  for (int round = 0; round < 50; ++round) {
    std::vector<format::HistogramBucket> buckets;
    double edge = number(random) * std::exp(20 * number(random));
    for (int i = 0; i < 20; ++i) {
      const double right = edge + std::exp(20 * number(random));
      buckets.push_back({edge, right, std::floor(number(random) * 50 + 51)});
      edge = right;
    }
    const std::vector<Histogram> one = {MakeSane(buckets)};
    for (const double clip : {0.001, 0.05, 0.3}) {
      const ValueRange range = RangeOfAll(one, clip);
      const double width = one.front().max() - one.front().min();
      EXPECT_NEAR(range.low, Percentile(one.front(), clip), 1e-9 * width);
      EXPECT_NEAR(range.high, Percentile(one.front(), 1 - clip), 1e-9 * width);
    }
  }
}

TEST(LinearWidthOf, IsNotMovedByAFewOddSteps) {
  const Histogram small = MakeSane({{-0.01, 0.01, 100}});
  const Histogram huge = MakeSane({{-1e9, 1e9, 100}});
  const double alone = LinearWidthOf(PointersTo({small}));
  EXPECT_GT(alone, 0);
  EXPECT_EQ(LinearWidthOf(PointersTo({small, huge, small, small, MakeSane({})})), alone);
  EXPECT_EQ(LinearWidthOf({}), 1);
}

}  // namespace
}  // namespace sightglass::histograms
