#include "writer/run_file.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/logged_events.h"
#include "tests/support/memory_sinks.h"
#include "writer/scalar_tag.h"

namespace sightglass::writer {
namespace {

using testing::LoggedFile;
using testing::MemorySinks;
using testing::ReadEventBytes;

class RunFileTest : public ::testing::Test {
 protected:
  static void Add(RunFile& added_to, ScalarTag& tag, std::int64_t from, std::int64_t to) {
    for (std::int64_t step = from; step < to; ++step) {
      added_to.AddScalar(tag, step, 1e9 + static_cast<double>(step), 0.5);
    }
  }
  LoggedFile Only() {
    const std::vector<std::string> files = sinks->FilesIn("a");
    EXPECT_EQ(files.size(), 1U);
    return files.empty() ? LoggedFile{} : ReadEventBytes(files[0]);
  }

  std::shared_ptr<MemorySinks> sinks = std::make_shared<MemorySinks>();
  RunFile file{"a", {}, sinks};
  ScalarTag loss{file, "loss", {}};
};

TEST_F(RunFileTest, MakesTheFileWithTheFirstEventAndBeginsItWithTheVersion) {
  EXPECT_TRUE(file.Write().ok());
  EXPECT_TRUE(sinks->FilesIn("a").empty());
  Add(file, loss, 0, 3);
  EXPECT_TRUE(file.Write().ok());
  const LoggedFile logged = Only();
  EXPECT_EQ(logged.records, 4U);
  ASSERT_EQ(logged.scalars.size(), 3U);
  EXPECT_EQ(logged.scalars[2].tag, "loss");
  EXPECT_EQ(logged.scalars[2].step, 2);
  EXPECT_EQ(logged.scalars[2].wall_time, 1e9 + 2);
  EXPECT_EQ(logged.scalars[2].value, 0.5);
  ASSERT_EQ(logged.others.size(), 1U);
  EXPECT_EQ(logged.others[0].what, "file_version");
  EXPECT_EQ(logged.others[0].body, "brain.Event:2");
}

TEST_F(RunFileTest, AScalarIsSmall) {
  Add(file, loss, 100, 101);
  EXPECT_TRUE(file.Open().ok());
  const std::uint64_t head = file.TakeWrittenBytes();
  Add(file, loss, 101, 1'101);
  EXPECT_TRUE(file.Write().ok());
  // Time 9, step 2 or 3, summary 2, value 2, tag 6, number 5, frame 16.
  EXPECT_LE(file.TakeWrittenBytes(), 1'000U * 43);
  EXPECT_GT(head, 0U);
}

TEST_F(RunFileTest, GoesOnAtTheByteWhereTheDiskWasFull) {
  Add(file, loss, 0, 100);
  for (const std::size_t room : {0U, 1U, 50U, 7U, 1'000U, 3U}) {
    sinks->SetRoom(room);
    EXPECT_EQ(file.Write().code(), StatusCode::kResourceExhausted);
    EXPECT_FALSE(Only().damaged);
  }
  EXPECT_EQ(file.WaitingRecords() + Only().records, 101U);
  sinks->SetRoom(1 << 20);
  EXPECT_TRUE(file.Write().ok());
  EXPECT_EQ(Only().scalars.size(), 100U);
  EXPECT_EQ(Only().torn_bytes, 0U);
  EXPECT_EQ(file.TakeDropped(), 0U);
}

TEST_F(RunFileTest, KeepsSoMuchForADiskThatTakesNothingAndDropsTheRest) {
  sinks->SetRoom(0);
  constexpr std::int64_t kEvents = 200'000;
  for (std::int64_t step = 0; step < kEvents; step += 1'000) {
    Add(file, loss, step, step + 1'000);
    EXPECT_FALSE(file.Write().ok());
  }
  const std::uint64_t dropped = file.TakeDropped();
  EXPECT_GT(dropped, 0U);
  sinks->SetRoom(1 << 30);
  EXPECT_TRUE(file.Write().ok());
  const LoggedFile logged = Only();
  EXPECT_FALSE(logged.damaged);
  EXPECT_EQ(logged.scalars.size() + dropped, static_cast<std::size_t>(kEvents));
}

TEST_F(RunFileTest, ADeletedFileIsGivenUpForANewOne) {
  Add(file, loss, 0, 5);
  EXPECT_TRUE(file.Write().ok());
  EXPECT_FALSE(file.TakeReplaced());
  sinks->Delete("a");
  Add(file, loss, 5, 9);
  EXPECT_TRUE(file.Write().ok());
  EXPECT_TRUE(file.TakeReplaced());
  ASSERT_EQ(sinks->FilesIn("a").size(), 2U);
  EXPECT_EQ(ReadEventBytes(sinks->FilesIn("a")[1]).scalars.size(), 4U);
  EXPECT_EQ(ReadEventBytes(sinks->FilesIn("a")[1]).records, 5U);
}

TEST_F(RunFileTest, AChildBeginsAFileOfItsOwn) {
  Add(file, loss, 0, 5);
  EXPECT_TRUE(file.Write().ok());
  Add(file, loss, 5, 9);
  file.StartAnew();
  EXPECT_TRUE(file.empty());
  Add(file, loss, 9, 10);
  EXPECT_TRUE(file.Write().ok());
  ASSERT_EQ(sinks->FilesIn("a").size(), 2U);
  EXPECT_EQ(ReadEventBytes(sinks->FilesIn("a")[0]).scalars.size(), 5U);
  EXPECT_EQ(ReadEventBytes(sinks->FilesIn("a")[1]).scalars.size(), 1U);
}

TEST_F(RunFileTest, ARestartIsSaidRightAfterTheVersion) {
  RunFile restarted("b", {.purge_step = 70}, sinks);
  EXPECT_TRUE(restarted.Open().ok());
  const LoggedFile logged = ReadEventBytes(sinks->FilesIn("b")[0]);
  ASSERT_EQ(logged.others.size(), 2U);
  EXPECT_EQ(logged.others[0].what, "file_version");
  EXPECT_EQ(logged.others[0].step, 70);
  EXPECT_EQ(logged.others[1].what, "session_log");
  EXPECT_EQ(logged.others[1].step, 70);
  EXPECT_EQ(logged.others[1].body, "\x08\x01");
}

TEST_F(RunFileTest, OnlyTheFirstRecordOfATagInAFileDescribesIt) {
  ScalarTag told(file, "told", {.display_name = "Told", .description = "why"});
  Add(file, told, 0, 3);
  file.StartAnew();
  Add(file, told, 0, 3);
  EXPECT_TRUE(file.Write().ok());
  const LoggedFile logged = Only();
  EXPECT_EQ(logged.records, 4U);
  // The first is a tensor.
  EXPECT_EQ(logged.scalars.size(), 2U);
}

}  // namespace
}  // namespace sightglass::writer
