#include "histograms/measures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "histograms/random_histograms.h"

namespace sightglass::histograms {
namespace {

using ::testing::Each;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Histogram Any(RandomHistograms& random) {
  Histogram histogram = random.Sane();
  if (random.Below(3) != 0) return histogram;
  const Histogram hostile = MakeSane(random.Hostile());
  return hostile.empty() ? histogram : hostile;
}

// The same moved and stretched.
Histogram Mapped(const Histogram& histogram, double factor, double offset) {
  std::vector<format::HistogramBucket> buckets = histogram.buckets;
  for (format::HistogramBucket& bucket : buckets) {
    bucket.left = bucket.left * factor + offset;
    bucket.right = bucket.right * factor + offset;
  }
  return MakeSane(buckets);
}

TEST(Percentile, InterpolatesInsideABucket) {
  const Histogram histogram = MakeSane({{0, 4, 4}, {4, 6, 4}, {8, 8, 2}});
  EXPECT_EQ(Percentile(histogram, 0), 0);
  EXPECT_EQ(Percentile(histogram, 0.1), 1);
  EXPECT_EQ(Percentile(histogram, 0.4), 4);
  EXPECT_EQ(Percentile(histogram, 0.6), 5);
  EXPECT_EQ(Percentile(histogram, 0.9), 8);
  EXPECT_EQ(Percentile(histogram, 1), 8);
  EXPECT_EQ(Percentile(histogram, -3), 0);
  EXPECT_EQ(Percentile(histogram, 3), 8);
  EXPECT_TRUE(std::isnan(Percentile(histogram, kNan)));
  EXPECT_TRUE(std::isnan(Percentile({}, 0.5)));
}

TEST(Percentile, IsTheValueOfAConstant) {
  const Histogram histogram = MakeSane({{-1.5, -1.5, 7}});
  for (const double share : {0.0, 0.3, 1.0}) EXPECT_EQ(Percentile(histogram, share), -1.5);
}

TEST(Percentiles, AscendWithinTheHistogram) {
  RandomHistograms random(1);
  for (int i = 0; i < 5'000; ++i) {
    const Histogram histogram = Any(random);
    std::vector<double> shares = {0, 1};
    while (shares.size() < 20) shares.push_back(random.Uniform());
    std::ranges::sort(shares);
    std::vector<double> values(shares.size());
    Percentiles(histogram, shares, values);
    ASSERT_TRUE(std::ranges::is_sorted(values));
    ASSERT_EQ(values.front(), histogram.min());
    ASSERT_EQ(values.back(), histogram.max());
    for (std::size_t k = 0; k < shares.size(); ++k) {
      ASSERT_EQ(values[k], Percentile(histogram, shares[k]));
    }
  }
}

TEST(Percentiles, HaveTheirShareBelow) {
  RandomHistograms random(7);
  for (int i = 0; i < 5'000; ++i) {
    const Histogram histogram = random.Sane();
    for (int k = 0; k < 10; ++k) {
      const double share = random.Uniform();
      const Below counts = CountBelow(histogram, Percentile(histogram, share));
      const double wanted = share * histogram.total;
      const double rounding = 1e-9 * histogram.total;
      ASSERT_LE(counts.below, wanted + rounding);
      ASSERT_GE(counts.at_or_below, wanted - rounding);
    }
  }
}

TEST(Percentiles, TakesSharesInAnyOrder) {
  const Histogram histogram = MakeSane({{0, 10, 10}});
  const double shares[] = {0.9, 0.1, kNan, 0.5};
  std::vector<double> values(4);
  Percentiles(histogram, shares, values);
  EXPECT_EQ(values[0], 9);
  EXPECT_EQ(values[1], 1);
  EXPECT_TRUE(std::isnan(values[2]));
  EXPECT_EQ(values[3], 5);
  Percentiles({}, shares, values);
  EXPECT_TRUE(std::ranges::all_of(values, [](double v) { return std::isnan(v); }));
}

TEST(CountBelow, KnowsPointsFromBuckets) {
  const Histogram histogram = MakeSane({{0, 2, 4}, {2, 2, 3}, {2, 4, 4}});
  EXPECT_EQ(CountBelow(histogram, -1).at_or_below, 0);
  EXPECT_EQ(CountBelow(histogram, 1).below, 2);
  EXPECT_EQ(CountBelow(histogram, 2).below, 4);
  EXPECT_EQ(CountBelow(histogram, 2).at_or_below, 7);
  EXPECT_EQ(CountBelow(histogram, 3).below, 9);
  EXPECT_EQ(CountBelow(histogram, 9).below, 11);
}

TEST(Moments, AreThoseOfEvenlySpreadValues) {
  const Moments moments = MomentsOf(MakeSane({{0, 6, 3}, {10, 10, 1}}));
  EXPECT_EQ(moments.count, 4);
  EXPECT_EQ(moments.min, 0);
  EXPECT_EQ(moments.max, 10);
  EXPECT_DOUBLE_EQ(moments.mean, (3 * 3 + 10) / 4.0);
  const double squares = (3 * 12.0 + 100) / 4;  // the mean square of [0, 6] is 12
  EXPECT_DOUBLE_EQ(moments.deviation, std::sqrt(squares - moments.mean * moments.mean));
}

TEST(Moments, OfAConstantAndOfNothing) {
  const Moments constant = MomentsOf(MakeSane({{2.5, 2.5, 7}}));
  EXPECT_EQ(constant.mean, 2.5);
  EXPECT_EQ(constant.deviation, 0);
  const Moments none = MomentsOf({});
  EXPECT_EQ(none.count, 0);
  for (const double value :
       {none.min, none.max, none.mean, none.deviation, none.zeros_at_least, none.zeros_at_most}) {
    EXPECT_TRUE(std::isnan(value));
  }
}

TEST(Moments, StayInRangeForAnyHistogram) {
  RandomHistograms random(2);
  for (int i = 0; i < 5'000; ++i) {
    const Histogram histogram = Any(random);
    const Moments moments = MomentsOf(histogram);
    ASSERT_GE(moments.mean, histogram.min());
    ASSERT_LE(moments.mean, histogram.max());
    ASSERT_GE(moments.deviation, 0);
    // No distribution spreads more than half of its values at either end.
    ASSERT_LE(moments.deviation, (histogram.max() - histogram.min()) * 0.500001);
    ASSERT_GE(moments.zeros_at_least, 0);
    ASSERT_LE(moments.zeros_at_least, moments.zeros_at_most);
    ASSERT_LE(moments.zeros_at_most, 1);
  }
}

struct Zeros {
  std::vector<format::HistogramBucket> buckets;
  double at_least;
  double at_most;
};

TEST(Moments, TellsZerosThatAreSureFromThoseThatMayBe) {
  const Zeros cases[] = {
      {{{0, 0, 3}, {1, 2, 1}}, 0.75, 0.75},
      {{{0, 1e-12, 3}, {1, 2, 1}}, 0.75, 0.75},        // as old writers count zeros
      {{{0, 0.1, 3}, {0.1, 0.2, 1}}, 0, 0.75},         // as those of today do
      {{{-1, 0, 3}, {0, 1, 1}}, 0, 0.25},              // open on the right
      {{{-2, -1, 3}, {-1, 0, 1}}, 0, 0.25},            // the last one is closed
      {{{1e-14, 5e-13, 3}, {5e-13, 9e-13, 1}}, 0, 0},  // tiny, but none is zero
      {{{1, 2, 3}}, 0, 0},
  };
  for (const Zeros& each : cases) {
    const Moments moments = MomentsOf(MakeSane(each.buckets));
    EXPECT_EQ(moments.zeros_at_least, each.at_least);
    EXPECT_EQ(moments.zeros_at_most, each.at_most);
  }
}

TEST(Drift, IsKnownForSimpleShapes) {
  const Histogram unit = MakeSane({{0, 1, 10}});
  EXPECT_EQ(KolmogorovSmirnov(unit, unit), 0);
  EXPECT_EQ(Wasserstein(unit, unit), 0);
  // Counts do not matter, nor how many buckets say the same.
  const Histogram halves = MakeSane({{0, 0.5, 1}, {0.5, 1, 1}});
  EXPECT_EQ(KolmogorovSmirnov(unit, halves), 0);
  EXPECT_EQ(Wasserstein(unit, halves), 0);
  // Moved by a half, and away.
  EXPECT_DOUBLE_EQ(KolmogorovSmirnov(unit, MakeSane({{0.5, 1.5, 3}})), 0.5);
  EXPECT_DOUBLE_EQ(Wasserstein(unit, MakeSane({{0.5, 1.5, 3}})), 0.5);
  EXPECT_EQ(KolmogorovSmirnov(unit, MakeSane({{7, 7, 1}})), 1);
  EXPECT_DOUBLE_EQ(Wasserstein(unit, MakeSane({{7, 7, 1}})), 6.5);
  // The functions cross: all values move to the middle.
  EXPECT_DOUBLE_EQ(KolmogorovSmirnov(unit, MakeSane({{0.5, 0.5, 1}})), 0.5);
  EXPECT_DOUBLE_EQ(Wasserstein(unit, MakeSane({{0.5, 0.5, 1}})), 0.25);
  // A cross inside a stretch, without an edge there.
  const Histogram wide = MakeSane({{-1, 2, 1}});
  EXPECT_DOUBLE_EQ(Wasserstein(unit, wide), 0.5);
  EXPECT_TRUE(std::isnan(KolmogorovSmirnov(unit, {})));
  EXPECT_TRUE(std::isnan(Wasserstein({}, unit)));
}

TEST(Drift, HoldsItsLawsForAnyHistograms) {
  RandomHistograms random(3);
  for (int i = 0; i < 5'000; ++i) {
    const Histogram a = Any(random);
    const Histogram b = Any(random);
    const Histogram c = Any(random);
    const Drift ab = DriftBetween(a, b);
    const Drift ba = DriftBetween(b, a);
    ASSERT_EQ(ab.kolmogorov_smirnov, ba.kolmogorov_smirnov);
    ASSERT_EQ(ab.wasserstein, ba.wasserstein);
    ASSERT_GE(ab.kolmogorov_smirnov, 0);
    ASSERT_LE(ab.kolmogorov_smirnov, 1);
    const double reach = std::max(a.max(), b.max()) - std::min(a.min(), b.min());
    ASSERT_GE(ab.wasserstein, 0);
    ASSERT_LE(ab.wasserstein, reach * 1.000001);
    ASSERT_EQ(DriftBetween(a, a).kolmogorov_smirnov, 0);
    ASSERT_EQ(DriftBetween(a, a).wasserstein, 0);

    const Drift bc = DriftBetween(b, c);
    const Drift ac = DriftBetween(a, c);
    ASSERT_LE(ac.kolmogorov_smirnov, ab.kolmogorov_smirnov + bc.kolmogorov_smirnov + 1e-9);
    const double sum = ab.wasserstein + bc.wasserstein;
    const double far = std::max({reach, std::abs(c.min()), std::abs(c.max())});
    ASSERT_LE(ac.wasserstein, sum + 1e-9 * far);
  }
}

TEST(Drift, FollowsTheValues) {
  RandomHistograms random(4);
  for (int i = 0; i < 2'000; ++i) {
    const Histogram a = random.Sane();
    const Histogram b = random.Sane();
    const Drift drift = DriftBetween(a, b);
    // Powers of two and no offset: edges stay as they are but for their exponents.
    const Drift doubled = DriftBetween(Mapped(a, 4, 0), Mapped(b, 4, 0));
    ASSERT_EQ(doubled.wasserstein, 4 * drift.wasserstein);
    ASSERT_EQ(doubled.kolmogorov_smirnov, drift.kolmogorov_smirnov);
    // Moving one away moves every value.
    const Drift moved = DriftBetween(a, Mapped(a, 1, 1e3));
    ASSERT_NEAR(moved.wasserstein, 1e3, 1e-6);
    // The means are never further apart than what has to be moved.
    const double means = std::abs(MomentsOf(a).mean - MomentsOf(b).mean);
    ASSERT_GE(drift.wasserstein, means - 1e-9 * (means + 1));
  }
}

TEST(Drift, AgreesWithALongSum) {
  RandomHistograms random(5);
  for (int i = 0; i < 50; ++i) {
    const Histogram a = MakeSane(random.Linear(10));
    const Histogram b = MakeSane(random.Linear(7));
    if (a.empty() || b.empty()) continue;
    const double low = std::min(a.min(), b.min());
    const double high = std::max(a.max(), b.max());
    constexpr int kSteps = 20'000;
    double area = 0;
    double highest = 0;
    for (int k = 0; k < kSteps; ++k) {
      const double x = low + (high - low) * (k + 0.5) / kSteps;
      const double difference =
          std::abs(CountBelow(a, x).below / a.total - CountBelow(b, x).below / b.total);
      area += difference * (high - low) / kSteps;
      highest = std::max(highest, difference);
    }
    const Drift drift = DriftBetween(a, b);
    ASSERT_NEAR(drift.wasserstein, area, 1e-3 * (high - low));
    ASSERT_NEAR(drift.kolmogorov_smirnov, highest, 0.02);
    ASSERT_GE(drift.kolmogorov_smirnov, highest - 1e-12);
  }
}

TEST(TensorboardPercentiles, AreItsOwn) {
  EXPECT_THAT(TensorboardPercentiles({}), Each(0.0));
  // Nothing counted: the highest edge everywhere.
  const format::HistogramBucket empty[] = {{1, 2, 0}, {2, 3, 0}};
  EXPECT_THAT(TensorboardPercentiles(empty), Each(3.0));
  const format::HistogramBucket constant[] = {{4, 4, 7}};
  EXPECT_THAT(TensorboardPercentiles(constant), Each(4.0));

  // Weights 2500, 2500, 7500, 10000. An empty bucket is passed by; the value at 5000 lies between
  // right edges.
  const format::HistogramBucket buckets[] = {{0, 1, 1}, {1, 2, 0}, {2, 4, 2}, {4, 8, 1}};
  const auto values = TensorboardPercentiles(buckets);
  EXPECT_EQ(values[0], 0);
  EXPECT_DOUBLE_EQ(values[1], 668 / 2500.0);
  EXPECT_DOUBLE_EQ(values[2], 1587 / 2500.0);
  EXPECT_DOUBLE_EQ(values[3], 2 + (3085 - 2500) * 2 / 5000.0);
  EXPECT_DOUBLE_EQ(values[4], 3);
  EXPECT_DOUBLE_EQ(values[6], 4 + (8413 - 7500) * 4 / 2500.0);
  EXPECT_EQ(values[8], 8);

  // A gap belongs to the bucket behind it, and leading empty ones to the first that counts.
  const format::HistogramBucket gaps[] = {{0, 1, 0}, {1, 2, 0}, {3, 4, 1}};
  EXPECT_DOUBLE_EQ(TensorboardPercentiles(gaps)[0], 0);
  EXPECT_DOUBLE_EQ(TensorboardPercentiles(gaps)[4], 2);
  const format::HistogramBucket gap[] = {{0, 1, 1}, {3, 4, 1}};
  EXPECT_DOUBLE_EQ(TensorboardPercentiles(gap)[5], 1 + 3 * (6915 - 5000) / 5000.0);
}

// The same with a list of all weights and a search in it, as TensorBoard does.
std::array<double, 9> Plainly(const std::vector<format::HistogramBucket>& buckets) {
  std::array<double, 9> values{};
  if (buckets.empty()) return values;
  double sum = 0;
  for (const auto& bucket : buckets) sum += bucket.count;
  std::vector<double> weights;
  double weight = 0;
  for (const auto& bucket : buckets) {
    weight += bucket.count * 10000 / (sum == 0 ? 1 : sum);
    weights.push_back(weight);
  }
  for (std::size_t k = 0; k < values.size(); ++k) {
    const double point = kTensorboardBasisPoints[k];
    auto i = static_cast<std::size_t>(std::ranges::upper_bound(weights, point) - weights.begin());
    while (i < weights.size() && weights[i] == (i == 0 ? 0 : weights[i - 1])) ++i;
    if (i == weights.size()) {
      values[k] = buckets.back().right;
      continue;
    }
    const double before = i == 0 ? 0 : weights[i - 1];
    const double left =
        before == 0 ? buckets.front().left : std::max(buckets[i - 1].right, buckets.front().left);
    const double right = std::min(buckets[i].right, buckets.back().right);
    values[k] = left + (point - before) * (right - left) / (weights[i] - before);
  }
  return values;
}

TEST(TensorboardPercentiles, AgreeWithThePlainSearch) {
  RandomHistograms random(6);
  for (int i = 0; i < 5'000; ++i) {
    const auto buckets = random.Sound();
    ASSERT_EQ(TensorboardPercentiles(buckets), Plainly(buckets));
  }
}

}  // namespace
}  // namespace sightglass::histograms
