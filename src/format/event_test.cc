#include "format/event.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "format/encode.h"

namespace sightglass::format {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;
using base::AsBytes;
using base::AsText;
using ::testing::ElementsAre;

WireError Parse(std::string_view payload) {
  EventView event;
  return ParseEvent(AsBytes(payload), event);
}

// Tags of all values, and how the walk ended.
std::pair<std::vector<std::string>, WireError> Walk(std::string_view summary) {
  std::vector<std::string> tags;
  ValueWalker walker(AsBytes(summary));
  ValueView value;
  while (walker.Next(value)) tags.emplace_back(AsText(value.tag));
  EXPECT_FALSE(walker.Next(value));
  return {tags, walker.error()};
}

ValueView OnlyValue(const std::string& summary) {
  ValueWalker walker(AsBytes(summary));
  ValueView value;
  EXPECT_TRUE(walker.Next(value));
  return value;
}

std::string Summary(const std::string& value) { return JoinValues({&value, 1}); }

TEST(ParseEvent, ScalarRecordOfARealFile) {
  constexpr std::string_view kPayload =
      "\x09\xC4\x05\xB7\x3D\x99\xD6\xD7\x41\x10\x4D\x2A\x25\x0A\x23\x0A\x08"
      "accuracy"
      "\x42\x0A\x08\x01\x12\x00\x22\x04\xA4\x70\x7D\x3F\x4A\x0B\x0A\x09\x0A\x07"
      "scalars"sv;
  EventView event;
  ASSERT_EQ(ParseEvent(AsBytes(kPayload), event), WireError::kOk);
  EXPECT_EQ(event.step, 77);
  EXPECT_EQ(event.wall_time, 1599759606.859727);
  EXPECT_EQ(event.what, EventWhat::kSummary);
  ValueWalker walker(event.body);
  ValueView value;
  ASSERT_TRUE(walker.Next(value));
  EXPECT_EQ(AsText(value.tag), "accuracy");
  EXPECT_EQ(value.form, ValueForm::kTensor);
  EXPECT_EQ(ReadSingleNumber(value.body), 0.99F);
  ASSERT_TRUE(value.has_metadata);
  MetadataView metadata;
  ASSERT_EQ(ParseMetadata(value.metadata, metadata), WireError::kOk);
  EXPECT_EQ(AsText(metadata.plugin_name), "scalars");
  EXPECT_FALSE(walker.Next(value));
  EXPECT_EQ(walker.error(), WireError::kOk);
}

TEST(ParseEvent, FileVersionAndWriter) {
  const std::string payload = EncodeFileVersion(1.5, "brain.Event:2", "me");
  EventView event;
  ASSERT_EQ(ParseEvent(AsBytes(payload), event), WireError::kOk);
  EXPECT_EQ(event.what, EventWhat::kFileVersion);
  EXPECT_EQ(AsText(event.body), "brain.Event:2");
  EXPECT_EQ(AsText(event.writer), "me");
  EXPECT_EQ(event.wall_time, 1.5);
}

TEST(ParseEvent, EmptyPayloadIsAnEmptyEvent) {
  EventView event;
  event.wall_time = 3;
  event.step = 4;
  event.what = EventWhat::kSummary;
  ASSERT_EQ(ParseEvent({}, event), WireError::kOk);
  EXPECT_EQ(event.wall_time, 0);
  EXPECT_EQ(event.step, 0);
  EXPECT_EQ(event.what, EventWhat::kNone);
}

TEST(ParseEvent, ExtremeStepsAndTimes) {
  for (const base::Step step : {base::Step{-3}, std::numeric_limits<base::Step>::min(),
                                std::numeric_limits<base::Step>::max(), base::Step{1} << 53}) {
    const std::string payload = EncodeSummaryEvent(NAN, step, "");
    EventView event;
    ASSERT_EQ(ParseEvent(AsBytes(payload), event), WireError::kOk);
    EXPECT_EQ(event.step, step);
    EXPECT_TRUE(std::isnan(event.wall_time));
  }
}

TEST(ParseEvent, TheLastMemberCounts) {
  std::string payload = EncodeBytesEvent(1, 2, EventWhat::kGraphDef, "graph");
  payload += EncodeBytesEvent(3, 4, EventWhat::kMetaGraphDef, "meta");
  EventView event;
  ASSERT_EQ(ParseEvent(AsBytes(payload), event), WireError::kOk);
  EXPECT_EQ(event.what, EventWhat::kMetaGraphDef);
  EXPECT_EQ(AsText(event.body), "meta");
  EXPECT_EQ(event.step, 4);
}

TEST(ParseEvent, EveryMember) {
  for (int i = 1; i <= static_cast<int>(EventWhat::kMetaGraphDef); ++i) {
    const auto what = static_cast<EventWhat>(i);
    const std::string payload = EncodeBytesEvent(1, 2, what, "body");
    EventView event;
    ASSERT_EQ(ParseEvent(AsBytes(payload), event), WireError::kOk);
    EXPECT_EQ(event.what, what) << EventWhatName(what);
    EXPECT_EQ(AsText(event.body), "body");
  }
}

TEST(ParseEvent, SkipsUnknownFieldsOfEveryType) {
  std::string payload;
  WireWriter writer(payload);
  writer.Varint(100, 1);
  writer.Double(101, 1);
  writer.Message(102, "x");
  writer.Float(103, 1);
  payload += "\x5B\x08\x01\x5C";  // group 11
  writer.Varint(1, 5);            // wall_time with another type: unknown as well
  payload += EncodeSummaryEvent(7, 8, "");
  EventView event;
  ASSERT_EQ(ParseEvent(AsBytes(payload), event), WireError::kOk);
  EXPECT_EQ(event.wall_time, 7);
  EXPECT_EQ(event.step, 8);
}

TEST(ParseEvent, RefusesWhatIsNotProtobuf) {
  EXPECT_EQ(Parse("\x2A\x05xx"sv), WireError::kTruncated);
  EXPECT_EQ(Parse("\x5B\x08\x01"sv), WireError::kBadGroup);
  EXPECT_EQ(Parse(std::string(10000, '\x5B')), WireError::kTooDeep);
  EXPECT_EQ(Parse("\x52\x02\x0A\x05"sv), WireError::kTruncated);  // inside source_metadata
  EXPECT_EQ(Parse("\x07"sv), WireError::kBadField);
}

TEST(ValueWalker, WalksInOrder) {
  const std::vector<std::string> values = {EncodeSimpleValue("a", 1), EncodeSimpleValue("", 2),
                                           EncodeSimpleValue("\xFF\xFE", 3)};
  std::string summary = "\x58\x07";  // an unknown field first
  summary += JoinValues(values);
  const auto [tags, error] = Walk(summary);
  EXPECT_THAT(tags, ElementsAre("a", "", "\xFF\xFE"));
  EXPECT_EQ(error, WireError::kOk);
}

TEST(ValueWalker, EveryForm) {
  struct Case {
    std::uint32_t field;
    ValueForm form;
  };
  for (const Case& c :
       {Case{3, ValueForm::kOldHistogram}, Case{4, ValueForm::kImage},
        Case{5, ValueForm::kHistogram}, Case{6, ValueForm::kAudio}, Case{8, ValueForm::kTensor}}) {
    std::string message;
    WireWriter writer(message);
    writer.Message(1, "t");
    writer.Message(7, "node");
    writer.Message(c.field, "\x7A\x00"sv);
    const std::string summary = Summary(message);
    const ValueView value = OnlyValue(summary);
    EXPECT_EQ(value.form, c.form);
    EXPECT_EQ(AsText(value.body), "\x7A\x00"sv);
    EXPECT_EQ(AsText(value.node_name), "node");
    EXPECT_EQ(AsText(value.whole), message);
    EXPECT_FALSE(value.has_metadata);
  }
}

TEST(ValueWalker, MetadataOnly) {
  std::string message;
  WireWriter(message).Message(9, "");
  const std::string summary = Summary(message);
  const ValueView value = OnlyValue(summary);
  EXPECT_EQ(value.form, ValueForm::kNone);
  EXPECT_TRUE(value.has_metadata);
}

TEST(ValueWalker, AValueDoesNotInheritFromTheOneBefore) {
  const std::string metadata = EncodeMetadata({.plugin_name = "scalars"});
  const std::vector<std::string> values = {EncodeTensorValue("a", EncodeFloatScalar(1), metadata),
                                           EncodeSimpleValue("b", 2)};
  const std::string summary = JoinValues(values);
  ValueWalker walker(AsBytes(summary));
  ValueView value;
  ASSERT_TRUE(walker.Next(value));
  ASSERT_TRUE(walker.Next(value));
  EXPECT_FALSE(value.has_metadata);
  EXPECT_TRUE(value.metadata.empty());
  EXPECT_TRUE(value.body.empty());
}

TEST(ValueWalker, NoticesBadPartsAndKeepsWhatCameBefore) {
  const std::string good = EncodeSimpleValue("good", 1);
  const auto walk_after_good = [&](const std::string& bad) {
    const std::vector<std::string> values = {good, bad, good};
    return Walk(JoinValues(values));
  };
  const auto part = [](std::uint32_t field, std::string_view bytes) {
    std::string message;
    WireWriter(message).Message(field, bytes);
    return message;
  };
  struct Case {
    std::string value;
    WireError error;
  };
  const Case cases[] = {
      {"\x0A\x05xx", WireError::kTruncated},
      {part(9, "\x0A\x05xx"), WireError::kTruncated},        // metadata
      {part(9, "\x0A\x02\x0A\x05"), WireError::kTruncated},  // plugin_data
      {part(9, "\x0A\x02\x0A\x00\x20\x80"sv), WireError::kTruncated},
      {part(8, "\x22\x05xx"), WireError::kTruncated},                // tensor
      {part(8, "\x12\x02\x12\x05"), WireError::kTruncated},          // shape
      {part(8, "\x12\x04\x12\x02\x08\x80"), WireError::kTruncated},  // dim
      {part(8, "\x2A\x03xxx"), WireError::kTruncated},               // half a float_val
      {part(8, "\x3A\x01\x80"), WireError::kTruncated},              // cut int_val
      {part(8, "\x7B"), WireError::kBadGroup},
      {part(4, "\x08\x80"), WireError::kTruncated},  // image
      {part(5, "\x09xx"), WireError::kTruncated},    // histo
      {part(6, "\x0Dxx"), WireError::kTruncated},    // audio
  };
  for (const Case& c : cases) {
    const auto [tags, error] = walk_after_good(c.value);
    EXPECT_THAT(tags, ElementsAre("good"));
    EXPECT_EQ(error, c.error) << ::testing::PrintToString(c.value);
  }
}

// A tensor with `levels` tensors around its innermost one, through variant_val.
std::string NestedTensor(int levels) {
  std::string tensor = EncodeFloatScalar(1);
  for (int i = 0; i < levels; ++i) {
    std::string variant;
    WireWriter(variant).Message(3, tensor);
    tensor.clear();
    WireWriter(tensor).Message(15, variant);
  }
  return tensor;
}

TEST(ValueWalker, RefusesDeepTensors) {
  const auto error = [](int levels) {
    return Walk(Summary(EncodeTensorValue("deep", NestedTensor(levels)))).second;
  };
  EXPECT_EQ(error(28), WireError::kOk);
  // Three messages around the outer tensor, two more each level, and the innermost has a shape.
  EXPECT_EQ(error(48), WireError::kOk);
  EXPECT_EQ(error(49), WireError::kTooDeep);
  EXPECT_EQ(error(5000), WireError::kTooDeep);
}

// The quick test of metadata and tensors says the same as the full one, on good and on damaged
// bytes.
TEST(ValueWalker, QuickChecksEqualFullOnes) {
  std::mt19937 random(5);
  const std::string metadatas[] = {
      EncodeMetadata({.plugin_name = "scalars"}),
      EncodeMetadata({.plugin_name = "scalars", .data_class = DataClass::kScalar}),
      EncodeMetadata({.plugin_name = "", .description = "text"}),
      EncodeMetadata(
          {.plugin_name = std::string_view("abcdefghijklmnopqrst"), .display_name = "d"}),
      "\x0A\x02\x0A\x00"s,
  };
  const std::string tensors[] = {EncodeFloatScalar(1), "\x08\x01\x2A\x04zzzz",
                                 "\x08\x01\x12\x00\x2A\x04zzzz"s, "\x08\x01\x22\x04zzzz"};
  for (int round = 0; round < 20000; ++round) {
    std::string metadata = metadatas[random() % std::size(metadatas)];
    std::string tensor = tensors[random() % std::size(tensors)];
    for (std::string* bytes : {&metadata, &tensor}) {
      if (random() % 2 == 0) (*bytes)[random() % bytes->size()] = static_cast<char>(random());
      if (random() % 8 == 0) bytes->resize(random() % (bytes->size() + 1));
    }
    ValueView value;
    value.form = ValueForm::kTensor;
    value.body = AsBytes(tensor);
    value.has_metadata = true;
    value.metadata = AsBytes(metadata);
    if (event_detail::HasPlainParts(value)) {
      EXPECT_EQ(event_detail::CheckParts(value), WireError::kOk);
    }
  }
}

TEST(ParseMetadata, ReadsAllFields) {
  const std::string bytes = EncodeMetadata({.plugin_name = "images",
                                            .plugin_content = "\x10\x01",
                                            .display_name = "shown",
                                            .description = "about",
                                            .data_class = DataClass::kBlobSequence});
  MetadataView view;
  ASSERT_EQ(ParseMetadata(AsBytes(bytes), view), WireError::kOk);
  EXPECT_EQ(AsText(view.plugin_name), "images");
  EXPECT_EQ(AsText(view.plugin_content), "\x10\x01");
  EXPECT_EQ(AsText(view.display_name), "shown");
  EXPECT_EQ(AsText(view.description), "about");
  EXPECT_EQ(view.data_class, DataClass::kBlobSequence);
}

TEST(ParseMetadata, UnknownDataClassReadsAsUnknown) {
  for (const std::uint64_t number : {std::uint64_t{4}, std::uint64_t{256}, ~std::uint64_t{0}}) {
    std::string bytes;
    WireWriter(bytes).Varint(4, number);
    MetadataView view;
    ASSERT_EQ(ParseMetadata(AsBytes(bytes), view), WireError::kOk);
    EXPECT_EQ(view.data_class, DataClass::kUnknown);
  }
}

TEST(ParseSessionStatus, ReadsStatus) {
  for (const auto expected : {SessionStatus::kUnspecified, SessionStatus::kStart,
                              SessionStatus::kStop, SessionStatus::kCheckpoint}) {
    const std::string payload = EncodeSessionLog(1, 2, expected);
    EventView event;
    ASSERT_EQ(ParseEvent(AsBytes(payload), event), WireError::kOk);
    ASSERT_EQ(event.what, EventWhat::kSessionLog);
    SessionStatus status = SessionStatus::kStop;
    ASSERT_EQ(ParseSessionStatus(event.body, status), WireError::kOk);
    EXPECT_EQ(status, expected);
  }
  SessionStatus status = SessionStatus::kStart;
  EXPECT_EQ(ParseSessionStatus(AsBytes("\x08\x80"), status), WireError::kTruncated);
}

TEST(ParseTaggedRunMetadata, ReadsBoth) {
  std::string message;
  WireWriter writer(message);
  writer.Message(1, "step1");
  writer.Message(2, "bytes");
  TaggedRunMetadataView view;
  ASSERT_EQ(ParseTaggedRunMetadata(AsBytes(message), view), WireError::kOk);
  EXPECT_EQ(AsText(view.tag), "step1");
  EXPECT_EQ(AsText(view.run_metadata), "bytes");
  EXPECT_EQ(ParseTaggedRunMetadata(AsBytes("\x0A\x05x"), view), WireError::kTruncated);
}

TEST(Names, AreTheProtosNames) {
  EXPECT_EQ(EventWhatName(EventWhat::kTaggedRunMetadata), "tagged_run_metadata");
  EXPECT_EQ(ValueFormName(ValueForm::kHistogram), "histo");
  EXPECT_EQ(ValueFormName(ValueForm::kSessionLog), "session_log");
}

}  // namespace
}  // namespace sightglass::format
