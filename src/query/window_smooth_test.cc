#include "query/window_smooth.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace sightglass::query {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<double> RandomValues(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<double> values(count);
  for (double& value : values) {
    value = static_cast<double>(random() % 1000);
    if (random() % 20 == 0) value = random() % 2 == 0 ? std::nan("") : kInfinity;
  }
  return values;
}

double MeanAround(const std::vector<double>& values, std::size_t at, std::size_t before,
                  std::size_t after) {
  double sum = 0;
  double count = 0;
  for (std::size_t i = at - std::min(at, before); i <= std::min(at + after, values.size() - 1);
       ++i) {
    if (!std::isfinite(values[i])) continue;
    sum += values[i];
    count += 1;
  }
  return sum / count;
}

TEST(RunningMean, EqualsTheMeanOfEachWindow) {
  for (const std::size_t count : {1U, 2U, 7U, 100U, 1000U}) {
    const auto values = RandomValues(count, count);
    for (const std::size_t window : {1U, 2U, 3U, 10U, 99U, 100U, 5000U}) {
      const auto smoothed = RunningMean(values, window);
      ASSERT_EQ(smoothed.size(), count);
      for (std::size_t i = 0; i < count; ++i) {
        if (!std::isfinite(values[i])) {
          EXPECT_TRUE(std::isnan(values[i]) ? std::isnan(smoothed[i]) : smoothed[i] == values[i]);
          continue;
        }
        EXPECT_NEAR(smoothed[i], MeanAround(values, i, (window - 1) / 2, window / 2), 1e-9)
            << count << " values, window " << window << ", value " << i;
      }
    }
  }
}

TEST(RunningMean, AHugeValueLeavesNoTrace) {
  std::vector<double> values(100, 1.0);
  values[10] = 1e30;
  values[50] = 2.0;
  const auto smoothed = RunningMean(values, 5);
  EXPECT_EQ(smoothed[20], 1.0);
  EXPECT_EQ(smoothed[99], 1.0);
  EXPECT_EQ(smoothed[50], 1.2);
}

TEST(RunningMean, EqualValuesStay) {
  const std::vector<double> values(50, 0.1);
  EXPECT_EQ(RunningMean(values, 7), values);
  EXPECT_EQ(GaussianSmooth(values, 3), values);
  EXPECT_TRUE(RunningMean({}, 7).empty());
  EXPECT_TRUE(GaussianSmooth({}, 3).empty());
}

TEST(RunningMean, ReachIsHowFarItLooks) {
  for (const std::size_t window : {1U, 2U, 3U, 8U, 9U}) {
    auto values = RandomValues(60, 4);
    for (double& value : values) {
      if (!std::isfinite(value)) value = 0;
    }
    const auto before = RunningMean(values, window);
    values[40] += 100;
    const auto after = RunningMean(values, window);
    const auto first = static_cast<std::size_t>(
        std::mismatch(before.begin(), before.end(), after.begin()).first - before.begin());
    EXPECT_EQ(first, 40 - RunningMeanReach(window)) << window;
  }
}

TEST(GaussianSmooth, IsABell) {
  for (const double sigma : {0.3, 1.0, 2.5, 8.0, 8.5, 20.0, 61.7}) {
    // The answer to a single peak is the curve itself.
    std::vector<double> values(2001, 0.0);
    values[1000] = 1;
    const auto smoothed = GaussianSmooth(values, sigma);
    double area = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      area += std::exp(-std::pow((static_cast<double>(i) - 1000) / sigma, 2) / 2);
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double bell = std::exp(-std::pow((static_cast<double>(i) - 1000) / sigma, 2) / 2);
      EXPECT_NEAR(smoothed[i], bell / area, 0.04 / area) << sigma << " at " << i;
    }
    EXPECT_NEAR(std::accumulate(smoothed.begin(), smoothed.end(), 0.0), 1, 1e-9);
  }
}

TEST(GaussianSmooth, OddValuesPassThroughAndCountForNothing) {
  for (const double sigma : {2.0, 12.0}) {
    const auto values = RandomValues(300, 9);
    const auto smoothed = GaussianSmooth(values, sigma);
    for (std::size_t i = 0; i < values.size(); ++i) {
      EXPECT_EQ(std::isfinite(smoothed[i]), std::isfinite(values[i]));
      if (std::isfinite(values[i])) {
        EXPECT_GE(smoothed[i], 0);
        EXPECT_LE(smoothed[i], 1000);
      }
    }
  }
}

TEST(GaussianSmooth, NothingBeyondItsReachMatters) {
  for (const double sigma : {0.5, 3.0, 8.0, 8.5, 15.0}) {
    std::vector<double> values(400);
    std::iota(values.begin(), values.end(), 0.0);
    const auto before = GaussianSmooth(values, sigma);
    values[300] += 1e6;
    const auto after = GaussianSmooth(values, sigma);
    const auto first = static_cast<std::uint64_t>(
        std::mismatch(before.begin(), before.end(), after.begin()).first - before.begin());
    EXPECT_EQ(first, 300 - GaussianReach(sigma)) << sigma;
  }
}

}  // namespace
}  // namespace sightglass::query
