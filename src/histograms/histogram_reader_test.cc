#include "histograms/histogram_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/faulty_file_system.h"
#include "tests/support/histogram_log.h"
#include "tests/support/is_ok.h"

namespace sightglass::histograms {
namespace {

using ::testing::ElementsAre;
using testing::HistogramLog;
using ::testing::IsEmpty;
using testing::IsOk;

struct Taken {
  std::uint32_t series = 0;
  ReadStep step{};
};

class HistogramReaderTest : public ::testing::Test {
 protected:
  std::vector<Taken> ReadAll(ReadOptions options = {}) {
    snapshot_ = log_.Build();
    std::vector<Taken> taken;
    EXPECT_THAT(ReadHistograms(HistogramLog::SeriesOf(*snapshot_), options, pool_, cancel_,
                               [&](std::uint32_t series, ReadStep&& step) {
                                 taken.push_back({series, std::move(step)});
                               }),
                IsOk());
    return taken;
  }
  std::vector<base::Step> StepsOf(const std::vector<Taken>& taken, std::uint32_t series) {
    std::vector<base::Step> steps;
    for (const Taken& each : taken) {
      if (each.series == series) steps.push_back(each.step.step);
    }
    return steps;
  }
  // The steps that are chosen of a series of `points` steps 0, 1, 2, ...
  std::vector<base::Step> Chosen(std::uint64_t points, const StepRange& range) {
    store::SegmentBuilder<store::RefPoint> builder;
    for (std::uint64_t i = 0; i < points; ++i) {
      builder.Append({.step = static_cast<base::Step>(i), .wall_time = 1, .offset = i});
    }
    const store::Points<store::RefPoint> series({{.file = {0}, .segment = builder.Publish()}});
    const ChosenPoints chosen = ChoosePoints(series, range);
    in_range_ = chosen.in_range;
    std::vector<base::Step> steps;
    for (const values::ValuePoint& point : chosen.points) {
      EXPECT_EQ(point.index, static_cast<std::uint64_t>(point.point.step));
      steps.push_back(point.point.step);
    }
    return steps;
  }

  HistogramLog log_;
  std::shared_ptr<const store::Snapshot> snapshot_;
  base::ThreadPool pool_{3};
  base::CancelFlag cancel_;
  std::uint64_t in_range_ = 0;
};

TEST_F(HistogramReaderTest, GivesEverySeriesInOrder) {
  // Two series side by side in two files of a run, and one of another run.
  log_.Run("a").File({{"x", 0, {{0, 1, 1}}}, {"y", 0, {{0, 1, 2}}}, {"x", 1, {{0, 1, 3}}}});
  log_.Run("a").File({{"y", 1, {{0, 1, 4}}}, {"x", 2, {{0, 1, 5}}}});
  log_.Run("b").File({{"x", 7, {{2, 2, 6}}}});
  const std::vector<Taken> taken = ReadAll();
  ASSERT_EQ(taken.size(), 6U);
  double count = 0;
  for (const Taken& each : taken) {
    EXPECT_EQ(each.step.error, "");
    EXPECT_EQ(each.step.histogram.total, ++count);  // in the order in which they lie in the files
  }
  EXPECT_THAT(StepsOf(taken, 0), ElementsAre(0, 1, 2));
  EXPECT_THAT(StepsOf(taken, 1), ElementsAre(0, 1));
  EXPECT_THAT(StepsOf(taken, 2), ElementsAre(7));
  EXPECT_EQ(taken[4].step.index, 2U);
  EXPECT_EQ(taken[5].step.histogram.min(), 2);
}

TEST_F(HistogramReaderTest, KeepsBucketsAsLoggedWhenAsked) {
  log_.Run("a").File({{"x", 0, {{0, 1, 0}, {2, 1, 3}}}});
  EXPECT_THAT(ReadAll().front().step.logged, IsEmpty());
  const Taken taken = ReadAll({.logged_buckets = true}).front();
  EXPECT_THAT(taken.step.logged,
              ElementsAre(format::HistogramBucket{0, 1, 0}, format::HistogramBucket{2, 1, 3}));
  EXPECT_TRUE(taken.step.histogram.repaired);
}

TEST_F(HistogramReaderTest, ReadsASmallRangeAndThins) {
  std::vector<HistogramLog::Value> values;
  for (base::Step step = 0; step < 100; ++step) values.push_back({"x", step, {{0, 1, 1}}});
  log_.Run("a").File(values);
  EXPECT_THAT(StepsOf(ReadAll({.range = {.begin_step = 10, .end_step = 13}}), 0),
              ElementsAre(10, 11, 12));
  EXPECT_THAT(StepsOf(ReadAll({.range = {.max_points = 5}}), 0), ElementsAre(0, 32, 64, 96, 99));
}

TEST_F(HistogramReaderTest, ManyBatchesOfManyThreadsGiveTheSameOrder) {
  std::vector<HistogramLog::Value> values;
  for (base::Step step = 0; step < 3'000; ++step) {
    for (const char* tag : {"x", "y", "z"}) {
      std::vector<format::HistogramBucket> buckets;
      buckets.reserve(30);
      for (int i = 0; i < 30; ++i)
        buckets.push_back({i + 0.0, i + 1.0, static_cast<double>(step + 1)});
      values.push_back({tag, step, buckets});
    }
  }
  log_.Run("a").File(values);
  const std::vector<Taken> taken = ReadAll({.batch_bytes = 1 << 20});
  ASSERT_EQ(taken.size(), 9'000U);
  for (std::size_t i = 0; i < taken.size(); ++i) {
    ASSERT_EQ(taken[i].series, i % 3);
    const std::size_t step = i / 3;
    ASSERT_EQ(taken[i].step.step, static_cast<base::Step>(step));
    ASSERT_EQ(taken[i].step.histogram.total, 30 * static_cast<double>(step + 1));
  }
}

TEST_F(HistogramReaderTest, AValueThatCannotBeReadIsAnEntry) {
  log_.Run("a").File({{"x", 0, {{0, 1, 1}}}, {"x", 1, {{0, 1, 2}}}, {"x", 2, {{0, 1, 3}}}});
  log_.Run("a").Raw("x", 3, "no histogram");
  ASSERT_EQ(ReadAll().size(), 4U);
  EXPECT_NE(ReadAll()[3].step.error, "");

  // A file that was cut off in the middle of the second value: the first is still there.
  const std::string bytes = log_.Contents("a", 0);
  log_.Overwrite("a", 0, bytes.substr(0, bytes.size() * 2 / 3));
  std::vector<Taken> taken = ReadAll();
  ASSERT_EQ(taken.size(), 4U);
  EXPECT_EQ(taken[0].step.error, "");
  EXPECT_EQ(taken[0].step.histogram.total, 1);
  EXPECT_NE(taken[1].step.error, "");
  EXPECT_TRUE(taken[1].step.histogram.empty());
  EXPECT_NE(taken[2].step.error, "");
  EXPECT_EQ(taken[2].step.step, 2);

  // Other bytes.
  log_.Overwrite("a", 0, std::string(bytes.size(), 'x'));
  for (const Taken& each : ReadAll()) EXPECT_NE(each.step.error, "");
  log_.Remove("a", 0);
  taken = ReadAll();
  ASSERT_EQ(taken.size(), 4U);
  for (const Taken& each : taken) EXPECT_NE(each.step.error, "");
}

TEST_F(HistogramReaderTest, SaysSoForEveryCallThatFails) {
  log_.Run("a").File({{"x", 0, {{0, 1, 1}}}, {"x", 1, {{0, 1, 2}}}});
  log_.Run("a").File({{"x", 2, {{0, 1, 3}}}});
  for (std::uint64_t call = 1;; ++call) {
    testing::FaultyFileSystem files(io::LocalFileSystem(), {.fail_at_call = call});
    const std::vector<Taken> taken = ReadAll({.files = &files});
    ASSERT_EQ(taken.size(), 3U);
    EXPECT_LE(files.most_open_files(), 1U);
    if (!files.failed()) break;
    // What one call failed to read together is read one by one; all is lost only without the file.
    const auto failed =
        std::ranges::count_if(taken, [](const Taken& each) { return !each.step.error.empty(); });
    EXPECT_LE(failed, 2);
  }
  testing::FaultyFileSystem files(io::LocalFileSystem());
  ReadAll({.files = &files});
  EXPECT_EQ(files.calls(), 4U);  // two files, opened and read once each
}

TEST_F(HistogramReaderTest, StopsWhenNobodyWaits) {
  log_.Run("a").File({{"x", 0, {{0, 1, 1}}}});
  snapshot_ = log_.Build();
  cancel_.Cancel();
  const base::Status status =
      ReadHistograms(HistogramLog::SeriesOf(*snapshot_), {}, pool_, cancel_,
                     [](std::uint32_t /*series*/, ReadStep&& /*step*/) { FAIL(); });
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, base::ErrorCode::kCancelled);
}

TEST_F(HistogramReaderTest, ChoosesTheSameWhileASeriesGrows) {
  EXPECT_THAT(Chosen(0, {}), IsEmpty());
  EXPECT_THAT(Chosen(5, {.max_points = 5}), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(Chosen(6, {.max_points = 5}), ElementsAre(0, 2, 4, 5));
  EXPECT_THAT(Chosen(7, {.max_points = 5}), ElementsAre(0, 2, 4, 6));
  EXPECT_THAT(Chosen(8, {.max_points = 5}), ElementsAre(0, 2, 4, 6, 7));
  EXPECT_THAT(Chosen(9, {.max_points = 5}), ElementsAre(0, 2, 4, 6, 8));
  EXPECT_THAT(Chosen(10, {.max_points = 5}), ElementsAre(0, 4, 8, 9));
  EXPECT_THAT(Chosen(10, {.max_points = 1}), ElementsAre(9));
  EXPECT_THAT(Chosen(10, {.max_points = 2}), ElementsAre(0, 9));
  EXPECT_EQ(in_range_, 10U);
  EXPECT_THAT(Chosen(10, {.begin_step = 3, .end_step = 8, .max_points = 3}), ElementsAre(3, 4, 7));
  EXPECT_EQ(in_range_, 5U);
  EXPECT_THAT(Chosen(10, {.begin_step = 8, .end_step = 3}), IsEmpty());
}

TEST_F(HistogramReaderTest, ChoosesAtMostWhatIsAskedForAndMoreThanHalf) {
  for (const std::uint64_t points : {4U, 511U, 512U, 513U, 5'000U, 40'000U}) {
    for (const std::uint64_t limit : {3U, 4U, 17U, 500U, 10'000U}) {
      const std::vector<base::Step> steps = Chosen(points, {.max_points = limit});
      ASSERT_LE(steps.size(), limit);
      ASSERT_GE(steps.size(), std::min(points, limit) / 2);
      ASSERT_EQ(steps.front(), 0);
      ASSERT_EQ(steps.back(), static_cast<base::Step>(points - 1));
      ASSERT_TRUE(std::ranges::is_sorted(steps, std::ranges::less_equal()));
    }
  }
}

}  // namespace
}  // namespace sightglass::histograms
