#include "writer/histogram_count.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "base/small_float.h"
#include "writer/histogram_paths.h"

namespace sightglass::writer {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kMaxDouble = std::numeric_limits<double>::max();

// The formula, number by number.
std::vector<double> ReferenceRows(const std::vector<double>& values, std::size_t buckets) {
  std::vector<double> finite;
  for (const double value : values) {
    if (std::isfinite(value)) finite.push_back(value);
  }
  std::vector<double> rows(3 * buckets);
  if (finite.empty()) return rows;
  const auto [low, high] = std::minmax_element(finite.begin(), finite.end());
  const double min = *low;
  const double max = *high;
  const auto count = static_cast<double>(buckets);
  const double width = (max - min) / count;
  for (std::size_t i = 0; i < buckets; ++i) {
    rows[3 * i] = min + static_cast<double>(i) * width;
    rows[3 * i + 1] = i + 1 == buckets ? max : min + static_cast<double>(i + 1) * width;
  }
  for (const double value : finite) {
    const double index = std::min(std::floor((value - min) / width), count - 1);
    ++rows[3 * (min == max ? buckets - 1 : static_cast<std::size_t>(index)) + 2];
  }
  return rows;
}

double TotalCount(const std::vector<double>& rows) {
  double total = 0;
  for (std::size_t i = 2; i < rows.size(); i += 3) total += rows[i];
  return total;
}

template <class T>
std::vector<double> ToDoubles(const std::vector<T>& values) {
  return {values.begin(), values.end()};
}

// Numbers of every character: smooth, whole, halves that fall on edges, few, far apart.
template <class T>
std::vector<T> TestNumbers(std::size_t size, int character, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal(0, 1);
  std::vector<T> values(size);
  for (T& value : values) {
    switch (character) {
      case 0:
        value = static_cast<T>(normal(random));
        break;
      case 1:
        value = static_cast<T>(random() % 31);
        break;
      case 2:
        value = static_cast<T>(static_cast<double>(random() % 301) / 10 - 15);
        break;
      case 3:
        value = static_cast<T>(std::max(normal(random), 0.0));
        break;
      case 4:
        value = static_cast<T>(std::exp(20 * normal(random)));
        break;
      default:
        value = static_cast<T>(1e9 + normal(random) * 1e3);
    }
  }
  return values;
}

template <class T>
void CompareWithReference() {
  for (int character = 0; character < 6; ++character) {
    for (const std::size_t size : {1UL, 31UL, 2'047UL, 2'048UL, 4'096UL, 20'001UL}) {
      const auto values = TestNumbers<T>(size, character, static_cast<std::uint32_t>(size));
      const std::vector<double> doubles = ToDoubles(values);
      for (const std::size_t buckets : {1UL, 2UL, 30UL, 31UL, 32UL, 33UL, 64UL, 1'000UL}) {
        const LinearHistogram histogram = CountLinear(values, buckets);
        EXPECT_EQ(histogram.rows, ReferenceRows(doubles, buckets))
            << character << ' ' << size << ' ' << buckets;
      }
    }
  }
}

TEST(HistogramCount, EqualsTheFormulaForFloats) { CompareWithReference<float>(); }
TEST(HistogramCount, EqualsTheFormulaForDoubles) { CompareWithReference<double>(); }

TEST(HistogramCount, ManyBuckets) {
  const auto values = TestNumbers<float>(50'000, 0, 1);
  const auto histogram = CountLinear(values, static_cast<std::size_t>(kMaxHistogramBuckets));
  EXPECT_EQ(histogram.rows,
            ReferenceRows(ToDoubles(values), static_cast<std::size_t>(kMaxHistogramBuckets)));
}

// More blocks than the counters of the fast loop hold at once.
TEST(HistogramCount, OneMillion) {
  const auto values = TestNumbers<float>(1'200'000, 0, 2);
  EXPECT_EQ(CountLinear(values, 30).rows, ReferenceRows(ToDoubles(values), 30));
  const std::vector<float> nearly_equal = [] {
    std::vector<float> list(1'200'000, 1.0F);
    list.back() = 2.0F;
    return list;
  }();
  const LinearHistogram histogram = CountLinear(nearly_equal, 30);
  EXPECT_EQ(histogram.rows[2], 1'199'999);
  EXPECT_EQ(histogram.rows[89], 1);
}

TEST(HistogramCount, EveryPathGivesTheSame) {
  std::mt19937 random(4);
  for (int round = 0; round < 60; ++round) {
    std::vector<float> floats =
        TestNumbers<float>(random() % 9'000, round % 6, static_cast<std::uint32_t>(round));
    if (round % 3 == 0) {
      for (float& value : floats) {
        const auto dice = random() % 50;
        if (dice == 0) value = static_cast<float>(kNan);
        if (dice == 1) value = static_cast<float>(kInfinity);
        if (dice == 2) value = static_cast<float>(-kInfinity);
      }
    }
    const std::vector<double> doubles = ToDoubles(floats);
    NumberTally plain;
    HistogramPaths().front().tally_floats(floats.data(), floats.size(), plain);
    LinearScale scale;
    scale.buckets = static_cast<std::uint32_t>(1 + random() % 100);
    scale.min = plain.finite > 0 ? plain.min : 0;
    scale.width = plain.finite > 0 ? (plain.max - plain.min) / scale.buckets : 1;
    std::vector<std::uint64_t> expected;
    for (const HistogramPath& path : HistogramPaths()) {
      if (!path.supported) continue;
      for (const bool as_doubles : {false, true}) {
        NumberTally tally;
        BucketTables tables(scale.buckets);
        if (as_doubles) {
          path.tally_doubles(doubles.data(), doubles.size(), tally);
          path.count_doubles(doubles.data(), doubles.size(), scale, tables);
        } else {
          path.tally_floats(floats.data(), floats.size(), tally);
          path.count_floats(floats.data(), floats.size(), scale, tables);
        }
        tables.Fold();
        if (expected.empty()) expected = tables.totals;
        EXPECT_EQ(tables.totals, expected) << path.name << ' ' << round;
        EXPECT_EQ(std::accumulate(expected.begin(), expected.end(), std::uint64_t{0}),
                  floats.size());
        EXPECT_EQ(tally.finite, plain.finite);
        EXPECT_EQ(tally.nan, plain.nan);
        EXPECT_EQ(tally.above, plain.above);
        EXPECT_EQ(tally.below, plain.below);
        EXPECT_EQ(tally.min, plain.min);
        EXPECT_EQ(tally.max, plain.max);
        EXPECT_NEAR(tally.sum, plain.sum,
                    1e-9 * std::sqrt(plain.sum_squares) * static_cast<double>(floats.size() + 1));
        EXPECT_NEAR(tally.sum_squares, plain.sum_squares, 1e-9 * plain.sum_squares);
      }
    }
  }
}

TEST(HistogramCount, NothingFinite) {
  for (const std::vector<double>& values :
       {std::vector<double>{}, std::vector<double>{kNan, kInfinity, -kInfinity}}) {
    const LinearHistogram histogram = CountLinear(values, 5);
    EXPECT_EQ(histogram.rows, std::vector<double>(15));
    EXPECT_EQ(histogram.summary.finite, 0U);
    EXPECT_EQ(histogram.summary.min, 0);
    EXPECT_EQ(histogram.summary.max, 0);
    EXPECT_EQ(CountExponential(values).limits, std::vector<double>{kMaxDouble});
    EXPECT_EQ(CountExponential(values).counts, std::vector<double>{0});
  }
  EXPECT_TRUE(CountLinear(Numbers(), 0).rows.empty());
}

TEST(HistogramCount, AllEqual) {
  const LinearHistogram histogram = CountLinear(std::vector<float>(10, 0.5F), 3);
  EXPECT_EQ(histogram.rows, (std::vector<double>{0.5, 0.5, 0, 0.5, 0.5, 0, 0.5, 0.5, 10}));
}

TEST(HistogramCount, NonFiniteCountApart) {
  std::vector<float> values = TestNumbers<float>(10'000, 0, 5);
  values[7] = static_cast<float>(kNan);
  values[8'000] = static_cast<float>(kInfinity);
  values[9'999] = static_cast<float>(-kInfinity);
  const LinearHistogram histogram = CountLinear(values, 30);
  EXPECT_EQ(histogram.rows, ReferenceRows(ToDoubles(values), 30));
  EXPECT_EQ(histogram.summary.finite, 9'997U);
  EXPECT_EQ(histogram.summary.nan, 1U);
  EXPECT_EQ(histogram.summary.infinite, 2U);
  EXPECT_TRUE(std::isfinite(histogram.summary.sum));
}

// Ranges that overflow, widths that vanish: no count is lost, edges stay in order.
TEST(HistogramCount, ExtremeRanges) {
  const double tiny = std::numeric_limits<double>::denorm_min();
  const std::vector<std::vector<double>> lists = {
      {-kMaxDouble, kMaxDouble},
      {-kMaxDouble, 0, 1, kMaxDouble, kMaxDouble / 2},
      {0, tiny},
      {0, tiny, 2 * tiny, 40 * tiny},
      {1, 1 + 1e-16, std::nextafter(1.0, 2.0)},
      {kMaxDouble, std::nextafter(kMaxDouble, 0)},
      {-1e-320, 1e300},
  };
  for (std::vector<double> list : lists) {
    // Once short, once long enough for every loop.
    for (int repeat = 0; repeat < 2; ++repeat) {
      for (const std::size_t buckets : {1UL, 2UL, 30UL, 100UL}) {
        const LinearHistogram histogram = CountLinear(list, buckets);
        EXPECT_EQ(TotalCount(histogram.rows), static_cast<double>(list.size()));
        EXPECT_EQ(histogram.rows[0], *std::min_element(list.begin(), list.end()));
        EXPECT_EQ(histogram.rows[3 * buckets - 2], *std::max_element(list.begin(), list.end()));
        for (std::size_t i = 0; i < buckets; ++i) {
          EXPECT_LE(histogram.rows[3 * i], histogram.rows[3 * i + 1]);
          EXPECT_GE(histogram.rows[3 * i + 2], 0);
        }
      }
      const std::vector<double> once = list;
      while (list.size() < 5'000) list.insert(list.end(), once.begin(), once.end());
    }
  }
  const float largest = std::numeric_limits<float>::max();
  std::vector<float> floats(5'000, largest);
  floats[0] = -largest;
  EXPECT_EQ(TotalCount(CountLinear(floats, 30).rows), 5'000);
  std::vector<float> denormal(5'000, std::numeric_limits<float>::denorm_min());
  denormal[0] = 0;
  EXPECT_EQ(CountLinear(denormal, 30).rows, ReferenceRows(ToDoubles(denormal), 30));
}

template <class T>
void CompareType(std::vector<T> values) {
  const std::vector<double> doubles = ToDoubles(values);
  EXPECT_EQ(CountLinear(values, 30).rows, ReferenceRows(doubles, 30));
  const NumberSummary summary = Summarise(values);
  EXPECT_EQ(summary.finite, values.size());
  EXPECT_EQ(summary.min, static_cast<double>(*std::min_element(values.begin(), values.end())));
  EXPECT_EQ(summary.max, static_cast<double>(*std::max_element(values.begin(), values.end())));
}

template <class T>
std::vector<T> AllOverTheRange() {
  std::mt19937_64 random(6);
  std::vector<T> values(9'000);
  for (T& value : values) value = static_cast<T>(random());
  values[3] = std::numeric_limits<T>::min();
  values[4] = std::numeric_limits<T>::max();
  return values;
}

TEST(HistogramCount, WholeNumbersOfEveryType) {
  CompareType(AllOverTheRange<std::int8_t>());
  CompareType(AllOverTheRange<std::int16_t>());
  CompareType(AllOverTheRange<std::int32_t>());
  CompareType(AllOverTheRange<std::int64_t>());
  CompareType(AllOverTheRange<std::uint8_t>());
  CompareType(AllOverTheRange<std::uint16_t>());
  CompareType(AllOverTheRange<std::uint32_t>());
  CompareType(AllOverTheRange<std::uint64_t>());
}

TEST(HistogramCount, BoolsAndHalves) {
  const std::vector<std::uint8_t> bools = {0, 1, 1, 7};
  const Numbers as_bools(bools.data(), bools.size(), NumberType::kBool);
  EXPECT_EQ(CountLinear(as_bools, 2).rows, (std::vector<double>{0, 0.5, 1, 0.5, 1, 3}));

  // 1, -2, the largest, the smallest above 0, infinity, NaN.
  const std::vector<std::uint16_t> halves = {0x3C00, 0xC000, 0x7BFF, 0x0001, 0x7C00, 0x7E00};
  NumberSummary summary = Summarise(Numbers(halves.data(), halves.size(), NumberType::kFloat16));
  EXPECT_EQ(summary.finite, 4U);
  EXPECT_EQ(summary.infinite, 1U);
  EXPECT_EQ(summary.nan, 1U);
  EXPECT_EQ(summary.min, -2);
  EXPECT_EQ(summary.max, 65'504);
  EXPECT_EQ(summary.sum, 1 - 2 + 65'504 + 0x1p-24);
  EXPECT_EQ(base::HalfToFloat(0x8001), -0x1p-24F);
  EXPECT_EQ(base::HalfToFloat(0x0400), 0x1p-14F);

  const std::vector<std::uint16_t> bfloats = {0x3F80, 0xC000, 0x7F80};
  summary = Summarise(Numbers(bfloats.data(), bfloats.size(), NumberType::kBfloat16));
  EXPECT_EQ(summary.sum, -1);
  EXPECT_EQ(summary.infinite, 1U);
}

TEST(HistogramCount, ArraysMayBeginAnywhere) {
  const std::vector<float> values = TestNumbers<float>(5'000, 0, 8);
  std::string bytes(5'000 * sizeof(float) + 1, '\0');
  std::memcpy(bytes.data() + 1, values.data(), 5'000 * sizeof(float));
  const Numbers odd(bytes.data() + 1, values.size(), NumberType::kFloat32);
  EXPECT_EQ(CountLinear(odd, 30).rows, CountLinear(values, 30).rows);
}

TEST(HistogramCount, ZerosOfBothSignsAreOne) {
  const LinearHistogram histogram = CountLinear(std::vector<double>{-0.0, 1}, 1);
  EXPECT_FALSE(std::signbit(histogram.rows[0]));
}

std::vector<double> ReferenceLimits() {
  std::vector<double> positive;
  for (double value = 1e-12; value < 1e20; value *= 1.1) positive.push_back(value);
  std::vector<double> limits = {-kMaxDouble};
  for (auto it = positive.rbegin(); it != positive.rend(); ++it) limits.push_back(-*it);
  limits.push_back(0);
  limits.insert(limits.end(), positive.begin(), positive.end());
  limits.push_back(kMaxDouble);
  return limits;
}

// Counts by search, then writes each run of empty buckets as one.
ExponentialHistogram ReferenceExponential(const std::vector<double>& values) {
  const std::vector<double> limits = ReferenceLimits();
  std::vector<double> counts(limits.size());
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    const auto above = std::upper_bound(limits.begin(), limits.end(), value) - limits.begin();
    ++counts[std::min(static_cast<std::size_t>(above), limits.size() - 1)];
  }
  ExponentialHistogram histogram;
  for (std::size_t i = 0; i < limits.size();) {
    double limit = limits[i];
    const double count = counts[i++];
    if (count == 0) {
      while (i < limits.size() && counts[i] == 0) limit = limits[i++];
    }
    histogram.limits.push_back(limit);
    histogram.counts.push_back(count);
  }
  return histogram;
}

TEST(HistogramCount, ExponentialEqualsASearch) {
  EXPECT_EQ(ReferenceLimits().size(), 1'551U);
  std::vector<double> values = ReferenceLimits();
  for (const double limit : ReferenceLimits()) {
    values.push_back(std::nextafter(limit, kInfinity));
    values.push_back(std::nextafter(limit, -kInfinity));
  }
  for (const double value : {0.0, -0.0, 1e-300, -1e-300, 1e300, -1e300, 5e-324, kNan}) {
    values.push_back(value);
  }
  std::mt19937 random(2);
  for (int round = 0; round < 50; ++round) {
    const ExponentialHistogram expected = ReferenceExponential(values);
    const ExponentialHistogram histogram = CountExponential(values);
    EXPECT_EQ(histogram.limits, expected.limits);
    EXPECT_EQ(histogram.counts, expected.counts);
    EXPECT_EQ(std::accumulate(histogram.counts.begin(), histogram.counts.end(), 0.0),
              static_cast<double>(histogram.summary.finite));
    values = TestNumbers<double>(random() % 300, round % 6, static_cast<std::uint32_t>(round));
  }
}

}  // namespace
}  // namespace sightglass::writer
