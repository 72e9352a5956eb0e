#include "histograms/measure_cache.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/histogram_log.h"
#include "tests/support/is_ok.h"

namespace sightglass::histograms {
namespace {

using testing::HistogramLog;
using testing::IsOk;

class MeasureCacheTest : public ::testing::Test {
 protected:
  // All series as they are now.
  std::vector<SeriesMeasures> Read(MeasureCache& cache, const StepRange& range = {}) {
    snapshot_ = log_.Build();
    counts_ = {};
    auto measures =
        cache.Read(HistogramLog::SeriesOf(*snapshot_), {.range = range}, pool_, cancel_, &counts_);
    EXPECT_THAT(measures, IsOk());
    return std::move(measures).value();
  }
  static std::vector<double> MeansOf(const SeriesMeasures& series) {
    std::vector<double> means;
    for (const MeasuredStep& step : series.steps) means.push_back(step.measures.moments.mean);
    return means;
  }
  // Steps [begin, end) of a tag, each a point mass at `offset` + step.
  static std::vector<HistogramLog::Value> Points(const std::string& tag, base::Step begin,
                                                 base::Step end, double offset = 0) {
    std::vector<HistogramLog::Value> values;
    for (base::Step step = begin; step < end; ++step) {
      const double at = offset + static_cast<double>(step);
      values.push_back({tag, step, {{at, at, 1}}});
    }
    return values;
  }

  HistogramLog log_;
  std::shared_ptr<const store::Snapshot> snapshot_;
  base::ThreadPool pool_{2};
  base::CancelFlag cancel_;
  MeasureCounts counts_;
};

TEST_F(MeasureCacheTest, GivesTheMeasuresOfEveryStep) {
  log_.Run("a").File({{"x", 3, {{0, 10, 10}}}, {"y", 4, {}}});
  MeasureCache cache;
  const auto measures = Read(cache);
  ASSERT_EQ(measures.size(), 2U);
  ASSERT_EQ(measures[0].steps.size(), 1U);
  const StepMeasures& x = measures[0].steps[0].measures;
  EXPECT_EQ(x.step, 3);
  EXPECT_EQ(x.wall_time, 1000.5);
  EXPECT_EQ(x.moments.mean, 5);
  EXPECT_EQ(x.moments.count, 10);
  for (std::size_t i = 0; i < kMeasuredShares.size(); ++i) {
    EXPECT_DOUBLE_EQ(x.percentiles[i], 10 * kMeasuredShares[i]);
  }
  EXPECT_EQ(measures[1].steps[0].measures.moments.count, 0);
  EXPECT_TRUE(std::isnan(measures[1].steps[0].measures.percentiles[6]));
}

TEST_F(MeasureCacheTest, ReadsOnlyWhatIsNew) {
  log_.Run("a").File(Points("x", 0, 5));
  MeasureCache cache;
  Read(cache);
  EXPECT_EQ(counts_.read, 5U);
  EXPECT_GT(counts_.bytes, 0U);
  const auto again = Read(cache);
  EXPECT_EQ(counts_.read, 0U);
  EXPECT_EQ(counts_.remembered, 5U);
  EXPECT_EQ(MeansOf(again[0]), (std::vector<double>{0, 1, 2, 3, 4}));

  log_.Run("a").Grow(Points("x", 5, 7));
  const auto grown = Read(cache);
  EXPECT_EQ(counts_.read, 2U);
  EXPECT_EQ(MeansOf(grown[0]), (std::vector<double>{0, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(grown[0].steps[6].index, 6U);
  EXPECT_EQ(grown[0].in_range, 7U);
  // A part of what is known.
  const auto part = Read(cache, {.begin_step = 2, .end_step = 6, .max_points = 3});
  EXPECT_EQ(counts_.read, 0U);
  EXPECT_EQ(MeansOf(part[0]), (std::vector<double>{2, 4, 5}));
  EXPECT_EQ(part[0].in_range, 4U);
}

TEST_F(MeasureCacheTest, ForgetsNothingBetweenThinnedReads) {
  log_.Run("a").File(Points("x", 0, 100));
  MeasureCache cache;
  Read(cache, {.max_points = 30});
  const std::uint64_t read = counts_.read;
  const auto all = Read(cache);
  EXPECT_EQ(counts_.read, 100 - read);
  std::vector<double> expected(100);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(MeansOf(all[0]), expected);
}

TEST_F(MeasureCacheTest, AJobThatStartsAgainIsReadAnew) {
  log_.Run("a").File(Points("x", 0, 5));
  MeasureCache cache;
  Read(cache);
  // In the same file, and in a later one.
  log_.Run("a").Grow(Points("x", 3, 6, 100));
  EXPECT_EQ(MeansOf(Read(cache)[0]), (std::vector<double>{0, 1, 2, 103, 104, 105}));
  EXPECT_EQ(counts_.read, 3U);
  log_.Run("a").File(Points("x", 2, 4, 200));
  EXPECT_EQ(MeansOf(Read(cache)[0]), (std::vector<double>{0, 1, 202, 203}));
  EXPECT_EQ(counts_.read, 2U);
}

TEST_F(MeasureCacheTest, AFileThatIsReplacedIsReadAnew) {
  log_.Run("a").File(Points("x", 0, 3));
  MeasureCache cache;
  Read(cache);
  log_.Run("a").ReplaceLast(Points("x", 0, 3, 50));
  EXPECT_EQ(MeansOf(Read(cache)[0]), (std::vector<double>{50, 51, 52}));
}

TEST_F(MeasureCacheTest, AnErrorIsNotRemembered) {
  log_.Run("a").File(Points("x", 0, 2));
  const std::string bytes = log_.Contents("a", 0);
  log_.Build();
  log_.Overwrite("a", 0, std::string(bytes.size(), 'x'));
  MeasureCache cache;
  const auto lost = Read(cache);
  ASSERT_EQ(lost[0].steps.size(), 2U);
  EXPECT_NE(lost[0].steps[0].error, "");
  EXPECT_EQ(lost[0].steps[1].measures.moments.count, 0);
  EXPECT_EQ(lost[0].steps[1].measures.step, 1);
  log_.Overwrite("a", 0, bytes);
  EXPECT_EQ(Read(cache)[0].steps[0].error, "");
  EXPECT_EQ(counts_.read, 2U);
}

TEST_F(MeasureCacheTest, StaysWithinItsMemory) {
  for (int tag = 0; tag < 20; ++tag) {
    log_.Run(std::string(1, static_cast<char>('a' + tag))).File(Points("x", 0, 50));
  }
  MeasureCache cache({.max_bytes = 100'000});
  Read(cache);
  EXPECT_LE(cache.memory_bytes(), 100'000U);
  // What fitted is found again, though there is more than fits.
  const auto again = Read(cache);
  EXPECT_GE(counts_.remembered, 400U);
  EXPECT_LT(counts_.remembered, 1000U);
  for (const SeriesMeasures& series : again) EXPECT_EQ(series.steps[49].measures.moments.mean, 49);

  // Others make room for what is asked for now.
  const auto last = HistogramLog::SeriesOf(*snapshot_).back();
  ASSERT_THAT(cache.Read({last}, {}, pool_, cancel_), IsOk());
  counts_ = {};
  ASSERT_THAT(cache.Read({last}, {}, pool_, cancel_, &counts_), IsOk());
  EXPECT_EQ(counts_.remembered, 50U);
  EXPECT_LE(cache.memory_bytes(), 100'000U);
}

TEST_F(MeasureCacheTest, KeepsNothingWithoutRoom) {
  log_.Run("a").File(Points("x", 0, 50));
  MeasureCache cache({.max_bytes = 100});
  Read(cache);
  EXPECT_EQ(cache.memory_bytes(), 0U);
  EXPECT_EQ(Read(cache)[0].steps.size(), 50U);
}

TEST_F(MeasureCacheTest, SaysThatNobodyWaits) {
  log_.Run("a").File(Points("x", 0, 5));
  snapshot_ = log_.Build();
  cancel_.Cancel();
  MeasureCache cache;
  const auto measures = cache.Read(HistogramLog::SeriesOf(*snapshot_), {}, pool_, cancel_);
  ASSERT_FALSE(measures.ok());
  EXPECT_EQ(measures.error().code, base::ErrorCode::kCancelled);
}

TEST_F(MeasureCacheTest, ServesManyThreads) {
  for (int run = 0; run < 8; ++run) {
    log_.Run(std::string(1, static_cast<char>('a' + run))).File(Points("x", 0, 200));
  }
  snapshot_ = log_.Build();
  // Room for about three of them.
  MeasureCache cache({.max_bytes = 120'000});
  std::vector<std::thread> threads;
  for (std::size_t thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      const auto all = HistogramLog::SeriesOf(*snapshot_);
      for (std::size_t i = 0; i < 40; ++i) {
        const auto measures = cache.Read({all[(thread + i) % all.size()]}, {}, pool_, cancel_);
        ASSERT_THAT(measures, IsOk());
        ASSERT_EQ(measures->front().steps.size(), 200U);
        ASSERT_EQ(measures->front().steps[17].measures.moments.mean, 17);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(cache.memory_bytes(), 120'000U);
}

}  // namespace
}  // namespace sightglass::histograms
