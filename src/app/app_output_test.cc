// Where results go: the buffered output, and files that appear complete or not at all.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "app/output_file.h"
#include "base/buffered_output.h"
#include "tests/support/temp_dir.h"

namespace sightglass::app {
namespace {

namespace fs = std::filesystem;

std::string Contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

class OutputFileTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::size_t FileCount() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(directory_), fs::directory_iterator()));
  }

  testing::TempDir temp_dir_;
  const fs::path directory_ = temp_dir_.path();
};

TEST_F(OutputFileTest, WritesPiecesOfEverySizeInOrder) {
  const fs::path path = directory_ / "pieces";
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT, 0600);
  ASSERT_GE(fd, 0);
  std::string expected;
  {
    base::BufferedOutput out(fd, "pieces");
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{1}, base::BufferedOutput::kBufferBytes - 1, std::size_t{1},
          std::size_t{1}, base::BufferedOutput::kBufferBytes,
          base::BufferedOutput::kBufferBytes * 3 + 7, std::size_t{5}}) {
      const std::string piece(size, static_cast<char>('a' + expected.size() % 26));
      expected += piece;
      out.Write(piece);
    }
    EXPECT_TRUE(out.Flush().ok());
    EXPECT_FALSE(out.failed());
  }
  ::close(fd);
  EXPECT_EQ(Contents(path), expected);
}

TEST(BufferedOutput, RemembersThatTheDiskWasFull) {
  const int fd = ::open("/dev/full", O_WRONLY);
  if (fd < 0) GTEST_SKIP() << "no /dev/full here";
  base::BufferedOutput out(fd, "full");
  out.Write(std::string(base::BufferedOutput::kBufferBytes * 2, 'x'));
  EXPECT_TRUE(out.failed());
  out.Write("more");
  const base::Status status = out.Flush();
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, base::ErrorCode::kResourceExhausted);
  EXPECT_FALSE(out.Flush().ok()) << "and goes on remembering";
  ::close(fd);
}

TEST(BufferedOutput, NoticesAClosedPipe) {
  std::signal(SIGPIPE, SIG_IGN);
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ::close(ends[0]);
  base::BufferedOutput out(ends[1], "pipe");
  out.Write("x");
  EXPECT_FALSE(out.failed()) << "nothing was written yet";
  const base::Status status = out.Flush();
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, base::ErrorCode::kCancelled);
  ::close(ends[1]);
}

TEST_F(OutputFileTest, AppearsOnlyWhenCommitted) {
  const fs::path path = directory_ / "out.csv";
  std::ofstream(path) << "old";
  {
    const auto file = OutputFile::Open(path);
    ASSERT_TRUE(file.ok());
    (*file)->out().Write("new");
    EXPECT_TRUE((*file)->out().Flush().ok());
    EXPECT_EQ(Contents(path), "old");
    EXPECT_EQ(FileCount(), 2U);
    EXPECT_TRUE((*file)->Commit().ok());
    EXPECT_EQ(Contents(path), "new");
  }
  EXPECT_EQ(Contents(path), "new");
  EXPECT_EQ(FileCount(), 1U);
}

TEST_F(OutputFileTest, LeavesNothingBehindWhenAbandoned) {
  const fs::path path = directory_ / "out.csv";
  {
    const auto file = OutputFile::Open(path);
    ASSERT_TRUE(file.ok());
    (*file)->out().Write("half");
  }
  EXPECT_EQ(FileCount(), 0U);
}

TEST_F(OutputFileTest, FollowsLinksAndKeepsPermissions) {
  const fs::path real = directory_ / "real";
  std::ofstream(real) << "old";
  fs::permissions(real, fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink(real, directory_ / "link");
  {
    const auto file = OutputFile::Open(directory_ / "link");
    ASSERT_TRUE(file.ok());
    (*file)->out().Write("new");
    ASSERT_TRUE((*file)->Commit().ok());
  }
  EXPECT_TRUE(fs::is_symlink(directory_ / "link"));
  EXPECT_EQ(Contents(real), "new");
  EXPECT_EQ(fs::status(real).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(OutputFileTest, WritesDirectlyToWhatIsNoRegularFile) {
  const auto file = OutputFile::Open("/dev/null");
  ASSERT_TRUE(file.ok());
  (*file)->out().Write("gone");
  EXPECT_TRUE((*file)->Commit().ok());
  EXPECT_FALSE(fs::is_regular_file("/dev/null"));
}

TEST_F(OutputFileTest, TellsWhatCannotBeWritten) {
  const auto missing = OutputFile::Open(directory_ / "no" / "such");
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().code, base::ErrorCode::kNotFound);
  EXPECT_FALSE(OutputFile::Open(directory_).ok()) << "a directory";
  EXPECT_EQ(FileCount(), 0U);
}

}  // namespace
}  // namespace sightglass::app
