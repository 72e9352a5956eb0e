#include "writer/summary_encoder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cfloat>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/logged_values.h"

namespace sightglass::writer {
namespace {

using ::sightglass::testing::DumpWire;
using ::sightglass::testing::LoggedValue;
using ::sightglass::testing::ReadSummaryValues;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::IsEmpty;
using namespace std::string_view_literals;

LoggedValue OnlyValue(std::string_view summary) {
  const std::vector<LoggedValue> values = ReadSummaryValues(summary);
  EXPECT_EQ(values.size(), 1U);
  return values.empty() ? LoggedValue{} : values[0];
}

// The bytes of a scalar by TensorFlow 2: tag, tensor, metadata.
TEST(SummaryEncoder, WritesTheBytesOfTensorFlow) {
  const float number = 0.99F;
  std::string summary;
  AppendTensorValue(
      {"accuracy"}, {.name = "scalars"},
      {.type = TensorType::kFloat, .content = {reinterpret_cast<const char*>(&number), 4}},
      summary);
  EXPECT_EQ(summary,
            "\x0A\x23\x0A\x08"
            "accuracy\x42\x0A\x08\x01\x12\x00\x22\x04\xA4\x70\x7D\x3F\x4A\x0B\x0A\x09\x0A\x07"
            "scalars"sv);
}

TEST(SummaryEncoder, EveryValueCarriesItsMetadata) {
  const ValueHead head{"tag", "a name", "a *description*"};
  const std::vector<double> rows = {0, 1, 2};
  const std::string_view strings[] = {"x"};
  const std::vector<float> curve(12);
  for (const std::string& summary :
       {EncodeHistogram(head, rows), EncodeOldHistogram(head, {}, rows, rows),
        EncodeImages(head, 1, 1, strings), EncodeAudio(head, "wav"), EncodeText(head, {}, strings),
        EncodePrCurve(head, curve)}) {
    const LoggedValue value = OnlyValue(summary);
    EXPECT_EQ(value.tag, "tag");
    EXPECT_EQ(value.display_name, "a name");
    EXPECT_EQ(value.description, "a *description*");
    EXPECT_NE(value.plugin, "");
  }
}

TEST(SummaryEncoder, WritesHistograms) {
  const LoggedValue value =
      OnlyValue(EncodeHistogram({"h"}, std::vector<double>{0, 1, 5, 1, 2, 7}));
  EXPECT_EQ(value.plugin, "histograms");
  EXPECT_EQ(value.content, "");
  EXPECT_EQ(value.dtype, 2U);
  EXPECT_THAT(value.dims, ElementsAre(2, 3));
  EXPECT_THAT(value.numbers, ElementsAre(0, 1, 5, 1, 2, 7));
  EXPECT_THAT(OnlyValue(EncodeHistogram({"h"}, {})).dims, ElementsAre(0, 3));
}

TEST(SummaryEncoder, WritesHistogramsAsTensorFlow1) {
  const std::string summary = EncodeOldHistogram(
      {"h"}, {.min = 0.5, .max = 0.5, .num = 10, .sum = 5, .sum_squares = 2.5},
      std::vector<double>{0.4707, 0.5178, DBL_MAX}, std::vector<double>{0, 10, 0});
  const LoggedValue value = OnlyValue(summary);
  EXPECT_EQ(value.form, "histo");
  EXPECT_EQ(value.plugin, "histograms");
  EXPECT_THAT(value.numbers, ElementsAre(0.5, 0.5, 10));
}

TEST(SummaryEncoder, WritesPictures) {
  const std::string_view pictures[] = {"first", "second", ""};
  const LoggedValue value = OnlyValue(EncodeImages({"i"}, 640, 48, pictures));
  EXPECT_EQ(value.plugin, "images");
  EXPECT_EQ(value.dtype, 7U);
  EXPECT_THAT(value.dims, ElementsAre(5));
  EXPECT_THAT(value.strings, ElementsAre("640", "48", "first", "second", ""));
}

TEST(SummaryEncoder, WritesSound) {
  const LoggedValue value = OnlyValue(EncodeAudio({"a"}, "RIFF"));
  EXPECT_EQ(value.plugin, "audio");
  EXPECT_EQ(value.content, "\x10\x0B");
  EXPECT_THAT(value.dims, ElementsAre(1, 2));
  EXPECT_THAT(value.strings, ElementsAre("RIFF", ""));
}

TEST(SummaryEncoder, WritesTextOfAnyRank) {
  const std::string_view texts[] = {"a", "", "b\xC3\xA4", "d"};
  const LoggedValue one = OnlyValue(EncodeText({"t"}, {}, std::span(texts).first(1)));
  EXPECT_EQ(one.plugin, "text");
  EXPECT_THAT(one.dims, IsEmpty());
  EXPECT_THAT(one.strings, ElementsAre("a"));
  const std::int64_t column[] = {4};
  EXPECT_THAT(OnlyValue(EncodeText({"t"}, column, texts)).strings, ElementsAreArray(texts));
  const std::int64_t table[] = {2, 2};
  EXPECT_THAT(OnlyValue(EncodeText({"t"}, table, texts)).dims, ElementsAre(2, 2));
  const std::int64_t nothing[] = {0};
  EXPECT_THAT(OnlyValue(EncodeText({"t"}, nothing, {})).strings, IsEmpty());
}

TEST(SummaryEncoder, WritesPrCurves) {
  std::vector<float> rows(6 * 201, 0.25F);
  const LoggedValue value = OnlyValue(EncodePrCurve({"p"}, rows));
  EXPECT_EQ(value.plugin, "pr_curves");
  EXPECT_EQ(value.content, "\x10\xC9\x01");
  EXPECT_EQ(value.dtype, 1U);
  EXPECT_THAT(value.dims, ElementsAre(6, 201));
  EXPECT_EQ(value.numbers, std::vector<double>(6 * 201, 0.25));
}

// Lengths of one, two, three and four digits: the reader finds every byte where it should be.
TEST(SummaryEncoder, CountsSizesRight) {
  for (const int number : {0, 1, 100, 127, 128, 129, 16'383, 16'384, 70'000, 3'000'000}) {
    const auto size = static_cast<std::size_t>(number);
    const std::string picture(size, 'p');
    const std::string tag(size % 1000 + 1, 't');
    const std::string_view pictures[] = {picture};
    const std::string summary = EncodeImages({tag, "", picture}, 1, 2, pictures);
    const LoggedValue value = OnlyValue(summary);
    EXPECT_EQ(value.tag, tag);
    EXPECT_EQ(value.strings.at(2), picture);
    EXPECT_EQ(value.description, picture);
    // One allocation of the right size.
    EXPECT_LE(summary.capacity(), summary.size() + 64);
  }
}

TEST(SummaryEncoder, WritesRunMetadata) {
  EXPECT_EQ(DumpWire(EncodeTaggedRunMetadata("step1", "\x08\x07")), "1:\"step1\" 2{1:7}");
}

TEST(SummaryEncoder, LimitsEvents) {
  EXPECT_TRUE(CheckEventBytes("text", kMaxEventBytes).ok());
  const Status status = CheckEventBytes("text", kMaxEventBytes + 1);
  EXPECT_EQ(status.code(), StatusCode::kOutOfRange);
  EXPECT_NE(status.message().find(std::to_string(kMaxEventBytes)), std::string_view::npos);
}

}  // namespace
}  // namespace sightglass::writer
