#include "io/watcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/issue_log.h"
#include "io/file_system_kind.h"
#include "tests/support/temp_dir.h"

namespace sightglass::io {
namespace {

using std::chrono::milliseconds;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::TempDir;

// Long enough for any machine; reached only by a test that fails.
constexpr milliseconds kLong = std::chrono::seconds(20);
// What is already in the queue needs no waiting for.
constexpr milliseconds kNone{0};

class WatcherTest : public ::testing::Test {
 protected:
  WatcherTest() : watcher_(NewWatcher(issues_)) {}

  std::string MakeWatched(std::string_view name) {
    dir_.MakeDirectory(name);
    watcher_->Watch(dir_.Join(name));
    return dir_.Join(name);
  }

  // Several events may come of one change; this takes them all.
  void Drain() {
    while (!watcher_->Wait(kNone).empty()) {
    }
  }

  TempDir dir_;
  base::IssueLog issues_;
  std::unique_ptr<Watcher> watcher_;
};

TEST_F(WatcherTest, TellsOfEveryKindOfChange) {
  const std::string a = MakeWatched("a");
  const std::string b = MakeWatched("b");
  ASSERT_EQ(watcher_->polled_count(), 0U) << "the temporary directory is on a blind file system";
  EXPECT_THAT(watcher_->Wait(kNone), IsEmpty());

  dir_.Write("a/f", "new");
  EXPECT_THAT(watcher_->Wait(kLong), ElementsAre(a));
  Drain();
  dir_.Append("a/f", "more");
  EXPECT_THAT(watcher_->Wait(kLong), ElementsAre(a));
  Drain();
  dir_.Truncate("a/f", 1);
  EXPECT_THAT(watcher_->Wait(kLong), ElementsAre(a));
  Drain();
  std::filesystem::permissions(dir_.Join("a/f"), std::filesystem::perms::owner_read);
  EXPECT_THAT(watcher_->Wait(kLong), ElementsAre(a));
  Drain();
  std::filesystem::rename(dir_.Join("a/f"), dir_.Join("b/f"));
  EXPECT_THAT(watcher_->Wait(kLong), ElementsAre(a, b));
  Drain();
  dir_.Remove("b/f");
  EXPECT_THAT(watcher_->Wait(kLong), ElementsAre(b));
  Drain();
  dir_.MakeDirectory("b/run");
  EXPECT_THAT(watcher_->Wait(kLong), ElementsAre(b));
  Drain();
  EXPECT_EQ(issues_.count(), 0U);
}

TEST_F(WatcherTest, WaitsUntilSomethingHappens) {
  const std::string a = MakeWatched("a");
  const std::jthread writer([this] {
    std::this_thread::sleep_for(milliseconds(20));
    dir_.Write("a/f", "new");
  });
  EXPECT_THAT(watcher_->Wait(kLong), ElementsAre(a));
}

TEST_F(WatcherTest, WatchesTheDirectoryAloneNotWhatIsBelow) {
  MakeWatched("a");
  dir_.MakeDirectory("a/below");
  Drain();
  dir_.Write("a/below/f", "x");
  EXPECT_THAT(watcher_->Wait(milliseconds(20)), IsEmpty());
}

TEST_F(WatcherTest, UnwatchedIsSilent) {
  const std::string a = MakeWatched("a");
  dir_.Write("a/f", "queued before");
  watcher_->Unwatch(a);
  watcher_->Unwatch(a);
  dir_.Write("a/g", "after");
  EXPECT_THAT(watcher_->Wait(milliseconds(20)), IsEmpty());
}

TEST_F(WatcherTest, WatchingTwiceDoesNothing) {
  const std::string a = MakeWatched("a");
  watcher_->Watch(a);
  watcher_->Unwatch(a);
  dir_.Write("a/f", "x");
  EXPECT_THAT(watcher_->Wait(milliseconds(20)), IsEmpty());
}

TEST_F(WatcherTest, WakeEndsTheWait) {
  MakeWatched("a");
  const std::jthread waker([this] {
    std::this_thread::sleep_for(milliseconds(10));
    watcher_->Wake();
  });
  const auto start = std::chrono::steady_clock::now();
  EXPECT_THAT(watcher_->Wait(kLong), IsEmpty());
  EXPECT_LT(std::chrono::steady_clock::now() - start, kLong);
}

TEST_F(WatcherTest, WakeBeforeTheWaitIsNotLostAndCountsOnce) {
  watcher_->Wake();
  watcher_->Wake();
  const auto start = std::chrono::steady_clock::now();
  EXPECT_THAT(watcher_->Wait(kLong), IsEmpty());
  EXPECT_LT(std::chrono::steady_clock::now() - start, kLong);
  // The second call ended the same wait; the next one waits again.
  const auto again = std::chrono::steady_clock::now();
  EXPECT_THAT(watcher_->Wait(milliseconds(20)), IsEmpty());
  EXPECT_GE(std::chrono::steady_clock::now() - again, milliseconds(20));
}

TEST_F(WatcherTest, OddTimeoutsAreTaken) {
  EXPECT_THAT(watcher_->Wait(milliseconds(-5)), IsEmpty());
  EXPECT_THAT(watcher_->Wait(milliseconds::min()), IsEmpty());
  watcher_->Wake();
  EXPECT_THAT(watcher_->Wait(milliseconds::max()), IsEmpty());
}

TEST_F(WatcherTest, DirectoryThatIsGoneIsToldOnceAndForgotten) {
  const std::string a = MakeWatched("a");
  dir_.Remove("a");
  EXPECT_THAT(watcher_->Wait(kLong), ElementsAre(a));
  Drain();
  dir_.Write("a/f", "a new directory of the same name, not watched");
  EXPECT_THAT(watcher_->Wait(milliseconds(20)), IsEmpty());
  watcher_->Watch(a);
  dir_.Append("a/f", "x");
  EXPECT_THAT(watcher_->Wait(kLong), ElementsAre(a));
}

TEST_F(WatcherTest, DirectoryThatMovedAwayIsForgotten) {
  const std::string a = MakeWatched("a");
  std::filesystem::rename(a, dir_.Join("moved"));
  EXPECT_THAT(watcher_->Wait(kLong), ElementsAre(a));
  Drain();
  dir_.Write("moved/f", "x");
  EXPECT_THAT(watcher_->Wait(milliseconds(20)), IsEmpty());
}

TEST_F(WatcherTest, WatchFollowsAPathThatLeadsElsewhere) {
  dir_.MakeDirectory("parent");
  const std::string run = MakeWatched("parent/run");
  // The kernel tells nobody below that a parent was renamed.
  std::filesystem::rename(dir_.Join("parent"), dir_.Join("old"));
  dir_.MakeDirectory("parent/run");
  watcher_->Watch(run);
  Drain();
  dir_.Write("old/run/f", "x");
  EXPECT_THAT(watcher_->Wait(milliseconds(20)), IsEmpty());
  dir_.Write("parent/run/f", "x");
  EXPECT_THAT(watcher_->Wait(kLong), ElementsAre(run));
}

TEST_F(WatcherTest, TwoPathsToOneDirectoryAreBothTold) {
  const std::string a = MakeWatched("a");
  dir_.Symlink("link", a);
  const std::string link = dir_.Join("link");
  watcher_->Watch(link);
  dir_.Write("a/f", "x");
  EXPECT_THAT(watcher_->Wait(kLong), ElementsAre(a, link));
  Drain();
  watcher_->Unwatch(a);
  dir_.Append("a/f", "x");
  EXPECT_THAT(watcher_->Wait(kLong), ElementsAre(link));
}

TEST_F(WatcherTest, MissingDirectoriesAndFilesAreNotWatched) {
  dir_.Write("file", "x");
  watcher_->Watch(dir_.Join("missing"));
  watcher_->Watch(dir_.Join("file"));
  watcher_->Watch("");
  dir_.Append("file", "x");
  EXPECT_THAT(watcher_->Wait(milliseconds(20)), IsEmpty());
  EXPECT_EQ(watcher_->polled_count(), 0U);
  EXPECT_EQ(issues_.count(), 0U);
}

TEST_F(WatcherTest, AfterAnOverflowEverythingMayHaveChanged) {
  const std::string busy = MakeWatched("busy");
  const std::string quiet = MakeWatched("quiet");
  std::ifstream setting("/proc/sys/fs/inotify/max_queued_events");
  int queue = 0;
  ASSERT_TRUE(setting >> queue);
  // More events than the queue takes, two from each rename, without anybody reading.
  dir_.Write("busy/x", "");
  const std::string x = dir_.Join("busy/x");
  const std::string y = dir_.Join("busy/y");
  for (int i = 0; i <= queue / 4; ++i) {
    ASSERT_EQ(::rename(x.c_str(), y.c_str()), 0);
    ASSERT_EQ(::rename(y.c_str(), x.c_str()), 0);
  }
  std::vector<std::string> changed;
  for (int i = 0; i < 100 && !std::ranges::count(changed, quiet); ++i) {
    std::ranges::copy(watcher_->Wait(kNone), std::back_inserter(changed));
  }
  EXPECT_THAT(changed, Contains(busy));
  EXPECT_THAT(changed, Contains(quiet));
}

TEST_F(WatcherTest, PollsWhenToldTo) {
  auto poller = NewWatcher(issues_, {.poll_interval = milliseconds(5), .poll_only = true});
  dir_.MakeDirectory("b");
  dir_.MakeDirectory("a");
  poller->Watch(dir_.Join("b"));
  poller->Watch(dir_.Join("a"));
  poller->Watch(dir_.Join("a"));
  poller->Watch(dir_.Join("missing"));
  EXPECT_EQ(poller->polled_count(), 2U);
  EXPECT_THAT(poller->Wait(kLong), ElementsAre(dir_.Join("a"), dir_.Join("b")));
  EXPECT_THAT(poller->Wait(kLong), ElementsAre(dir_.Join("a"), dir_.Join("b")));

  dir_.Remove("a");
  EXPECT_THAT(poller->Wait(kLong), ElementsAre(dir_.Join("a"), dir_.Join("b")));
  EXPECT_EQ(poller->polled_count(), 1U);
  EXPECT_THAT(poller->Wait(kLong), ElementsAre(dir_.Join("b")));
  poller->Unwatch(dir_.Join("b"));
  EXPECT_EQ(poller->polled_count(), 0U);
  EXPECT_THAT(poller->Wait(milliseconds(20)), IsEmpty());
  EXPECT_EQ(issues_.count(), 0U);
}

TEST_F(WatcherTest, PollingWaitsForItsInterval) {
  auto poller = NewWatcher(issues_, {.poll_interval = std::chrono::hours(1), .poll_only = true});
  poller->Watch(dir_.path());
  EXPECT_THAT(poller->Wait(milliseconds(20)), IsEmpty());
  poller->Wake();
  EXPECT_THAT(poller->Wait(kLong), IsEmpty());
}

// No descriptor left for inotify itself: the same as a user's limit, but one that a test can set.
TEST_F(WatcherTest, PollsAndSaysSoOnceWhenTheSystemHasNoMore) {
  rlimit limit;
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &limit), 0);
  // Room for exactly one more: the descriptor that Wake() needs.
  const int next = ::dup(0);
  ASSERT_GE(next, 0);
  ::close(next);
  // A sanitizer checks the object behind a member access with descriptors of its own: none is left
  // below.
  base::IssueLog& issues = issues_;
  rlimit tight = limit;
  tight.rlim_cur = static_cast<rlim_t>(next) + 1;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &tight), 0);
  auto limited = NewWatcher(issues, {.poll_interval = milliseconds(5)});
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &limit), 0);

  dir_.MakeDirectory("a");
  dir_.MakeDirectory("b");
  limited->Watch(dir_.Join("a"));
  limited->Watch(dir_.Join("b"));
  EXPECT_EQ(limited->polled_count(), 2U);
  EXPECT_THAT(limited->Wait(kLong), ElementsAre(dir_.Join("a"), dir_.Join("b")));
  limited->Wake();
  EXPECT_THAT(limited->Wait(kNone), IsEmpty());
  EXPECT_EQ(issues_.count(), 1U);
  EXPECT_EQ(issues_.Collect().begin()->first.second, base::IssueKind::kWatchLimited);
}

TEST(FileSystemKindTest, KnowsBlindFileSystems) {
  EXPECT_TRUE(ChangesUnseen(0x6969));
  EXPECT_TRUE(ChangesUnseen(0x65735546));
  EXPECT_TRUE(ChangesUnseen(0xFFFFFFFFFF534D42U)) << "CIFS, sign-extended";
  EXPECT_FALSE(ChangesUnseen(0xEF53)) << "ext4";
  EXPECT_FALSE(ChangesUnseen(0x01021994)) << "tmpfs";
  EXPECT_FALSE(ChangesUnseen(0x794C7630)) << "overlayfs";
}

}  // namespace
}  // namespace sightglass::io
