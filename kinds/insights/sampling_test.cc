// How series are read and levels measured.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "kinds/insights/insight_test_series.h"
#include "kinds/insights/persistence.h"
#include "kinds/insights/robust_level.h"

namespace sightglass::kinds::insights {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

query::ScalarPoints Counting(std::size_t count) {
  store::SegmentBuilder<store::ScalarPoint> segment;
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = static_cast<base::Step>(i);
    segment.Append({.step = 2 * number, .wall_time = 1, .value = static_cast<double>(number)});
  }
  return query::ScalarPoints({{.file = {0}, .segment = segment.Publish()}});
}

TEST(ReadSamples, TakesShortSeriesWholeAndLongOnesFromEndToEnd) {
  EXPECT_EQ(ReadSamples({}).size(), 0U);
  EXPECT_EQ(ReadSamples(Counting(kWholeSeriesPoints)).size(), kWholeSeriesPoints);
  const ScalarSamples samples = ReadSamples(Counting(100'000));
  ASSERT_EQ(samples.size(), kStretches * kStretchPoints);
  EXPECT_EQ(samples.value.front(), 0);
  EXPECT_EQ(samples.value.back(), 99'999);
  EXPECT_TRUE(std::ranges::is_sorted(samples.step));
  EXPECT_EQ(samples.step[kStretchPoints - 1], 2 * (static_cast<base::Step>(kStretchPoints) - 1));
}

TEST(ReadSamples, LeavesOutWhatIsNoMeasurement) {
  store::SegmentBuilder<store::ScalarPoint> segment;
  const std::vector<double> values = {1, std::nan(""), std::numeric_limits<double>::infinity(),
                                      -1e200, 2};
  for (std::size_t i = 0; i < values.size(); ++i) {
    segment.Append({.step = static_cast<base::Step>(i), .wall_time = 1, .value = values[i]});
  }
  const auto samples =
      ReadSamples(query::ScalarPoints({{.file = {0}, .segment = segment.Publish()}}));
  EXPECT_THAT(samples.value, ElementsAre(1, 2));
  EXPECT_THAT(samples.step, ElementsAre(0, 4));
}

TEST(SampleAt, FindsExactStepsInShortAndLongSeries) {
  for (const std::size_t count : {100UL, 10'000UL}) {
    const auto points = Counting(count);
    const std::vector<base::Step> steps = {-5, 0, 3, 10, 198, 1'000'000};
    const std::vector<double> values = SampleAt(points, steps);
    EXPECT_TRUE(std::isnan(values[0]));
    EXPECT_EQ(values[1], 0);
    EXPECT_TRUE(std::isnan(values[2]));
    EXPECT_EQ(values[3], 5);
    EXPECT_EQ(values[4], 99);
    EXPECT_TRUE(std::isnan(values[5]));
  }
}

TEST(PickSteps, GoesFromTheFirstToTheLast) {
  EXPECT_THAT(PickSteps({}, 3), IsEmpty());
  EXPECT_THAT(PickSteps(Counting(3), 3), ElementsAre(0, 2, 4));
  EXPECT_THAT(PickSteps(Counting(101), 3), ElementsAre(0, 100, 200));
}

TEST(Levels, AreMediansOfWindows) {
  EXPECT_EQ(Median({3, 1, 2}), 2);
  EXPECT_EQ(Median({4, 1, 2, 3}), 2.5);
  EXPECT_TRUE(std::isfinite(Median({1e308, 1.5e308})));
  const auto samples = MakeSamples(10, [](double i) { return i == 3 ? 99 : i; });
  const std::vector<Level> levels = CutLevels(samples, 0, 10, 2);
  ASSERT_EQ(levels.size(), 2U);
  EXPECT_EQ(levels[0].value, 2);
  EXPECT_EQ(levels[0].last, 40);
  EXPECT_EQ(levels[1].value, 7);
  EXPECT_EQ(levels[1].first, 50);
  EXPECT_EQ(MiddleOf(samples), 5U);
  EXPECT_EQ(MiddleOf({}), 0U);
}

TEST(NoiseOf, IsThatAroundATrend) {
  const auto line = MakeSamples(10, [](double i) { return 5 - i; });
  EXPECT_NEAR(NoiseOf(CutLevels(line, 0, 10, 10)), 0, 1e-12);
  const auto noisy = MakeSamples(1'000, [](double i) { return 5 - i + Scatter(i); });
  EXPECT_NEAR(NoiseOf(CutLevels(noisy, 0, 1'000, 1'000)), 1 / std::sqrt(3.0), 0.2);
  EXPECT_EQ(NoiseOf({}), 0);
}

TEST(HeldSince, WantsTheLastHalfAndTheLast) {
  const auto since = [](const std::vector<std::uint8_t>& holds) { return HeldSince(holds, 0.8); };
  EXPECT_EQ(since({}), std::nullopt);
  EXPECT_EQ(since({1}), 0U);
  EXPECT_EQ(since({0, 0, 0, 0, 1, 1, 1, 1}), 4U);
  EXPECT_EQ(since({1, 1, 1, 1, 1, 1, 1, 0}), std::nullopt);
  EXPECT_EQ(since({1, 1, 1, 1, 0, 0, 0, 1}), std::nullopt);
  EXPECT_EQ(since({0, 0, 1, 1, 1, 1, 0, 1, 1, 1}), 2U);
}

}  // namespace
}  // namespace sightglass::kinds::insights
