#include "ingest/follower.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <thread>

#include "tests/support/run_builder.h"
#include "tests/support/temp_dir.h"

namespace sightglass::ingest {
namespace {

using testing::EventFileName;
using testing::RunBuilder;
using testing::TempDir;

// Waits long enough that only a follower that sleeps through a change fails.
bool Eventually(const std::function<bool()>& condition) {
  for (int i = 0; i < 2000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

struct FollowerTest : ::testing::TestWithParam<bool> {
  std::uint64_t PointsOf(std::string_view run) {
    const auto snapshot = loader.snapshot();
    const store::Run* found = snapshot->Find(run);
    const store::Series* series = found == nullptr ? nullptr : found->Find("loss");
    return series == nullptr ? 0 : series->size();
  }
  FollowerOptions Options() const {
    FollowerOptions options;
    options.watcher.poll_only = GetParam();
    options.watcher.poll_interval = std::chrono::milliseconds(20);
    return options;
  }

  TempDir logs;
  std::string root = logs.path() + "/not/there/yet";
  base::ThreadPool pool{2};
  base::IssueLog issues;
  Loader loader{{{"", root}}, io::LocalFileSystem(), pool, issues};
};

TEST_P(FollowerTest, KeepsUpWithWhatHappens) {
  const Follower follower(loader, issues, Options());
  // The log directory appears, with a run in it.
  const std::string file = "not/there/yet/train/" + EventFileName(1);
  logs.Write(file, RunBuilder().Version().Scalar("loss", 1, 1).bytes());
  EXPECT_TRUE(Eventually([&] { return PointsOf("train") == 1; }));
  // The file grows.
  logs.Append(file, RunBuilder().Scalar("loss", 2, 1).bytes());
  EXPECT_TRUE(Eventually([&] { return PointsOf("train") == 2; }));
  // A run appears deep below.
  logs.Write("not/there/yet/a/b/c/" + EventFileName(1),
             RunBuilder().Version().Scalar("loss", 1, 1).bytes());
  EXPECT_TRUE(Eventually([&] { return PointsOf("a/b/c") == 1; }));
  // A run is deleted and written anew.
  std::filesystem::remove_all(root + "/train");
  EXPECT_TRUE(Eventually([&] { return loader.snapshot()->Find("train") == nullptr; }));
  logs.Write(file, RunBuilder().Version().Scalar("loss", 7, 1).bytes());
  EXPECT_TRUE(Eventually([&] { return PointsOf("train") == 1; }));
}

TEST_P(FollowerTest, StopsWhileItWaits) {
  Follower follower(loader, issues, Options());
  follower.RefreshNow();
  follower.Stop();
  follower.Stop();
}

INSTANTIATE_TEST_SUITE_P(NotifiedAndPolled, FollowerTest, ::testing::Bool());

}  // namespace
}  // namespace sightglass::ingest
