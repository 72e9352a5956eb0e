// Many threads, several processes, and fork() in the middle of it.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "sightglass/summary_writer.h"
#include "tests/support/logged_events.h"
#include "tests/support/temp_dir.h"

namespace sightglass {
namespace {

using testing::LoggedScalar;
using testing::ReadEventFiles;
using testing::ReadScalars;
using testing::TempDir;

constexpr int kThreads = 8;

void ExpectSteps(const std::vector<LoggedScalar>& scalars, std::int64_t count) {
  ASSERT_EQ(static_cast<std::int64_t>(scalars.size()), count);
  for (std::int64_t step = 0; const LoggedScalar& scalar : scalars) {
    ASSERT_EQ(scalar.step, step);
    ++step;
  }
}

// Runs `work` in a child process; true if it returned true.
bool RunInChild(const std::function<bool()>& work) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(work() ? 0 : 1);
  int state = 0;
  return child > 0 && ::waitpid(child, &state, 0) == child && WIFEXITED(state) &&
         WEXITSTATUS(state) == 0;
}

TEST(WriterConcurrencyTest, EightThreadsLoseNothingAndKeepTheirOrder) {
  constexpr std::int64_t kSteps = 5'000;
  const TempDir folder;
  SummaryWriter writer(folder.path(), {.max_queue = 64});
  const ScalarSeries handed_over = writer.Scalar("handed over");
  std::mutex baton;
  std::int64_t turn = 0;
  std::atomic<int> failures = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      const std::string own = "own/" + std::to_string(i);
      const ScalarSeries handle = writer.Scalar(own);
      for (std::int64_t step = 0; step < kSteps; ++step) {
        failures += !handle.Add(step, static_cast<double>(i)).ok();
        failures += !writer.AddScalar("everybody's", static_cast<double>(i), step).ok();
        const std::lock_guard lock(baton);
        failures += !handed_over.Add(turn, static_cast<double>(turn % 1024)).ok();
        ++turn;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  ASSERT_TRUE(writer.Close().ok());
  EXPECT_EQ(failures, 0);
  EXPECT_EQ(writer.counts().events, std::uint64_t{3} * kThreads * kSteps);

  ASSERT_EQ(ReadEventFiles(folder.path()).size(), 1U);
  const auto scalars = ReadScalars(folder.path());
  for (int i = 0; i < kThreads; ++i) ExpectSteps(scalars.at("own/" + std::to_string(i)), kSteps);
  // Whoever had the baton came after all who had it before.
  ExpectSteps(scalars.at("handed over"), kThreads * kSteps);
  // No order between threads, but each thread's own.
  std::map<double, std::int64_t> next;
  for (const LoggedScalar& scalar : scalars.at("everybody's")) {
    ASSERT_EQ(scalar.step, next[scalar.value]++);
  }
  EXPECT_EQ(next.size(), std::size_t{kThreads});
}

TEST(WriterConcurrencyTest, ThreadsThatEndLeaveTheirEvents) {
  const TempDir folder;
  SummaryWriter writer(folder.path());
  const ScalarSeries series = writer.Scalar("relay");
  for (std::int64_t step = 0; step < 200; ++step) {
    std::thread([&] { EXPECT_TRUE(series.Add(step, 1).ok()); }).join();
  }
  ASSERT_TRUE(writer.Close().ok());
  ExpectSteps(ReadScalars(folder.path()).at("relay"), 200);
}

// The queue meets a new thread's events while it is already busy with those of another that came
// after them.
TEST(WriterConcurrencyTest, ThreadsThatBeginAreNotOvertaken) {
  constexpr std::int64_t kPairs = 1'000;
  const TempDir folder;
  // Small rings, since each of many threads makes one.
  SummaryWriter writer(folder.path(), {.max_queue = 64, .flush_millis = 0});
  const ScalarSeries series = writer.Scalar("pairs");
  std::atomic<bool> stop = false;
  std::thread busy([&] {
    const ScalarSeries other = writer.Scalar("busy");
    for (std::int64_t step = 0; !stop; ++step) EXPECT_TRUE(other.Add(step, 1).ok());
  });
  for (std::int64_t step = 0; step < 2 * kPairs; step += 2) {
    std::thread([&] { EXPECT_TRUE(series.Add(step, 1).ok()); }).join();
    EXPECT_TRUE(series.Add(step + 1, 1).ok());
  }
  stop = true;
  busy.join();
  ASSERT_TRUE(writer.Close().ok());
  ExpectSteps(ReadScalars(folder.path()).at("pairs"), 2 * kPairs);
}

TEST(WriterConcurrencyTest, AnyThreadMayFlush) {
  const TempDir folder;
  SummaryWriter writer(folder.path(), {.flush_millis = 1'000'000});
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      const std::string tag = std::to_string(i);
      for (std::int64_t step = 0; step < 20; ++step) {
        EXPECT_TRUE(writer.AddScalar(tag, 1, step).ok());
        EXPECT_TRUE(writer.Flush().ok());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  // Before Close(): a flush is enough.
  const auto scalars = ReadScalars(folder.path());
  for (int i = 0; i < kThreads; ++i) ExpectSteps(scalars.at(std::to_string(i)), 20);
}

TEST(WriterConcurrencyTest, TwoProcessesInOneRun) {
  constexpr std::int64_t kSteps = 2'000;
  const TempDir folder;
  std::vector<pid_t> children;
  for (const char* tag : {"a", "b"}) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      SummaryWriter writer(folder.path());
      bool good = true;
      for (std::int64_t step = 0; step < kSteps; ++step) {
        good = good && writer.AddScalar(tag, 1, step).ok();
        if (step % 100 == 0) good = good && writer.Flush().ok();
      }
      ::_exit(good && writer.Close().ok() ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int state = 0;
    ASSERT_EQ(::waitpid(child, &state, 0), child);
    EXPECT_EQ(state, 0);
  }
  EXPECT_EQ(ReadEventFiles(folder.path()).size(), 2U);
  const auto scalars = ReadScalars(folder.path());
  ExpectSteps(scalars.at("a"), kSteps);
  ExpectSteps(scalars.at("b"), kSteps);
}

// The thread sanitizer cannot follow a child of a program with several threads that starts some of
// its own.
#if defined(__SANITIZE_THREAD__)
#define SKIP_UNDER_TSAN() GTEST_SKIP() << "the thread sanitizer does not support this use of fork()"
#else
#define SKIP_UNDER_TSAN() static_cast<void>(0)
#endif

TEST(WriterForkTest, ParentAndChildBothLog) {
  SKIP_UNDER_TSAN();
  const TempDir folder;
  SummaryWriter writer(folder.path(), {.flush_millis = 1'000'000});
  const ScalarSeries series = writer.Scalar("both");
  for (std::int64_t step = 0; step < 100; ++step) EXPECT_TRUE(series.Add(step, 1).ok());
  const bool child_logged = RunInChild([&] {
    bool good = true;
    for (std::int64_t step = 100; step < 150; ++step) good = good && series.Add(step, 2).ok();
    return good && writer.AddScalar("new", 2, 0).ok() && writer.Close().ok();
  });
  EXPECT_TRUE(child_logged);
  for (std::int64_t step = 100; step < 200; ++step) EXPECT_TRUE(series.Add(step, 1).ok());
  ASSERT_TRUE(writer.Close().ok());

  // What was queued before the fork is the parent's alone.
  std::map<double, std::vector<LoggedScalar>> by_process;
  const auto scalars = ReadScalars(folder.path());
  for (const LoggedScalar& scalar : scalars.at("both")) {
    by_process[scalar.value].push_back(scalar);
  }
  ExpectSteps(by_process[1], 200);
  ASSERT_EQ(by_process[2].size(), 50U);
  EXPECT_EQ(by_process[2].front().step, 100);
  EXPECT_EQ(ReadEventFiles(folder.path()).size(), 2U);
}

TEST(WriterForkTest, ChildrenThatLogNothingWriteNothing) {
  SKIP_UNDER_TSAN();
  const TempDir folder;
  SummaryWriter writer(folder.path(), {.flush_millis = 1'000'000});
  const ScalarSeries series = writer.Scalar("parent's");
  EXPECT_TRUE(series.Add(0, 1).ok());
  EXPECT_TRUE(RunInChild([] { return true; }));
  EXPECT_TRUE(RunInChild([] {
    ::execl("/bin/true", "true", static_cast<char*>(nullptr));
    return false;
  }));
  // A child that flushes or closes has nothing to write either.
  EXPECT_TRUE(RunInChild([&] { return writer.Flush().ok(); }));
  EXPECT_TRUE(RunInChild([&] { return writer.Close().ok(); }));
  EXPECT_TRUE(series.Add(1, 1).ok());
  ASSERT_TRUE(writer.Close().ok());
  ASSERT_EQ(ReadEventFiles(folder.path()).size(), 1U);
  ExpectSteps(ReadScalars(folder.path()).at("parent's"), 2);
}

// However busy the other threads are, and whatever locks they hold.
TEST(WriterForkTest, ForksWhileThreadsLog) {
  SKIP_UNDER_TSAN();
  constexpr int kForks = 20;
  const TempDir folder;
  SummaryWriter writer(folder.path(), {.max_queue = 64, .flush_millis = 1});
  std::atomic<bool> stop = false;
  std::vector<std::int64_t> added(3, 0);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < added.size(); ++i) {
    threads.emplace_back([&, i] {
      const std::string tag = "thread/" + std::to_string(i);
      while (!stop) {
        EXPECT_TRUE(writer.AddScalar(tag, 1, added[i]++).ok());
        // New tags take the lock of names.
        EXPECT_TRUE(writer.AddScalar(tag + "/" + std::to_string(added[i] % 512), 1, added[i]).ok());
      }
    });
  }
  for (int i = 0; i < kForks; ++i) {
    const std::string tag = "child/" + std::to_string(i);
    EXPECT_TRUE(RunInChild([&] {
      bool good = true;
      for (std::int64_t step = 0; step < 50; ++step)
        good = good && writer.AddScalar(tag, 1, step).ok();
      return good && writer.Flush().ok();
    }));
  }
  stop = true;
  for (std::thread& thread : threads) thread.join();
  ASSERT_TRUE(writer.Close().ok());
  const auto scalars = ReadScalars(folder.path());
  for (int i = 0; i < kForks; ++i) ExpectSteps(scalars.at("child/" + std::to_string(i)), 50);
  for (std::size_t i = 0; i < added.size(); ++i) {
    ExpectSteps(scalars.at("thread/" + std::to_string(i)), added[i]);
  }
  EXPECT_EQ(ReadEventFiles(folder.path()).size(), std::size_t{kForks} + 1);
}

}  // namespace
}  // namespace sightglass
