#include "ingest/verify.h"

#include <gtest/gtest.h>

#include "format/frame.h"
#include "tests/support/memory_file_system.h"
#include "tests/support/run_builder.h"

namespace sightglass::ingest {
namespace {

using base::IssueKind;
using testing::MemoryFileSystem;
using testing::RunBuilder;

std::vector<FileReport> Verify(MemoryFileSystem& files) {
  base::ThreadPool pool(2);
  base::IssueLog issues;
  std::vector<FileReport> reports;
  std::uint64_t last_done = 0;
  VerifyRoots(
      {{"", "/logs"}}, files, pool, issues,
      [&](const FileReport& report) { reports.push_back(report); },
      [&](std::uint64_t done, std::uint64_t total) {
        EXPECT_LE(done, total);
        EXPECT_GE(done, last_done);
        last_done = done;
      });
  return reports;
}

TEST(Verify, FilesComeInOrderAndSoundOnesHaveNothing) {
  MemoryFileSystem files;
  for (int run = 0; run < 20; ++run) {
    files.Write(fmt::format("/logs/{:02}/tfevents", run),
                RunBuilder().Version().Scalar("loss", 1, 1).bytes());
  }
  const auto reports = Verify(files);
  ASSERT_EQ(reports.size(), 20U);
  for (int run = 0; run < 20; ++run) {
    EXPECT_EQ(reports[static_cast<std::size_t>(run)].run, fmt::format("{:02}", run));
    EXPECT_EQ(reports[static_cast<std::size_t>(run)].records, 2U);
    EXPECT_EQ(reports[static_cast<std::size_t>(run)].places, 0U);
  }
}

TEST(Verify, EveryDamagedPlaceIsTold) {
  MemoryFileSystem files;
  std::string bytes = RunBuilder().Version().Raw(std::string(30, 'z')).Scalar("a", 1, 1).bytes();
  bytes += RunBuilder().Record("\xff\xff\xff").bytes();
  bytes += RunBuilder().Scalar("a", 2, 1).bytes().substr(0, 20);
  files.Write("/logs/tfevents", bytes);
  const auto reports = Verify(files);
  ASSERT_EQ(reports.size(), 1U);
  const FileReport& report = reports[0];
  EXPECT_EQ(report.records, 2U);
  EXPECT_EQ(report.tail_bytes, 20U);
  EXPECT_EQ(report.lost_bytes, 30U + 3U + format::kFrameOverheadBytes);
  ASSERT_EQ(report.issues.size(), 3U);
  EXPECT_EQ(report.issues[0].kind, IssueKind::kDamagedHeader);
  EXPECT_EQ(report.issues[0].bytes, 30U);
  EXPECT_EQ(report.issues[1].kind, IssueKind::kBadEvent);
  EXPECT_EQ(report.issues[2].kind, IssueKind::kTornTail);
}

TEST(Verify, AFileThatCannotBeReadIsTold) {
  MemoryFileSystem files;
  files.Write("/logs/tfevents", "");
  files.Fail("/logs/tfevents", base::Error{base::ErrorCode::kPermissionDenied, "no"});
  const auto reports = Verify(files);
  ASSERT_EQ(reports.size(), 1U);
  ASSERT_EQ(reports[0].issues.size(), 1U);
  EXPECT_EQ(reports[0].issues[0].kind, IssueKind::kFileUnreadable);
}

}  // namespace
}  // namespace sightglass::ingest
