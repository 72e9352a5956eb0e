#include "histograms/histogram.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "format/encode.h"
#include "histograms/random_histograms.h"
#include "tests/support/is_ok.h"

namespace sightglass::histograms {
namespace {

using Buckets = std::vector<format::HistogramBucket>;
using testing::IsOk;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Every invariant of the type.
void ExpectSane(const Histogram& histogram) {
  double total = 0;
  double end = -kInfinity;
  const format::HistogramBucket* before = nullptr;
  for (const format::HistogramBucket& bucket : histogram.buckets) {
    EXPECT_LE(std::abs(bucket.left), kMaxMagnitude);
    EXPECT_LE(std::abs(bucket.right), kMaxMagnitude);
    EXPECT_LE(bucket.left, bucket.right);
    EXPECT_GE(bucket.left, end);
    EXPECT_GT(bucket.count, 0);
    EXPECT_TRUE(std::isfinite(bucket.count));
    if (before != nullptr && before->left == before->right) {
      EXPECT_GT(bucket.right, before->right);
    }
    before = &bucket;
    end = bucket.right;
    total += bucket.count;
  }
  EXPECT_EQ(histogram.total, total);
}

TEST(MakeSane, LeavesSoundBucketsAsTheyAreWithoutEmptyOnes) {
  const Histogram histogram = MakeSane({{0, 1, 4}, {1, 2, 0}, {2, 2, 3}, {2, 5, 1}});
  EXPECT_EQ(histogram.buckets, (Buckets{{0, 1, 4}, {2, 2, 3}, {2, 5, 1}}));
  EXPECT_EQ(histogram.total, 8);
  EXPECT_FALSE(histogram.repaired);
  EXPECT_EQ(histogram.min(), 0);
  EXPECT_EQ(histogram.max(), 5);
}

TEST(MakeSane, TakesEmptyForEmpty) {
  // Three forms of no data: no rows, rows of zeros, and that of an old reader.
  constexpr double kMax = std::numeric_limits<double>::max();
  for (const Buckets& buckets : {Buckets{}, Buckets(30), Buckets{{kMax, -kMax, 0}}}) {
    const Histogram histogram = MakeSane(buckets);
    EXPECT_TRUE(histogram.empty());
    EXPECT_FALSE(histogram.repaired);
    EXPECT_EQ(histogram.total, 0);
    EXPECT_TRUE(std::isnan(histogram.min()));
    EXPECT_TRUE(std::isnan(histogram.max()));
  }
}

TEST(MakeSane, MakesOnePointOfAConstant) {
  Buckets buckets(30, {2.5, 2.5, 0});
  buckets.back().count = 7;
  const Histogram histogram = MakeSane(buckets);
  EXPECT_EQ(histogram.buckets, (Buckets{{2.5, 2.5, 7}}));
  EXPECT_FALSE(histogram.repaired);
}

struct Repair {
  std::string name;
  Buckets logged;
  Buckets sane;
};

TEST(MakeSane, RepairsWhatIsWrong) {
  const Repair repairs[] = {
      {"reversed", {{2, 1, 5}}, {{1, 2, 5}}},
      {"falling", {{1, 2, 5}, {0, 1, 4}}, {{0, 1, 4}, {1, 2, 5}}},
      {"negative", {{0, 1, -3}, {1, 2, 4}}, {{1, 2, 4}}},
      {"count is no number", {{0, 1, kNan}, {1, 2, 4}}, {{1, 2, 4}}},
      {"endless count", {{0, 1, kInfinity}, {1, 2, 4}}, {{1, 2, 4}}},
      {"open on the left", {{-kInfinity, 1, 3}, {1, 2, 4}}, {{1, 1, 3}, {1, 2, 4}}},
      {"open on the right", {{0, 1, 3}, {1, kNan, 4}}, {{0, 1, 3}, {1, 1, 4}}},
      {"no edge", {{kNan, kInfinity, 3}, {1, 2, 4}}, {{1, 2, 4}}},
      {"too far", {{-1e301, 1e301, 3}, {1, 2, 4}}, {{1, 2, 4}}},
      {"overlap", {{0, 2, 3}, {1, 3, 4}}, {{0, 2, 3}, {2, 3, 4}}},
      {"inside", {{0, 3, 3}, {1, 2, 4}}, {{0, 3, 3}, {3, 3, 4}}},
  };
  for (const Repair& repair : repairs) {
    SCOPED_TRACE(repair.name);
    const Histogram histogram = MakeSane(repair.logged);
    EXPECT_EQ(histogram.buckets, repair.sane);
    EXPECT_TRUE(histogram.repaired);
    ExpectSane(histogram);
  }
}

TEST(MakeSane, ClosesOverlapsOfRoundingErrors) {
  const double edge = 0.1;
  const double below = std::nextafter(edge, 0);
  const Histogram histogram = MakeSane({{0, edge, 1}, {below, 0.2, 2}});
  EXPECT_EQ(histogram.buckets, (Buckets{{0, edge, 1}, {edge, 0.2, 2}}));
  EXPECT_FALSE(histogram.repaired);
}

TEST(MakeSane, JoinsPointsAtOnePlace) {
  const Histogram histogram = MakeSane({{1, 1, 2}, {1, 1, 3}, {1, 2, 1}, {2, 2, 5}});
  EXPECT_EQ(histogram.buckets, (Buckets{{1, 1, 5}, {1, 2, 1}, {2, 2, 5}}));
  EXPECT_FALSE(histogram.repaired);
}

TEST(MakeSane, HoldsForAnyBuckets) {
  RandomHistograms random(1);
  for (int i = 0; i < 20'000; ++i) {
    const Histogram histogram = MakeSane(random.Hostile());
    ExpectSane(histogram);
    const Histogram again = MakeSane(histogram.buckets);
    EXPECT_EQ(again.buckets, histogram.buckets);
    EXPECT_FALSE(again.repaired);
    if (HasFailure()) return;
  }
}

TEST(MakeSane, LosesNothingOfWhatWritersMake) {
  RandomHistograms random(2);
  for (int i = 0; i < 2'000; ++i) {
    const Buckets buckets = random.Sound();
    double total = 0;
    for (const format::HistogramBucket& bucket : buckets) total += bucket.count;
    const Histogram histogram = MakeSane(buckets);
    ExpectSane(histogram);
    EXPECT_FALSE(histogram.repaired);
    EXPECT_EQ(histogram.total, total);
  }
}

// The only value of a summary; `bytes` must outlive the view.
format::ValueView ValueOf(const std::string& bytes) {
  format::ValueWalker walker(base::AsBytes(bytes));
  format::ValueView view;
  EXPECT_TRUE(walker.Next(view));
  return view;
}

std::string TensorSummary(const std::vector<double>& rows, std::int64_t width) {
  const std::int64_t dims[] = {static_cast<std::int64_t>(rows.size()) / width, width};
  const std::string tensor =
      format::EncodeTensorContent(format::DataType::kDouble, dims,
                                  base::AsText(std::as_bytes(std::span(rows.data(), rows.size()))));
  const std::string values[] = {format::EncodeTensorValue("h", tensor)};
  return format::JoinValues(values);
}

std::string OldSummary(double min, double max, const std::vector<double>& limits,
                       const std::vector<double>& counts) {
  std::string histogram;
  format::WireWriter message(histogram);
  message.Double(1, min);
  message.Double(2, max);
  message.PackedDoubles(6, limits);
  message.PackedDoubles(7, counts);
  std::string value;
  format::WireWriter writer(value);
  writer.Message(1, "h");
  writer.Message(5, histogram);
  return format::JoinValues(std::vector<std::string>{value});
}

TEST(ReadHistogram, ReadsTensorsAndOldForms) {
  const std::string tensor = TensorSummary({0, 1, 2, 1, 2, 0, 2, 3, 4}, 3);
  const auto modern = ReadHistogram(ValueOf(tensor));
  ASSERT_THAT(modern, IsOk());
  EXPECT_EQ(modern->buckets, (Buckets{{0, 1, 2}, {2, 3, 4}}));

  // As TensorFlow 1 and as PyTorch log ten times a half.
  constexpr double kMax = std::numeric_limits<double>::max();
  for (const std::string& old : {OldSummary(0.5, 0.5, {0.4707, 0.5178, kMax}, {0, 10, 0}),
                                 OldSummary(0.5, 0.5, {0.4707, 0.5178}, {0, 10})}) {
    const auto histogram = ReadHistogram(ValueOf(old));
    ASSERT_THAT(histogram, IsOk());
    EXPECT_EQ(histogram->buckets, (Buckets{{0.5, 0.5, 10}}));
    EXPECT_FALSE(histogram->repaired);
  }
  const std::string none = OldSummary(kMax, -kMax, {kMax}, {0});
  EXPECT_TRUE(ReadHistogram(ValueOf(none))->empty());
}

TEST(ReadHistogram, RefusesWhatIsNone) {
  const auto code = [](const std::string& summary) {
    const auto histogram = ReadHistogram(ValueOf(summary));
    return histogram.ok() ? std::nullopt : std::optional(histogram.error().code);
  };
  EXPECT_EQ(code(TensorSummary({1, 2, 3, 4}, 2)), base::ErrorCode::kInvalidArgument);
  const std::string scalar[] = {format::EncodeSimpleValue("h", 1)};
  EXPECT_EQ(code(format::JoinValues(scalar)), base::ErrorCode::kInvalidArgument);

  // A few bytes that claim a million rows.
  const std::int64_t dims[] = {1'000'000, 3};
  std::string tensor = format::EncodeTensorContent(format::DataType::kDouble, dims, "");
  format::WireWriter(tensor).PackedDoubles(6, std::vector<double>{1});
  const std::string claim[] = {format::EncodeTensorValue("h", tensor)};
  EXPECT_EQ(code(format::JoinValues(claim)), base::ErrorCode::kOutOfRange);
}

}  // namespace
}  // namespace sightglass::histograms
