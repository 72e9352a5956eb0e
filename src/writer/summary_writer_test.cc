#include "sightglass/summary_writer.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/logged_events.h"
#include "tests/support/temp_dir.h"

namespace sightglass {
namespace {

using testing::ReadEventFiles;
using testing::ReadScalars;
using testing::TempDir;

TEST(SummaryWriterTest, TheLastCopyCloses) {
  const TempDir folder;
  std::optional<SummaryWriter> writer(folder.path());
  std::optional<SummaryWriter> below(writer->Run("below"));
  const ScalarSeries loss = writer->Scalar("loss");
  EXPECT_TRUE(loss.Add(0, 1).ok());
  writer.reset();
  EXPECT_TRUE(loss.Add(1, 2).ok());
  below.reset();
  EXPECT_EQ(loss.Add(2, 3).code(), StatusCode::kFailedPrecondition);
  EXPECT_EQ(ReadScalars(folder.path())["loss"].size(), 2U);
}

TEST(SummaryWriterTest, AWriterThatWasMovedAwayRefuses) {
  const TempDir folder;
  SummaryWriter first(folder.path());
  const SummaryWriter second = std::move(first);
  EXPECT_EQ(first.AddScalar("a", 1, 1).code(),  // NOLINT(bugprone-use-after-move)
            StatusCode::kFailedPrecondition);
  EXPECT_EQ(first.Scalar("a").Add(1, 1).code(), StatusCode::kFailedPrecondition);
  EXPECT_EQ(first.AddText("a", "b", 1).code(), StatusCode::kFailedPrecondition);
  EXPECT_EQ(first.Run("x").AddScalar("a", 1, 1).code(), StatusCode::kFailedPrecondition);
  EXPECT_EQ(first.Flush().code(), StatusCode::kFailedPrecondition);
  EXPECT_EQ(first.Close().code(), StatusCode::kFailedPrecondition);
  EXPECT_EQ(first.status().code(), StatusCode::kFailedPrecondition);
  EXPECT_EQ(first.log_dir(), "");
  EXPECT_EQ(first.counts().events, 0U);
  EXPECT_EQ(second.log_dir(), folder.path());
}

TEST(SummaryWriterTest, SeveralScalarsAreSeveralRuns) {
  const TempDir folder;
  SummaryWriter writer(folder.path());
  const std::vector<NamedScalar> values = {{"train", 0.5}, {"val/x", 0.25}};
  EXPECT_TRUE(writer.AddScalars("loss/all", values, 7).ok());
  EXPECT_TRUE(writer.Close().ok());
  EXPECT_EQ(ReadScalars(folder.path() + "/loss_all_train")["loss/all"].at(0).value, 0.5);
  EXPECT_EQ(ReadScalars(folder.path() + "/loss_all_val_x")["loss/all"].at(0).step, 7);
}

TEST(SummaryWriterTest, FilesAreNamedAsTensorFlowNamesThem) {
  const TempDir folder;
  SummaryWriter(folder.path() + "/运行 1").AddScalar("a", 1, 1);
  SummaryWriter(folder.path() + "/b", {.filename_suffix = "mine"}).AddScalar("a", 1, 1);
  const auto first = ReadEventFiles(folder.path() + "/运行 1");
  ASSERT_EQ(first.size(), 1U);
  const std::string name = first[0].path.substr(first[0].path.rfind('/') + 1);
  EXPECT_EQ(name.find("events.out.tfevents."), 0U);
  EXPECT_TRUE(name.ends_with(".v2"));
  const auto second = ReadEventFiles(folder.path() + "/b");
  ASSERT_EQ(second.size(), 1U);
  EXPECT_TRUE(second[0].path.ends_with(".mine"));
}

TEST(SummaryWriterTest, AStatusIsSharedByItsCopies) {
  const Status failed(StatusCode::kOutOfRange, "too much");
  Status copy = failed;
  Status moved = std::move(copy);
  EXPECT_TRUE(copy.ok());  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(moved.code(), StatusCode::kOutOfRange);
  EXPECT_EQ(moved.message(), "too much");
  moved = Status();
  EXPECT_TRUE(moved.ok());
  EXPECT_EQ(moved.message(), "");
  EXPECT_EQ(failed.message(), "too much");
  EXPECT_EQ(StatusCodeName(failed.code()), "OUT_OF_RANGE");
}

}  // namespace
}  // namespace sightglass
