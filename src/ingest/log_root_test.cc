#include "ingest/log_root.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/support/memory_file_system.h"

namespace sightglass::ingest {
namespace {

std::vector<LogRoot> Parsed(std::string_view spec) {
  auto roots = ParseLogdirSpec(spec);
  EXPECT_TRUE(roots.ok());
  return roots.ok() ? *roots : std::vector<LogRoot>{};
}

TEST(LogdirSpec, NamesAreBeforeTheFirstColon) {
  EXPECT_EQ(Parsed("a:/x,b:y:z"), (std::vector<LogRoot>{{"a", "/x"}, {"b", "y:z"}}));
}

TEST(LogdirSpec, PathsAndUrisHaveNoName) {
  EXPECT_EQ(Parsed("/x:y"), (std::vector<LogRoot>{{"", "/x:y"}}));
  EXPECT_EQ(Parsed("gs://bucket/logs"), (std::vector<LogRoot>{{"", "gs://bucket/logs"}}));
  EXPECT_EQ(Parsed("plain"), (std::vector<LogRoot>{{"", "plain"}}));
}

TEST(LogdirSpec, EmptyPathsAreRefused) {
  for (const char* spec : {"", "a:", "a:/x,", ",b:/y"}) {
    const auto roots = ParseLogdirSpec(spec);
    ASSERT_FALSE(roots.ok()) << spec;
    EXPECT_EQ(roots.error().code, base::ErrorCode::kInvalidArgument);
  }
}

TEST(Arguments, OneDirectoryHasNoName) {
  testing::MemoryFileSystem files;
  EXPECT_EQ(RootsFromArguments({"/logs"}, files), (std::vector<LogRoot>{{"", "/logs"}}));
}

TEST(Arguments, SeveralAreNamedByTheirLastComponent) {
  testing::MemoryFileSystem files;
  EXPECT_EQ(RootsFromArguments({"/x/a", "/x/b/", "/y/a"}, files),
            (std::vector<LogRoot>{{"a", "/x/a"}, {"b", "/x/b/"}, {"a-2", "/y/a"}}));
}

TEST(Arguments, PatternsMatchDirectories) {
  testing::MemoryFileSystem files;
  files.MakeDirectory("/logs/run1/deep");
  files.MakeDirectory("/logs/run2/deep");
  files.MakeDirectory("/logs/.hidden/deep");
  files.Write("/logs/run3", "a file");
  EXPECT_EQ(RootsFromArguments({"/logs/run*"}, files),
            (std::vector<LogRoot>{{"run1", "/logs/run1"}, {"run2", "/logs/run2"}}));
  EXPECT_EQ(RootsFromArguments({"/logs/*/deep"}, files),
            (std::vector<LogRoot>{{"deep", "/logs/run1/deep"}, {"deep-2", "/logs/run2/deep"}}));
  EXPECT_EQ(RootsFromArguments({"/logs/run[2-9]"}, files),
            (std::vector<LogRoot>{{"", "/logs/run2"}}));
}

TEST(Arguments, APatternThatMatchesNothingIsWaitedFor) {
  testing::MemoryFileSystem files;
  EXPECT_EQ(RootsFromArguments({"/none*"}, files), (std::vector<LogRoot>{{"", "/none*"}}));
}

TEST(Arguments, ANameWithWildcardsThatExistsIsTakenAsItIs) {
  testing::MemoryFileSystem files;
  files.MakeDirectory("/logs/a[1]");
  files.MakeDirectory("/logs/a1");
  EXPECT_EQ(RootsFromArguments({"/logs/a[1]"}, files), (std::vector<LogRoot>{{"", "/logs/a[1]"}}));
}

TEST(Arguments, TheSameDirectoryTwiceIsOne) {
  testing::MemoryFileSystem files;
  EXPECT_EQ(RootsFromArguments({"/a", "/a"}, files), (std::vector<LogRoot>{{"", "/a"}}));
}

}  // namespace
}  // namespace sightglass::ingest
