#include "kinds/histograms/binned_series.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "kind/json_reader.h"
#include "tests/support/is_ok.h"

namespace sightglass::kinds {
namespace {

using histograms::BinEdges;
using histograms::MakeSane;
using histograms::ReadStep;
using ::testing::ElementsAre;

ReadStep Step(base::Step step, std::vector<format::HistogramBucket> buckets) {
  return {.step = step,
          .wall_time = static_cast<double>(step) + 0.5,
          .histogram = MakeSane(std::move(buckets))};
}

// What a series writes, read back.
class Written {
 public:
  explicit Written(const BinnedSeries& series) : document_(Parse(series)) {}

  [[nodiscard]] std::vector<double> Numbers(std::string_view name) const {
    const auto member = document_.root().Member(name).value();
    const auto items = member->AsArray(1'000'000);
    std::vector<double> numbers;
    for (const kind::JsonValue& item : *items) {
      numbers.push_back(item.IsString() ? std::nan("") : item.AsDouble().value());
    }
    return numbers;
  }
  [[nodiscard]] bool Has(std::string_view name) const {
    return document_.root().Member(name).value().has_value();
  }

 private:
  static kind::JsonDocument Parse(const BinnedSeries& series) {
    kind::AnswerWriter writer(kind::AnswerForm::kJson, 0);
    writer.json().BeginObject();
    series.Write(writer);
    auto document = kind::JsonDocument::Parse(writer.Finish().body);
    EXPECT_THAT(document, testing::IsOk());
    return std::move(document).value();
  }

  kind::JsonDocument document_;
};

TEST(BinnedSeries, HasARowForEachStep) {
  BinnedSeries series({.edges = BinEdges{{0, 1, 2}}}, 2, 10);
  series.Add(Step(3, {{0, 2, 8}}), 0);
  series.Add(Step(5, {{-1, 0, 1}, {1, 3, 4}}), 1);
  const Written written(series);
  EXPECT_THAT(written.Numbers("step"), ElementsAre(3, 5));
  EXPECT_THAT(written.Numbers("wall_time"), ElementsAre(3.5, 5.5));
  EXPECT_THAT(written.Numbers("counts"), ElementsAre(4, 4, 0, 2));
  EXPECT_THAT(written.Numbers("below"), ElementsAre(0, 1));
  EXPECT_THAT(written.Numbers("above"), ElementsAre(0, 2));
  EXPECT_THAT(written.Numbers("min"), ElementsAre(0, -1));
  EXPECT_THAT(written.Numbers("max"), ElementsAre(2, 3));
  EXPECT_FALSE(written.Has("linear_width"));
}

TEST(BinnedSeries, PutsNeighboursTogether) {
  BinnedSeries series({.edges = BinEdges{{0, 1}}, .linear_width = 0.5}, 5, 2);
  for (std::uint64_t i = 0; i < 5; ++i) {
    if (i == 1) continue;  // cannot be read
    series.Add(Step(static_cast<base::Step>(i * 10), {{0, 1, 1}}), i);
  }
  const Written written(series);
  EXPECT_THAT(written.Numbers("step"), ElementsAre(0, 30));
  EXPECT_THAT(written.Numbers("last_step"), ElementsAre(20, 40));
  EXPECT_THAT(written.Numbers("merged"), ElementsAre(2, 2));
  EXPECT_THAT(written.Numbers("counts"), ElementsAre(2, 2));
  EXPECT_TRUE(written.Has("linear_width"));
}

TEST(BinnedSeries, WithoutStepsHasNoRows) {
  const Written written(BinnedSeries({.edges = BinEdges{{0, 1}}}, 0, 10));
  EXPECT_TRUE(written.Numbers("step").empty());
  EXPECT_TRUE(written.Numbers("counts").empty());
  EXPECT_THAT(written.Numbers("edges"), ElementsAre(0, 1));
}

TEST(BinnedSeries, LosesNothing) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> number(-2, 2);
  for (int round = 0; round < 30; ++round) {
    const std::uint64_t points = 1 + random() % 40;
    const std::uint64_t rows = 1 + random() % 45;
    const std::size_t bins = 1 + random() % 20;
    BinnedSeries series(
        {.edges = histograms::MakeEdges(-1, 1, bins, histograms::BinScale::kLinear)}, points, rows);
    double total = 0;
    for (std::uint64_t i = 0; i < points; ++i) {
      std::vector<format::HistogramBucket> buckets;
      for (int b = 0; b < 10; ++b) {
        const double left = number(random);
        buckets.push_back({left, b % 3 == 0 ? left : left + 0.1, 1 + number(random) / 4});
      }
      const ReadStep step = Step(static_cast<base::Step>(i), buckets);
      total += step.histogram.total;
      series.Add(step, i);
    }
    const Written written(series);
    EXPECT_EQ(written.Numbers("step").size(), std::min(points, rows));
    double found = 0;
    for (const char* const name : {"counts", "below", "above"}) {
      const std::vector<double> column = written.Numbers(name);
      EXPECT_TRUE(std::ranges::all_of(column, [](double each) { return each >= 0; }));
      found = std::accumulate(column.begin(), column.end(), found);
    }
    EXPECT_NEAR(found, total, 1e-9 * total);
    const std::vector<double> merged = written.Numbers("merged");
    EXPECT_EQ(std::accumulate(merged.begin(), merged.end(), 0.0), static_cast<double>(points));
    // Rows differ by one step at most.
    EXPECT_LE(*std::ranges::max_element(merged) - *std::ranges::min_element(merged), 1);
  }
}

}  // namespace
}  // namespace sightglass::kinds
