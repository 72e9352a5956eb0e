#include "tests/support/run_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "format/event.h"
#include "format/frame.h"
#include "format/tensor.h"

namespace sightglass::testing {
namespace {

using ::testing::ElementsAre;

TEST(RunBuilderTest, WritesSoundRecordsWhereItSays) {
  RunBuilder run;
  run.Version().Scalar("loss", 7, 0.5F).Text("note", 8, "hello");
  const std::vector<std::uint64_t> offsets = run.offsets();
  ASSERT_EQ(offsets.size(), 4U);
  EXPECT_EQ(offsets.back(), run.bytes().size());
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
    const auto window = base::AsBytes(run.bytes()).subspan(offsets[i]);
    const format::Frame frame = format::ReadFrame(window);
    ASSERT_EQ(frame.state, format::FrameState::kRecord);
    EXPECT_EQ(offsets[i] + frame.frame_bytes, offsets[i + 1]);
    format::EventView event;
    ASSERT_EQ(format::ParseEvent(frame.payload, event), format::WireError::kOk);
    EXPECT_EQ(event.wall_time, RunBuilder::kFirstWallTime + static_cast<double>(i));
  }
}

TEST(RunBuilderTest, AScalarReadsBack) {
  RunBuilder run;
  run.At(42.5).Scalar("loss", -3, 0.25F);
  format::EventView event;
  const format::Frame frame = format::ReadFrame(base::AsBytes(run.bytes()));
  ASSERT_EQ(format::ParseEvent(frame.payload, event), format::WireError::kOk);
  EXPECT_EQ(event.wall_time, 42.5);
  EXPECT_EQ(event.step, -3);
  format::ValueWalker walker(event.body);
  format::ValueView value;
  ASSERT_TRUE(walker.Next(value));
  EXPECT_EQ(base::AsText(value.tag), "loss");
  EXPECT_EQ(format::ReadSingleNumber(value.body), 0.25);
  EXPECT_FALSE(walker.Next(value));
}

TEST(RunBuilderTest, FileNamesSortByNumber) {
  EXPECT_EQ(EventFileName(1), "events.out.tfevents.1700000001.host");
  EXPECT_LT(EventFileName(9), EventFileName(10));
}

}  // namespace
}  // namespace sightglass::testing
