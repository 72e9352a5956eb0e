// Files that grow and change under the loader: after every look it knows what a fresh one would.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <map>
#include <string>

#include "tests/loaded_logs.h"
#include "tests/random_logs.h"
#include "tests/snapshot_dump.h"
#include "tests/support/memory_file_system.h"
#include "tests/support/run_builder.h"
#include "tests/support/temp_dir.h"

namespace sightglass::testing {
namespace {

// That a file was replaced is news only to who knew the file before.
std::string DumpLasting(const LoadedLogs& logs) {
  std::string text;
  for (const auto& [key, found] : logs.issues().Collect()) {
    if (key.second == base::IssueKind::kFileReplaced) continue;
    text += fmt::format("{} {} {} {}\n", key.first, base::IssueName(key.second), found.count,
                        found.bytes);
  }
  return DumpSnapshot(*logs.snapshot()) + text;
}

void ExpectAsFresh(const LoadedLogs& logs, io::FileSystem& files) {
  const LoadedLogs fresh("/logs", files, {.threads = 1});
  ASSERT_EQ(DumpLasting(logs), DumpLasting(fresh));
}

TEST(LiveTest, AFileAppendedInSlices) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE(seed);
    RandomLogs random(seed);
    std::string bytes = random.File(120);
    // Half of them are damaged before they are written: growth must not confuse the search.
    if (seed % 2 == 0) random.Damage(bytes);
    MemoryFileSystem files;
    const std::string path = "/logs/" + EventFileName(1);
    files.Write(path, "");
    LoadedLogs logs("/logs", files,
                    {.threads = 2, .loader = {.part_bytes = 700, .read_bytes = 128}});
    for (std::size_t done = 0; done < bytes.size();) {
      const std::size_t slice =
          std::min(1 + random.Below(random.OneIn(5) ? 3000 : 90), bytes.size() - done);
      files.Append(path, std::string_view(bytes).substr(done, slice));
      done += slice;
      logs.Refresh();
      if (random.OneIn(4)) ExpectAsFresh(logs, files);
      if (HasFatalFailure()) return;
    }
    ExpectAsFresh(logs, files);
    EXPECT_FALSE(logs.Refresh());
  }
}

TEST(LiveTest, FilesComeGrowChangeAndGo) {
  for (std::uint64_t seed = 50; seed < 58; ++seed) {
    SCOPED_TRACE(seed);
    RandomLogs random(seed);
    MemoryFileSystem files;
    files.MakeDirectory("/logs");
    LoadedLogs logs("/logs", files,
                    {.threads = 2, .loader = {.part_bytes = 900, .read_bytes = 256}});
    std::map<std::string, std::string> waiting;  // what each file has still to be given
    for (int round = 0; round < 40; ++round) {
      const std::string path = fmt::format("/logs/run{}/{}", random.Below(3),
                                           EventFileName(static_cast<int>(random.Below(3))));
      const bool exists = files.Stat(path).ok();
      const std::size_t what = random.Below(10);
      std::string action;
      if (!exists || what < 5) {
        action = "append";
        if (!exists || waiting[path].empty()) waiting[path] = random.File(30);
        std::string& rest = waiting[path];
        const std::size_t slice = std::min(rest.size(), 1 + random.Below(600));
        files.Append(path, rest.substr(0, slice));
        rest.erase(0, slice);
      } else if (what < 6) {
        action = "replace";
        files.Replace(path, random.File(1 + random.Below(60)));
        waiting[path].clear();
      } else if (what < 7) {
        action = "overwrite";
        files.Write(path, random.File(1 + random.Below(60)));
        waiting[path].clear();
      } else if (what < 8) {
        action = "truncate";
        files.Truncate(path, random.Below(files.Stat(path)->size_bytes + 1));
        waiting[path].clear();
      } else {
        action = "remove";
        files.Remove(path);
        waiting[path].clear();
      }
      SCOPED_TRACE(fmt::format("round {}: {} {}", round, action, path));
      logs.Refresh();
      ExpectAsFresh(logs, files);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(LiveTest, ARunDeletedAndWrittenAgain) {
  const TempDir dir;
  const std::string name = "run/" + EventFileName(1);
  dir.Write(name, RunBuilder().Version().Scalar("a", 1, 1.0F).Scalar("a", 2, 2.0F).bytes());
  LoadedLogs logs(dir.path());
  ASSERT_EQ(logs.snapshot()->runs.size(), 1U);
  const auto before = logs.snapshot();
  dir.Remove("run");
  EXPECT_TRUE(logs.Refresh());
  EXPECT_TRUE(logs.snapshot()->runs.empty());
  dir.Write(name, RunBuilder().Version().Scalar("b", 1, 1.0F).bytes());
  EXPECT_TRUE(logs.Refresh());
  ASSERT_EQ(logs.snapshot()->runs.size(), 1U);
  EXPECT_EQ(logs.snapshot()->runs[0]->Find("a"), nullptr);
  EXPECT_NE(logs.snapshot()->runs[0]->Find("b"), nullptr);
  // Who still looks at the old state is not disturbed.
  EXPECT_EQ(ScalarPoints(*before->runs[0]->Find("a")).size(), 2U);
}

TEST(LiveTest, ADirectoryThatAppearsLater) {
  const TempDir dir;
  LoadedLogs logs(dir.Join("later"));
  EXPECT_TRUE(logs.snapshot()->runs.empty());
  dir.Write("later/" + EventFileName(1), RunBuilder().Version().Scalar("a", 1, 1.0F).bytes());
  EXPECT_TRUE(logs.Refresh());
  ASSERT_EQ(logs.snapshot()->runs.size(), 1U);
  EXPECT_EQ(logs.snapshot()->runs[0]->name, ".");
}

TEST(LiveTest, AnUnchangedDirectoryIsNotReadAgain) {
  MemoryFileSystem files;
  RandomLogs random(3);
  for (int run = 0; run < 5; ++run) {
    files.Write(fmt::format("/logs/run{}/{}", run, EventFileName(1)), random.File(50));
  }
  LoadedLogs logs("/logs", files);
  const std::uint64_t read = files.bytes_read();
  EXPECT_FALSE(logs.Refresh());
  EXPECT_EQ(files.bytes_read(), read);
}

// More files than a process may have open: none is kept open between looks.
TEST(LiveTest, ManyFilesWithFewDescriptors) {
  constexpr int kFiles = 2000;
  const TempDir dir;
  const std::string bytes = RunBuilder().Version().Scalar("a", 1, 1.0F).bytes();
  for (int run = 0; run < kFiles; ++run) {
    dir.Write(fmt::format("group{}/run{}/{}", run % 20, run, EventFileName(1)), bytes);
  }
  rlimit before = {};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  rlimit low = before;
  low.rlim_cur = 64;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &low), 0);
  {
    LoadedLogs logs(dir.path(), io::LocalFileSystem(), {.threads = 4});
    EXPECT_EQ(logs.snapshot()->runs.size(), static_cast<std::size_t>(kFiles));
    EXPECT_EQ(logs.issues().count(), 0U) << DumpIssues(logs.issues());
    std::uint64_t records = 0;
    for (const auto& run : logs.snapshot()->runs) records += run->records;
    EXPECT_EQ(records, std::uint64_t{2} * kFiles);
    EXPECT_FALSE(logs.Refresh());
  }
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
}

}  // namespace
}  // namespace sightglass::testing
