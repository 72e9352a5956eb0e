// A process that logs is killed at random moments: what it had flushed is in its files, and every
// file can be read.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <new>
#include <random>
#include <string>
#include <thread>

#include "sightglass/summary_writer.h"
#include "tests/loaded_logs.h"
#include "tests/support/logged_events.h"
#include "tests/support/temp_dir.h"

namespace sightglass {
namespace {

// As many as the build has time for.
constexpr int kKills = SIGHTGLASS_KILLS;

// What the child tells, in memory that outlives it.
struct Told {
  std::atomic<bool> begun = false;
  std::atomic<std::int64_t> flushed = 0;  // steps below it are in the file
  std::atomic<bool> failed = false;
};
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

class SharedTold {
 public:
  SharedTold()
      : memory_(::mmap(nullptr, sizeof(Told), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                       -1, 0)) {
    told_ = new (memory_) Told;
  }
  ~SharedTold() { ::munmap(memory_, sizeof(Told)); }
  SharedTold(const SharedTold&) = delete;
  SharedTold& operator=(const SharedTold&) = delete;
  Told& operator*() const { return *told_; }
  Told* operator->() const { return told_; }

 private:
  void* memory_;
  Told* told_;
};

double ValueAt(std::int64_t step) { return static_cast<double>((step * 2'654'435'761) % 4096) / 8; }

// Two runs: one gets a scalar a step, the other a text now and then that is longer than one write.
[[noreturn]] void LogForEver(const std::string& directory, std::uint32_t seed, Told& told) {
  std::minstd_rand random(seed);
  SummaryWriter writer(directory, {.max_queue = 256, .flush_millis = 1 + seed % 5});
  SummaryWriter other = writer.Run("other");
  const ScalarSeries series = writer.Scalar("value");
  const ScalarSeries mirrored = other.Scalar("value");
  const std::string text(50'000 + random() % 200'000, 'x');
  told.begun = true;
  for (std::int64_t step = 0;; ++step) {
    bool good = series.Add(step, ValueAt(step)).ok() && mirrored.Add(step, -ValueAt(step)).ok();
    if (random() % 64 == 0) good = good && other.AddText("text", text, step).ok();
    if (random() % 32 == 0) {
      good = good && writer.Flush().ok();
      told.flushed = step + 1;
    }
    if (!good) told.failed = true;
  }
}

void ExpectWhole(const std::string& directory, std::int64_t flushed, double sign) {
  const auto files = testing::ReadEventFiles(directory);
  if (flushed == 0 && files.empty()) return;  // killed before it got so far
  ASSERT_EQ(files.size(), 1U);
  EXPECT_FALSE(files[0].damaged) << files[0].path;
  ASSERT_GE(static_cast<std::int64_t>(files[0].scalars.size()), flushed);
  for (std::int64_t step = 0; const testing::LoggedScalar& scalar : files[0].scalars) {
    ASSERT_EQ(scalar.step, step);
    ASSERT_EQ(scalar.value, sign * ValueAt(step));
    ++step;
  }
}

TEST(WriterKillTest, WhatWasFlushedSurvives) {
  std::mt19937 random(20'260'101);
  std::int64_t flushed_in_all = 0;
  std::size_t torn = 0;
  for (int i = 0; i < kKills; ++i) {
    const testing::TempDir folder;
    const SharedTold told;
    const auto seed = static_cast<std::uint32_t>(random());
    const std::chrono::microseconds delay(random() % 12'000);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) LogForEver(folder.path(), seed, *told);
    // Most kills hit it at work, some while it begins.
    while (i % 10 != 0 && !told->begun) std::this_thread::yield();
    std::this_thread::sleep_for(delay);  // a random moment is what this is about
    ::kill(child, SIGKILL);
    int state = 0;
    ASSERT_EQ(::waitpid(child, &state, 0), child);
    ASSERT_TRUE(WIFSIGNALED(state));
    EXPECT_FALSE(told->failed);

    const std::int64_t flushed = told->flushed;
    flushed_in_all += flushed;
    ExpectWhole(folder.path(), flushed, 1);
    ExpectWhole(folder.Join("other"), flushed, -1);
    for (const char* run : {".", "other"}) {
      for (const auto& file : testing::ReadEventFiles(folder.Join(run)))
        torn += file.torn_bytes > 0;
    }

    // The program's own reader opens all of it.
    const testing::LoadedLogs loaded(folder.path());
    for (const std::string& issue : loaded.IssueNames(folder.path())) EXPECT_EQ(issue, "torn-tail");
  }
  EXPECT_GT(flushed_in_all, 0);
  RecordProperty("torn_files", static_cast<int>(torn));
}

}  // namespace
}  // namespace sightglass
