#include "writer/whole_file.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <iterator>
#include <string>

#include "tests/support/temp_dir.h"

namespace sightglass::writer {
namespace {

using testing::ReadFileBytes;
using testing::TempDir;

std::ptrdiff_t CountFiles(const TempDir& dir) {
  return std::distance(std::filesystem::directory_iterator(dir.path()), {});
}

TEST(WholeFile, AppearsWhenItIsWhole) {
  const TempDir dir;
  dir.Write("x", "old");
  {
    WholeFile file(dir.Join("x"));
    ASSERT_TRUE(file.Open().ok());
    ASSERT_TRUE(file.Append("new ").ok());
    ASSERT_TRUE(file.Append("bytes").ok());
    EXPECT_EQ(ReadFileBytes(dir.Join("x")), "old");
    ASSERT_TRUE(file.Finish().ok());
  }
  EXPECT_EQ(ReadFileBytes(dir.Join("x")), "new bytes");
  EXPECT_EQ(CountFiles(dir), 1);
}

TEST(WholeFile, LeavesNothingBehindIfItIsGivenUp) {
  const TempDir dir;
  {
    WholeFile file(dir.Join("x"));
    ASSERT_TRUE(file.Open().ok());
    ASSERT_TRUE(file.Append("half").ok());
  }
  EXPECT_EQ(CountFiles(dir), 0);
}

TEST(WholeFile, KeepsWhatExists) {
  const TempDir dir;
  WholeFile first(dir.Join("x"), WholeFile::Existing::kKeep);
  ASSERT_TRUE(first.Open().ok());
  {
    WholeFile second(dir.Join("x"), WholeFile::Existing::kKeep);
    EXPECT_EQ(second.Open().code(), StatusCode::kFailedPrecondition);
  }
  ASSERT_TRUE(first.Append("first").ok());
  ASSERT_TRUE(first.Finish().ok());
  {
    WholeFile third(dir.Join("x"), WholeFile::Existing::kKeep);
    EXPECT_EQ(third.Open().code(), StatusCode::kFailedPrecondition);
  }
  EXPECT_EQ(ReadFileBytes(dir.Join("x")), "first");
  EXPECT_EQ(CountFiles(dir), 1);
}

TEST(WholeFile, TellsWhatTheSystemSays) {
  const TempDir dir;
  std::string bytes;
  EXPECT_EQ(ReadWholeFile(dir.Join("absent"), bytes).code(), StatusCode::kNotFound);
  EXPECT_EQ(WriteWholeFile(dir.Join("absent/x"), "").code(), StatusCode::kNotFound);
  dir.MakeDirectory("folder");
  EXPECT_FALSE(ReadWholeFile(dir.Join("folder"), bytes).ok());
  EXPECT_FALSE(WriteWholeFile(dir.Join("folder"), "x").ok());
}

TEST(WholeFile, ReadsWhatItWrote) {
  const TempDir dir;
  const std::string large(100'000, 'x');
  std::string bytes = "something else";
  ASSERT_TRUE(WriteWholeFile(dir.Join("x"), large).ok());
  ASSERT_TRUE(ReadWholeFile(dir.Join("x"), bytes).ok());
  EXPECT_EQ(bytes, large);
  ASSERT_TRUE(WriteWholeFile(dir.Join("x"), "").ok());
  ASSERT_TRUE(ReadWholeFile(dir.Join("x"), bytes).ok());
  EXPECT_EQ(bytes, "");
}

}  // namespace
}  // namespace sightglass::writer
