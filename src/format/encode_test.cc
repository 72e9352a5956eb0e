#include "format/encode.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "format/frame.h"

namespace sightglass::format {
namespace {

using namespace std::string_view_literals;

TEST(AppendFrame, FirstRecordOfARealFile) {
  constexpr std::string_view kRecord =
      "\x18\0\0\0\0\0\0\0\xA3\x7F\x4B\x22\x09\0\0\x80\x38\x99\xD6\xD7\x41\x1A\x0D"
      "brain.Event:2"
      "\x12\x4B\x36\xAB"sv;
  EventView event;
  ASSERT_EQ(ParseEvent(base::AsBytes(kRecord.substr(12, 24)), event), WireError::kOk);
  std::string out = "before";
  AppendFrame(out, EncodeFileVersion(event.wall_time));
  EXPECT_EQ(out, "before" + std::string(kRecord));
}

TEST(EncodeSummaryEvent, ScalarRecordOfARealFile) {
  constexpr std::string_view kPayload =
      "\x09\xC4\x05\xB7\x3D\x99\xD6\xD7\x41\x10\x4D\x2A\x25\x0A\x23\x0A\x08"
      "accuracy"
      "\x42\x0A\x08\x01\x12\x00\x22\x04\xA4\x70\x7D\x3F\x4A\x0B\x0A\x09\x0A\x07"
      "scalars"sv;
  EventView event;
  ASSERT_EQ(ParseEvent(base::AsBytes(kPayload), event), WireError::kOk);
  const std::string value = EncodeTensorValue("accuracy", EncodeFloatScalar(0.99F),
                                              EncodeMetadata({.plugin_name = "scalars"}));
  EXPECT_EQ(EncodeSummaryEvent(event.wall_time, 77, JoinValues({&value, 1})), kPayload);
}

TEST(EncodeSummaryEvent, LeavesOutZerosAsProtobufDoes) {
  EXPECT_EQ(EncodeSummaryEvent(0, 0, ""), "\x2A\x00"sv);
  EXPECT_EQ(EncodeBytesEvent(0, 0, EventWhat::kNone, ""), "");
  EXPECT_EQ(EncodeBytesEvent(-0.0, 0, EventWhat::kNone, ""), "\x09\0\0\0\0\0\0\0\x80"sv);
  EXPECT_EQ(EncodeMetadata({}), "");
  EXPECT_EQ(EncodeSimpleValue("", 0), "\x15\0\0\0\0"sv);  // a oneof member is written all the same
}

TEST(EncodeImageValue, WritesAnImage) {
  EXPECT_EQ(EncodeImageValue("t", 2, 300, 3, "png"),
            "\x0A\x01t\x22\x0C\x08\x02\x10\xAC\x02\x18\x03\x22\x03png"sv);
}

TEST(EncodeTensor, Bytes) {
  EXPECT_EQ(EncodeTensorContent(DataType::kInt8, std::vector<std::int64_t>{2, 0, -1}, "ab"),
            "\x08\x06\x12\x13\x12\x02\x08\x02\x12\x00\x12\x0B\x08\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"
            "\xFF\x01\x22\x02"
            "ab"sv);
  const std::vector<std::string> strings = {"x", ""};
  EXPECT_EQ(EncodeStringTensor(std::vector<std::int64_t>{2}, strings),
            "\x08\x07\x12\x04\x12\x02\x08\x02\x42\x01x\x42\x00"sv);
}

// Whatever is written is read back, event by event.
TEST(RoundTrip, RandomFiles) {
  std::mt19937_64 random(21);
  const auto text = [&](std::size_t limit) {
    std::string bytes(random() % limit, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random());
    return bytes;
  };
  struct Written {
    double wall_time;
    base::Step step;
    std::string tag;
    float number;
    std::string metadata;
  };
  std::vector<Written> all;
  std::string file;
  for (int i = 0; i < 500; ++i) {
    Written written{.wall_time = static_cast<double>(random() % 2000000000),
                    .step = static_cast<base::Step>(random() >> (random() % 64)),
                    .tag = text(300),
                    .number = static_cast<float>(random() % 1000),
                    .metadata = EncodeMetadata({.plugin_name = text(200), .description = text(9)})};
    const std::string value =
        i % 2 == 0
            ? EncodeSimpleValue(written.tag, written.number, written.metadata)
            : EncodeTensorValue(written.tag, EncodeFloatScalar(written.number), written.metadata);
    AppendFrame(file, EncodeSummaryEvent(written.wall_time, written.step, JoinValues({&value, 1})));
    all.push_back(std::move(written));
  }
  base::Bytes rest = base::AsBytes(file);
  for (const Written& written : all) {
    const Frame frame = ReadFrame(rest);
    ASSERT_EQ(frame.state, FrameState::kRecord);
    rest = rest.subspan(frame.frame_bytes);
    EventView event;
    ASSERT_EQ(ParseEvent(frame.payload, event), WireError::kOk);
    EXPECT_EQ(event.wall_time, written.wall_time);
    EXPECT_EQ(event.step, written.step);
    ValueWalker walker(event.body);
    ValueView value;
    ASSERT_TRUE(walker.Next(value));
    EXPECT_EQ(base::AsText(value.tag), written.tag);
    EXPECT_EQ(base::AsText(value.metadata), written.metadata);
    EXPECT_EQ(value.form == ValueForm::kSimpleValue ? double{value.simple_value}
                                                    : ReadSingleNumber(value.body),
              written.number);
    EXPECT_FALSE(walker.Next(value));
  }
  EXPECT_TRUE(rest.empty());
}

}  // namespace
}  // namespace sightglass::format
