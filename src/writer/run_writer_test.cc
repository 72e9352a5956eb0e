#include "writer/run_writer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/support/logged_events.h"
#include "tests/support/memory_sinks.h"
#include "tests/support/temp_dir.h"

namespace sightglass::writer {
namespace {

using testing::LoggedFile;
using testing::MemorySinks;
using testing::ReadEventBytes;

class RunWriterTest : public ::testing::Test {
 protected:
  // Remembers what it was told.
  WriterOptions Options(WriterOptions options = {}) {
    options.on_error = [this](const Status& status) {
      const std::lock_guard lock(mutex);
      errors.push_back(status.code());
    };
    return options;
  }
  std::shared_ptr<RunWriter> Open(WriterOptions options = {}) {
    return RunWriter::Open("a", Options(std::move(options)), sinks);
  }
  std::vector<StatusCode> Errors() {
    const std::lock_guard lock(mutex);
    return errors;
  }
  LoggedFile Only(const std::string& directory = "a") {
    const std::vector<std::string> files = sinks->FilesIn(directory);
    EXPECT_EQ(files.size(), 1U);
    return files.empty() ? LoggedFile{} : ReadEventBytes(files[0]);
  }

  std::shared_ptr<MemorySinks> sinks = std::make_shared<MemorySinks>();
  std::mutex mutex;
  std::vector<StatusCode> errors;
};

TEST_F(RunWriterTest, HasItsFileFromTheStart) {
  const auto run = Open();
  EXPECT_TRUE(run->status().ok());
  EXPECT_EQ(Only().records, 1U);
}

TEST_F(RunWriterTest, WhatWasAddedIsThereAfterFlushAndAfterClose) {
  const auto run = Open();
  const std::uint32_t loss = run->ScalarTag("loss", {});
  EXPECT_EQ(run->ScalarTag("loss", {}), loss);
  EXPECT_TRUE(run->AddScalar(loss, 0, 1.5, std::nullopt).ok());
  EXPECT_TRUE(run->AddScalar("loss", 1, 2.5, 77.0).ok());
  EXPECT_TRUE(run->Flush().ok());
  LoggedFile logged = Only();
  ASSERT_EQ(logged.scalars.size(), 2U);
  EXPECT_EQ(logged.scalars[0].value, 1.5);
  EXPECT_EQ(logged.scalars[1].wall_time, 77.0);
  EXPECT_TRUE(run->AddScalar(loss, 2, NAN, std::nullopt).ok());
  EXPECT_TRUE(run->AddScalar(loss, 3, -std::numeric_limits<double>::infinity(), std::nullopt).ok());
  EXPECT_TRUE(run->Close().ok());
  logged = Only();
  ASSERT_EQ(logged.scalars.size(), 4U);
  EXPECT_TRUE(std::isnan(logged.scalars[2].value));
  EXPECT_TRUE(std::isinf(logged.scalars[3].value));
  EXPECT_EQ(run->counts().events, 4U);
  EXPECT_EQ(run->counts().bytes, sinks->FilesIn("a")[0].size());
  EXPECT_TRUE(Errors().empty());
}

TEST_F(RunWriterTest, ClosedItRefusesAndSaysSoOnce) {
  const auto run = Open();
  const std::uint32_t loss = run->ScalarTag("loss", {});
  EXPECT_TRUE(run->AddScalar(loss, 0, 1, std::nullopt).ok());
  EXPECT_TRUE(run->Close().ok());
  EXPECT_TRUE(run->Close().ok());
  EXPECT_EQ(run->AddScalar(loss, 1, 1, std::nullopt).code(), StatusCode::kFailedPrecondition);
  EXPECT_EQ(run->AddScalar("other", 1, 1, std::nullopt).code(), StatusCode::kFailedPrecondition);
  EXPECT_EQ(run->AddEvent(EventField::kSummary, "x", 1, std::nullopt).code(),
            StatusCode::kFailedPrecondition);
  EXPECT_EQ(run->Flush().code(), StatusCode::kFailedPrecondition);
  // A thread that never used it finds it closed, too.
  std::jthread([&] {
    EXPECT_EQ(run->AddScalar(loss, 1, 1, std::nullopt).code(), StatusCode::kFailedPrecondition);
  }).join();
  EXPECT_EQ(run->counts().refused, 4U);
  EXPECT_EQ(Errors(), std::vector{StatusCode::kFailedPrecondition});
  EXPECT_EQ(Only().scalars.size(), 1U);
}

TEST_F(RunWriterTest, RefusesBadArgumentsAndLogsTheGoodOnesBeside) {
  const auto run = Open();
  const double infinity = std::numeric_limits<double>::infinity();
  const auto add = [&](std::string_view tag, std::int64_t step, std::optional<double> time) {
    return run->AddScalar(tag, step, 1, time).code();
  };
  EXPECT_EQ(add("", 0, {}), StatusCode::kInvalidArgument);
  EXPECT_EQ(add("a\xff", 0, {}), StatusCode::kInvalidArgument);
  EXPECT_EQ(add(std::string(100'000, 'x'), 0, {}), StatusCode::kOutOfRange);
  EXPECT_EQ(add("a", -1, {}), StatusCode::kInvalidArgument);
  EXPECT_EQ(add("a", 0, std::nan("")), StatusCode::kInvalidArgument);
  EXPECT_EQ(add("a", 0, infinity), StatusCode::kInvalidArgument);
  EXPECT_EQ(run->AddScalar(run->ScalarTag("", {}), 0, 1, {}).code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(run->AddScalar(run->ScalarTag("b", {.description = "\xff"}), 0, 1, {}).code(),
            StatusCode::kInvalidArgument);
  EXPECT_EQ(run->counts().refused, 8U);
  EXPECT_EQ(add("好", std::numeric_limits<std::int64_t>::max(), 0.0), StatusCode::kOk);
  EXPECT_TRUE(run->Close().ok());
  ASSERT_EQ(Only().scalars.size(), 1U);
  EXPECT_EQ(Only().scalars[0].tag, "好");
}

TEST_F(RunWriterTest, RunsBelowHaveFilesOfTheirOwnWithTheirFirstEvent) {
  const auto run = Open();
  const auto below = run->Below("x/验证");
  EXPECT_TRUE(sinks->FilesIn("a/x/验证").empty());
  EXPECT_TRUE(below->AddScalar("loss", 0, 1, {}).ok());
  EXPECT_TRUE(run->AddScalar("loss", 0, 1, {}).ok());
  EXPECT_TRUE(run->Below("x/验证")->AddScalar("loss", 1, 1, {}).ok());
  for (const char* name : {"", "/x", "x/", "..", "x/../../y", ".", "x//y"}) {
    EXPECT_EQ(run->Below(name)->AddScalar("loss", 0, 1, {}).code(), StatusCode::kInvalidArgument)
        << name;
  }
  EXPECT_TRUE(below->Close().ok());
  EXPECT_TRUE(run->closed());
  EXPECT_EQ(Only("a/x/验证").scalars.size(), 2U);
  EXPECT_EQ(Only().scalars.size(), 1U);
}

TEST_F(RunWriterTest, ASlowDiskMakesTheCallerWaitAndLosesNothing) {
  const auto run = Open({.max_queue = 16, .flush_millis = 1});
  const std::uint32_t loss = run->ScalarTag("loss", {});
  sinks->Hold();
  EXPECT_TRUE(run->AddScalar(loss, 0, 1, {}).ok());
  sinks->WaitForHeldWrite();
  constexpr std::int64_t kEvents = 5'000;
  std::jthread caller([&] {
    for (std::int64_t step = 1; step < kEvents; ++step) {
      EXPECT_TRUE(run->AddScalar(loss, step, 1, {}).ok());
    }
  });
  // It cannot be done while the disk is held: the queue is far too small.
  EXPECT_LT(run->counts().events, 100U);
  sinks->Release();
  caller.join();
  EXPECT_TRUE(run->Close().ok());
  const LoggedFile logged = Only();
  ASSERT_EQ(logged.scalars.size(), static_cast<std::size_t>(kEvents));
  for (std::int64_t i = 0; i < kEvents; ++i) {
    ASSERT_EQ(logged.scalars[static_cast<std::size_t>(i)].step, i);
  }
}

TEST_F(RunWriterTest, ASlowDiskMakesTheNewestGoIfSoWished) {
  const auto run =
      Open({.max_queue = 16, .flush_millis = 1, .overflow = OverflowPolicy::kDropNewest});
  const std::uint32_t loss = run->ScalarTag("loss", {});
  sinks->Hold();
  EXPECT_TRUE(run->AddScalar(loss, 0, 1, {}).ok());
  sinks->WaitForHeldWrite();
  std::uint64_t refused = 0;
  for (std::int64_t step = 1; step < 1'000; ++step) {
    const Status added = run->AddScalar(loss, step, 1, {});
    if (added.ok()) continue;
    EXPECT_EQ(added.code(), StatusCode::kResourceExhausted);
    ++refused;
  }
  EXPECT_GT(refused, 900U);
  sinks->Release();
  EXPECT_TRUE(run->Close().ok());
  EXPECT_EQ(run->counts().dropped, refused);
  EXPECT_EQ(Only().scalars.size() + refused, 1'000U);
  EXPECT_EQ(Errors(), std::vector{StatusCode::kResourceExhausted});
}

TEST_F(RunWriterTest, ASlowDiskMakesEventsGoAnotherWayIfSoWished) {
  const testing::TempDir folder;
  const auto run = Open({.max_queue = 16,
                         .max_queue_bytes = 1'000,
                         .flush_millis = 1,
                         .overflow = OverflowPolicy::kSpill,
                         .spill_dir = folder.path()});
  const std::uint32_t loss = run->ScalarTag("loss", {});
  sinks->Hold();
  EXPECT_TRUE(run->AddScalar(loss, 0, 1, {}).ok());
  sinks->WaitForHeldWrite();
  for (std::int64_t step = 1; step < 1'000; ++step) {
    ASSERT_TRUE(run->AddScalar(loss, step, 1, {}).ok());
    if (step % 100 == 0) {
      ASSERT_TRUE(
          run->AddEvent(EventField::kGraphDef, std::string(5'000, 'g'), step, std::nullopt).ok());
    }
  }
  EXPECT_GT(run->counts().spilled, 900U);
  sinks->Release();
  EXPECT_TRUE(run->Flush().ok());
  EXPECT_TRUE(run->AddScalar(loss, 1'000, 1, {}).ok());
  EXPECT_TRUE(run->Close().ok());
  const LoggedFile logged = Only();
  EXPECT_FALSE(logged.damaged);
  EXPECT_EQ(logged.records, 1U + 1'001 + 9);
  ASSERT_EQ(logged.scalars.size(), 1'001U);
  for (std::int64_t i = 0; i <= 1'000; ++i) {
    ASSERT_EQ(logged.scalars[static_cast<std::size_t>(i)].step, i);
  }
  EXPECT_TRUE(Errors().empty());
}

TEST_F(RunWriterTest, LargeEventsWaitForEachOther) {
  const auto run = Open({.max_queue_bytes = 10'000, .flush_millis = 1});
  for (std::int64_t step = 0; step < 50; ++step) {
    // Some alone are beyond the limit.
    const std::size_t size = step % 10 == 0 ? 50'000 : 4'000;
    ASSERT_TRUE(
        run->AddEvent(EventField::kGraphDef, std::string(size, 'g'), step, std::nullopt).ok());
  }
  EXPECT_TRUE(run->Close().ok());
  EXPECT_EQ(Only().records, 51U);
}

TEST_F(RunWriterTest, AFullDiskIsToldOnceAndNeverStopsTheCaller) {
  const auto run = Open({.max_queue = 16, .flush_millis = 1});
  const std::uint32_t loss = run->ScalarTag("loss", {});
  sinks->SetRoom(500);
  for (std::int64_t step = 0; step < 50'000; ++step) {
    ASSERT_TRUE(run->AddScalar(loss, step, 1, {}).ok());
  }
  EXPECT_EQ(run->Flush().code(), StatusCode::kResourceExhausted);
  EXPECT_EQ(run->status().code(), StatusCode::kResourceExhausted);
  EXPECT_EQ(Errors(), std::vector{StatusCode::kResourceExhausted});
  // There is room again: what waited is written, and logging goes on.
  sinks->SetRoom(std::size_t{1} << 30);
  EXPECT_TRUE(run->Flush().ok());
  EXPECT_TRUE(run->status().ok());
  EXPECT_EQ(Only().scalars.size() + run->counts().dropped, 50'000U);
  // And full again is news again.
  sinks->SetRoom(0);
  EXPECT_TRUE(run->AddScalar(loss, 50'000, 1, {}).ok());
  EXPECT_FALSE(run->Flush().ok());
  EXPECT_EQ(Errors().size(), 2U);
  const std::uint64_t dropped_before = run->counts().dropped;
  EXPECT_EQ(run->Close().code(), StatusCode::kResourceExhausted);
  EXPECT_EQ(run->counts().dropped, dropped_before + 1);
  EXPECT_FALSE(Only().damaged);
}

TEST_F(RunWriterTest, AFolderThatCannotBeMadeIsToldAndTriedAgain) {
  sinks->SetFailure({StatusCode::kPermissionDenied, "no"});
  const auto run = Open();
  EXPECT_EQ(run->status().code(), StatusCode::kPermissionDenied);
  EXPECT_TRUE(run->AddScalar("loss", 0, 1, {}).ok());
  EXPECT_EQ(run->Flush().code(), StatusCode::kPermissionDenied);
  EXPECT_EQ(Errors(), std::vector{StatusCode::kPermissionDenied});
  sinks->SetFailure({});
  EXPECT_TRUE(run->Flush().ok());
  EXPECT_EQ(Only().scalars.size(), 1U);
}

TEST_F(RunWriterTest, ThreadsThatEndLeaveTheirEvents) {
  const auto run = Open({.flush_millis = 60'000});
  for (int i = 0; i < 20; ++i) {
    std::jthread([&] { EXPECT_TRUE(run->AddScalar("loss", i, 1, {}).ok()); }).join();
  }
  EXPECT_TRUE(run->Flush().ok());
  const LoggedFile logged = Only();
  ASSERT_EQ(logged.scalars.size(), 20U);
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_EQ(logged.scalars[i].step, static_cast<std::int64_t>(i));
  }
}

TEST_F(RunWriterTest, WithoutADelayEventsAreWrittenAtOnce) {
  const auto run = Open({.flush_millis = 0});
  EXPECT_TRUE(run->AddScalar("loss", 0, 1, {}).ok());
  // Nobody flushes: the test hangs if the event waits.
  while (Only().scalars.empty()) std::this_thread::yield();
}

TEST_F(RunWriterTest, ManyRunsOfOneWriter) {
  const auto root = Open();
  std::vector<std::shared_ptr<RunWriter>> runs;
  for (int i = 0; i < 1'000; ++i) runs.push_back(root->Below(std::to_string(i)));
  for (int step = 0; step < 50; ++step) {
    for (const auto& run : runs) ASSERT_TRUE(run->AddScalar("loss", step, 1, {}).ok());
    if (step == 25) {
      ASSERT_TRUE(root->Flush().ok());
    }
  }
  ASSERT_TRUE(root->Close().ok());
  for (int i = 0; i < 1'000; ++i) {
    ASSERT_EQ(Only("a/" + std::to_string(i)).scalars.size(), 50U);
  }
}

TEST_F(RunWriterTest, ManyTagsAndManyWritersInOneThread) {
  std::vector<std::shared_ptr<RunWriter>> runs;
  for (int i = 0; i < 5; ++i) {
    runs.push_back(RunWriter::Open("w" + std::to_string(i), Options(), sinks));
  }
  constexpr int kTags = 20'000;
  for (int tag = 0; tag < kTags; ++tag) {
    for (const auto& run : runs) {
      ASSERT_TRUE(run->AddScalar("tag/" + std::to_string(tag), 1, tag, {}).ok());
    }
  }
  for (const auto& run : runs) ASSERT_TRUE(run->Close().ok());
  for (int i = 0; i < 5; ++i) {
    const LoggedFile logged = Only("w" + std::to_string(i));
    ASSERT_EQ(logged.scalars.size(), static_cast<std::size_t>(kTags));
    EXPECT_EQ(logged.scalars.back().tag, "tag/" + std::to_string(kTags - 1));
  }
}

}  // namespace
}  // namespace sightglass::writer
