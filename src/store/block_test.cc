#include "store/block.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace sightglass::store {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr base::Step kLowestStep = std::numeric_limits<base::Step>::min();
constexpr base::Step kHighestStep = std::numeric_limits<base::Step>::max();

// NaN payloads and the sign of zero count, so bits are compared.
void ExpectSameBits(const std::vector<ScalarPoint>& actual,
                    const std::vector<ScalarPoint>& expected) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) {
    EXPECT_EQ(actual[i].step, expected[i].step) << i;
    EXPECT_EQ(std::bit_cast<std::uint64_t>(actual[i].wall_time),
              std::bit_cast<std::uint64_t>(expected[i].wall_time))
        << i;
    EXPECT_EQ(std::bit_cast<std::uint64_t>(actual[i].value),
              std::bit_cast<std::uint64_t>(expected[i].value))
        << i;
  }
}

void ExpectRoundTrip(const std::vector<ScalarPoint>& points) {
  const auto block = Block<ScalarPoint>::Pack(points);
  ASSERT_EQ(block->size(), points.size());
  std::vector<ScalarPoint> unpacked(points.size());
  block->Unpack(unpacked);
  ExpectSameBits(unpacked, points);

  std::vector<base::Step> steps(points.size());
  std::vector<double> wall_times(points.size());
  std::vector<double> values(points.size());
  block->UnpackSteps(steps);
  block->UnpackWallTimes(wall_times);
  block->UnpackValues(values);
  std::vector<ScalarPoint> joined(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) joined[i] = {steps[i], wall_times[i], values[i]};
  ExpectSameBits(joined, points);

  std::vector<ScalarPoint> prefix(points.size() / 2);
  block->Unpack(prefix);
  ExpectSameBits(prefix,
                 {points.begin(), points.begin() + static_cast<std::ptrdiff_t>(points.size() / 2)});
}

double RandomValue(std::mt19937_64& random, int sort) {
  switch (sort) {
    case 0:
      return static_cast<float>(std::normal_distribution<float>()(random));
    case 1:
      return std::normal_distribution<double>()(random);
    case 2:
      return std::bit_cast<double>(random());  // any pattern, also NaN with a payload
    case 3:
      return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(random())));
    default:
      return 0.125;
  }
}

TEST(ScalarBlock, RandomPointsRoundTrip) {
  std::mt19937_64 random(11);
  for (int sort = 0; sort < 5; ++sort) {
    for (const std::size_t count : {1U, 2U, 3U, 17U, 100U, 511U, 512U}) {
      std::vector<ScalarPoint> points(count);
      double wall_time = 1.7e9;
      for (std::size_t i = 0; i < count; ++i) {
        wall_time += 0.1 + 1e-3 * static_cast<double>(random() % 100);
        points[i] = {static_cast<base::Step>(i * 10), wall_time, RandomValue(random, sort)};
      }
      ExpectRoundTrip(points);
      for (ScalarPoint& point : points) {
        point.step = static_cast<base::Step>(random());
        point.wall_time = std::normal_distribution<double>()(random) * 1e9;
      }
      ExpectRoundTrip(points);
    }
  }
}

TEST(ScalarBlock, ExtremesRoundTrip) {
  const double largest = std::numeric_limits<double>::max();
  const double tiny = std::numeric_limits<double>::denorm_min();
  ExpectRoundTrip({{kLowestStep, -largest, -0.0},
                   {0, -0.0, 0.0},
                   {kHighestStep, largest, kInfinity},
                   {kLowestStep, 0.0, -kInfinity},
                   {1, tiny, std::nan("")},
                   {-1, -tiny, std::nan("7")},
                   {2, 1.0, std::bit_cast<double>(0x7ff0000000000001U)},
                   {3, 1.0, std::bit_cast<double>(0xfff4000000000000U)},
                   {4, 1.0, largest},
                   {5, 1.0, tiny}});
  ExpectRoundTrip({{0, 0, -0.0}, {1, 0, 0.0}, {2, 0, kInfinity}, {3, 0, -std::nan("")}});
}

TEST(ScalarBlock, NanPayloadBeyondFloat32Survives) {
  // Every other value is a float32, so this one alone must keep the block from becoming one.
  for (const std::uint64_t bits : {0x7ff8000000000001U, 0xfff8000012345678U, 0x7ff0000000000001U}) {
    ExpectRoundTrip({{0, 0, 1.5}, {1, 0, std::bit_cast<double>(bits)}, {2, 0, -2}});
  }
}

TEST(ScalarBlock, SizeStaysBelowEightBytesAPoint) {
  std::mt19937_64 random(12);
  std::vector<ScalarPoint> points(kBlockPoints);
  double wall_time = 1.7e9;
  for (std::size_t i = 0; i < points.size(); ++i) {
    wall_time += 0.1 + 0.01 * std::uniform_real_distribution<double>()(random);
    points[i] = {static_cast<base::Step>(i), wall_time,
                 std::uniform_real_distribution<float>()(random)};
  }
  EXPECT_LT(Block<ScalarPoint>::Pack(points)->memory_bytes(), 8 * points.size());
  points.resize(100);
  EXPECT_LT(Block<ScalarPoint>::Pack(points)->memory_bytes(), 8 * points.size() + 150);
}

TEST(ScalarBlock, OneDoubleMakesTheBlockDoubles) {
  std::vector<ScalarPoint> points(kBlockPoints, {1, 1, 0.5});
  const std::uint64_t narrow = Block<ScalarPoint>::Pack(points)->memory_bytes();
  points[200].value = 0.1;
  ExpectRoundTrip(points);
  EXPECT_GT(Block<ScalarPoint>::Pack(points)->memory_bytes(), narrow);
}

TEST(ScalarBlock, CountBelowEqualsLowerBound) {
  std::mt19937_64 random(13);
  for (const bool constant_stride : {true, false}) {
    std::vector<ScalarPoint> points(300);
    base::Step step = -1000;
    for (ScalarPoint& point : points) {
      point.step = step;
      step += constant_stride ? 7 : 1 + static_cast<base::Step>(random() % 13);
    }
    const auto block = Block<ScalarPoint>::Pack(points);
    for (base::Step wanted = -1020; wanted < step + 20; ++wanted) {
      const auto expected = std::ranges::count_if(
          points, [&](const ScalarPoint& point) { return point.step < wanted; });
      ASSERT_EQ(block->CountBelow(wanted), static_cast<std::size_t>(expected)) << wanted;
    }
    EXPECT_EQ(block->CountBelow(kLowestStep), 0U);
    EXPECT_EQ(block->CountBelow(kHighestStep), points.size());
  }
  const std::vector<ScalarPoint> extremes = {{kLowestStep, 0, 0}, {kHighestStep, 0, 0}};
  const auto block = Block<ScalarPoint>::Pack(extremes);
  EXPECT_EQ(block->CountBelow(kLowestStep), 0U);
  EXPECT_EQ(block->CountBelow(0), 1U);
  EXPECT_EQ(block->CountBelow(kHighestStep), 1U);
}

TEST(RangeSummary, NamesFirstLowestAndHighestFinitePoint) {
  const std::vector<ScalarPoint> points = {{10, 5, kInfinity}, {20, 4, 2},  {30, 9, -1},
                                           {40, 8, 2},         {50, 7, -1}, {60, 6, std::nan("")}};
  const RangeSummary summary = SummarizePoints(points);
  EXPECT_EQ(summary.count, 6U);
  EXPECT_EQ(summary.first_step, 10);
  EXPECT_EQ(summary.last_step, 60);
  EXPECT_EQ(summary.first_wall_time, 5);
  EXPECT_EQ(summary.last_wall_time, 6);
  EXPECT_EQ(summary.min_wall_time, 4);
  EXPECT_EQ(summary.max_wall_time, 9);
  EXPECT_EQ(summary.first_value, kInfinity);
  EXPECT_TRUE(std::isnan(summary.last_value));
  EXPECT_EQ(summary.finite_count, 4U);
  EXPECT_EQ(summary.min_value, -1);
  EXPECT_EQ(summary.min_step, 30);
  EXPECT_EQ(summary.min_value_wall_time, 9);
  EXPECT_EQ(summary.min_index, 2U);
  EXPECT_EQ(summary.max_value, 2);
  EXPECT_EQ(summary.max_step, 20);
  EXPECT_EQ(summary.max_value_wall_time, 4);
  EXPECT_EQ(summary.max_index, 1U);
}

TEST(RangeSummary, AppendEqualsSummaryOfAll) {
  std::mt19937_64 random(14);
  for (int round = 0; round < 2000; ++round) {
    std::vector<ScalarPoint> points(1 + random() % 12);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const std::uint64_t sort = random() % 8;
      points[i] = {static_cast<base::Step>(i), static_cast<double>(random() % 5),
                   sort == 0 ? kInfinity : static_cast<double>(random() % 5)};
      if (sort == 1) points[i].value = -kInfinity;
    }
    const std::size_t cut = random() % (points.size() + 1);
    RangeSummary joined = SummarizePoints(std::span<const ScalarPoint>(points).first(cut));
    joined.Append(SummarizePoints(std::span<const ScalarPoint>(points).subspan(cut)));
    EXPECT_EQ(joined, SummarizePoints(points));
  }
}

TEST(RefBlock, RandomPointsRoundTrip) {
  std::mt19937_64 random(15);
  for (const bool orderly : {true, false}) {
    for (const std::size_t count : {1U, 2U, 100U, 512U}) {
      std::vector<RefPoint> points(count);
      for (std::size_t i = 0; i < count; ++i) {
        if (orderly) {
          points[i] = {static_cast<base::Step>(i), 1.7e9 + static_cast<double>(i), i * 200'000,
                       static_cast<std::uint32_t>(199'000 + random() % 1000), 3};
        } else {
          points[i] = {static_cast<base::Step>(random()),
                       std::normal_distribution<double>()(random), random(),
                       static_cast<std::uint32_t>(random()), static_cast<std::uint32_t>(random())};
        }
      }
      const auto block = Block<RefPoint>::Pack(points);
      std::vector<RefPoint> unpacked(count);
      block->Unpack(unpacked);
      EXPECT_EQ(unpacked, points);
      EXPECT_EQ(block->summary(), SummarizePoints(points));
      EXPECT_EQ(block->summary().finite_count, 0U);
    }
  }
}

}  // namespace
}  // namespace sightglass::store
