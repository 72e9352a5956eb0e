#include "query/smoothed_column.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "query/query_test_points.h"
#include "query/smooth.h"

namespace sightglass::query {
namespace {

using store::ScalarPoint;
using Builder = store::SegmentBuilder<ScalarPoint>;

constexpr Smoothing kEma = {.sort = SmoothingSort::kEma, .weight = 0.9};
constexpr Smoothing kMean = {.sort = SmoothingSort::kMean, .window = 31};
constexpr Smoothing kGaussian = {.sort = SmoothingSort::kGaussian, .sigma = 12};
constexpr std::uint64_t kPagePoints = store::kBlocksPerPage * store::kBlockPoints;

std::vector<std::uint64_t> Bits(const std::vector<double>& values) {
  std::vector<std::uint64_t> bits;
  for (const double value : values) bits.push_back(std::bit_cast<std::uint64_t>(value));
  return bits;
}

std::vector<double> ReadRange(const SmoothedColumn& column, IndexRange range) {
  std::vector<double> values(static_cast<std::size_t>(range.size()));
  column.Read(range, values);
  return values;
}

// Compares every node that a walk shows as a whole with a summary made point by point.
class SummaryChecker {
 public:
  SummaryChecker(const SmoothedColumn& column, const std::vector<ScalarPoint>& smoothed)
      : column_(column), smoothed_(smoothed) {}

  [[nodiscard]] std::size_t nodes() const { return nodes_; }

  Visit Whole(std::uint64_t first_index, const store::RangeSummary& summary) {
    const auto points = std::span(smoothed_).subspan(static_cast<std::size_t>(first_index),
                                                     static_cast<std::size_t>(summary.count));
    store::RangeSummary expected = store::SummarizePoints(points);
    const store::RangeSummary& actual = column_.SummaryOf(first_index, summary.count);
    // Ends may be NaN, which equals nothing.
    EXPECT_EQ(Bits({actual.first_value, actual.last_value}),
              Bits({expected.first_value, expected.last_value}));
    store::RangeSummary rest = actual;
    rest.first_value = expected.first_value = 0;
    rest.last_value = expected.last_value = 0;
    EXPECT_EQ(rest, expected) << first_index << " + " << summary.count;
    ++nodes_;
    return Visit::kDescend;
  }
  static bool Block(std::uint64_t, const ScalarBlock&, std::size_t, std::size_t) { return true; }

 private:
  const SmoothedColumn& column_;
  const std::vector<ScalarPoint>& smoothed_;
  std::size_t nodes_ = 0;
};

void ExpectColumnOf(const SmoothedColumn& column, const ScalarPoints& points,
                    const Smoothing& smoothing) {
  ASSERT_TRUE(column.IsOf(points));
  const IndexRange all = {.begin = 0, .end = points.size()};
  const std::vector<double> values = SmoothedValues(smoothing, points, all);
  ASSERT_EQ(Bits(ReadRange(column, all)), Bits(values));
  std::vector<ScalarPoint> smoothed = ReadAll(points);
  for (std::size_t i = 0; i < smoothed.size(); ++i) smoothed[i].value = values[i];
  SummaryChecker checker(column, smoothed);
  Walk(points, all, checker);
  // Files without a whole block that is visible have no such node.
  if (points.parts().size() == 1) {
    EXPECT_GT(checker.nodes(), 0U);
  }
}

TEST(SmoothedColumn, HoldsWhatSmoothingAllGives) {
  for (const RandomSeries& series : SeriesToTry()) {
    const ScalarPoints points = MakeRandomSeries(series);
    if (IsConstant(points)) continue;
    ASSERT_TRUE(SmoothedColumn::CanKnow(points));
    for (const Smoothing& smoothing : {kEma, kMean, kGaussian}) {
      ExpectColumnOf(*SmoothedColumn::Make(points, smoothing, nullptr), points, smoothing);
      if (HasFailure()) FAIL() << "seed " << series.seed;
    }
  }
}

TEST(SmoothedColumn, ReadsAnyRange) {
  const ScalarPoints points = MakeRandomSeries({.seed = 3, .files = 4, .points_per_file = 20'000});
  const auto column = SmoothedColumn::Make(points, kEma, nullptr);
  const std::vector<double> all = SmoothAll(points, kEma.weight);
  std::mt19937_64 random(1);
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t begin = random() % (points.size() + 1);
    const std::uint64_t end = begin + random() % (points.size() - begin + 1);
    const std::vector<double> expected(all.begin() + static_cast<std::ptrdiff_t>(begin),
                                       all.begin() + static_cast<std::ptrdiff_t>(end));
    ASSERT_EQ(ReadRange(*column, {.begin = begin, .end = end}), expected);
    ASSERT_EQ(SmoothedValues(kEma, points, {.begin = begin, .end = end}), expected);
  }
}

// Rounding may carry the largest numbers beyond all, and NaN stands among them.
TEST(SmoothedColumn, HoldsForExtremeValues) {
  constexpr double kMax = std::numeric_limits<double>::max();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kTiny = std::numeric_limits<double>::denorm_min();
  std::vector<ScalarPoint> file;
  const double values[] = {kMax,  kMax, std::nan(""), -kMax,     kInfinity,
                           kTiny, -0.0, 0.0,          -kInfinity};
  for (int i = 0; i < 3000; ++i) file.push_back({i, 10.0 + i, values[(i * i + i / 600) % 9]});
  // A block in which nothing is finite.
  for (int i = 512; i < 1024; ++i) file[static_cast<std::size_t>(i)].value = std::nan("");
  const ScalarPoints points = PointsFromFiles({file});
  for (const Smoothing& smoothing : {kEma, kMean, kGaussian}) {
    ExpectColumnOf(*SmoothedColumn::Make(points, smoothing, nullptr), points, smoothing);
  }
}

TEST(SmoothedColumn, GrowingSeriesShareTheirPages) {
  Builder builder;
  std::mt19937_64 random(7);
  base::Step step = 0;
  std::shared_ptr<const SmoothedColumn> column;
  ScalarPoints points;
  for (int round = 0; round < 12; ++round) {
    const std::uint64_t full_pages = points.size() / kPagePoints;
    const std::uint64_t count = 1 + random() % 20'000;
    for (std::uint64_t i = 0; i < count; ++i) {
      step += 1 + static_cast<base::Step>(random() % 2);
      builder.Append({step, static_cast<double>(step), static_cast<double>(random() % 1000)});
    }
    points = ScalarPoints({{.file = {0}, .segment = builder.Publish()}});
    const auto earlier = column;
    EXPECT_TRUE(earlier == nullptr || !earlier->IsOf(points));
    column = SmoothedColumn::Make(points, kEma, earlier.get());
    ExpectColumnOf(*column, points, kEma);
    if (earlier != nullptr) {
      EXPECT_EQ(column->SharedPagesForTesting(*earlier), full_pages);
    }
  }
  EXPECT_GT(points.size(), 2 * kPagePoints);
}

// Restarts within a file and by later files, files that go and come: whatever the column was made
// from, the next one is right.
TEST(SmoothedColumn, FollowsEveryChange) {
  std::mt19937_64 random(11);
  std::vector<Builder> files(1);
  std::vector<base::Step> last = {0};
  std::shared_ptr<const SmoothedColumn> column;
  for (int round = 0; round < 60; ++round) {
    switch (random() % 6) {
      case 0:
        files.emplace_back();
        last.push_back(last.back() - static_cast<base::Step>(random() % 3000));
        break;
      case 1:
        last.back() -= static_cast<base::Step>(random() % 40'000);
        break;
      case 2:
        if (files.size() > 1) {
          const auto gone = static_cast<std::ptrdiff_t>(random() % files.size());
          files.erase(files.begin() + gone);
          last.erase(last.begin() + gone);
        }
        break;
      default:
        break;
    }
    // Any file may grow, not only the last.
    const std::size_t file = random() % files.size();
    const std::uint64_t count = 1 + random() % 15'000;
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto value = static_cast<double>(random() % 1000);
      files[file].Append({++last[file], static_cast<double>(i), value});
    }
    std::vector<store::Part<ScalarPoint>> parts;
    for (Builder& each : files) {
      parts.push_back(
          {.file = {static_cast<std::uint32_t>(parts.size())}, .segment = each.Publish()});
    }
    const ScalarPoints points(std::move(parts));
    if (IsConstant(points)) continue;
    column = SmoothedColumn::Make(points, kEma, column.get());
    ExpectColumnOf(*column, points, kEma);
    if (HasFailure()) FAIL() << "round " << round;
  }
}

TEST(SmoothedColumn, BelongsToItsPointsOnly) {
  Builder builder;
  for (int i = 0; i < 1000; ++i) builder.Append({i, 1.0 * i, 1.0 * (i % 7)});
  const auto segment = builder.Publish();
  const ScalarPoints points({{.file = {0}, .segment = segment}});
  const auto column = SmoothedColumn::Make(points, kEma, nullptr);
  EXPECT_TRUE(column->IsOf(points));
  EXPECT_TRUE(column->IsOf(ScalarPoints({{.file = {0}, .segment = segment}})));
  // The same numbers, read anew.
  Builder again;
  for (int i = 0; i < 1000; ++i) again.Append({i, 1.0 * i, 1.0 * (i % 7)});
  EXPECT_FALSE(column->IsOf(ScalarPoints({{.file = {0}, .segment = again.Publish()}})));
  // As many points, the last one another.
  builder.Append({999, 999, 5});
  EXPECT_FALSE(column->IsOf(ScalarPoints({{.file = {0}, .segment = builder.Publish()}})));
  // A later file, and one that hides some.
  Builder later;
  later.Append({2000, 2000, 1});
  EXPECT_FALSE(column->IsOf(ScalarPoints(
      {{.file = {0}, .segment = segment}, {.file = {1}, .segment = later.Publish()}})));
  Builder restart;
  restart.Append({500, 2000, 1});
  EXPECT_FALSE(column->IsOf(ScalarPoints(
      {{.file = {0}, .segment = segment}, {.file = {1}, .segment = restart.Publish()}})));
  EXPECT_FALSE(column->IsOf(ScalarPoints()));
}

TEST(SmoothedColumn, SegmentsOfUnknownOriginCannotBeKnown) {
  Builder builder;
  builder.Append({1, 1, 1});
  builder.Append({2, 2, 2});
  auto segment = std::make_shared<ScalarSegment>(*builder.Publish());
  segment->origin = 0;
  EXPECT_FALSE(SmoothedColumn::CanKnow(ScalarPoints({{.file = {0}, .segment = segment}})));
}

TEST(SmoothedColumn, MemoryIsAboutEightBytesAPoint) {
  const ScalarPoints points = MakeRandomSeries({.seed = 1, .files = 1, .points_per_file = 100'000});
  const auto bytes = static_cast<double>(SmoothedColumn::MemoryBytes(points));
  EXPECT_GT(bytes, 8.0 * 100'000);
  EXPECT_LT(bytes, 8.5 * 100'000);
}

}  // namespace
}  // namespace sightglass::query
