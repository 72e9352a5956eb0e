// Every I/O call of loading and checking fails once: nothing crashes, the loss is told, and the
// next look without faults has it all.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "ingest/verify.h"
#include "tests/loaded_logs.h"
#include "tests/random_logs.h"
#include "tests/snapshot_dump.h"
#include "tests/support/faulty_file_system.h"
#include "tests/support/memory_file_system.h"
#include "tests/support/run_builder.h"

namespace sightglass::testing {
namespace {

constexpr LoadedLogsOptions kSmallParts = {
    .threads = 1, .loader = {.part_bytes = 1500, .read_bytes = 512, .publish_interval_millis = 0}};

// Two runs; files large enough for several parts and reads, one with damage inside.
void WriteLogs(MemoryFileSystem& files) {
  RandomLogs random(11);
  files.Write("/logs/a/" + EventFileName(1), random.File(60));
  std::string damaged = random.File(60);
  damaged[damaged.size() / 2] ^= 1;
  files.Write("/logs/a/" + EventFileName(2), damaged);
  files.Write("/logs/b/c/" + EventFileName(1), random.File(20));
}

std::string DumpAll(const LoadedLogs& logs) {
  return DumpSnapshot(*logs.snapshot()) + DumpIssues(logs.issues());
}

bool IsUnreadable(base::IssueKind kind) {
  return kind == base::IssueKind::kFileUnreadable || kind == base::IssueKind::kDirectoryUnreadable;
}

class IngestFaultTest : public ::testing::TestWithParam<bool> {
 protected:
  [[nodiscard]] static Faults FailAt(std::uint64_t call) {
    return {.fail_at_call = call, .fail_forever = GetParam()};
  }
};

TEST_P(IngestFaultTest, TheFirstLook) {
  MemoryFileSystem inner;
  WriteLogs(inner);
  const LoadedLogs whole("/logs", inner, kSmallParts);
  const std::string expected = DumpAll(whole);
  std::uint64_t call = 1;
  for (;; ++call) {
    SCOPED_TRACE(fmt::format("call {} fails", call));
    FaultyFileSystem files(inner, FailAt(call));
    LoadedLogs logs("/logs", files, kSmallParts);
    const bool failed = files.failed();
    if (DumpSnapshot(*logs.snapshot()) != DumpSnapshot(*whole.snapshot())) {
      EXPECT_TRUE(logs.issues().Collect() != whole.issues().Collect())
          << "data are missing, and nobody says so";
    }
    EXPECT_EQ(files.open_files(), 0U);
    files.SetFaults({});
    logs.Refresh();
    ASSERT_EQ(DumpAll(logs), expected);
    if (!failed) break;
    ASSERT_LT(call, 10000U);
  }
  EXPECT_GT(call, 20U) << "too few calls for the faults to mean anything";
}

TEST_P(IngestFaultTest, ALaterLook) {
  RandomLogs random(12);
  const std::string more = random.File(40);
  MemoryFileSystem grown;
  WriteLogs(grown);
  grown.Append("/logs/a/" + EventFileName(2), more);
  grown.Replace("/logs/b/c/" + EventFileName(1), more);
  const LoadedLogs whole("/logs", grown, kSmallParts);
  std::uint64_t call = 1;
  for (;; ++call) {
    SCOPED_TRACE(fmt::format("call {} fails", call));
    MemoryFileSystem inner;
    WriteLogs(inner);
    FaultyFileSystem files(inner);
    LoadedLogs logs("/logs", files, kSmallParts);
    inner.Append("/logs/a/" + EventFileName(2), more);
    inner.Replace("/logs/b/c/" + EventFileName(1), more);
    files.SetFaults(FailAt(call));
    logs.Refresh();
    const bool failed = files.failed();
    files.SetFaults({});
    logs.Refresh();
    ASSERT_EQ(DumpSnapshot(*logs.snapshot()), DumpSnapshot(*whole.snapshot()));
    for (const auto& [key, found] : logs.issues().Collect()) {
      EXPECT_FALSE(IsUnreadable(key.second)) << key.first;
    }
    if (!failed) break;
    ASSERT_LT(call, 10000U);
  }
  EXPECT_GT(call, 10U);
}

struct VerifyResult {
  std::string text;
  bool tells_unreadable = false;
};

VerifyResult Verify(io::FileSystem& files) {
  base::ThreadPool pool(1);
  base::IssueLog log;
  VerifyResult result;
  ingest::VerifyRoots(
      {{.name = "", .path = "/logs"}}, files, pool, log,
      [&](const ingest::FileReport& report) {
        result.text += fmt::format("{} {} {} {} {}\n", report.path, report.bytes, report.records,
                                   report.lost_bytes, report.tail_bytes);
        for (const base::Issue& issue : report.issues) {
          result.tells_unreadable = result.tells_unreadable || IsUnreadable(issue.kind);
          result.text +=
              fmt::format("  {} {}+{}\n", base::IssueName(issue.kind), issue.offset, issue.bytes);
        }
      },
      [](std::uint64_t, std::uint64_t) {});
  for (const auto& [key, found] : log.Collect()) {
    result.tells_unreadable = result.tells_unreadable || IsUnreadable(key.second);
  }
  return result;
}

TEST_P(IngestFaultTest, Verifying) {
  MemoryFileSystem inner;
  WriteLogs(inner);
  const VerifyResult whole = Verify(inner);
  std::uint64_t call = 1;
  for (;; ++call) {
    SCOPED_TRACE(fmt::format("call {} fails", call));
    FaultyFileSystem files(inner, FailAt(call));
    const VerifyResult result = Verify(files);
    if (!files.failed()) {
      EXPECT_EQ(result.text, whole.text);
      break;
    }
    EXPECT_TRUE(result.text == whole.text || result.tells_unreadable) << result.text;
    ASSERT_LT(call, 10000U);
  }
  EXPECT_GT(call, 5U);
}

// A file that shrinks between the look at its size and the reading of it: reads come up short.
TEST(IngestShortReadTest, ShortReadsAreReadOn) {
  MemoryFileSystem inner;
  WriteLogs(inner);
  const LoadedLogs whole("/logs", inner, kSmallParts);
  for (const std::size_t bytes : {1U, 7U, 100U}) {
    FaultyFileSystem files(inner, {.max_read_bytes = bytes});
    const LoadedLogs logs("/logs", files, kSmallParts);
    EXPECT_EQ(DumpAll(logs), DumpAll(whole)) << bytes;
  }
}

INSTANTIATE_TEST_SUITE_P(OnceAndForever, IngestFaultTest, ::testing::Bool(),
                         [](const auto& test) { return test.param ? "Forever" : "Once"; });

}  // namespace
}  // namespace sightglass::testing
