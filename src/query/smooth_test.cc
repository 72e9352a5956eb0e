#include "query/smooth.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "query/query_test_points.h"

namespace sightglass::query {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The definition, word for word.
std::vector<double> PlainSmooth(const std::vector<double>& values, double weight) {
  bool constant = true;
  for (const double value : values) constant = constant && value == values[0];
  std::vector<double> smoothed;
  double last = 0;
  int finite = 0;
  for (const double value : values) {
    if (constant || !std::isfinite(value)) {
      smoothed.push_back(value);
      continue;
    }
    last = last * weight + (1 - weight) * value;
    ++finite;
    double debias = 1;
    if (weight != 1) debias = 1 - std::pow(weight, finite);
    smoothed.push_back(last / debias);
  }
  return smoothed;
}

std::vector<std::uint64_t> Bits(const std::vector<double>& values) {
  std::vector<std::uint64_t> bits;
  for (const double value : values) bits.push_back(std::bit_cast<std::uint64_t>(value));
  return bits;
}

TEST(Smooth, ExampleByHand) {
  // s: 0.5, 1.25 | debias 0.5, 0.75
  const std::vector<double> smoothed = Smooth(std::vector<double>{1, 2}, 0.5);
  ASSERT_EQ(smoothed.size(), 2U);
  EXPECT_EQ(smoothed[0], 1.0);
  EXPECT_EQ(smoothed[1], 1.25 / 0.75);
}

TEST(Smooth, EqualsTheDefinitionToTheBit) {
  for (const double weight : {0.0, 0.6, 0.99, 1.0}) {
    for (const RandomSeries& series : SeriesToTry()) {
      const ScalarPoints points = MakeRandomSeries(series);
      std::vector<double> values;
      for (const store::ScalarPoint& point : ReadAll(points)) values.push_back(point.value);
      const auto expected = Bits(PlainSmooth(values, weight));
      ASSERT_EQ(Bits(Smooth(values, weight)), expected) << weight;
      ASSERT_EQ(Bits(SmoothAll(points, weight)), expected) << weight;
    }
  }
}

TEST(Smooth, ConstantSeriesIsLeftAlone) {
  const std::vector<double> values(1000, 0.1);
  EXPECT_EQ(Smooth(values, 0.9), values);
  std::vector<store::ScalarPoint> points;
  for (int i = 0; i < 1000; ++i) points.push_back({i, 0, -0.0});
  for (const double value : SmoothAll(PointsFromFiles({points}), 0.9)) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(value), std::bit_cast<std::uint64_t>(-0.0));
  }
  EXPECT_TRUE(Smooth({}, 0.5).empty());
}

TEST(Smooth, NonFiniteValuesPassThroughAndDoNotCount) {
  const std::vector<double> with =
      Smooth(std::vector<double>{kInfinity, 1, std::nan(""), 2, -kInfinity, 4}, 0.7);
  const std::vector<double> without = Smooth(std::vector<double>{1, 2, 4}, 0.7);
  EXPECT_EQ(with[0], kInfinity);
  EXPECT_TRUE(std::isnan(with[2]));
  EXPECT_EQ(with[4], -kInfinity);
  EXPECT_EQ((std::vector<double>{with[1], with[3], with[5]}), without);
}

TEST(Smooth, AConstantWithANanIsNotConstant) {
  // Not left alone: the result may differ from 0.1 by rounding, and both forms agree on how.
  std::vector<double> values(50, 0.1);
  values[7] = std::nan("");
  EXPECT_EQ(Bits(Smooth(values, 0.9)), Bits(PlainSmooth(values, 0.9)));
  std::vector<store::ScalarPoint> points;
  for (int i = 0; i < 50; ++i) points.push_back({i, 0, values[static_cast<std::size_t>(i)]});
  EXPECT_EQ(Bits(SmoothAll(PointsFromFiles({points}), 0.9)), Bits(PlainSmooth(values, 0.9)));
}

}  // namespace
}  // namespace sightglass::query
