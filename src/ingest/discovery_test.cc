#include "ingest/discovery.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/memory_file_system.h"

namespace sightglass::ingest {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::MemoryFileSystem;

std::vector<std::string> Names(const Discovery& discovery) {
  std::vector<std::string> names;
  for (const FoundRun& run : discovery.Runs()) names.push_back(run.name);
  return names;
}

struct DiscoveryTest : ::testing::Test {
  MemoryFileSystem files;
  base::IssueLog issues;
  base::ThreadPool pool{2};
  Discovery discovery{{{"", "/logs"}}, files, pool, issues};
};

TEST_F(DiscoveryTest, ARunIsADirectoryWithEventFiles) {
  files.Write("/logs/events.out.tfevents.1", "");
  files.Write("/logs/a/my.tfevents.x", "");
  files.Write("/logs/a/b/c/events.out.tfevents.1", "");
  files.Write("/logs/.hidden/events.out.tfevents.1", "");
  files.Write("/logs/other/notes.txt", "");
  files.Write("/logs/x.tfevents.dir/events.out.tfevents.1", "");
  discovery.WalkAll();
  EXPECT_THAT(Names(discovery), ElementsAre(".", ".hidden", "a", "a/b/c", "x.tfevents.dir"));
  EXPECT_EQ(issues.count(), 0U);
}

TEST_F(DiscoveryTest, FilesAreSorted) {
  files.Write("/logs/tfevents.2", "");
  files.Write("/logs/tfevents.1", "");
  discovery.WalkAll();
  ASSERT_EQ(discovery.Runs().size(), 1U);
  EXPECT_THAT(discovery.Runs()[0].files, ElementsAre("/logs/tfevents.1", "/logs/tfevents.2"));
}

TEST_F(DiscoveryTest, AMissingRootIsWaitedFor) {
  discovery.WalkAll();
  EXPECT_THAT(Names(discovery), IsEmpty());
  EXPECT_EQ(issues.count(), 0U);
  EXPECT_THAT(discovery.directories(), ElementsAre("/"));
  files.Write("/logs/a/tfevents", "");
  discovery.Walk({"/"});
  EXPECT_THAT(Names(discovery), ElementsAre("a"));
}

TEST_F(DiscoveryTest, LinksAreFollowedButNotInCircles) {
  files.Write("/elsewhere/run/tfevents", "");
  files.Write("/logs/a/tfevents", "");
  files.Symlink("/logs/link", "/elsewhere");
  files.Symlink("/logs/a/up", "/logs");
  discovery.WalkAll();
  EXPECT_THAT(Names(discovery), ElementsAre("a", "link/run"));
  const auto all = issues.Collect();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all.begin()->first.second, base::IssueKind::kSymlinkLoop);
  EXPECT_EQ(all.begin()->first.first, "/logs/a/up");
  // Looking again says it once.
  discovery.WalkAll();
  EXPECT_EQ(issues.count(), 1U);
}

TEST_F(DiscoveryTest, AnUnreadableDirectoryIsToldAndTheRestGoesOn) {
  files.Write("/logs/a/tfevents", "");
  files.Write("/logs/b/tfevents", "");
  files.Fail("/logs/a", base::Error{base::ErrorCode::kPermissionDenied, "no"});
  discovery.WalkAll();
  EXPECT_THAT(Names(discovery), ElementsAre("b"));
  EXPECT_EQ(issues.count(), 1U);
  files.Fail("/logs/a", std::nullopt);
  discovery.WalkAll();
  EXPECT_THAT(Names(discovery), ElementsAre("a", "b"));
  EXPECT_EQ(issues.count(), 0U);
}

TEST_F(DiscoveryTest, AChangeInOneDirectoryIsSeenThere) {
  files.Write("/logs/a/tfevents", "");
  files.Write("/logs/b/tfevents", "");
  discovery.WalkAll();
  files.Write("/logs/a/new/deep/tfevents", "");
  files.Write("/logs/b/new/tfevents", "");
  discovery.Walk({"/logs/a"});
  EXPECT_THAT(Names(discovery), ElementsAre("a", "a/new/deep", "b"));
  files.Remove("/logs/a/new");
  discovery.Walk({"/logs/a"});
  EXPECT_THAT(Names(discovery), ElementsAre("a", "b"));
  files.Remove("/logs");
  discovery.Walk({"/logs"});
  EXPECT_THAT(Names(discovery), IsEmpty());
}

TEST(Discovery, NamedRootsPutTheirNameBefore) {
  MemoryFileSystem files;
  base::IssueLog issues;
  files.Write("/x/tfevents", "");
  files.Write("/x/train/tfevents", "");
  base::ThreadPool pool(2);
  Discovery discovery({{"first", "/x"}}, files, pool, issues);
  discovery.WalkAll();
  EXPECT_THAT(Names(discovery), ElementsAre("first/.", "first/train"));
}

TEST(Discovery, OfTwoRunsOfOneNameTheLaterRootWins) {
  MemoryFileSystem files;
  base::IssueLog issues;
  files.Write("/x/train/tfevents", "");
  files.Write("/y/train/tfevents", "");
  base::ThreadPool pool(2);
  Discovery discovery({{"", "/x"}, {"", "/y"}}, files, pool, issues);
  discovery.WalkAll();
  const auto runs = discovery.Runs();
  ASSERT_EQ(runs.size(), 1U);
  EXPECT_EQ(runs[0].directory, "/y/train");
  const auto all = issues.Collect();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all.begin()->first.second, base::IssueKind::kDuplicateRun);
}

}  // namespace
}  // namespace sightglass::ingest
