#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "tests/support/fake_clock.h"
#include "tests/support/is_ok.h"
#include "tests/support/temp_dir.h"

namespace sightglass::testing {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Status;
using ::testing::Eq;
using ::testing::Not;

TEST(IsOkTest, TellsSuccessFromFailure) {
  const Status good;
  const Status bad = Error{ErrorCode::kNotFound, "nothing there"};
  EXPECT_THAT(good, IsOk());
  EXPECT_THAT(bad, Not(IsOk()));
  EXPECT_THAT(bad, IsError(ErrorCode::kNotFound));
  EXPECT_THAT(bad, Not(IsError(ErrorCode::kDataLoss)));
  EXPECT_THAT(good, Not(IsError(ErrorCode::kNotFound)));
}

TEST(IsOkTest, LooksInside) {
  const Result<int> four = 4;
  const Result<int> none = Error{ErrorCode::kOutOfRange, "no number"};
  EXPECT_THAT(four, IsOkAnd(Eq(4)));
  EXPECT_THAT(four, Not(IsOkAnd(Eq(5))));
  EXPECT_THAT(none, Not(IsOkAnd(Eq(4))));
}

TEST(FakeClockTest, MovesOnlyWhenTold) {
  FakeClock clock;
  const auto wall = clock.WallNow();
  const auto monotonic = clock.MonotonicNow();
  EXPECT_EQ(clock.WallNow(), wall);
  clock.Advance(std::chrono::milliseconds(1500));
  EXPECT_EQ(clock.WallNow() - wall, std::chrono::milliseconds(1500));
  EXPECT_EQ(clock.MonotonicNow() - monotonic, std::chrono::milliseconds(1500));
  clock.SetWall(wall);
  EXPECT_EQ(clock.WallNow(), wall);
  EXPECT_EQ(clock.MonotonicNow() - monotonic, std::chrono::milliseconds(1500));
}

ino_t InodeOf(const std::string& path) {
  struct stat info = {};
  EXPECT_EQ(::stat(path.c_str(), &info), 0);
  return info.st_ino;
}

TEST(TempDirTest, WritesAppendsReplacesAndRemoves) {
  const TempDir dir;
  dir.Write("a/b/file", "one");
  const ino_t first = InodeOf(dir.Join("a/b/file"));
  dir.Append("a/b/file", " two");
  EXPECT_EQ(ReadFileBytes(dir.Join("a/b/file")), "one two");
  dir.Write("a/b/file", "three");
  EXPECT_EQ(InodeOf(dir.Join("a/b/file")), first);
  dir.Replace("a/b/file", "four");
  EXPECT_EQ(ReadFileBytes(dir.Join("a/b/file")), "four");
  EXPECT_NE(InodeOf(dir.Join("a/b/file")), first);
  dir.Truncate("a/b/file", 2);
  EXPECT_EQ(ReadFileBytes(dir.Join("a/b/file")), "fo");
  dir.Remove("a");
  EXPECT_FALSE(std::filesystem::exists(dir.Join("a")));
}

TEST(TempDirTest, LeavesNothingBehind) {
  std::string path;
  {
    const TempDir dir;
    path = dir.path();
    dir.Write("locked/file", "x");
    dir.Symlink("link", "locked");
    std::filesystem::permissions(dir.Join("locked"), std::filesystem::perms::none);
    EXPECT_TRUE(std::filesystem::exists(path));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace sightglass::testing
