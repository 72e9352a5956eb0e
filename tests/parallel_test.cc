// How a log directory is cut into parts, read and spread over threads must not show in the result.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/loaded_logs.h"
#include "tests/random_logs.h"
#include "tests/snapshot_dump.h"
#include "tests/support/memory_file_system.h"
#include "tests/support/run_builder.h"

namespace sightglass::testing {
namespace {

constexpr LoadedLogsOptions kSerial = {
    .threads = 1, .loader = {.part_bytes = std::uint64_t{1} << 40, .publish_interval_millis = 0}};

std::string DumpAll(const LoadedLogs& logs) {
  return DumpSnapshot(*logs.snapshot()) + DumpIssues(logs.issues());
}

// Loads what is in `files` in one piece and in many, and compares.
void ExpectSameInParts(io::FileSystem& files, std::uint64_t part_bytes, std::size_t read_bytes) {
  const LoadedLogs serial("/logs", files, kSerial);
  const LoadedLogs parallel(
      "/logs", files,
      {.threads = 4,
       .loader = {
           .part_bytes = part_bytes, .read_bytes = read_bytes, .publish_interval_millis = 1}});
  ASSERT_EQ(DumpAll(parallel), DumpAll(serial))
      << "part_bytes " << part_bytes << " read_bytes " << read_bytes;
}

TEST(ParallelTest, SoundFiles) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    RandomLogs random(seed);
    MemoryFileSystem files;
    for (int file = 0; file < 3; ++file) {
      files.Write(fmt::format("/logs/run{}/{}", file % 2, EventFileName(file)),
                  random.File(50 + random.Below(300)));
    }
    ExpectSameInParts(files, 100 + random.Below(400), 16 + random.Below(400));
    ExpectSameInParts(files, 1000 + random.Below(4000), 4096);
    if (HasFatalFailure()) return;
  }
}

TEST(ParallelTest, DamagedFiles) {
  for (std::uint64_t seed = 100; seed < 160; ++seed) {
    SCOPED_TRACE(seed);
    RandomLogs random(seed);
    MemoryFileSystem files;
    for (int file = 0; file < 2; ++file) {
      std::string bytes = random.File(20 + random.Below(200));
      const std::size_t damages = random.Below(6);
      for (std::size_t i = 0; i < damages; ++i) random.Damage(bytes);
      files.Write("/logs/run/" + EventFileName(file), bytes);
    }
    ExpectSameInParts(files, 100 + random.Below(1500), 16 + random.Below(2000));
    if (HasFatalFailure()) return;
  }
}

// Every part of the large record's payload looks like the start of a record.
TEST(ParallelTest, RecordsInsideAPayloadAreNotRecords) {
  RunBuilder inner;
  for (int step = 0; step < 200; ++step) inner.Scalar("inner", step, 1.0F);
  RunBuilder outer;
  outer.Version().Scalar("loss", 1, 0.5F);
  outer.Image("picture", 2, 1, 1, inner.bytes());
  for (int step = 3; step < 200; ++step) outer.Scalar("loss", step, 0.25F);
  MemoryFileSystem files;
  files.Write("/logs/" + EventFileName(1), outer.bytes());
  for (const std::uint64_t part_bytes : {100U, 333U, 1000U, 5000U}) {
    ExpectSameInParts(files, part_bytes, 64);
  }
  const LoadedLogs logs("/logs", files, {.threads = 4, .loader = {.part_bytes = 300}});
  const auto snapshot = logs.snapshot();
  ASSERT_EQ(snapshot->runs.size(), 1U);
  EXPECT_EQ(snapshot->runs[0]->Find("inner"), nullptr);
  ASSERT_NE(snapshot->runs[0]->Find("loss"), nullptr);
  EXPECT_EQ(snapshot->runs[0]->Find("loss")->size(), 198U);
}

// The first value of a tag decides its kind, in whichever part it is.
TEST(ParallelTest, AnEarlierPartDecidesTheKind) {
  RunBuilder run;
  run.Text("x", 0, "first");
  for (int step = 1; step < 100; ++step) run.Scalar("other", step, 1.0F);
  for (int step = 100; step < 200; ++step) run.Scalar("x", step, 1.0F);
  MemoryFileSystem files;
  files.Write("/logs/" + EventFileName(1), run.bytes());
  ExpectSameInParts(files, 200, 64);
  ExpectSameInParts(files, 2000, 64);
}

TEST(ParallelTest, NoMoreFilesAreOpenThanThreads) {
  RandomLogs random(7);
  MemoryFileSystem files;
  for (int run = 0; run < 40; ++run) {
    files.Write(fmt::format("/logs/run{}/{}", run, EventFileName(1)), random.File(40));
  }
  const LoadedLogs logs("/logs", files, {.threads = 3, .loader = {.part_bytes = 500}});
  EXPECT_EQ(logs.snapshot()->runs.size(), 40U);
  EXPECT_EQ(files.open_files(), 0U);
  EXPECT_LE(files.most_open_files(), 3U + 1U);  // the thread that calls Refresh() looks, too
}

}  // namespace
}  // namespace sightglass::testing
