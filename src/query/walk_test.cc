#include "query/walk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <span>

#include "query/query_test_points.h"

namespace sightglass::query {
namespace {

// Takes some nodes whole and looks into others, by chance, and notes every point it was given.
class Recorder {
 public:
  Recorder(std::uint64_t seed, bool forward, const std::vector<store::ScalarPoint>& all)
      : random_(seed), forward_(forward), all_(all) {}

  [[nodiscard]] const std::vector<std::uint64_t>& indices() const { return indices_; }
  void StopAfter(std::size_t calls) { calls_left_ = calls; }

  Visit Whole(std::uint64_t first_index, const store::RangeSummary& summary) {
    const auto points = std::span(all_).subspan(first_index, summary.count);
    EXPECT_EQ(summary, store::SummarizePoints(points));
    if (random_() % 2 == 0) return Visit::kDescend;
    Note(first_index, first_index + summary.count);
    return --calls_left_ == 0 ? Visit::kStop : Visit::kDone;
  }

  bool Block(std::uint64_t first_index, const ScalarBlock& block, std::size_t begin,
             std::size_t end) {
    std::vector<base::Step> steps(end);
    block.UnpackSteps(steps);
    for (std::size_t i = begin; i < end; ++i) EXPECT_EQ(steps[i], all_[first_index + i].step);
    Note(first_index + begin, first_index + end);
    return --calls_left_ != 0;
  }

 private:
  void Note(std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = 0; i < end - begin; ++i) {
      indices_.push_back(forward_ ? begin + i : end - 1 - i);
    }
  }

  std::mt19937_64 random_;
  bool forward_;
  std::span<const store::ScalarPoint> all_;
  std::size_t calls_left_ = 0;  // zero: no limit
  std::vector<std::uint64_t> indices_;
};

TEST(Walk, VisitsEveryPointOfTheRangeOnceInOrder) {
  std::mt19937_64 random(1);
  for (const RandomSeries& series : SeriesToTry()) {
    // Summaries are compared, and NaN equals nothing.
    if (series.non_finite_values) continue;
    const ScalarPoints points = MakeRandomSeries(series);
    const auto all = ReadAll(points);
    for (int round = 0; round < 20; ++round) {
      IndexRange range = {.begin = random() % (all.size() + 1), .end = random() % (all.size() + 1)};
      if (range.begin > range.end) std::swap(range.begin, range.end);
      if (round == 0) range = {.begin = 0, .end = all.size()};
      std::vector<std::uint64_t> expected;
      for (std::uint64_t i = range.begin; i < range.end; ++i) expected.push_back(i);

      Recorder forward(random(), /*forward=*/true, all);
      Walk(points, range, forward);
      ASSERT_EQ(forward.indices(), expected);

      std::ranges::reverse(expected);
      Recorder back(random(), /*forward=*/false, all);
      WalkBack(points, range, back);
      ASSERT_EQ(back.indices(), expected);
    }
  }
}

TEST(Walk, EndsWhenToldTo) {
  const ScalarPoints points = MakeRandomSeries({.seed = 3, .files = 4, .points_per_file = 3000});
  const auto all = ReadAll(points);
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U, 6U}) {
    const IndexRange range = {.begin = 10, .end = all.size()};
    Recorder forward(seed, /*forward=*/true, all);
    forward.StopAfter(1);
    Walk(points, range, forward);
    EXPECT_EQ(forward.indices().front(), range.begin);
    EXPECT_LE(forward.indices().size(), 3000U);
    Recorder back(seed, /*forward=*/false, all);
    back.StopAfter(1);
    WalkBack(points, range, back);
    EXPECT_EQ(back.indices().front(), range.end - 1);
    EXPECT_LE(back.indices().size(), 3000U);
  }
}

}  // namespace
}  // namespace sightglass::query
