#include "kinds/scalars/smoothed_cache.h"

#include <gtest/gtest.h>

#include <barrier>
#include <random>
#include <set>
#include <thread>
#include <vector>

#include "query/smooth.h"
#include "tests/support/fake_clock.h"

namespace sightglass::kinds {
namespace {

using query::ScalarPoints;
using query::Smoothing;
using query::SmoothingSort;
using Column = std::shared_ptr<const query::SmoothedColumn>;

constexpr std::chrono::seconds kBusy{10};

Smoothing Ema(double weight) { return {.sort = SmoothingSort::kEma, .weight = weight}; }

// A series that grows.
class Job {
 public:
  explicit Job(std::uint64_t seed) : random_(seed) {}

  const ScalarPoints& Grow(std::size_t points) {
    for (std::size_t i = 0; i < points; ++i) {
      const auto value = static_cast<double>(random_() % 1000);
      builder_.Append({++step_, static_cast<double>(step_), value});
    }
    points_ = ScalarPoints({{.file = {0}, .segment = builder_.Publish()}});
    return points_;
  }

 private:
  std::mt19937_64 random_;
  store::SegmentBuilder<store::ScalarPoint> builder_;
  base::Step step_ = 0;
  ScalarPoints points_;
};

std::vector<double> ReadAll(const query::SmoothedColumn& column, const ScalarPoints& points) {
  std::vector<double> values(static_cast<std::size_t>(points.size()));
  column.Read({.begin = 0, .end = points.size()}, values);
  return values;
}

TEST(SmoothedCache, RemembersWhatItMade) {
  SmoothedCache cache({.min_points = 1000});
  Job job(1);
  const ScalarPoints points = job.Grow(1000);
  const Column first = cache.Get(points, Ema(0.6));
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(cache.Get(points, Ema(0.6)), first);
  EXPECT_EQ(ReadAll(*first, points), query::SmoothAll(points, 0.6));
  const Column other = cache.Get(points, Ema(0.9));
  EXPECT_EQ(ReadAll(*other, points), query::SmoothAll(points, 0.9));
  EXPECT_EQ(cache.Get(points, Ema(0.6)), first);
  const Column mean = cache.Get(points, {.sort = SmoothingSort::kMean, .window = 5});
  const Column wider = cache.Get(points, {.sort = SmoothingSort::kMean, .window = 6});
  const Column bell = cache.Get(points, {.sort = SmoothingSort::kGaussian, .sigma = 6});
  EXPECT_EQ((std::set{first, other, mean, wider, bell}).size(), 5U);
  EXPECT_EQ(cache.memory_bytes(), 5 * query::SmoothedColumn::MemoryBytes(points));
}

TEST(SmoothedCache, LeavesAloneWhatNeedsNoSmoothingOrIsTooShortOrTooLong) {
  SmoothedCache cache({.min_points = 1000, .max_bytes = 100'000});
  Job job(1);
  EXPECT_EQ(cache.Get(job.Grow(999), Ema(0.6)), nullptr);
  const ScalarPoints points = job.Grow(1);
  EXPECT_EQ(cache.Get(points, {}), nullptr);
  EXPECT_NE(cache.Get(points, Ema(0.6)), nullptr);
  EXPECT_EQ(cache.Get(job.Grow(20'000), Ema(0.6)), nullptr);
  EXPECT_EQ(cache.memory_bytes(), 0U);
  store::SegmentBuilder<store::ScalarPoint> constant;
  for (int i = 0; i < 2000; ++i) constant.Append({i, 1.0 * i, 3});
  EXPECT_EQ(cache.Get(ScalarPoints({{.file = {0}, .segment = constant.Publish()}}), Ema(0.6)),
            nullptr);
  SmoothedCache eager({.min_points = 0});
  EXPECT_EQ(eager.Get(ScalarPoints(), Ema(0.6)), nullptr);
}

TEST(SmoothedCache, FollowsASeriesThatGrows) {
  SmoothedCache cache({.min_points = 1});
  Job job(1);
  Column earlier = cache.Get(job.Grow(70'000), Ema(0.6));
  for (int round = 0; round < 5; ++round) {
    const ScalarPoints points = job.Grow(100);
    const Column column = cache.Get(points, Ema(0.6));
    EXPECT_EQ(ReadAll(*column, points), query::SmoothAll(points, 0.6));
    EXPECT_EQ(column->SharedPagesForTesting(*earlier), 2U);
    EXPECT_EQ(cache.memory_bytes(), query::SmoothedColumn::MemoryBytes(points));
    earlier = column;
  }
  // An older state is answered as well.
  const ScalarPoints older = job.Grow(10);
  const ScalarPoints newer = job.Grow(10);
  EXPECT_TRUE(cache.Get(newer, Ema(0.6))->IsOf(newer));
  EXPECT_TRUE(cache.Get(older, Ema(0.6))->IsOf(older));
}

TEST(SmoothedCache, TheLeastRecentlyUsedGoesFirst) {
  testing::FakeClock clock;
  std::vector<ScalarPoints> series;
  for (std::uint64_t seed = 0; seed < 4; ++seed) series.push_back(Job(seed).Grow(1000));
  const std::uint64_t bytes = query::SmoothedColumn::MemoryBytes(series[0]);
  SmoothedCache cache(
      {.min_points = 1, .max_bytes = 3 * bytes, .busy_time = kBusy, .clock = &clock});
  std::vector<Column> columns;
  for (int i = 0; i < 3; ++i) {
    columns.push_back(cache.Get(series[static_cast<std::size_t>(i)], Ema(0.6)));
    clock.Advance(std::chrono::seconds(1));
  }
  EXPECT_EQ(cache.Get(series[0], Ema(0.6)), columns[0]);
  clock.Advance(kBusy);
  EXPECT_NE(cache.Get(series[3], Ema(0.6)), nullptr);
  EXPECT_EQ(cache.memory_bytes(), 3 * bytes);
  EXPECT_EQ(cache.Get(series[0], Ema(0.6)), columns[0]);
  EXPECT_EQ(cache.Get(series[2], Ema(0.6)), columns[2]);
  // All that are left were used just now.
  EXPECT_EQ(cache.Get(series[1], Ema(0.6)), nullptr);
}

// Ten series in turn where three fit: these three stay.
TEST(SmoothedCache, WhatIsInUseMakesNoRoom) {
  testing::FakeClock clock;
  std::vector<ScalarPoints> series;
  for (std::uint64_t seed = 0; seed < 10; ++seed) series.push_back(Job(seed).Grow(1000));
  const std::uint64_t bytes = query::SmoothedColumn::MemoryBytes(series[0]);
  SmoothedCache cache(
      {.min_points = 1, .max_bytes = 3 * bytes, .busy_time = kBusy, .clock = &clock});
  std::vector<Column> first;
  for (int round = 0; round < 3; ++round) {
    for (std::size_t i = 0; i < series.size(); ++i) {
      const Column column = cache.Get(series[i], Ema(0.6));
      EXPECT_EQ(column != nullptr, i < 3);
      if (round == 0) first.push_back(column);
      EXPECT_EQ(column, first[i]);
    }
    clock.Advance(kBusy / 2);
  }
}

// Somebody moves the slider: each weight takes the place of the one before, not that of others.
TEST(SmoothedCache, AnotherWeightOfTheSameSeriesMakesRoom) {
  testing::FakeClock clock;
  std::vector<ScalarPoints> series;
  for (std::uint64_t seed = 0; seed < 3; ++seed) series.push_back(Job(seed).Grow(1000));
  const std::uint64_t bytes = query::SmoothedColumn::MemoryBytes(series[0]);
  SmoothedCache cache(
      {.min_points = 1, .max_bytes = 3 * bytes, .busy_time = kBusy, .clock = &clock});
  const Column idle = cache.Get(series[0], Ema(0.5));
  clock.Advance(2 * kBusy);
  const Column busy = cache.Get(series[1], Ema(0.5));
  for (int i = 0; i < 10; ++i) EXPECT_NE(cache.Get(series[2], Ema(0.5 + 0.01 * i)), nullptr);
  EXPECT_EQ(cache.memory_bytes(), 3 * bytes);
  EXPECT_EQ(cache.Get(series[0], Ema(0.5)), idle);
  EXPECT_EQ(cache.Get(series[1], Ema(0.5)), busy);
}

TEST(SmoothedCache, ManyWhoWantTheSameAtOnceGetOne) {
  constexpr int kThreads = 4;
  constexpr std::size_t kRounds = 20;
  SmoothedCache cache({.min_points = 1});
  std::vector<ScalarPoints> series;
  for (std::uint64_t seed = 0; seed < kRounds; ++seed) series.push_back(Job(seed).Grow(5000));
  std::vector<std::vector<Column>> got(kThreads, std::vector<Column>(kRounds));
  std::barrier ready(kThreads);
  {
    std::vector<std::jthread> threads;
    for (auto& mine : got) {
      threads.emplace_back([&] {
        for (std::size_t i = 0; i < kRounds; ++i) {
          ready.arrive_and_wait();
          mine[i] = cache.Get(series[i], Ema(0.6));
        }
      });
    }
  }
  for (const auto& mine : got) EXPECT_EQ(mine, got.front());
  EXPECT_EQ((std::set<Column>(got[0].begin(), got[0].end())).size(), kRounds);
}

// Series that grow, several weights, room for a few: whoever asks gets what is right for the state
// asked for, or nothing.
TEST(SmoothedCache, ManyThreadsGetWhatIsRight) {
  struct State {
    ScalarPoints points;
    double weight = 0;
    std::vector<double> smoothed{};
  };
  std::vector<State> states;
  std::uint64_t bytes = 0;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    Job job(seed);
    for (int growth = 0; growth < 4; ++growth) {
      const ScalarPoints points = job.Grow(2000);
      bytes = query::SmoothedColumn::MemoryBytes(points);
      for (const double weight : {0.3, 0.9}) {
        states.push_back({points, weight, query::SmoothAll(points, weight)});
      }
    }
  }
  SmoothedCache cache(
      {.min_points = 1, .max_bytes = 3 * bytes, .busy_time = std::chrono::milliseconds(0)});
  std::vector<std::size_t> answered(4);
  std::vector<std::size_t> wrong(4);
  {
    std::vector<std::jthread> threads;
    for (std::size_t thread = 0; thread < answered.size(); ++thread) {
      threads.emplace_back([&, thread] {
        std::mt19937_64 random(thread);
        for (int i = 0; i < 300; ++i) {
          const State& state = states[random() % states.size()];
          const Column column = cache.Get(state.points, Ema(state.weight));
          if (column == nullptr) continue;
          ++answered[thread];
          if (ReadAll(*column, state.points) != state.smoothed) ++wrong[thread];
        }
      });
    }
  }
  for (std::size_t thread = 0; thread < answered.size(); ++thread) {
    EXPECT_GT(answered[thread], 0U);
    EXPECT_EQ(wrong[thread], 0U);
  }
  EXPECT_LE(cache.memory_bytes(), 3 * bytes);
}

}  // namespace
}  // namespace sightglass::kinds
