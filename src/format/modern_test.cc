#include "format/modern.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "format/encode.h"

namespace sightglass::format {
namespace {

using namespace std::string_literals;
using base::AsBytes;
using base::AsText;
using base::ErrorCode;
using ::testing::ElementsAre;

constexpr double kMaxDouble = std::numeric_limits<double>::max();

// A value and the bytes it points into.
struct Held {
  std::string summary;
  ValueView view;
};

Held Hold(const std::string& value) {
  Held held{.summary = JoinValues({&value, 1}), .view = {}};
  ValueWalker walker(AsBytes(held.summary));
  EXPECT_TRUE(walker.Next(held.view));
  // A short string would move with the struct.
  EXPECT_GT(held.summary.size(), 15U) << "give the test value a longer tag";
  return held;
}

SeriesMetadata Metadata(const std::string& value) {
  const auto metadata = MetadataOf(Hold(value).view);
  EXPECT_TRUE(metadata.ok());
  return metadata.ok() ? *metadata : SeriesMetadata{};
}

std::string FormValue(std::string_view tag, std::uint32_t field, std::string_view body,
                      std::string_view metadata = {}) {
  std::string value;
  WireWriter writer(value);
  writer.Message(1, tag);
  writer.Message(field, body);
  if (!metadata.empty()) writer.Message(9, metadata);
  return value;
}

std::string Histo(double min, double max, const std::vector<double>& limits,
                  const std::vector<double>& counts) {
  std::string message;
  WireWriter writer(message);
  writer.Double(1, min);
  writer.Double(2, max);
  writer.PackedDoubles(6, limits);
  writer.PackedDoubles(7, counts);
  return FormValue("some/histogram", 5, message);
}

std::string DoubleTensor(const std::vector<std::int64_t>& dims,
                         const std::vector<double>& numbers) {
  return EncodeTensorContent(DataType::kDouble, dims,
                             AsText(std::as_bytes(std::span<const double>(numbers))));
}

std::vector<HistogramBucket> Buckets(const std::string& value) {
  const Held held = Hold(value);
  const auto buckets = DecodeHistogram(held.view);
  EXPECT_TRUE(buckets.ok()) << (buckets.ok() ? "" : buckets.error().message);
  return buckets.ok() ? *buckets : std::vector<HistogramBucket>{};
}

ErrorCode FactsError(const std::string& value, std::string_view plugin) {
  const Held held = Hold(value);
  const auto facts = FactsOf(held.view, plugin);
  return facts.ok() ? ErrorCode::kUnknown : facts.error().code;
}

ValueFacts Facts(const std::string& value, std::string_view plugin) {
  const Held held = Hold(value);
  const auto facts = FactsOf(held.view, plugin);
  EXPECT_TRUE(facts.ok()) << (facts.ok() ? "" : facts.error().message);
  return facts.ok() ? *facts : ValueFacts{};
}

TEST(MetadataOf, OldFormsGetTheirPlugin) {
  EXPECT_EQ(Metadata(EncodeSimpleValue("train/loss", 1)),
            (SeriesMetadata{"scalars", "", "train/loss", "", DataClass::kScalar}));
  EXPECT_EQ(Metadata(FormValue("train/weights", 5, "")),
            (SeriesMetadata{"histograms", "", "train/weights", "", DataClass::kTensor}));
  EXPECT_EQ(Metadata(FormValue("train/picture", 4, "")),
            (SeriesMetadata{"images", "\x10\x01", "train/picture", "", DataClass::kBlobSequence}));
  EXPECT_EQ(
      Metadata(FormValue("train/sound", 6, "")),
      (SeriesMetadata{"audio", "\x10\x0B\x18\x01", "train/sound", "", DataClass::kBlobSequence}));
}

TEST(MetadataOf, OldFormsKeepNamesOnly) {
  const std::string own = EncodeMetadata({.plugin_name = "images",
                                          .plugin_content = "content",
                                          .display_name = "shown",
                                          .description = "about",
                                          .data_class = DataClass::kBlobSequence});
  EXPECT_EQ(Metadata(EncodeSimpleValue("train/loss", 1, own)),
            (SeriesMetadata{"scalars", "", "shown", "about", DataClass::kScalar}));
}

TEST(MetadataOf, TensorsKeepWhatTheySay) {
  const std::string own = EncodeMetadata(
      {.plugin_name = "mine", .plugin_content = "content", .data_class = DataClass::kTensor});
  EXPECT_EQ(Metadata(EncodeTensorValue("train/loss", EncodeFloatScalar(1), own)),
            (SeriesMetadata{"mine", "content", "", "", DataClass::kTensor}));
  const std::string unknown = EncodeMetadata({.plugin_name = "mine"});
  EXPECT_EQ(Metadata(EncodeTensorValue("train/loss", EncodeFloatScalar(1), unknown)).data_class,
            DataClass::kUnknown);
  const std::string text = EncodeMetadata({.plugin_name = "text"});
  EXPECT_EQ(Metadata(EncodeTensorValue("train/note", EncodeStringTensor({}, {}), text)).data_class,
            DataClass::kTensor);
}

TEST(MetadataOf, TensorsWithoutMetadata) {
  EXPECT_EQ(Metadata(EncodeTensorValue("train/loss", EncodeFloatScalar(1))),
            (SeriesMetadata{"scalars", "", "", "", DataClass::kScalar, true}));
  const std::vector<std::string> words = {"hello"};
  EXPECT_EQ(Metadata(EncodeTensorValue("train/note", EncodeStringTensor({}, words))),
            (SeriesMetadata{"text", "", "", "", DataClass::kTensor, true}));
  EXPECT_EQ(Metadata(EncodeTensorValue("train/rows", DoubleTensor({2}, {1, 2}))), SeriesMetadata{});
}

TEST(MetadataOf, BadMetadata) {
  ValueView value;
  value.form = ValueForm::kTensor;
  value.has_metadata = true;
  value.metadata = AsBytes("\x0A\x05x");
  const auto metadata = MetadataOf(value);
  ASSERT_FALSE(metadata.ok());
  EXPECT_EQ(metadata.error().code, ErrorCode::kInvalidArgument);
}

TEST(MetadataOf, WholeEvents) {
  for (const auto form : {ValueForm::kGraphDef, ValueForm::kMetaGraphDef,
                          ValueForm::kTaggedRunMetadata, ValueForm::kSessionLog}) {
    ValueView value;
    value.form = form;
    const auto metadata = MetadataOf(value);
    ASSERT_TRUE(metadata.ok());
    EXPECT_EQ(*metadata, MetadataOfEvent(form));
    EXPECT_EQ(metadata->data_class, DataClass::kBlobSequence);
  }
  EXPECT_EQ(MetadataOfEvent(ValueForm::kGraphDef).plugin_name, "graphs");
  EXPECT_EQ(MetadataOfEvent(ValueForm::kTaggedRunMetadata).plugin_name,
            "graph_tagged_run_metadata");
  EXPECT_EQ(MetadataOfEvent(ValueForm::kMetaGraphDef).plugin_name, "meta_graph");
  EXPECT_EQ(MetadataOfEvent(ValueForm::kSessionLog).plugin_name, "session_log");
}

TEST(DataClassOfPlugin, KnowsTheStandardOnes) {
  EXPECT_EQ(DataClassOfPlugin("scalars"), DataClass::kScalar);
  EXPECT_EQ(DataClassOfPlugin("custom_scalars"), DataClass::kTensor);
  EXPECT_EQ(DataClassOfPlugin("graph_keras_model"), DataClass::kBlobSequence);
  EXPECT_EQ(DataClassOfPlugin("scalar"), DataClass::kUnknown);
  EXPECT_EQ(DataClassOfPlugin(""), DataClass::kUnknown);
}

TEST(DecodeHistogram, OldFormsLoseEmptyEnds) {
  // Torch and TF1, ten times 0.5; TF1 without data.
  EXPECT_THAT(Buckets(Histo(0.5, 0.5, {0.4707, 0.5178}, {0, 10})),
              ElementsAre(HistogramBucket{0.5, 0.5, 10}));
  EXPECT_THAT(Buckets(Histo(0.5, 0.5, {0.4707, 0.5178, kMaxDouble}, {0, 10, 0})),
              ElementsAre(HistogramBucket{0.5, 0.5, 10}));
  EXPECT_THAT(Buckets(Histo(kMaxDouble, -kMaxDouble, {kMaxDouble}, {0})), ElementsAre());
  EXPECT_THAT(Buckets(Histo(0, 0, {}, {})), ElementsAre());
  EXPECT_THAT(Buckets(Histo(0.1, 3.5, {0, 1, 2, 3, 4, 5}, {0, 2, 0, 1, 4, 0})),
              ElementsAre(HistogramBucket{0.1, 1, 2}, HistogramBucket{1, 2, 0},
                          HistogramBucket{2, 3, 1}, HistogramBucket{3, 3.5, 4}));
}

TEST(DecodeHistogram, OldFormsKeepDoublePrecision) {
  EXPECT_THAT(Buckets(Histo(0.1, 0.7, {0.3, 0.7}, {1, 2})),
              ElementsAre(HistogramBucket{0.1, 0.3, 1}, HistogramBucket{0.3, 0.7, 2}));
}

TEST(DecodeHistogram, OldFormsWithOddEdges) {
  const double inf = std::numeric_limits<double>::infinity();
  // An infinite edge inside is min or max; an empty bucket turned round by that goes.
  EXPECT_THAT(Buckets(Histo(-1, 5, {-inf, 2, inf, 6}, {1, 1, 1, 1})),
              ElementsAre(HistogramBucket{-1, -1, 1}, HistogramBucket{-1, 2, 1},
                          HistogramBucket{2, 5, 1}, HistogramBucket{5, 5, 1}));
  EXPECT_THAT(Buckets(Histo(0, 5, {3, 2, 5}, {1, 0, 1})),
              ElementsAre(HistogramBucket{0, 3, 1}, HistogramBucket{2, 5, 1}));
  EXPECT_THAT(Buckets(Histo(0, 5, {NAN, 5}, {1, 1})),
              ElementsAre(HistogramBucket{0, 5, 1}, HistogramBucket{0, 5, 1}));
}

TEST(DecodeHistogram, OldFormsUnpackedOrInPieces) {
  std::string message;
  WireWriter writer(message);
  writer.Double(2, 9);
  writer.PackedDoubles(7, std::vector<double>{0, 0});
  writer.Double(7, 3);
  writer.PackedDoubles(7, std::vector<double>{4, 0});
  for (const double limit : {1.0, 2.0, 3.0, 4.0, 5.0}) writer.Double(6, limit);
  const std::string value = FormValue("some/histogram", 5, message);
  EXPECT_THAT(Buckets(value), ElementsAre(HistogramBucket{0, 3, 3}, HistogramBucket{3, 9, 4}));
  EXPECT_EQ(Facts(value, "histograms").dims[0], 2);
}

TEST(DecodeHistogram, OldFormsWithListsOfDifferentLength) {
  // Enough limits for the buckets in use: read as TensorBoard reads it, though worth an issue.
  const std::string more = Histo(0, 3, {1, 2, 3}, {1, 1});
  EXPECT_THAT(Buckets(more), ElementsAre(HistogramBucket{0, 1, 1}, HistogramBucket{1, 3, 1}));
  EXPECT_EQ(FactsError(more, "histograms"), ErrorCode::kInvalidArgument);
  const Held fewer = Hold(Histo(0, 3, {1}, {1, 1, 1}));
  const auto buckets = DecodeHistogram(fewer.view);
  ASSERT_FALSE(buckets.ok());
  EXPECT_EQ(buckets.error().code, ErrorCode::kInvalidArgument);
}

TEST(DecodeHistogram, Tensors) {
  EXPECT_THAT(
      Buckets(EncodeTensorValue("some/histogram", DoubleTensor({2, 3}, {0, 1, 5, 1, 0, 0}))),
      ElementsAre(HistogramBucket{0, 1, 5}, HistogramBucket{1, 0, 0}));
  EXPECT_THAT(Buckets(EncodeTensorValue("some/histogram", DoubleTensor({0, 3}, {}))),
              ElementsAre());
  for (const std::string& tensor :
       {DoubleTensor({2, 2}, {1, 2, 3, 4}), DoubleTensor({6}, {1, 2, 3, 4, 5, 6}),
        DoubleTensor({2, 3}, {1, 2, 3, 4, 5}), EncodeStringTensor({}, {})}) {
    const std::string value = EncodeTensorValue("some/histogram", tensor);
    EXPECT_FALSE(DecodeHistogram(Hold(value).view).ok());
    EXPECT_EQ(FactsError(value, "histograms"), ErrorCode::kInvalidArgument);
  }
  EXPECT_FALSE(DecodeHistogram(Hold(EncodeSimpleValue("some/scalar", 1)).view).ok());
}

TEST(DecodeHistogram, Limits) {
  const Held held = Hold(Histo(0, 3, {1, 2, 3}, {1, 1, 1}));
  EXPECT_TRUE(DecodeHistogram(held.view, {.max_elements = 9}).ok());
  const auto buckets = DecodeHistogram(held.view, {.max_elements = 8});
  ASSERT_FALSE(buckets.ok());
  EXPECT_EQ(buckets.error().code, ErrorCode::kOutOfRange);
}

TEST(Images, OldForm) {
  const Held held = Hold(EncodeImageValue("some/picture", 20, 30, 3, "png"));
  const auto image = DecodeImageValue(held.view);
  ASSERT_TRUE(image.ok());
  EXPECT_EQ(image->width, 30);
  EXPECT_EQ(image->height, 20);
  ASSERT_EQ(image->encoded.size(), 1U);
  EXPECT_EQ(AsText(image->encoded[0]), "png");
  const auto facts = FactsOf(held.view, "images");
  ASSERT_TRUE(facts.ok());
  EXPECT_EQ(facts->dtype, 7U);
  EXPECT_THAT(facts->dims, ElementsAre(3, 0, 0, 0));
  EXPECT_THAT(facts->detail, ElementsAre(30, 20, 1));
}

std::string ImageTensor(const std::vector<std::string>& strings) {
  const auto size = static_cast<std::int64_t>(strings.size());
  return EncodeTensorValue("some/picture",
                           EncodeStringTensor(std::vector<std::int64_t>{size}, strings));
}

TEST(Images, Tensors) {
  const std::string value = ImageTensor({"30", "20", "a", "b"});
  const Held held = Hold(value);
  const auto image = DecodeImageValue(held.view);
  ASSERT_TRUE(image.ok());
  EXPECT_EQ(image->width, 30);
  EXPECT_EQ(image->height, 20);
  ASSERT_EQ(image->encoded.size(), 2U);
  EXPECT_EQ(AsText(image->encoded[1]), "b");
  EXPECT_THAT(Facts(value, "images").detail, ElementsAre(30, 20, 2));
  EXPECT_THAT(Facts(ImageTensor({"-1", "abc", "a"}), "images").detail, ElementsAre(0, 0, 1));
  EXPECT_THAT(Facts(ImageTensor({"1 ", "99999999999999999999", "a"}), "images").detail,
              ElementsAre(0, 0, 1));
}

TEST(Images, WrongShapes) {
  EXPECT_EQ(FactsError(ImageTensor({}), "images"), ErrorCode::kInvalidArgument);
  EXPECT_EQ(FactsError(ImageTensor({"1"}), "images"), ErrorCode::kInvalidArgument);
  EXPECT_EQ(FactsError(ImageTensor({"1", "1"}), "images"), ErrorCode::kInvalidArgument);
  const std::vector<std::string> one = {"x"};
  EXPECT_EQ(FactsError(EncodeTensorValue("some/picture", EncodeStringTensor({}, one)), "images"),
            ErrorCode::kInvalidArgument);
  EXPECT_FALSE(DecodeImageValue(Hold(ImageTensor({"1"})).view).ok());
  EXPECT_FALSE(DecodeImageValue(Hold(EncodeSimpleValue("some/scalar", 1)).view).ok());
}

TEST(Audio, OldForm) {
  std::string message;
  WireWriter writer(message);
  writer.Float(1, 44100);
  writer.Varint(2, 2);
  writer.Varint(3, 1000);
  writer.Message(4, "wav");
  const std::string value = FormValue("some/sound", 6, message);
  const Held held = Hold(value);
  const auto clips = DecodeAudioValue(held.view);
  ASSERT_TRUE(clips.ok());
  ASSERT_EQ(clips->size(), 1U);
  EXPECT_EQ(AsText((*clips)[0]), "wav");
  EXPECT_THAT(Facts(value, "audio").detail, ElementsAre(44100, 2, 1000));
}

TEST(Audio, OldFormWithoutASaneRate) {
  for (const float rate : {NAN, INFINITY, -INFINITY, -1.0F, 1e30F}) {
    std::string message;
    WireWriter(message).Float(1, rate);
    EXPECT_THAT(Facts(FormValue("some/sound", 6, message), "audio").detail, ElementsAre(0, 0, 0));
  }
}

TEST(Audio, TensorsLoseTheirLabels) {
  const std::vector<std::string> strings = {"a", "label a", "b", "label b"};
  const auto clips_of = [&](const std::vector<std::int64_t>& dims) {
    const Held held = Hold(EncodeTensorValue("some/sound", EncodeStringTensor(dims, strings)));
    std::vector<std::string> texts;
    const auto clips = DecodeAudioValue(held.view);
    EXPECT_TRUE(clips.ok());
    if (!clips.ok()) return texts;
    for (const base::Bytes clip : *clips) texts.emplace_back(AsText(clip));
    return texts;
  };
  EXPECT_THAT(clips_of({2, 2}), ElementsAre("a", "b"));
  EXPECT_THAT(clips_of({4}), ElementsAre("a", "label a", "b", "label b"));
  EXPECT_THAT(clips_of({1, 2, 2}), ElementsAre("a"));
  EXPECT_THAT(Facts(EncodeTensorValue("some/sound",
                                      EncodeStringTensor(std::vector<std::int64_t>{2, 2}, strings)),
                    "audio")
                  .detail,
              ElementsAre(0, 0, 2));
}

TEST(Audio, EmptyAndWrong) {
  for (const std::vector<std::int64_t>& dims :
       {std::vector<std::int64_t>{0}, {0, 2}, {3, 0}, {2, 0, 5}}) {
    const Held held = Hold(EncodeTensorValue("some/sound", EncodeStringTensor(dims, {})));
    const auto clips = DecodeAudioValue(held.view);
    ASSERT_TRUE(clips.ok());
    EXPECT_TRUE(clips->empty());
  }
  const std::vector<std::string> one = {"x"};
  const std::string scalar = EncodeTensorValue("some/sound", EncodeStringTensor({}, one));
  EXPECT_FALSE(DecodeAudioValue(Hold(scalar).view).ok());
  EXPECT_EQ(FactsError(scalar, "audio"), ErrorCode::kInvalidArgument);
  EXPECT_FALSE(DecodeAudioValue(Hold(EncodeSimpleValue("some/scalar", 1)).view).ok());
}

TEST(FactsOf, ValuesOfAnotherPlugin) {
  EXPECT_EQ(FactsError(EncodeSimpleValue("some/scalar", 1), "text"), ErrorCode::kInvalidArgument);
  EXPECT_EQ(FactsError(FormValue("some/picture", 4, ""), "audio"), ErrorCode::kInvalidArgument);
  EXPECT_EQ(FactsError(EncodeTensorValue("some/scalar", EncodeFloatScalar(1)), "text"),
            ErrorCode::kInvalidArgument);
  EXPECT_EQ(FactsError(EncodeTensorValue("some/rows", DoubleTensor({2}, {1, 2})), "scalars"),
            ErrorCode::kInvalidArgument);
  EXPECT_EQ(FactsError(EncodeTensorValue("some/rows", DoubleTensor({2}, {1, 2})), "pr_curves"),
            ErrorCode::kInvalidArgument);
  EXPECT_EQ(FactsError(EncodeTensorValue("some/rows", DoubleTensor({2}, {1, 2})), "mesh"),
            ErrorCode::kInvalidArgument);
  EXPECT_EQ(FactsError(EncodeTensorValue("some/rows", DoubleTensor({1'000'000'000, 3}, {})),
                       "histograms"),
            ErrorCode::kInvalidArgument);
}

TEST(FactsOf, UnknownPluginsTakeAnything) {
  const ValueFacts facts =
      Facts(EncodeTensorValue("some/rows", DoubleTensor({1, 2, 1, 1, 1}, {1, 2})), "mine");
  EXPECT_EQ(facts.dtype, 2U);
  EXPECT_EQ(facts.rank, 5U);
  EXPECT_THAT(facts.dims, ElementsAre(1, 2, 1, 1));
  EXPECT_THAT(facts.detail, ElementsAre(0, 0, 0));
}

TEST(FactsOf, MetadataOnly) {
  std::string value;
  WireWriter writer(value);
  writer.Message(1, "_hparams_/experiment");
  writer.Message(9, EncodeMetadata({.plugin_name = "hparams"}));
  const ValueFacts facts = Facts(value, "hparams");
  EXPECT_EQ(facts.dtype, 1U);
  EXPECT_EQ(facts.rank, 1U);
  EXPECT_EQ(facts.dims[0], 0);
  EXPECT_EQ(FactsError(value, "scalars"), ErrorCode::kInvalidArgument);
}

TEST(FactsOf, WholeEvents) {
  ValueView value;
  value.form = ValueForm::kGraphDef;
  const auto facts = FactsOf(value, "graphs");
  ASSERT_TRUE(facts.ok());
  EXPECT_EQ(facts->dtype, 7U);
  EXPECT_EQ(facts->dims[0], 1);
}

}  // namespace
}  // namespace sightglass::format
