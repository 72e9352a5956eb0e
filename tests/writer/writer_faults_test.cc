// Disks that are full, slow, or fail now and then; directories that cannot be made; calls that make
// no sense. Nothing crashes, nothing that was logged before is lost, and every failure reaches the
// caller and the error callback.
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "sightglass/summary_writer.h"
#include "tests/support/logged_events.h"
#include "tests/support/memory_sinks.h"
#include "tests/support/temp_dir.h"
#include "writer/run_writer.h"

namespace sightglass {
namespace {

using testing::LoggedFile;
using testing::LoggedScalar;
using testing::MemorySinks;
using testing::ReadEventBytes;
using testing::ReadEventFiles;
using testing::ReadScalars;
using testing::TempDir;
using writer::RunWriter;

// Codes that the error callback heard, from any thread.
class Heard {
 public:
  ErrorCallback Callback() {
    return [this](const Status& status) {
      const std::lock_guard lock(mutex_);
      codes_.push_back(status.code());
    };
  }
  [[nodiscard]] std::size_t Count(StatusCode code) {
    const std::lock_guard lock(mutex_);
    return static_cast<std::size_t>(std::ranges::count(codes_, code));
  }
  [[nodiscard]] bool nothing() {
    const std::lock_guard lock(mutex_);
    return codes_.empty();
  }

 private:
  std::mutex mutex_;
  std::vector<StatusCode> codes_;
};

std::vector<std::int64_t> StepsOf(const std::string& directory, const std::string& tag) {
  std::vector<std::int64_t> steps;
  const auto scalars = ReadScalars(directory);
  if (const auto found = scalars.find(tag); found != scalars.end()) {
    for (const LoggedScalar& scalar : found->second) steps.push_back(scalar.step);
  }
  return steps;
}

std::vector<std::int64_t> Counting(std::int64_t count) {
  std::vector<std::int64_t> steps;
  for (std::int64_t step = 0; step < count; ++step) steps.push_back(step);
  return steps;
}

// A run on a disk that the test has in hand.
struct FaultyRun {
  explicit FaultyRun(WriterOptions options) {
    options.on_error = heard.Callback();
    run = RunWriter::Open("run", std::move(options), disk);
  }
  Status Add(std::int64_t step) const {
    return run->AddScalar("value", step, static_cast<double>(step % 512), std::nullopt);
  }
  // What is on the disk: one sound file, perhaps with a torn tail.
  [[nodiscard]] LoggedFile File() const {
    const std::vector<std::string> files = disk->FilesIn("run");
    EXPECT_EQ(files.size(), 1U);
    const LoggedFile file = files.empty() ? LoggedFile{} : ReadEventBytes(files[0]);
    EXPECT_FALSE(file.damaged);
    return file;
  }
  [[nodiscard]] std::vector<std::int64_t> Steps() const {
    std::vector<std::int64_t> steps;
    for (const LoggedScalar& scalar : File().scalars) steps.push_back(scalar.step);
    return steps;
  }
  Heard heard;
  std::shared_ptr<MemorySinks> disk = std::make_shared<MemorySinks>();
  std::shared_ptr<RunWriter> run;
};

TEST(SlowDiskTest, BlockingWaitsAndLosesNothing) {
  FaultyRun slow({.max_queue = 16, .flush_millis = 1});
  slow.disk->Hold();
  EXPECT_TRUE(slow.Add(0).ok());
  slow.disk->WaitForHeldWrite();
  std::atomic<std::int64_t> added = 1;
  auto producer = std::async(std::launch::async, [&] {
    for (std::int64_t step = 1; step < 1'000; ++step) {
      EXPECT_TRUE(slow.Add(step).ok());
      ++added;
    }
  });
  // It must still be waiting; a longer look could only find more.
  EXPECT_EQ(producer.wait_for(std::chrono::milliseconds(50)), std::future_status::timeout);
  EXPECT_LE(added, 1 + 16);
  slow.disk->Release();
  producer.get();
  ASSERT_TRUE(slow.run->Close().ok());
  EXPECT_EQ(slow.Steps(), Counting(1'000));
  EXPECT_EQ(slow.run->counts().dropped, 0U);
  EXPECT_TRUE(slow.heard.nothing());
}

TEST(SlowDiskTest, DroppingTakesWhatFitsAndCountsTheRest) {
  FaultyRun slow({.max_queue = 16, .flush_millis = 1, .overflow = OverflowPolicy::kDropNewest});
  slow.disk->Hold();
  EXPECT_TRUE(slow.Add(0).ok());
  slow.disk->WaitForHeldWrite();
  std::vector<std::int64_t> kept = {0};
  std::uint64_t dropped = 0;
  for (std::int64_t step = 1; step < 1'000; ++step) {
    const Status status = slow.Add(step);
    if (status.ok()) {
      kept.push_back(step);
    } else {
      EXPECT_EQ(status.code(), StatusCode::kResourceExhausted);
      ++dropped;
    }
  }
  EXPECT_EQ(dropped, 1'000 - 1 - 16U);
  slow.disk->Release();
  ASSERT_TRUE(slow.run->Close().ok());
  EXPECT_EQ(slow.Steps(), kept);
  EXPECT_EQ(slow.run->counts().dropped, dropped);
  EXPECT_EQ(slow.heard.Count(StatusCode::kResourceExhausted), 1U);  // not once for each
}

TEST(SlowDiskTest, SpillingTakesEverythingInOrder) {
  FaultyRun slow({.max_queue = 16, .flush_millis = 1, .overflow = OverflowPolicy::kSpill});
  slow.disk->Hold();
  EXPECT_TRUE(slow.Add(0).ok());
  slow.disk->WaitForHeldWrite();
  for (std::int64_t step = 1; step < 1'000; ++step) EXPECT_TRUE(slow.Add(step).ok());
  EXPECT_EQ(slow.run->counts().spilled, 1'000 - 1 - 16U);
  slow.disk->Release();
  // Goes on while the spilled ones come back.
  for (std::int64_t step = 1'000; step < 3'000; ++step) EXPECT_TRUE(slow.Add(step).ok());
  ASSERT_TRUE(slow.run->Close().ok());
  EXPECT_EQ(slow.Steps(), Counting(3'000));
  EXPECT_EQ(slow.run->counts().dropped, 0U);
}

TEST(SlowDiskTest, SpillingWithoutAPlaceDrops) {
  FaultyRun slow({.max_queue = 16,
                  .flush_millis = 1,
                  .overflow = OverflowPolicy::kSpill,
                  .spill_dir = "/nonexistent/folder"});
  slow.disk->Hold();
  EXPECT_TRUE(slow.Add(0).ok());
  slow.disk->WaitForHeldWrite();
  std::uint64_t refused = 0;
  for (std::int64_t step = 1; step < 100; ++step) refused += !slow.Add(step).ok();
  slow.disk->Release();
  ASSERT_TRUE(slow.run->Close().ok());
  EXPECT_EQ(refused, 100 - 1 - 16U);
  EXPECT_EQ(slow.run->counts().dropped, refused);
  EXPECT_EQ(slow.Steps(), Counting(17));
}

TEST(SlowDiskTest, LargeEventsAreBoundedByBytes) {
  FaultyRun slow(
      {.max_queue_bytes = 10'000, .flush_millis = 1, .overflow = OverflowPolicy::kDropNewest});
  slow.disk->Hold();
  EXPECT_TRUE(slow.Add(0).ok());
  slow.disk->WaitForHeldWrite();
  const auto add = [&](std::size_t bytes) {
    return slow.run->AddEvent(writer::EventField::kGraphDef, std::string(bytes, 'g'), 0, {}).code();
  };
  EXPECT_EQ(add(100'000), StatusCode::kOk);  // larger than the limit, and alone
  EXPECT_EQ(add(1), StatusCode::kResourceExhausted);
  slow.disk->Release();
  ASSERT_TRUE(slow.run->Close().ok());
  EXPECT_EQ(slow.File().records, 1 + 1 + 1U);  // version, scalar, graph
}

TEST(FullDiskTest, EverythingIsThereOnceThereIsRoomAgain) {
  FaultyRun full({.flush_millis = 1'000'000});
  for (std::int64_t step = 0; step < 10; ++step) EXPECT_TRUE(full.Add(step).ok());
  EXPECT_TRUE(full.run->Flush().ok());
  full.disk->SetRoom(7);  // in the middle of a record
  for (std::int64_t step = 10; step < 100; ++step) EXPECT_TRUE(full.Add(step).ok());
  EXPECT_EQ(full.run->Flush().code(), StatusCode::kResourceExhausted);
  EXPECT_EQ(full.run->status().code(), StatusCode::kResourceExhausted);
  EXPECT_EQ(full.run->Flush().code(), StatusCode::kResourceExhausted);
  EXPECT_EQ(full.heard.Count(StatusCode::kResourceExhausted), 1U);
  EXPECT_EQ(full.Steps(), Counting(10));
  full.disk->SetRoom(SIZE_MAX);
  EXPECT_TRUE(full.run->Flush().ok());
  EXPECT_TRUE(full.run->status().ok());
  EXPECT_EQ(full.Steps(), Counting(100));
  EXPECT_TRUE(full.run->Close().ok());
  EXPECT_EQ(full.run->counts().dropped, 0U);
}

TEST(FullDiskTest, WhatIsLostAtTheEndIsCounted) {
  FaultyRun full({.flush_millis = 1'000'000});
  EXPECT_TRUE(full.Add(0).ok());
  EXPECT_TRUE(full.run->Flush().ok());
  full.disk->SetRoom(150);
  for (std::int64_t step = 1; step < 100; ++step) EXPECT_TRUE(full.Add(step).ok());
  EXPECT_EQ(full.run->Close().code(), StatusCode::kResourceExhausted);
  const auto steps = full.Steps();
  EXPECT_EQ(steps, Counting(static_cast<std::int64_t>(steps.size())));
  EXPECT_GT(steps.size(), 1U);
  EXPECT_EQ(full.run->counts().dropped, 100 - steps.size());
  EXPECT_GE(full.heard.Count(StatusCode::kResourceExhausted), 1U);
}

// However long the disk stays full, memory is bounded.
TEST(FullDiskTest, DropsBeyondWhatMayWait) {
  FaultyRun full({.flush_millis = 1});
  EXPECT_TRUE(full.Add(0).ok());
  EXPECT_TRUE(full.run->Flush().ok());
  full.disk->SetRoom(0);
  const std::string body(100'000, 'g');
  for (int i = 0; i < 200; ++i) {
    EXPECT_TRUE(full.run->AddEvent(writer::EventField::kGraphDef, body, 0, {}).ok());
  }
  EXPECT_FALSE(full.run->Flush().ok());
  EXPECT_GT(full.run->counts().dropped, 100U);
  full.disk->SetRoom(SIZE_MAX);
  EXPECT_TRUE(full.run->Close().ok());
  EXPECT_EQ(full.File().records, 1 + 1 + 200 - full.run->counts().dropped);
}

// Wherever the disk is full, the record there is finished once there is room.
TEST(FullDiskTest, AnyByteMayBeTheLast) {
  std::size_t all = 0;
  for (std::size_t room = 0; room <= all + 1; ++room) {
    FaultyRun full({.flush_millis = 1'000'000});
    full.disk->SetRoom(room);
    for (std::int64_t step = 0; step < 3; ++step) EXPECT_TRUE(full.Add(step).ok());
    full.run->Flush();
    full.disk->SetRoom(SIZE_MAX);
    EXPECT_TRUE(full.Add(3).ok());
    EXPECT_TRUE(full.run->Close().ok()) << room;
    EXPECT_EQ(full.Steps(), Counting(4)) << room;
    EXPECT_EQ(full.File().torn_bytes, 0U) << room;
    EXPECT_EQ(full.run->counts().dropped, 0U) << room;
    if (room == 0) all = full.run->counts().bytes;
  }
}

// Runs `work` in a child process and gives its exit status.
int StatusOfChild(const std::function<int()>& work) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(work());
  int state = 0;
  if (child < 0 || ::waitpid(child, &state, 0) != child || !WIFEXITED(state)) return -1;
  return WEXITSTATUS(state);
}

// Logs until it fails; 0 if it failed as it should.
int LogUntilFull(const std::string& directory) {
  SummaryWriter writer(directory, {.flush_millis = 1, .on_error = [](const Status&) {}});
  for (std::int64_t step = 0; step < 5'000; ++step) {
    if (!writer.AddScalar("value", 1, step).ok()) return 1;
  }
  return writer.Close().code() == StatusCode::kResourceExhausted && writer.counts().dropped > 0 ? 0
                                                                                                : 2;
}

void ExpectAFullPrefix(const std::string& directory, std::size_t bytes) {
  const auto files = ReadEventFiles(directory);
  ASSERT_EQ(files.size(), 1U);
  EXPECT_FALSE(files[0].damaged);
  EXPECT_EQ(std::filesystem::file_size(files[0].path), bytes);
  const auto steps = StepsOf(directory, "value");
  EXPECT_GT(steps.size(), 100U);
  EXPECT_EQ(steps, Counting(static_cast<std::int64_t>(steps.size())));
}

TEST(FullDiskTest, LimitOfFileSize) {
  const TempDir folder;
  const int status = StatusOfChild([&] {
    const rlimit limit{.rlim_cur = 20'000, .rlim_max = 20'000};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 3;
    ::signal(SIGXFSZ, SIG_IGN);
    return LogUntilFull(folder.path());
  });
  EXPECT_EQ(status, 0);
  ExpectAFullPrefix(folder.path(), 20'000);
}

TEST(FullDiskTest, SmallFileSystem) {
  constexpr int kNotAllowed = 77;
  const TempDir folder;
  folder.MakeDirectory("disk");
  const int status = StatusOfChild([&] {
    if (::unshare(CLONE_NEWNS) != 0 && ::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
      return kNotAllowed;
    const std::string disk = folder.Join("disk");
    ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
    if (::mount("none", disk.c_str(), "tmpfs", 0, "size=64k") != 0) return kNotAllowed;
    const int logged = LogUntilFull(disk + "/run");
    // The mount goes with the process.
    std::error_code error;
    std::filesystem::copy(disk + "/run", folder.Join("copy"), error);
    return error ? 4 : logged;
  });
  if (status == kNotAllowed) GTEST_SKIP() << "no right to mount a file system";
  EXPECT_EQ(status, 0);
  ExpectAFullPrefix(folder.Join("copy"), 64 << 10);
}

TEST(BadCallTest, AfterCloseEveryCallSaysSo) {
  const TempDir folder;
  Heard heard;
  SummaryWriter writer(folder.path(), {.on_error = heard.Callback()});
  const ScalarSeries series = writer.Scalar("value");
  SummaryWriter other = writer.Run("other");
  EXPECT_TRUE(series.Add(0, 1).ok());
  EXPECT_TRUE(writer.Close().ok());
  const std::vector<float> values = {1, 2};
  EXPECT_EQ(series.Add(1, 1).code(), StatusCode::kFailedPrecondition);
  EXPECT_EQ(writer.AddScalar("value", 1, 1).code(), StatusCode::kFailedPrecondition);
  EXPECT_EQ(writer.AddScalar("new", 1, 1).code(), StatusCode::kFailedPrecondition);
  EXPECT_EQ(other.AddScalar("value", 1, 1).code(), StatusCode::kFailedPrecondition);
  EXPECT_EQ(writer.Run("late").AddScalar("value", 1, 1).code(), StatusCode::kFailedPrecondition);
  EXPECT_EQ(writer.AddHistogram("h", values, 1).code(), StatusCode::kFailedPrecondition);
  EXPECT_EQ(writer.AddText("t", "text", 1).code(), StatusCode::kFailedPrecondition);
  EXPECT_EQ(writer.Flush().code(), StatusCode::kFailedPrecondition);
  EXPECT_TRUE(writer.Close().ok());
  EXPECT_EQ(writer.counts().refused, 7U);
  EXPECT_GE(heard.Count(StatusCode::kFailedPrecondition), 1U);
  EXPECT_EQ(StepsOf(folder.path(), "value"), Counting(1));
}

TEST(BadCallTest, SeriesOutliveTheirWriter) {
  const TempDir folder;
  ScalarSeries series;
  EXPECT_EQ(series.Add(0, 1).code(), StatusCode::kFailedPrecondition);
  {
    SummaryWriter writer(folder.path(), {.on_error = [](const Status&) {}});
    series = writer.Scalar("value");
    EXPECT_TRUE(series.Add(0, 1).ok());
  }
  EXPECT_EQ(StepsOf(folder.path(), "value"), Counting(1));
  EXPECT_EQ(series.Add(1, 1).code(), StatusCode::kFailedPrecondition);
}

TEST(BadCallTest, DirectoriesThatCannotBeMade) {
  const TempDir folder;
  folder.Write("file", "not a folder");
  for (const std::string& directory : {folder.Join("file/below"), folder.Join("file"),
                                       std::string("/proc/nothing/can/be/made/here")}) {
    Heard heard;
    SummaryWriter writer(directory, {.on_error = heard.Callback()});
    EXPECT_FALSE(writer.status().ok()) << directory;
    EXPECT_FALSE(heard.nothing()) << directory;
    writer.AddScalar("value", 1, 0);
    EXPECT_FALSE(writer.Flush().ok()) << directory;
    EXPECT_FALSE(writer.Close().ok()) << directory;
    EXPECT_EQ(writer.counts().bytes, 0U);
    EXPECT_EQ(writer.counts().dropped, writer.counts().events);
  }
  EXPECT_EQ(testing::ReadFileBytes(folder.Join("file")), "not a folder");
}

TEST(BadCallTest, WhatMakesNoSenseIsRefusedAndTheRestGoesOn) {
  const TempDir folder;
  Heard heard;
  SummaryWriter writer(folder.path(), {.on_error = heard.Callback()});
  const std::string longest(64 << 10, 't');
  EXPECT_TRUE(writer.AddScalar("value", 1, 0).ok());
  EXPECT_EQ(writer.AddScalar("", 1, 0).code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(writer.AddScalar("bad \xff byte", 1, 0).code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(writer.Scalar("bad \xff byte").Add(0, 1).code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(writer.AddScalar("value", 1, -1).code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(writer.AddScalar("value", 1, 0, 1.0 / 0.0).code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(writer.AddScalar(longest + "t", 1, 0).code(), StatusCode::kOutOfRange);
  EXPECT_EQ(writer.Run("../out").AddScalar("value", 1, 0).code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(writer.counts().refused, 7U);
  EXPECT_TRUE(writer.AddScalar("value", 1, 1).ok());
  EXPECT_TRUE(writer.AddScalar(longest, 1, 0).ok());
  EXPECT_TRUE(writer.Close().ok());
  const auto scalars = ReadScalars(folder.path());
  EXPECT_EQ(scalars.size(), 2U);
  EXPECT_EQ(scalars.at("value").size(), 2U);
  EXPECT_EQ(scalars.at(longest).size(), 1U);
}

TEST(BadCallTest, PathsMayHaveAnyCharacters) {
  const TempDir folder;
  const std::string directory = folder.Join("журнал/ログ ü \"quoted\"/$x");
  SummaryWriter writer(directory + "//");
  EXPECT_TRUE(writer.AddScalar("größe", 1, 0).ok());
  EXPECT_TRUE(writer.Run("läufe/二").AddScalar("größe", 2, 0).ok());
  EXPECT_TRUE(writer.Close().ok());
  EXPECT_EQ(StepsOf(directory, "größe"), Counting(1));
  EXPECT_EQ(StepsOf(directory + "/läufe/二", "größe"), Counting(1));
}

}  // namespace
}  // namespace sightglass
