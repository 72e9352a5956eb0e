#include "histograms/rebin.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "histograms/random_histograms.h"

namespace sightglass::histograms {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Ge;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct Result {
  std::vector<double> counts;
  Rebinned outside;
};

Result Count(const Histogram& histogram, const std::vector<double>& edges) {
  Result result;
  result.counts.assign(edges.size() - 1, 12345);  // what was there is of no interest
  result.outside = Rebin(histogram, edges, result.counts);
  return result;
}

TEST(Rebin, SpreadsABucketEvenly) {
  const Result result = Count(MakeSane({{0, 8, 16}}), {1, 2, 4, 7});
  EXPECT_THAT(result.counts, ElementsAre(2, 4, 6));
  EXPECT_EQ(result.outside.below, 2);
  EXPECT_EQ(result.outside.above, 2);
}

TEST(Rebin, PutsAPointIntoTheBinThatHoldsIt) {
  const std::vector<double> edges = {0, 1, 2};
  EXPECT_THAT(Count(MakeSane({{0, 0, 5}}), edges).counts, ElementsAre(5, 0));
  EXPECT_THAT(Count(MakeSane({{1, 1, 5}}), edges).counts, ElementsAre(0, 5));
  EXPECT_THAT(Count(MakeSane({{2, 2, 5}}), edges).counts, ElementsAre(0, 5));
  EXPECT_EQ(Count(MakeSane({{-1, -1, 5}}), edges).outside.below, 5);
  EXPECT_EQ(Count(MakeSane({{3, 3, 5}}), edges).outside.above, 5);
}

TEST(Rebin, CountsNeighboursOfTheRangeOutside) {
  const Result result = Count(MakeSane({{-1, 0, 3}, {0, 1, 4}, {1, 2, 5}}), {0, 1});
  EXPECT_THAT(result.counts, ElementsAre(4));
  EXPECT_EQ(result.outside.below, 3);
  EXPECT_EQ(result.outside.above, 5);
}

TEST(Rebin, GivesZerosOfNothing) {
  const Result result = Count({}, {0, 1, 2});
  EXPECT_THAT(result.counts, ElementsAre(0, 0));
  EXPECT_EQ(result.outside.below + result.outside.above, 0);
}

TEST(Rebin, AddsUpSteps) {
  const std::vector<double> edges = {0, 1, 2};
  std::vector<double> counts = {1, 0};
  AddRebinned(MakeSane({{0, 2, 8}}), edges, counts);
  AddRebinned(MakeSane({{1, 1, 3}}), edges, counts);
  EXPECT_THAT(counts, ElementsAre(5, 7));
}

// Edges of both scales and any others that ascend, often those of the histogram.
std::vector<double> SomeEdges(RandomHistograms& random, const Histogram& histogram) {
  const double low = histogram.min() + random.Normal();
  const double high = histogram.max() + random.Normal();
  if (random.Below(2) == 0) {
    const BinScale scale = random.Below(2) == 0 ? BinScale::kLinear : BinScale::kSymlog;
    return MakeEdges(low, high, 1 + random.Below(50), scale, random.Uniform()).edges;
  }
  std::vector<double> edges = {low, high};
  for (const format::HistogramBucket& bucket : histogram.buckets) {
    if (random.Below(2) == 0) edges.push_back(bucket.left);
    if (random.Below(2) == 0) edges.push_back(bucket.right);
    if (random.Below(4) == 0) edges.push_back((bucket.left + bucket.right) / 2);
  }
  std::ranges::sort(edges);
  return edges;
}

TEST(Rebin, LosesNothing) {
  RandomHistograms random(3);
  for (int i = 0; i < 20'000; ++i) {
    const Histogram histogram = random.Below(4) == 0 ? MakeSane(random.Hostile()) : random.Sane();
    const std::vector<double> edges =
        SomeEdges(random, histogram.empty() ? random.Sane() : histogram);
    const Result result = Count(histogram, edges);
    ASSERT_THAT(result.counts, Each(Ge(0)));
    ASSERT_GE(result.outside.below, 0);
    ASSERT_GE(result.outside.above, 0);
    const double sum =
        std::accumulate(result.counts.begin(), result.counts.end(), result.outside.below) +
        result.outside.above;
    ASSERT_NEAR(sum, histogram.total, 1e-12 * histogram.total);
  }
}

TEST(Rebin, IsExactWhereCountsAre) {
  // Edges and counts whose quotients are short binary fractions: not even rounding is lost.
  RandomHistograms random(4);
  for (int i = 0; i < 2'000; ++i) {
    std::vector<format::HistogramBucket> buckets;
    double edge = static_cast<double>(random.Below(100)) - 50;
    for (std::size_t n = 1 + random.Below(20); n > 0; --n) {
      const double right = edge + std::exp2(random.Below(6));
      buckets.push_back({edge, right, static_cast<double>(random.Below(1 << 20))});
      edge = right;
    }
    const Histogram histogram = MakeSane(buckets);
    std::vector<double> edges = {-60};
    while (edges.size() < 30) edges.push_back(edges.back() + std::exp2(random.Below(5)) / 4);
    const Result result = Count(histogram, edges);
    const double sum =
        std::accumulate(result.counts.begin(), result.counts.end(), result.outside.below);
    ASSERT_EQ(sum + result.outside.above, histogram.total);
  }
}

TEST(Rebin, ToTheOwnEdgesIsTheSame) {
  RandomHistograms random(5);
  for (int i = 0; i < 2'000; ++i) {
    const auto buckets =
        random.Below(2) == 0 ? random.Linear(1 + random.Below(50)) : random.Exponential();
    std::vector<double> edges = {buckets.front().left};
    std::vector<double> counts;
    for (const format::HistogramBucket& bucket : buckets) {
      edges.push_back(bucket.right);
      counts.push_back(bucket.count);
    }
    const Result result = Count(MakeSane(buckets), edges);
    ASSERT_EQ(result.counts, counts);
    ASSERT_EQ(result.outside.below + result.outside.above, 0);
  }
}

TEST(Rebin, AgreesWithFinerBinsAddedUp) {
  RandomHistograms random(6);
  for (int i = 0; i < 1'000; ++i) {
    const Histogram histogram = random.Sane();
    const BinEdges fine = MakeEdges(histogram.min(), histogram.max(), 40, BinScale::kLinear);
    const Result finely = Count(histogram, fine.edges);
    const Result coarsely = Count(histogram, {fine.edges[0], fine.edges[10], fine.edges[40]});
    const double first = std::accumulate(finely.counts.begin(), finely.counts.begin() + 10, 0.0);
    ASSERT_NEAR(coarsely.counts[0], first, 1e-9 * histogram.total);
  }
}

TEST(MakeEdges, MakesEqualBins) {
  EXPECT_THAT(MakeEdges(0, 1, 4, BinScale::kLinear).edges, ElementsAre(0, 0.25, 0.5, 0.75, 1));
  const std::vector<double> edges = MakeEdges(-8, 8, 4, BinScale::kSymlog, 1).edges;
  ASSERT_EQ(edges.size(), 5U);
  EXPECT_EQ(edges[0], -8);
  EXPECT_NEAR(edges[1], -2, 1e-12);  // log(1 + 2) is half of log(1 + 8)
  EXPECT_NEAR(edges[2], 0, 1e-12);
  EXPECT_NEAR(edges[3], 2, 1e-12);
  EXPECT_EQ(edges[4], 8);
}

TEST(MakeEdges, WidensASingleValueAsTensorboardDoes) {
  EXPECT_THAT(MakeEdges(0, 0, 1, BinScale::kLinear).edges, ElementsAre(-1, 1));
  EXPECT_THAT(MakeEdges(11, 11, 1, BinScale::kLinear).edges,
              ElementsAre(11 / 1.1 - 1, 11 * 1.1 + 1));
  EXPECT_THAT(MakeEdges(-110, -110, 1, BinScale::kLinear).edges,
              ElementsAre(-110 * 1.1 + 1, -110 / 1.1 - 1));
}

TEST(MakeEdges, AscendsWhateverIsAskedFor) {
  RandomHistograms random(7);
  for (int i = 0; i < 20'000; ++i) {
    const double low = random.Odd();
    const double high = random.Odd();
    const BinScale scale = random.Below(2) == 0 ? BinScale::kLinear : BinScale::kSymlog;
    const std::vector<double> edges =
        MakeEdges(low, high, random.Below(40), scale, random.Odd()).edges;
    ASSERT_GE(edges.size(), 2U);
    ASSERT_TRUE(std::ranges::is_sorted(edges)) << low << ' ' << high;
    ASSERT_LT(edges.front(), edges.back()) << low << ' ' << high;
    ASSERT_TRUE(std::isfinite(edges.front()) && std::isfinite(edges.back()));
  }
  EXPECT_THAT(MakeEdges(kNan, kInfinity, 1, BinScale::kLinear).edges,
              ElementsAre(0, kMaxMagnitude));
  EXPECT_THAT(MakeEdges(3, 1, 2, BinScale::kLinear).edges, ElementsAre(1, 2, 3));
}

TEST(SuggestLinearWidth, IsAPowerOfTenNearTheValues) {
  EXPECT_EQ(SuggestLinearWidth({}), 1);
  EXPECT_EQ(SuggestLinearWidth(MakeSane({{0, 0, 9}})), 1);
  // A quarter lies below 2.5e-3.
  EXPECT_DOUBLE_EQ(SuggestLinearWidth(MakeSane({{0, 0.01, 1000}, {900, 1000, 1}})), 0.01);
  // Zeros tell nothing of the others.
  EXPECT_DOUBLE_EQ(SuggestLinearWidth(MakeSane({{0, 0, 1e9}, {20, 30, 1}})), 10);
  RandomHistograms random(8);
  for (int i = 0; i < 2'000; ++i) {
    const double width = SuggestLinearWidth(MakeSane(random.Hostile()));
    ASSERT_TRUE(width > 0 && std::isfinite(width));
  }
}

}  // namespace
}  // namespace sightglass::histograms
