#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "base/bytes.h"
#include "io/file_system.h"
#include "io/system_error.h"
#include "tests/support/faulty_file_system.h"
#include "tests/support/is_ok.h"
#include "tests/support/temp_dir.h"

namespace sightglass::io {
namespace {

using base::ErrorCode;
using testing::FaultyFileSystem;
using ::testing::HasSubstr;
using testing::IsError;
using testing::IsOk;
using testing::TempDir;

std::string ReadString(File& file, std::uint64_t offset, std::size_t size) {
  std::vector<std::byte> buffer(size);
  const auto got = file.ReadAt(offset, buffer);
  EXPECT_THAT(got, IsOk());
  if (!got.ok()) return {};
  return std::string(base::AsText(base::Bytes(buffer).first(*got)));
}

std::vector<std::string> Names(const std::vector<DirectoryEntry>& entries) {
  std::vector<std::string> names;
  for (const DirectoryEntry& entry : entries) names.push_back(entry.name);
  return names;
}

// What permissions forbid, they forbid only to others than root.
class AsOrdinaryUser {
 public:
  AsOrdinaryUser() {
    if (was_root_) {
      EXPECT_EQ(::seteuid(65534), 0);
    }
  }
  ~AsOrdinaryUser() {
    if (was_root_) {
      EXPECT_EQ(::seteuid(0), 0);
    }
  }
  AsOrdinaryUser(const AsOrdinaryUser&) = delete;
  AsOrdinaryUser& operator=(const AsOrdinaryUser&) = delete;

 private:
  const bool was_root_ = ::geteuid() == 0;
};

TEST(LocalFileSystemTest, ReadsAnyPartOfAFile) {
  TempDir dir;
  dir.Write("f", "0123456789");
  auto file = LocalFileSystem().Open(dir.Join("f"));
  ASSERT_THAT(file, IsOk());
  EXPECT_EQ(ReadString(**file, 0, 4), "0123");
  EXPECT_EQ(ReadString(**file, 8, 4), "89");
  EXPECT_EQ(ReadString(**file, 10, 4), "");
  EXPECT_EQ(ReadString(**file, 1000, 4), "");
  EXPECT_EQ(ReadString(**file, 3, 0), "");
  for (const std::uint64_t far :
       {std::uint64_t{1} << 62, (std::uint64_t{1} << 63) - 2, (std::uint64_t{1} << 63) - 1,
        std::uint64_t{1} << 63, std::numeric_limits<std::uint64_t>::max()}) {
    EXPECT_EQ(ReadString(**file, far, 4), "") << far;
  }
}

TEST(LocalFileSystemTest, OpenFileSeesWhatIsAppended) {
  TempDir dir;
  dir.Write("f", "one");
  auto file = LocalFileSystem().Open(dir.Join("f"));
  ASSERT_THAT(file, IsOk());
  EXPECT_EQ(ReadString(**file, 3, 10), "");
  dir.Append("f", "two");
  EXPECT_EQ(ReadString(**file, 3, 10), "two");
  EXPECT_EQ((*file)->Stat()->size_bytes, 6U);
  dir.Truncate("f", 1);
  EXPECT_EQ(ReadString(**file, 0, 10), "o");
}

TEST(LocalFileSystemTest, OpenFileOutlivesItsName) {
  TempDir dir;
  dir.Write("f", "old");
  auto file = LocalFileSystem().Open(dir.Join("f"));
  ASSERT_THAT(file, IsOk());
  dir.Replace("f", "newer");
  EXPECT_EQ(ReadString(**file, 0, 10), "old");
  EXPECT_NE((*file)->Stat()->inode, LocalFileSystem().Stat(dir.Join("f"))->inode);
}

TEST(LocalFileSystemTest, ManyThreadsReadOneFile) {
  TempDir dir;
  std::string bytes;
  for (int i = 0; i < 100'000; ++i) bytes.push_back(static_cast<char>('a' + i % 23));
  dir.Write("f", bytes);
  auto file = LocalFileSystem().Open(dir.Join("f"));
  ASSERT_THAT(file, IsOk());
  std::vector<std::jthread> threads;
  for (std::size_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (std::size_t offset = t; offset < bytes.size(); offset += 997) {
        EXPECT_EQ(ReadString(**file, offset, 512), bytes.substr(offset, 512));
      }
    });
  }
}

TEST(LocalFileSystemTest, StatTellsIdentitySizeAndTimes) {
  TempDir dir;
  dir.Write("f", "12345");
  const std::string path = dir.Join("f");
  const std::array<timespec, 2> times = {{{1'600'000'000, 0}, {1'600'000'000, 123'456'789}}};
  ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times.data(), 0), 0);
  const auto info = LocalFileSystem().Stat(path);
  ASSERT_THAT(info, IsOk());
  EXPECT_EQ(info->type, EntryType::kFile);
  EXPECT_EQ(info->size_bytes, 5U);
  EXPECT_EQ(info->modified_nanos, 1'600'000'000'123'456'789);
  EXPECT_GT(info->changed_nanos, info->modified_nanos);

  struct stat status;
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(info->inode, status.st_ino);
  EXPECT_EQ(info->device, status.st_dev);

  dir.Symlink("link", path);
  EXPECT_EQ(LocalFileSystem().Stat(dir.Join("link"))->inode, info->inode);
  EXPECT_EQ(LocalFileSystem().Stat(dir.path())->type, EntryType::kDirectory);
}

TEST(LocalFileSystemTest, WhatIsNotThereIsNotFound) {
  TempDir dir;
  dir.Write("f", "");
  dir.Symlink("dangling", "nowhere");
  for (const char* name : {"missing", "missing/below", "f/below", "dangling"}) {
    const std::string path = dir.Join(name);
    EXPECT_THAT(LocalFileSystem().Stat(path), IsError(ErrorCode::kNotFound)) << name;
    EXPECT_THAT(LocalFileSystem().Open(path), IsError(ErrorCode::kNotFound)) << name;
    EXPECT_THAT(LocalFileSystem().List(path), IsError(ErrorCode::kNotFound)) << name;
  }
  EXPECT_THAT(LocalFileSystem().Stat(""), IsError(ErrorCode::kNotFound));
  EXPECT_THAT(LocalFileSystem().List(dir.Join("f")), IsError(ErrorCode::kNotFound));
}

TEST(LocalFileSystemTest, ErrorsNameThePathLast) {
  TempDir dir;
  const auto opened = LocalFileSystem().Open(dir.Join("missing"));
  ASSERT_FALSE(opened.ok());
  EXPECT_TRUE(opened.error().message.ends_with(dir.Join("missing"))) << opened.error().message;
  EXPECT_THAT(SystemError(EACCES, "open", "/a\nb").message, HasSubstr("/a\\x0Ab"));
}

TEST(LocalFileSystemTest, OpensOnlyRegularFiles) {
  TempDir dir;
  const std::string fifo = dir.Join("events.out.tfevents.fifo");
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  // Would wait for a writer for ever if it could.
  EXPECT_THAT(LocalFileSystem().Open(fifo), IsError(ErrorCode::kFailedPrecondition));
  EXPECT_THAT(LocalFileSystem().Open("/dev/zero"), IsError(ErrorCode::kFailedPrecondition));
  EXPECT_THAT(LocalFileSystem().Open(dir.path()), IsError(ErrorCode::kFailedPrecondition));
  dir.Symlink("to-fifo", fifo);
  EXPECT_THAT(LocalFileSystem().Open(dir.Join("to-fifo")), IsError(ErrorCode::kFailedPrecondition));
}

TEST(LocalFileSystemTest, SaysWhatMayNotBeRead) {
  TempDir dir;
  ASSERT_EQ(::chmod(dir.path().c_str(), 0755), 0);
  dir.Write("file", "secret");
  dir.MakeDirectory("closed");
  ASSERT_EQ(::chmod(dir.Join("file").c_str(), 0), 0);
  ASSERT_EQ(::chmod(dir.Join("closed").c_str(), 0), 0);
  {
    const AsOrdinaryUser user;
    EXPECT_THAT(LocalFileSystem().Stat(dir.Join("file")), IsOk());
    EXPECT_THAT(LocalFileSystem().Open(dir.Join("file")), IsError(ErrorCode::kPermissionDenied));
    EXPECT_THAT(LocalFileSystem().List(dir.Join("closed")), IsError(ErrorCode::kPermissionDenied));
  }
  ASSERT_EQ(::chmod(dir.Join("closed").c_str(), 0700), 0);
}

TEST(LocalFileSystemTest, RefusesPathsThatTheSystemWouldMisread) {
  TempDir dir;
  dir.Write("f", "");
  const std::string cut = dir.Join("f") + std::string(1, '\0') + "g";
  EXPECT_THAT(LocalFileSystem().Open(cut), IsError(ErrorCode::kInvalidArgument));
  EXPECT_THAT(LocalFileSystem().Stat(cut), IsError(ErrorCode::kInvalidArgument));
  EXPECT_THAT(LocalFileSystem().List(cut), IsError(ErrorCode::kInvalidArgument));
  EXPECT_THAT(LocalFileSystem().Open(std::string(10'000, 'x')),
              IsError(ErrorCode::kInvalidArgument));
  dir.Symlink("loop", dir.Join("loop"));
  EXPECT_THAT(LocalFileSystem().Open(dir.Join("loop")), IsError(ErrorCode::kInvalidArgument));
}

TEST(LocalFileSystemTest, ListsSortedByBytesWithTypes) {
  TempDir dir;
  dir.Write("b", "");
  dir.Write("B", "");
  dir.Write(".hidden", "");
  dir.Write("größe", "");
  dir.Write("bad\xFF", "");
  dir.Write("two\nlines", "");
  dir.MakeDirectory("a/below");
  dir.Symlink("to-file", "b");
  dir.Symlink("to-dir", "a");
  dir.Symlink("to-nothing", "nowhere");
  ASSERT_EQ(::mkfifo(dir.Join("fifo").c_str(), 0600), 0);
  const auto listed = LocalFileSystem().List(dir.path());
  ASSERT_THAT(listed, IsOk());
  EXPECT_EQ(Names(*listed),
            (std::vector<std::string>{".hidden", "B", "a", "b", "bad\xFF", "fifo", "größe",
                                      "to-dir", "to-file", "to-nothing", "two\nlines"}));
  for (const DirectoryEntry& entry : *listed) {
    EXPECT_EQ(entry.is_symlink, entry.name.starts_with("to-")) << entry.name;
    EntryType expected = EntryType::kFile;
    if (entry.name == "a" || entry.name == "to-dir") expected = EntryType::kDirectory;
    if (entry.name == "fifo" || entry.name == "to-nothing") expected = EntryType::kOther;
    EXPECT_EQ(entry.type, expected) << entry.name;
  }
}

TEST(LocalFileSystemTest, ListsAnEmptyDirectory) {
  TempDir dir;
  const auto listed = LocalFileSystem().List(dir.path());
  ASSERT_THAT(listed, IsOk());
  EXPECT_TRUE(listed->empty());
}

TEST(LocalFileSystemTest, ClosesWhatItOpens) {
  TempDir dir;
  dir.Write("f", "x");
  const auto open_now = [] { return LocalFileSystem().List("/proc/self/fd")->size(); };
  const std::size_t before = open_now();
  for (int i = 0; i < 100; ++i) {
    EXPECT_THAT(LocalFileSystem().Open(dir.Join("f")), IsOk());
    EXPECT_THAT(LocalFileSystem().Open(dir.path()), ::testing::Not(IsOk()));
    EXPECT_THAT(LocalFileSystem().List(dir.path()), IsOk());
  }
  EXPECT_EQ(open_now(), before);
}

base::Status ReadWholeTree(FileSystem& files, const std::string& root, std::string& bytes) {
  ASSIGN_OR_RETURN(const auto entries, files.List(root));
  for (const DirectoryEntry& entry : entries) {
    ASSIGN_OR_RETURN(const auto file, files.Open(root + "/" + entry.name));
    ASSIGN_OR_RETURN(const FileInfo info, file->Stat());
    std::vector<std::byte> buffer(info.size_bytes);
    ASSIGN_OR_RETURN(const std::size_t got, file->ReadAt(0, buffer));
    bytes.append(base::AsText(base::Bytes(buffer).first(got)));
  }
  return base::OkStatus();
}

TEST(FaultyFileSystemTest, FailsEachCallOnce) {
  TempDir dir;
  dir.Write("a", "first");
  dir.Write("b", "second");
  std::uint64_t call = 1;
  for (;; ++call) {
    FaultyFileSystem files(LocalFileSystem(), {.fail_at_call = call});
    std::string bytes;
    const base::Status status = ReadWholeTree(files, dir.path(), bytes);
    if (!files.failed()) {
      EXPECT_THAT(status, IsOk());
      EXPECT_EQ(bytes, "firstsecond");
      EXPECT_EQ(files.calls(), call - 1);
      break;
    }
    EXPECT_THAT(status, IsError(ErrorCode::kUnavailable));
    EXPECT_EQ(files.failures(), 1U);
    // Work that goes on after the failure finds everything in order again.
    bytes.clear();
    EXPECT_THAT(ReadWholeTree(files, dir.path(), bytes), IsOk());
    EXPECT_EQ(bytes, "firstsecond");
  }
  EXPECT_EQ(call - 1, 7U);
}

TEST(FaultyFileSystemTest, FailsForeverReadsShortAndCountsOpenFiles) {
  TempDir dir;
  dir.Write("a", "first");
  FaultyFileSystem files(LocalFileSystem(), {.max_read_bytes = 2});
  {
    const auto file = files.Open(dir.Join("a"));
    ASSERT_THAT(file, IsOk());
    EXPECT_EQ(ReadString(**file, 0, 10), "fi");
    EXPECT_EQ(files.open_files(), 1U);
  }
  EXPECT_EQ(files.open_files(), 0U);
  EXPECT_EQ(files.most_open_files(), 1U);

  files.SetFaults({.fail_at_call = 2, .fail_forever = true, .code = ErrorCode::kPermissionDenied});
  EXPECT_THAT(files.Stat(dir.Join("a")), IsOk());
  EXPECT_THAT(files.Stat(dir.Join("a")), IsError(ErrorCode::kPermissionDenied));
  EXPECT_THAT(files.Open(dir.Join("a")), IsError(ErrorCode::kPermissionDenied));
  EXPECT_EQ(files.calls(), 3U);
  EXPECT_EQ(files.failures(), 2U);
}

}  // namespace
}  // namespace sightglass::io
