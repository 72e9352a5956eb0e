#include "serve/profile_store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "serve/socket_fd.h"
#include "tests/support/fake_clock.h"
#include "tests/support/is_ok.h"
#include "tests/support/temp_dir.h"

namespace sightglass::serve {
namespace {

namespace fs = std::filesystem;
using base::ErrorCode;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::IsError;
using testing::IsOk;
using ::testing::Not;
using testing::ReadFileBytes;

std::string Noted(std::string_view run, std::string_view note) {
  return fmt::format(R"({{"runs":{{"{}":{{"note":"{}"}}}}}})", run, note);
}

class ProfileStoreTest : public ::testing::Test {
 protected:
  static std::string TextOf(ProfileStore& store) { return store.Get().document.Text(); }

  std::vector<std::string> FilesBeside() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(fs::path(path_).parent_path())) {
      names.push_back(entry.path().filename());
    }
    std::ranges::sort(names);
    return names;
  }

  testing::FakeClock clock_;
  testing::TempDir dir_;
  std::string path_ = dir_.Join("config/sightglass/p.json");
};

TEST_F(ProfileStoreTest, NothingIsMadeBeforeTheFirstChange) {
  ProfileStore store(path_, clock_);
  const ProfileState state = store.Get();
  EXPECT_EQ(state.kept_in, path_);
  EXPECT_TRUE(state.writable);
  EXPECT_EQ(state.problem, "");
  EXPECT_FALSE(fs::exists(dir_.Join("config")));
  // A patch that is wrong, or changes nothing, makes nothing either.
  EXPECT_THAT(store.Merge("[]"), IsError(ErrorCode::kInvalidArgument));
  EXPECT_THAT(store.Merge(R"({"runs":{"a":null}})"), IsOk());
  EXPECT_FALSE(fs::exists(dir_.Join("config")));
}

TEST_F(ProfileStoreTest, ChangesOutliveTheStore) {
  std::uint64_t revision = 0;
  {
    ProfileStore store(path_, clock_);
    const auto state = store.Merge(Noted("a", "good"));
    ASSERT_THAT(state, IsOk());
    EXPECT_TRUE(state->writable);
    revision = state->revision;
  }
  struct stat info {};
  ASSERT_EQ(::stat(path_.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777U, 0600U);
  EXPECT_THAT(FilesBeside(), ElementsAre("p.json"));
  clock_.Advance(std::chrono::seconds(1));
  ProfileStore store(path_, clock_);
  EXPECT_THAT(TextOf(store), HasSubstr(R"("a":{"note":"good"})"));
  EXPECT_GT(store.Get().revision, revision);
}

TEST_F(ProfileStoreTest, RevisionsGrowWithChangesAndAreTold) {
  ProfileStore store(path_, clock_);
  std::vector<std::uint64_t> told;
  store.set_on_change([&told](std::uint64_t revision) { told.push_back(revision); });
  const std::uint64_t first = store.Get().revision;
  ASSERT_THAT(store.Merge(Noted("a", "x")), IsOk());
  ASSERT_THAT(store.Merge(Noted("a", "x")), IsOk());  // nothing new
  ASSERT_THAT(store.Merge("[]"), Not(IsOk()));
  ASSERT_THAT(store.Merge(Noted("a", "y")), IsOk());
  EXPECT_EQ(store.Get().revision, first + 2);
  EXPECT_THAT(told, ElementsAre(first + 1, first + 2));
}

TEST_F(ProfileStoreTest, TwoStoresOfOneFileLoseNothing) {
  ProfileStore one(path_, clock_);
  ProfileStore two(path_, clock_);
  ASSERT_THAT(one.Merge(Noted("a", "of one")), IsOk());
  // It has not looked since, and must not write over it.
  ASSERT_THAT(two.Merge(Noted("b", "of two")), IsOk());
  EXPECT_EQ(TextOf(one), TextOf(two));
  EXPECT_THAT(TextOf(one), HasSubstr("of one"));
  EXPECT_THAT(TextOf(one), HasSubstr("of two"));
}

TEST_F(ProfileStoreTest, ManyWritersAtOnceLoseNothing) {
  constexpr int kWriters = 4;
  constexpr int kChanges = 20;
  std::vector<std::thread> writers;
  for (int writer = 0; writer < kWriters; ++writer) {
    writers.emplace_back([this, writer] {
      ProfileStore store(path_, clock_);
      for (int i = 0; i < kChanges; ++i) {
        EXPECT_THAT(store.Merge(Noted(fmt::format("w{}-{}", writer, i), "n")), IsOk());
        EXPECT_TRUE(store.Get().writable) << store.Get().problem;
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  ProfileStore store(path_, clock_);
  const std::string text = TextOf(store);
  for (int writer = 0; writer < kWriters; ++writer) {
    for (int i = 0; i < kChanges; ++i) {
      EXPECT_THAT(text, HasSubstr(fmt::format("\"w{}-{}\"", writer, i)));
    }
  }
  EXPECT_THAT(FilesBeside(), ElementsAre("p.json"));
}

TEST_F(ProfileStoreTest, WhatOthersWriteIsSeen) {
  ProfileStore store(path_, clock_);
  std::vector<std::uint64_t> told;
  store.set_on_change([&told](std::uint64_t revision) { told.push_back(revision); });
  dir_.Replace("config/sightglass/p.json", Noted("a", "by hand"));
  EXPECT_THAT(TextOf(store), HasSubstr("by hand"));
  EXPECT_EQ(told.size(), 1U);
  dir_.Remove("config/sightglass/p.json");
  EXPECT_THAT(TextOf(store), Not(HasSubstr("by hand")));
  EXPECT_EQ(told.size(), 2U);
}

TEST_F(ProfileStoreTest, ADamagedFileIsKeptAside) {
  dir_.Write("config/sightglass/p.json", "{\"runs\":");
  dir_.Write("config/sightglass/p.json.bad-1", "older");
  ProfileStore store(path_, clock_);
  EXPECT_THAT(store.Get().problem, HasSubstr("damaged"));
  EXPECT_EQ(ReadFileBytes(path_), "{\"runs\":");
  const auto state = store.Merge(Noted("a", "n"));
  ASSERT_THAT(state, IsOk());
  EXPECT_EQ(state->problem, "");
  EXPECT_EQ(ReadFileBytes(path_ + ".bad-1"), "older");
  EXPECT_EQ(ReadFileBytes(path_ + ".bad-2"), "{\"runs\":");
  EXPECT_THAT(ReadFileBytes(path_), HasSubstr("\"note\":\"n\""));
}

TEST_F(ProfileStoreTest, DamageWhileItRunsDoesNotLoseWhatWasKnown) {
  ProfileStore store(path_, clock_);
  ASSERT_THAT(store.Merge(Noted("a", "known")), IsOk());
  dir_.Replace("config/sightglass/p.json", "not JSON");
  EXPECT_THAT(store.Get().problem, HasSubstr("damaged"));
  EXPECT_THAT(TextOf(store), HasSubstr("known"));
  ASSERT_THAT(store.Merge(Noted("b", "new")), IsOk());
  EXPECT_THAT(ReadFileBytes(path_), HasSubstr("known"));
  EXPECT_THAT(ReadFileBytes(path_), HasSubstr("new"));
  EXPECT_EQ(ReadFileBytes(path_ + ".bad-1"), "not JSON");
}

TEST_F(ProfileStoreTest, AFileThatIsTooLargeIsDamaged) {
  dir_.Write("config/sightglass/p.json", std::string(kMaxProfileBytes + 1, ' '));
  ProfileStore store(path_, clock_);
  EXPECT_THAT(store.Get().problem, HasSubstr(fmt::format("{}", kMaxProfileBytes)));
}

// Root may write everywhere, so not by permissions: a folder cannot be made where a file is.
TEST_F(ProfileStoreTest, WhereNothingCanBeWrittenMemoryKeepsIt) {
  dir_.Write("config", "a file");
  ProfileStore store(path_, clock_);
  EXPECT_FALSE(store.Get().writable);
  EXPECT_THAT(store.Get().problem, Not(IsEmpty()));
  const auto state = store.Merge(Noted("a", "first"));
  ASSERT_THAT(state, IsOk());
  EXPECT_FALSE(state->writable);
  EXPECT_THAT(state->problem, Not(IsEmpty()));
  EXPECT_THAT(TextOf(store), HasSubstr("first"));
  EXPECT_EQ(ReadFileBytes(dir_.Join("config")), "a file");

  // As soon as it can be written, all of it is.
  dir_.Remove("config");
  const auto later = store.Merge(Noted("b", "second"));
  ASSERT_THAT(later, IsOk());
  EXPECT_TRUE(later->writable) << later->problem;
  EXPECT_THAT(ReadFileBytes(path_), HasSubstr("first"));
  EXPECT_THAT(ReadFileBytes(path_), HasSubstr("second"));
}

TEST_F(ProfileStoreTest, AFolderThatMayNotBeWritten) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  dir_.Write("config/sightglass/p.json", Noted("a", "of a colleague"));
  fs::permissions(dir_.Join("config/sightglass"), fs::perms::owner_read | fs::perms::owner_exec);
  ProfileStore store(path_, clock_);
  EXPECT_FALSE(store.Get().writable);
  ASSERT_THAT(store.Merge(Noted("b", "mine")), IsOk());
  EXPECT_THAT(TextOf(store), HasSubstr("of a colleague"));
  EXPECT_THAT(TextOf(store), HasSubstr("mine"));
  fs::permissions(dir_.Join("config/sightglass"), fs::perms::owner_all);
}

TEST_F(ProfileStoreTest, ChangesOfOthersStayUnderWhatCouldNotBeWritten) {
  ProfileStore store(path_, clock_);
  ASSERT_THAT(store.Merge(Noted("a", "old")), IsOk());
  // Somebody holds the lock for longer than we wait.
  SocketFd holder(::open(path_.c_str(), O_RDWR | O_CLOEXEC));
  ASSERT_EQ(::flock(holder.get(), LOCK_EX), 0);
  const auto state = store.Merge(Noted("b", "waits"));
  ASSERT_THAT(state, IsOk());
  EXPECT_FALSE(state->writable);
  dir_.Write("config/sightglass/p.json", Noted("a", "newer"));
  EXPECT_THAT(TextOf(store), HasSubstr("newer"));
  EXPECT_THAT(TextOf(store), HasSubstr("waits"));
}

TEST_F(ProfileStoreTest, ALinkStays) {
  dir_.Write("elsewhere/real.json", "{}");
  dir_.Symlink("link.json", "elsewhere/real.json");
  ProfileStore store(dir_.Join("link.json"), clock_);
  ASSERT_THAT(store.Merge(Noted("a", "n")), IsOk());
  EXPECT_TRUE(fs::is_symlink(dir_.Join("link.json")));
  EXPECT_THAT(ReadFileBytes(dir_.Join("elsewhere/real.json")), HasSubstr("\"note\":\"n\""));
}

TEST_F(ProfileStoreTest, InMemory) {
  ProfileStore store("", clock_);
  ASSERT_THAT(store.Merge(Noted("a", "n")), IsOk());
  const ProfileState state = store.Get();
  EXPECT_EQ(state.kept_in, "");
  EXPECT_TRUE(state.writable);
  EXPECT_THAT(state.document.Text(), HasSubstr("\"note\":\"n\""));
}

}  // namespace
}  // namespace sightglass::serve
