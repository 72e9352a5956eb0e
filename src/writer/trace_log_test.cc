#include "writer/trace_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/inflate_bytes.h"
#include "tests/support/temp_dir.h"

namespace sightglass::writer {
namespace {

using ::sightglass::testing::Gunzip;
using ::sightglass::testing::ReadFileBytes;
using ::sightglass::testing::TempDir;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::SizeIs;

std::vector<std::string> FilesBelow(const std::string& folder) {
  std::vector<std::string> files;
  if (!std::filesystem::exists(folder)) return files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path().string());
  }
  std::ranges::sort(files);
  return files;
}

std::string OnlyTrace(const TempDir& dir) {
  const std::vector<std::string> files = FilesBelow(dir.path());
  EXPECT_THAT(files, SizeIs(1));
  return files.empty() ? "" : Gunzip(ReadFileBytes(files[0]));
}

TEST(TraceLog, WritesAFileWhereTheProfilePageLooks) {
  const TempDir dir;
  TraceLog log(dir.path());
  log.Add("load", 5'000'001'234, 5'000'003'000);
  log.Add("train \"x\"\n\xFF", 5'000'000'000, 5'001'000'007);
  ASSERT_TRUE(log.Write().ok());
  const std::vector<std::string> files = FilesBelow(dir.path());
  ASSERT_THAT(files, SizeIs(1));
  EXPECT_THAT(files[0].substr(dir.path().size()),
              MatchesRegex("/plugins/profile/"
                           "[0-9]{4}_[0-9]{2}_[0-9]{2}_[0-9]{2}_[0-9]{2}_[0-9]{2}/"
                           "[^/]+\\.trace\\.json\\.gz"));
  const std::string json = OnlyTrace(dir);
  EXPECT_THAT(json, HasSubstr(R"("name":"process_name")"));
  EXPECT_THAT(json, HasSubstr(R"("name":"thread_name")"));
  EXPECT_THAT(json, HasSubstr(R"("ts":1.234,"dur":1.766,"name":"load"})"));
  EXPECT_THAT(json, HasSubstr("\"ts\":0.000,\"dur\":1000.007,\"name\":\"train \\\"x\\\"\\u000a"
                              "\xEF\xBF\xBD\"}"));
}

TEST(TraceLog, WritesNothingOfNothing) {
  const TempDir dir;
  TraceLog log(dir.path());
  EXPECT_TRUE(log.Write().ok());
  EXPECT_THAT(FilesBelow(dir.path()), IsEmpty());
}

TEST(TraceLog, EachTraceHasItsOwnScopesAndFile) {
  const TempDir dir;
  TraceLog log(dir.path());
  for (const std::string_view name : {"first", "second", "third"}) {
    log.Add(name, 1, 2);
    ASSERT_TRUE(log.Write().ok());
  }
  const std::vector<std::string> files = FilesBelow(dir.path());
  ASSERT_THAT(files, SizeIs(3));
  std::string all;
  for (const std::string& file : files) {
    const std::string json = Gunzip(ReadFileBytes(file));
    EXPECT_EQ(json.find(R"("ph":"X")"), json.rfind(R"("ph":"X")")) << "one scope each";
    all += json;
  }
  for (const std::string_view name : {"first", "second", "third"}) {
    EXPECT_NE(all.find(name), std::string::npos);
  }
}

TEST(TraceLog, ThreadsHaveRowsOfTheirOwn) {
  const TempDir dir;
  TraceLog log(dir.path());
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&log] {
      for (int n = 0; n < 1'000; ++n) log.Add("work", n, n + 1);
    });
  }
  threads.clear();
  ASSERT_TRUE(log.Write().ok());
  const std::string json = OnlyTrace(dir);
  std::size_t rows = 0;
  for (std::size_t at = json.find("thread_name"); at != std::string::npos;
       at = json.find("thread_name", at + 1)) {
    ++rows;
  }
  EXPECT_EQ(rows, 4U);
}

TEST(TraceLog, KeepsItsScopesIfTheyCannotBeWritten) {
  const TempDir dir;
  dir.Write("plugins", "not a folder");
  TraceLog log(dir.path());
  log.Add("early", 1, 2);
  EXPECT_FALSE(log.Write().ok());
  log.Add("late", 3, 4);
  EXPECT_FALSE(log.Write().ok());
  dir.Remove("plugins");
  ASSERT_TRUE(log.Write().ok());
  const std::string json = OnlyTrace(dir);
  EXPECT_THAT(json, HasSubstr("early"));
  EXPECT_THAT(json, HasSubstr("late"));
}

TEST(TraceLog, SaysHowManyItLeftOut) {
  const TempDir dir;
  TraceLog log(dir.path());
  for (std::size_t i = 0; i < TraceLog::kMaxScopes + 5; ++i) log.Add("x", 0, 1);
  ASSERT_TRUE(log.Write().ok());
  EXPECT_THAT(OnlyTrace(dir), HasSubstr("\"scopes_left_out\":5"));
}

}  // namespace
}  // namespace sightglass::writer
