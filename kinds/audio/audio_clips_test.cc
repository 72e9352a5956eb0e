#include "kinds/audio/audio_clips.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "format/encode.h"

namespace sightglass::kinds {
namespace {

// A summary of one value, with the view of it.
class OneValue {
 public:
  explicit OneValue(const std::string& value)
      : summary_(format::JoinValues(std::array<std::string, 1>{value})) {
    format::ValueWalker walker(base::AsBytes(summary_));
    EXPECT_TRUE(walker.Next(view_));
  }
  [[nodiscard]] const format::ValueView& view() const { return view_; }

 private:
  std::string summary_;
  format::ValueView view_;
};

OneValue StringValue(const std::vector<std::int64_t>& dims,
                     const std::vector<std::string>& strings) {
  return OneValue(format::EncodeTensorValue("t", format::EncodeStringTensor(dims, strings)));
}

TEST(ClipOf, GivesEachClipOfATensor) {
  const OneValue value = StringValue({2}, {"one", "two"});
  const auto clip = ClipOf(value.view(), 1);
  ASSERT_TRUE(clip.ok());
  EXPECT_EQ(base::AsText(clip->encoded), "two");
  EXPECT_TRUE(clip->label.empty());
}

TEST(ClipOf, GivesLabels) {
  const OneValue value = StringValue({2, 2}, {"one", "first", "two", "second"});
  const auto clip = ClipOf(value.view(), 1);
  ASSERT_TRUE(clip.ok());
  EXPECT_EQ(base::AsText(clip->encoded), "two");
  EXPECT_EQ(base::AsText(clip->label), "second");
}

TEST(ClipOf, FindsNoClipPastTheLast) {
  EXPECT_EQ(ClipOf(StringValue({2, 2}, {"a", "b", "c", "d"}).view(), 2).error().code,
            base::ErrorCode::kNotFound);
  EXPECT_EQ(ClipOf(StringValue({0}, {}).view(), 0).error().code, base::ErrorCode::kNotFound);
}

TEST(ClipOf, RefusesWhatIsNoAudio) {
  EXPECT_EQ(ClipOf(StringValue({}, {"a"}).view(), 0).error().code,
            base::ErrorCode::kInvalidArgument);
  const OneValue number(format::EncodeSimpleValue("t", 1));
  EXPECT_EQ(ClipOf(number.view(), 0).error().code, base::ErrorCode::kInvalidArgument);
}

TEST(ClipCount, TellsOldFormsFromTensors) {
  EXPECT_EQ(ClipCount({.form = static_cast<std::uint8_t>(format::ValueForm::kAudio),
                       .detail = {44100, 2, 7}}),
            1);
  EXPECT_EQ(ClipCount({.form = static_cast<std::uint8_t>(format::ValueForm::kTensor),
                       .detail = {0, 0, 3}}),
            3);
}

TEST(SeriesContentType, IsWavOnlyIfTheWriterSaidSo) {
  store::Series series;
  const auto type_of = [&](std::string content) {
    series.info = std::make_shared<const store::SeriesInfo>(
        store::SeriesInfo{.plugin = "audio", .plugin_content = std::move(content)});
    return SeriesContentType(series);
  };
  EXPECT_EQ(type_of("\x10\x0B"), "audio/wav");
  EXPECT_EQ(type_of("\x10\x01"), "application/octet-stream");
  EXPECT_EQ(type_of(""), "application/octet-stream");
  EXPECT_EQ(type_of("not protobuf"), "application/octet-stream");
}

}  // namespace
}  // namespace sightglass::kinds
