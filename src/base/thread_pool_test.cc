#include "base/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <vector>

#include "base/cpu_count.h"
#include "base/mutex.h"

namespace sightglass::base {
namespace {

TEST(ThreadPoolTest, RunsEveryTask) {
  std::atomic<int> sum = 0;
  ThreadPool pool(3);
  EXPECT_EQ(pool.threads(), 3U);
  for (int i = 1; i <= 1000; ++i) pool.Submit([&sum, i] { sum += i; });
  pool.WaitIdle();
  EXPECT_EQ(sum, 500'500);
}

TEST(ThreadPoolTest, ForEachCallsEachIndexOnce) {
  ThreadPool pool(3);
  for (const std::size_t count : {0U, 1U, 2U, 3U, 1000U}) {
    std::vector<std::atomic<int>> calls(count);
    pool.ForEach(count, [&](std::size_t index) { ++calls[index]; });
    for (const std::atomic<int>& call : calls) EXPECT_EQ(call, 1);
  }
}

TEST(ThreadPoolTest, ForEachNeedsNoFreeThread) {
  ThreadPool pool(1);
  std::atomic<int> calls = 0;
  // Its only thread is busy with the task that asks.
  pool.Submit([&] {
    pool.ForEach(10, [&](std::size_t) { ++calls; });
    EXPECT_EQ(calls, 10);
  });
  pool.WaitIdle();
  EXPECT_EQ(calls, 10);
}

TEST(ThreadPoolTest, OneThreadKeepsOrder) {
  std::vector<int> order;
  ThreadPool pool(1);
  for (int i = 0; i < 100; ++i) pool.Submit([&order, i] { order.push_back(i); });
  pool.WaitIdle();
  ASSERT_EQ(order.size(), 100U);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(order[static_cast<std::size_t>(i)], i);
}

TEST(ThreadPoolTest, TasksSubmitTasksAndWaitIdleSeesThem) {
  std::atomic<int> done = 0;
  ThreadPool pool(2);
  pool.Submit([&] {
    for (int i = 0; i < 10; ++i) {
      pool.Submit([&] {
        pool.Submit([&] { ++done; });
        ++done;
      });
    }
  });
  pool.WaitIdle();
  EXPECT_EQ(done, 20);
}

TEST(ThreadPoolTest, DestructorRunsWhatWasSubmitted) {
  std::atomic<int> done = 0;
  {
    ThreadPool pool(2);
    for (int i = 0; i < 200; ++i) pool.Submit([&] { ++done; });
  }
  EXPECT_EQ(done, 200);
}

// Two tasks that wait for each other finish only if they run at the same time.
TEST(ThreadPoolTest, RunsTasksAtTheSameTime) {
  Mutex mutex;
  CondVar arrived;
  int count = 0;
  ThreadPool pool(2);
  for (int i = 0; i < 2; ++i) {
    pool.Submit([&] {
      const MutexLock lock(mutex);
      ++count;
      arrived.NotifyAll();
      while (count < 2) arrived.Wait(mutex);
    });
  }
  pool.WaitIdle();
  EXPECT_EQ(count, 2);
}

TEST(ThreadPoolTest, WhatATaskHoldsIsGoneWhenIdle) {
  const auto held = std::make_shared<int>(1);
  ThreadPool pool(2);
  for (int i = 0; i < 50; ++i) pool.Submit([held] {});
  pool.WaitIdle();
  EXPECT_EQ(held.use_count(), 1);
}

TEST(ThreadPoolTest, WaitIdleReturnsAtOnceWhenNothingWasGiven) {
  ThreadPool pool(1);
  pool.WaitIdle();
}

TEST(ThreadPoolTest, DefaultIsWhatTheProcessMayUse) {
  const ThreadPool pool;
  EXPECT_EQ(pool.threads(), AvailableCpus());
  EXPECT_GE(pool.threads(), 1U);
}

TEST(CpuCountTest, ParsesQuotas) {
  EXPECT_EQ(ParseCpuMax("150000 100000\n"), 1.5);
  EXPECT_EQ(ParseCpuMax("50000\n 100000\n"), 0.5);
  for (const char* none : {"max 100000\n", "-1\n 100000", "", "100000", "0 100000", "1 0", "x y",
                           "99999999999999999999 1"}) {
    EXPECT_EQ(ParseCpuMax(none), std::nullopt) << none;
  }
}

}  // namespace
}  // namespace sightglass::base
