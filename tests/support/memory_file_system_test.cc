#include "tests/support/memory_file_system.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "base/bytes.h"
#include "tests/support/is_ok.h"

namespace sightglass::testing {
namespace {

using base::Error;
using base::ErrorCode;
using io::DirectoryEntry;
using io::EntryType;
using ::testing::Eq;
using ::testing::SizeIs;

std::string ReadAll(io::File& file) {
  std::string bytes(4096, '\0');
  const auto got = file.ReadAt(0, std::as_writable_bytes(std::span(bytes)));
  EXPECT_THAT(got, IsOk());
  bytes.resize(got.ok() ? *got : 0);
  return bytes;
}

TEST(ScriptedFileTest, GrowsAsTold) {
  ScriptedFile file("abc");
  EXPECT_EQ(ReadAll(file), "abc");
  file.Append("def");
  EXPECT_EQ(ReadAll(file), "abcdef");
  EXPECT_EQ(file.Stat()->size_bytes, 6U);
  file.Assign("x");
  EXPECT_EQ(ReadAll(file), "x");
  EXPECT_EQ(file.reads(), 3U);
}

TEST(ScriptedFileTest, ReadsNothingPastTheEnd) {
  ScriptedFile file("abc");
  std::array<std::byte, 2> into{};
  EXPECT_THAT(file.ReadAt(2, into), IsOkAnd(Eq(1U)));
  EXPECT_THAT(file.ReadAt(3, into), IsOkAnd(Eq(0U)));
  EXPECT_THAT(file.ReadAt(std::uint64_t{1} << 60, into), IsOkAnd(Eq(0U)));
}

TEST(ScriptedFileTest, FailsAsTold) {
  ScriptedFile file("abc");
  std::array<std::byte, 2> into{};
  file.FailReads(Error{ErrorCode::kUnavailable, "gone fishing"});
  EXPECT_THAT(file.ReadAt(0, into), IsError(ErrorCode::kUnavailable));
  file.FailReads(std::nullopt);
  EXPECT_THAT(file.ReadAt(0, into), IsOk());
}

TEST(MemoryFileSystemTest, ListsSortedWithTypes) {
  MemoryFileSystem files;
  files.Write("/logs/b", "1");
  files.Write("/logs/a/x", "22");
  files.Symlink("/logs/c", "/logs/a");
  files.Symlink("/logs/d", "/nowhere");
  const auto entries = files.List("/logs");
  ASSERT_THAT(entries, IsOk());
  ASSERT_THAT(*entries, SizeIs(4));
  EXPECT_EQ((*entries)[0].name, "a");
  EXPECT_EQ((*entries)[0].type, EntryType::kDirectory);
  EXPECT_EQ((*entries)[1].type, EntryType::kFile);
  EXPECT_EQ((*entries)[2].type, EntryType::kDirectory);
  EXPECT_TRUE((*entries)[2].is_symlink);
  EXPECT_EQ((*entries)[3].type, EntryType::kOther);
  EXPECT_THAT(files.List("/logs/b"), IsError(ErrorCode::kFailedPrecondition));
  EXPECT_THAT(files.List("/none"), IsError(ErrorCode::kNotFound));
  EXPECT_EQ(files.Stat("/logs/c/x")->size_bytes, 2U);
}

TEST(MemoryFileSystemTest, OverwritingKeepsTheInodeAndReplacingDoesNot) {
  MemoryFileSystem files;
  files.Write("/f", "one");
  const io::FileInfo first = *files.Stat("/f");
  files.Write("/f", "two");
  const io::FileInfo second = *files.Stat("/f");
  EXPECT_EQ(second.inode, first.inode);
  EXPECT_GT(second.modified_nanos, first.modified_nanos);
  files.Replace("/f", "three");
  EXPECT_NE(files.Stat("/f")->inode, first.inode);
  EXPECT_EQ(files.Stat("/f")->size_bytes, 5U);
  files.Truncate("/f", 2);
  EXPECT_EQ(files.Stat("/f")->size_bytes, 2U);
}

TEST(MemoryFileSystemTest, AnOpenFileOutlivesItsName) {
  MemoryFileSystem files;
  files.Write("/f", "old");
  auto file = files.Open("/f");
  ASSERT_THAT(file, IsOk());
  EXPECT_EQ(files.open_files(), 1U);
  files.Replace("/f", "new");
  EXPECT_EQ(ReadAll(**file), "old");
  files.Remove("/f");
  EXPECT_EQ(ReadAll(**file), "old");
  EXPECT_THAT(files.Open("/f"), IsError(ErrorCode::kNotFound));
  file.value().reset();
  EXPECT_EQ(files.open_files(), 0U);
  EXPECT_EQ(files.most_open_files(), 1U);
  EXPECT_EQ(files.bytes_read(), 6U);
}

TEST(MemoryFileSystemTest, FailsWhereTold) {
  MemoryFileSystem files;
  files.Write("/d/f", "x");
  files.Fail("/d/f", Error{ErrorCode::kPermissionDenied, "no"});
  EXPECT_THAT(files.Open("/d/f"), IsError(ErrorCode::kPermissionDenied));
  files.Fail("/d/f", std::nullopt);
  EXPECT_THAT(files.Open("/d/f"), IsOk());
  files.Fail("/d", Error{ErrorCode::kPermissionDenied, "no"});
  EXPECT_THAT(files.List("/d"), IsError(ErrorCode::kPermissionDenied));
}

TEST(MemoryFileSystemTest, LinksInACircleLeadNowhere) {
  MemoryFileSystem files;
  files.Symlink("/a", "/b");
  files.Symlink("/b", "/a");
  EXPECT_THAT(files.Stat("/a"), IsError(ErrorCode::kNotFound));
}

}  // namespace
}  // namespace sightglass::testing
