#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sightglass/default_writer.h"
#include "sightglass/summary_writer.h"
#include "tests/support/logged_values.h"
#include "tests/support/temp_dir.h"

namespace sightglass {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::LoggedRecord;
using testing::LoggedValue;
using testing::ReadLoggedEvents;
using ::testing::SizeIs;
using testing::TempDir;

constexpr std::string_view kBad = "\xC3(";

// A writer that keeps what it is told of errors.
class SummaryWriterDataTest : public ::testing::Test {
 protected:
  // All events but the first, which names the version.
  std::vector<LoggedRecord> Events(std::string_view run = "") {
    EXPECT_TRUE(writer.Flush().ok());
    std::vector<LoggedRecord> events = ReadLoggedEvents(run.empty() ? dir.path() : dir.Join(run));
    if (!events.empty()) events.erase(events.begin());
    return events;
  }
  LoggedRecord Only() {
    std::vector<LoggedRecord> events = Events();
    EXPECT_THAT(events, SizeIs(1));
    return events.empty() ? LoggedRecord{} : std::move(events[0]);
  }
  LoggedValue OnlyValue() {
    LoggedRecord event = Only();
    EXPECT_THAT(event.values, SizeIs(1));
    return event.values.empty() ? LoggedValue{} : std::move(event.values[0]);
  }

  TempDir dir;
  std::vector<StatusCode> errors;
  SummaryWriter writer{
      dir.path(), {.on_error = [this](const Status& status) { errors.push_back(status.code()); }}};
};

TEST_F(SummaryWriterDataTest, AddsHistograms) {
  const std::vector<float> values = {0, 1, 2, 3};
  ASSERT_TRUE(writer
                  .AddHistogram("h", values, 7, {.buckets = 2},
                                {.wall_time = 12.5, .display_name = "H", .description = "D"})
                  .ok());
  const LoggedRecord event = Only();
  EXPECT_EQ(event.step, 7);
  EXPECT_EQ(event.wall_time, 12.5);
  ASSERT_THAT(event.values, SizeIs(1));
  EXPECT_EQ(event.values[0].tag, "h");
  EXPECT_EQ(event.values[0].display_name, "H");
  EXPECT_EQ(event.values[0].description, "D");
  EXPECT_THAT(event.values[0].dims, ElementsAre(2, 3));
  EXPECT_THAT(event.values[0].numbers, ElementsAre(0, 1.5, 2, 1.5, 3, 2));
}

TEST_F(SummaryWriterDataTest, AddsHistogramsOfNothing) {
  ASSERT_TRUE(writer.AddHistogram("h", std::vector<float>{}, 0).ok());
  const LoggedValue value = OnlyValue();
  EXPECT_THAT(value.dims, ElementsAre(30, 3));
  EXPECT_THAT(value.numbers, Each(0));
}

TEST_F(SummaryWriterDataTest, AddsExponentialHistograms) {
  ASSERT_TRUE(
      writer
          .AddHistogram("h", std::vector<double>(10, 0.5), 0, {.bins = HistogramBins::kExponential})
          .ok());
  const LoggedValue value = OnlyValue();
  EXPECT_EQ(value.form, "histo");
  EXPECT_THAT(value.numbers, ElementsAre(0.5, 0.5, 10));
}

TEST_F(SummaryWriterDataTest, CountsWhatIsNotFiniteOnceThereIsSome) {
  const auto add = [&](std::vector<double> values, std::int64_t step) {
    EXPECT_TRUE(writer.AddHistogram("h", values, step).ok());
    EXPECT_TRUE(writer.AddHistogram("other", std::vector<float>{1}, step).ok());
  };
  add({1}, 0);
  add({1, std::nan(""), HUGE_VAL, -HUGE_VAL}, 1);
  add({1}, 2);
  std::map<std::int64_t, double> counts;
  for (const LoggedRecord& event : Events()) {
    for (const LoggedValue& value : event.values) {
      EXPECT_NE(value.tag, "other/non_finite");
      if (value.tag == "h/non_finite") counts[event.step] = value.simple_value;
    }
  }
  EXPECT_EQ(counts, (std::map<std::int64_t, double>{{1, 3}, {2, 0}}));
}

TEST_F(SummaryWriterDataTest, AddsCountedHistograms) {
  const std::vector<double> limits = {0, 1, HUGE_VAL};
  const std::vector<int> counts = {0, 3, 4};
  ASSERT_TRUE(writer
                  .AddHistogramRaw("h",
                                   {.min = 0.25,
                                    .max = 9,
                                    .num = 7,
                                    .sum = 20,
                                    .sum_squares = 70,
                                    .bucket_limits = limits,
                                    .bucket_counts = counts},
                                   3)
                  .ok());
  EXPECT_THAT(OnlyValue().numbers, ElementsAre(0.25, 1, 3, 1, 9, 4));
}

TEST_F(SummaryWriterDataTest, AddsText) {
  ASSERT_TRUE(writer.AddText("one", "a **b**", 1).ok());
  ASSERT_TRUE(writer.AddText("list", std::vector<std::string>{"a", "b"}, 1).ok());
  ASSERT_TRUE(
      writer.AddText("table", TextTable{{"h1", "h2"}, {{"a"}, {}, {"b", "c", "d"}}}, 1).ok());
  ASSERT_TRUE(writer.AddText("nothing", TextTable{}, 1).ok());
  const std::vector<LoggedRecord> events = Events();
  ASSERT_THAT(events, SizeIs(4));
  EXPECT_THAT(events[0].values[0].dims, IsEmpty());
  EXPECT_THAT(events[0].values[0].strings, ElementsAre("a **b**"));
  EXPECT_THAT(events[1].values[0].strings, ElementsAre("a", "b"));
  EXPECT_THAT(events[2].values[0].dims, ElementsAre(4, 3));
  EXPECT_THAT(events[2].values[0].strings,
              ElementsAre("h1", "h2", "", "a", "", "", "", "", "", "b", "c", "d"));
  EXPECT_THAT(events[3].values[0].dims, ElementsAre(0, 0));
}

TEST_F(SummaryWriterDataTest, AddsPictures) {
  const std::vector<std::uint8_t> pixels(3 * 4 * 5 * 3, 9);
  ASSERT_TRUE(
      writer.AddImage("one", std::vector<float>(20, 0.5F), {.height = 4, .width = 5}, 0).ok());
  ASSERT_TRUE(
      writer.AddImages("three", pixels, {.count = 3, .height = 4, .width = 5, .channels = 3}, 0)
          .ok());
  ASSERT_TRUE(writer
                  .AddImages("tiled", pixels, {.count = 3, .height = 4, .width = 5, .channels = 3},
                             0, {.tile = true, .columns = 2})
                  .ok());
  const ImageBox boxes[] = {{.left = 1, .top = 1, .right = 3, .bottom = 3, .label = "x"}};
  ASSERT_TRUE(writer
                  .AddImageWithBoxes("boxes", std::vector<std::uint8_t>(20),
                                     {.height = 4, .width = 5}, boxes, 0)
                  .ok());
  const std::vector<LoggedRecord> events = Events();
  ASSERT_THAT(events, SizeIs(4));
  for (const LoggedRecord& event : events) {
    EXPECT_EQ(event.values[0].plugin, "images");
    EXPECT_EQ(event.values[0].strings.at(2).substr(1, 3), "PNG");
  }
  EXPECT_THAT(events[0].values[0].strings, SizeIs(3));
  EXPECT_EQ(events[0].values[0].strings[0], "5");
  EXPECT_EQ(events[0].values[0].strings[1], "4");
  EXPECT_THAT(events[1].values[0].strings, SizeIs(5));
  EXPECT_THAT(events[2].values[0].strings, SizeIs(3));
  EXPECT_EQ(events[2].values[0].strings[0], "10");
  EXPECT_EQ(events[2].values[0].strings[1], "8");
  // What was drawn can be logged as it is.
  ASSERT_TRUE(writer.AddEncodedImage("again", events[2].values[0].strings[2], 0).ok());
  EXPECT_EQ(Events().at(4).values[0].strings, events[2].values[0].strings);
}

TEST_F(SummaryWriterDataTest, AddsVideosAndSound) {
  const std::vector<std::uint8_t> frames(3 * 4 * 5);
  const PixelShape shape{.count = 3, .height = 4, .width = 5};
  ASSERT_TRUE(writer.AddVideo("gif", frames, shape, 0).ok());
  ASSERT_TRUE(writer.AddVideo("apng", frames, shape, 0, {.format = VideoFormat::kApng}).ok());
  ASSERT_TRUE(writer.AddAudio("sound", std::vector<float>(100), {.sample_rate = 8'000}, 0).ok());
  const std::vector<LoggedRecord> events = Events();
  ASSERT_THAT(events, SizeIs(3));
  EXPECT_EQ(events[0].values[0].strings.at(2).substr(0, 3), "GIF");
  EXPECT_EQ(events[1].values[0].strings.at(2).substr(1, 3), "PNG");
  EXPECT_EQ(events[2].values[0].plugin, "audio");
  EXPECT_EQ(events[2].values[0].strings.at(0).substr(0, 4), "RIFF");
}

TEST_F(SummaryWriterDataTest, AddsMeshesAsOneEvent) {
  const std::vector<float> vertices(9);
  const std::vector<std::int32_t> faces = {0, 1, 2};
  ASSERT_TRUE(writer.AddMesh("m", {.vertices = vertices, .faces = faces}, 5).ok());
  const LoggedRecord event = Only();
  ASSERT_THAT(event.values, SizeIs(2));
  EXPECT_EQ(event.values[1].tag, "m_FACE");
}

TEST_F(SummaryWriterDataTest, AddsPrCurves) {
  const std::vector<std::uint8_t> labels = {1, 0, 1, 0};
  const std::vector<float> predictions = {0.9F, 0.4F, 0.6F, 0.1F};
  ASSERT_TRUE(writer.AddPrCurve("p", labels, predictions, 0, {.thresholds = 3}).ok());
  const std::vector<double> row = {4, 2};
  ASSERT_TRUE(writer.AddPrCurveRaw("raw", {row, row, row, row, row, row}, 0).ok());
  const std::vector<LoggedRecord> events = Events();
  ASSERT_THAT(events, SizeIs(2));
  EXPECT_THAT(events[0].values[0].dims, ElementsAre(6, 3));
  EXPECT_THAT(std::vector<double>(events[0].values[0].numbers.begin(),
                                  events[0].values[0].numbers.begin() + 3),
              ElementsAre(2, 2, 0));
  EXPECT_THAT(events[1].values[0].dims, ElementsAre(6, 2));
  EXPECT_THAT(events[1].values[0].numbers, ElementsAre(4, 2, 4, 2, 4, 2, 4, 2, 4, 2, 4, 2));
}

TEST_F(SummaryWriterDataTest, AddsHParamsToARunOfTheirOwn) {
  const HParam hparams[] = {{"lr", 0.1}, {"act", std::string("relu")}};
  const NamedScalar metrics[] = {{"loss", 0.5}};
  ASSERT_TRUE(writer.AddHParams(hparams, metrics, "trial", 9).ok());
  const std::vector<LoggedRecord> events = Events("trial");
  ASSERT_THAT(events, SizeIs(3));
  EXPECT_EQ(events[0].values[0].tag, "_hparams_/session_start_info");
  EXPECT_EQ(events[1].values[0].tag, "loss");
  EXPECT_EQ(events[1].step, 9);
  EXPECT_EQ(events[2].values[0].tag, "_hparams_/session_end_info");
  ASSERT_TRUE(writer.AddHParams(hparams, metrics).ok());
  EXPECT_TRUE(writer.Flush().ok());
  std::size_t folders = 0;
  for (const auto& entry : std::filesystem::directory_iterator(dir.path())) {
    if (entry.is_directory()) ++folders;
  }
  EXPECT_EQ(folders, 2U);
}

TEST_F(SummaryWriterDataTest, AddsAnExperimentAndItsSessions) {
  ASSERT_TRUE(writer.AddHParamsExperiment({.hparams = {{.name = "lr", .min = 0, .max = 1}}}).ok());
  const HParam hparams[] = {{"lr", 0.1}};
  ASSERT_TRUE(writer.AddHParamsStart(hparams).ok());
  ASSERT_TRUE(writer.AddHParamsEnd().ok());
  const std::vector<LoggedRecord> events = Events();
  ASSERT_THAT(events, SizeIs(3));
  for (const LoggedRecord& event : events) EXPECT_EQ(event.values[0].plugin, "hparams");
}

TEST_F(SummaryWriterDataTest, AddsLayoutsAndGraphs) {
  const CustomCategory layout[] = {{.title = "c", .charts = {{.title = "t", .tags = {"loss"}}}}};
  ASSERT_TRUE(writer.AddCustomScalars(layout).ok());
  GraphBuilder graph;
  ASSERT_TRUE(graph.Add({.name = "n", .op = "X"}).ok());
  std::string graph_def;
  ASSERT_TRUE(graph.Build(graph_def).ok());
  ASSERT_TRUE(writer.AddGraph(graph).ok());
  ASSERT_TRUE(writer.AddGraph(graph_def).ok());
  ASSERT_TRUE(writer.AddRunMetadata("step1", graph_def, 4).ok());
  const std::vector<LoggedRecord> events = Events();
  ASSERT_THAT(events, SizeIs(4));
  EXPECT_EQ(events[0].values[0].plugin, "custom_scalars");
  EXPECT_EQ(events[1].what, "graph_def");
  EXPECT_EQ(events[1].body, graph_def);
  EXPECT_EQ(events[2].body, graph_def);
  EXPECT_EQ(events[3].what, "tagged_run_metadata");
  EXPECT_EQ(events[3].step, 4);
}

TEST_F(SummaryWriterDataTest, WritesEmbeddingsAndTracesBeforeItReturns) {
  ASSERT_TRUE(writer.AddEmbedding("e", std::vector<float>(6), 3, 2, 1).ok());
  EXPECT_TRUE(std::filesystem::exists(dir.Join("00001/e/tensors.tsv")));
  EXPECT_TRUE(std::filesystem::exists(dir.Join("projector_config.pbtxt")));
  {
    TraceScope outer = writer.Trace("outer");
    const TraceScope moved = std::move(outer);
  }
  ASSERT_TRUE(writer.WriteTrace().ok());
  EXPECT_TRUE(std::filesystem::exists(dir.Join("plugins/profile")));
}

TEST_F(SummaryWriterDataTest, ClosingWritesTheTrace) {
  { const TraceScope scope = writer.Trace("work"); }
  ASSERT_TRUE(writer.Close().ok());
  EXPECT_TRUE(std::filesystem::exists(dir.Join("plugins/profile")));
}

// Every call with a tag, with otherwise good arguments.
using TagCall = std::function<Status(SummaryWriter&, std::string_view, std::int64_t)>;
std::vector<TagCall> TagCalls() {
  static const std::vector<float> numbers = {0, 1, 1};
  static const std::vector<double> row = {1, 0};
  static const PixelShape shape{.height = 1, .width = 3};
  using W = SummaryWriter;
  using T = std::string_view;
  using S = std::int64_t;
  return {
      [](W& w, T t, S s) { return w.AddScalar(t, 1, s); },
      [](W& w, T t, S s) { return w.AddHistogram(t, numbers, s); },
      [](W& w, T t, S s) {
        return w.AddHistogramRaw(t, {.bucket_limits = numbers, .bucket_counts = numbers}, s);
      },
      [](W& w, T t, S s) { return w.AddImage(t, numbers, shape, s); },
      [](W& w, T t, S s) { return w.AddImages(t, numbers, shape, s); },
      [](W& w, T t, S s) { return w.AddImageWithBoxes(t, numbers, shape, {}, s); },
      [](W& w, T t, S s) {
        return w.AddEncodedImage(t, std::string("GIF89a\1\0\1\0\0\0\0;", 14), s);
      },
      [](W& w, T t, S s) { return w.AddVideo(t, numbers, shape, s); },
      [](W& w, T t, S s) { return w.AddAudio(t, numbers, {}, s); },
      [](W& w, T t, S s) { return w.AddText(t, "text", s); },
      [](W& w, T t, S s) { return w.AddText(t, std::vector<std::string>{"text"}, s); },
      [](W& w, T t, S s) {
        return w.AddText(t, TextTable{{"text"}, {}}, s);
      },
      [](W& w, T t, S s) { return w.AddMesh(t, {.vertices = numbers}, s); },
      [](W& w, T t, S s) { return w.AddPrCurve(t, numbers, numbers, s); },
      [](W& w, T t, S s) {
        return w.AddPrCurveRaw(t, {row, row, row, row, row, row}, s);
      },
      [](W& w, T t, S s) { return w.AddRunMetadata(t, "", s); },
      [](W& w, T t, S s) { return w.AddEmbedding(t, numbers, 3, 1, s); },
  };
}

TEST_F(SummaryWriterDataTest, EveryCallRefusesABadTagAndStep) {
  std::size_t number = 0;
  for (const TagCall& call : TagCalls()) {
    SCOPED_TRACE(number++);
    EXPECT_EQ(call(writer, "", 0).code(), StatusCode::kInvalidArgument);
    EXPECT_EQ(call(writer, kBad, 0).code(), StatusCode::kInvalidArgument);
    EXPECT_EQ(call(writer, "t", -1).code(), StatusCode::kInvalidArgument);
    const Status good = call(writer, "t" + std::to_string(number), 0);
    EXPECT_TRUE(good.ok()) << good.message();
  }
  EXPECT_EQ(writer.counts().refused, 3 * number);
  // Files of embeddings are no events.
  EXPECT_THAT(Events(), SizeIs(number - 1));
  ASSERT_TRUE(writer.Close().ok());
  number = 0;
  for (const TagCall& call : TagCalls()) {
    SCOPED_TRACE(number++);
    EXPECT_EQ(call(writer, "t", 0).code(), StatusCode::kFailedPrecondition);
  }
}

TEST_F(SummaryWriterDataTest, EveryCallRefusesBadArguments) {
  const std::vector<float> numbers = {0, 1, 1};
  const std::vector<double> row = {1, 0};
  const std::vector<double> one = {1};
  const std::vector<double> not_a_number = {0, std::nan(""), 1};
  const std::vector<double> descending = {3, 2, 1};
  const std::vector<double> negative = {1, -1, 1};
  const PixelShape shape{.height = 1, .width = 3};
  const Numbers null(nullptr, 3, NumberType::kFloat32);
  const Numbers no_type(numbers.data(), 3, static_cast<NumberType>(200));
  const ValueOptions bad_name{.display_name = kBad};
  const ValueOptions bad_description{.description = kBad};
  const HParam twins[] = {{"a", 1.0}, {"a", 1.0}};
  const HParam fine[] = {{"a", 1.0}};
  const NamedScalar bad_metric[] = {{"good", 1}, {"", 1}};
  const CustomCategory bad_layout[] = {{.title = "t", .charts = {{.title = "empty"}}}};
  GraphBuilder dangling;
  ASSERT_TRUE(dangling.Add({.name = "a", .op = "X", .inputs = {"b"}}).ok());
  const Status refused[] = {
      writer.AddHistogram("t", null, 0),
      writer.AddHistogram("t", no_type, 0),
      writer.AddHistogram("t", numbers, 0, {.buckets = -1}),
      writer.AddHistogram("t", numbers, 0, {.bins = static_cast<HistogramBins>(2)}),
      writer.AddHistogram("t", numbers, 0, {}, bad_name),
      writer.AddHistogram("t", numbers, 0, {}, bad_description),
      writer.AddHistogram("t", numbers, 0, {}, {.wall_time = std::nan("")}),
      writer.AddHistogramRaw("t", {}, 0),
      writer.AddHistogramRaw("t", {.bucket_limits = numbers, .bucket_counts = row}, 0),
      writer.AddHistogramRaw("t", {.bucket_limits = not_a_number, .bucket_counts = numbers}, 0),
      writer.AddHistogramRaw("t", {.bucket_limits = descending, .bucket_counts = numbers}, 0),
      writer.AddHistogramRaw("t", {.bucket_limits = numbers, .bucket_counts = negative}, 0),
      writer.AddHistogramRaw("t", {.bucket_limits = null, .bucket_counts = numbers}, 0),
      writer.AddImage("t", null, shape, 0),
      writer.AddImage("t", numbers, {.height = 2, .width = 3}, 0),
      writer.AddImage("t", numbers, {.count = 3, .height = 1, .width = 1}, 0),
      writer.AddImages("t", numbers, shape, 0, {.tile = true, .columns = 0}),
      writer.AddImages("t", numbers, {.height = -1, .width = -3}, 0),
      writer.AddImageWithBoxes("t", numbers, {.count = 3, .height = 1, .width = 1}, {}, 0),
      writer.AddEncodedImage("t", "not a picture", 0),
      writer.AddVideo("t", numbers, {.count = 0, .height = 1, .width = 1}, 0),
      writer.AddVideo("t", numbers, shape, 0, {.frames_per_second = 0}),
      writer.AddVideo("t", numbers, shape, 0, {.frames_per_second = std::nan("")}),
      writer.AddVideo("t", numbers, shape, 0, {.format = static_cast<VideoFormat>(9)}),
      writer.AddAudio("t", numbers, {.sample_rate = 0}, 0),
      writer.AddAudio("t", numbers, {.channels = 2}, 0),
      writer.AddAudio("t", null, {}, 0),
      writer.AddText("t", kBad, 0),
      writer.AddText("t", std::vector<std::string>{"a", std::string(kBad)}, 0),
      writer.AddText("t", TextTable{{std::string(kBad)}, {}}, 0),
      writer.AddMesh("t", {}, 0),
      writer.AddPrCurve("t", numbers, row, 0),
      writer.AddPrCurve("t", numbers, not_a_number, 0),
      writer.AddPrCurve("t", numbers, numbers, 0, {.thresholds = 1}),
      writer.AddPrCurve("t", null, numbers, 0),
      writer.AddPrCurveRaw("t", {row, row, row, row, row, one}, 0),
      writer.AddPrCurveRaw("t", {}, 0),
      writer.AddHParamsStart(twins),
      writer.AddHParamsEnd(static_cast<SessionOutcome>(99)),
      writer.AddHParamsExperiment({.user = std::string(kBad)}),
      writer.AddHParams(twins, {}),
      writer.AddHParams(fine, bad_metric, "x"),
      writer.AddHParams(fine, {}, "../x"),
      writer.AddHParams(fine, {}, "x", -1),
      writer.AddCustomScalars(bad_layout),
      writer.AddGraph("not a graph"),
      writer.AddGraph(dangling),
      writer.AddRunMetadata("t", "not metadata", 0),
      writer.AddEmbedding("t", numbers, 2, 2, 0),
      writer.AddEmbedding("t", null, 3, 1, 0),
  };
  std::size_t number = 0;
  for (const Status& status : refused) {
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument) << number << " " << status.message();
    EXPECT_NE(status.message(), "");
    ++number;
  }
  EXPECT_EQ(writer.counts().refused, number);
  EXPECT_THAT(errors, Each(StatusCode::kInvalidArgument));
  EXPECT_THAT(Events(), IsEmpty()) << "a call that is refused changes nothing";
}

TEST_F(SummaryWriterDataTest, HasLimits) {
  const std::vector<float> numbers = {0, 1, 1};
  // Sizes are checked before the buffers, which are not there, are read.
  const std::string_view huge(reinterpret_cast<const char*>(numbers.data()), std::size_t{2} << 30);
  const Status refused[] = {
      writer.AddHistogram("t", numbers, 0, {.buckets = 1'000'001}),
      writer.AddImage("t", numbers, {.height = 1 << 30, .width = 1 << 30}, 0),
      writer.AddEncodedImage("t", huge, 0),
      writer.AddGraph(huge),
      writer.AddRunMetadata("t", huge, 0),
      writer.AddAudio("t", {numbers.data(), std::size_t{1} << 30, NumberType::kInt16}, {}, 0),
      writer.AddPrCurve("t", numbers, numbers, 0, {.thresholds = 100'001}),
      writer.AddMesh("t", {.vertices = {numbers.data(), 3 << 28, NumberType::kFloat32}}, 0),
  };
  std::size_t number = 0;
  for (const Status& status : refused) {
    EXPECT_EQ(status.code(), StatusCode::kOutOfRange) << number << " " << status.message();
    ++number;
  }
  EXPECT_THAT(Events(), IsEmpty());
}

TEST_F(SummaryWriterDataTest, AWriterThatWasMovedFromRefuses) {
  SummaryWriter other = std::move(writer);
  const HParam hparams[] = {{"a", 1.0}};
  EXPECT_EQ(writer.AddText("t", "x", 0).code(), StatusCode::kFailedPrecondition);
  EXPECT_EQ(writer.AddHParams(hparams, {}).code(), StatusCode::kFailedPrecondition);
  EXPECT_EQ(writer.AddEmbedding("t", std::vector<float>(1), 1, 1, 0).code(),
            StatusCode::kFailedPrecondition);
  EXPECT_EQ(writer.WriteTrace().code(), StatusCode::kFailedPrecondition);
  { const TraceScope scope = writer.Trace("nothing"); }
  writer = other;
}

TEST_F(SummaryWriterDataTest, DefaultWritersNest) {
  EXPECT_EQ(CurrentWriter(), nullptr);
  EXPECT_TRUE(summary::Scalar("lost", 1).ok());
  EXPECT_TRUE(summary::Text("lost", "x").ok());
  {
    const DefaultWriter outer(writer.Run("outer"));
    SetStep(3);
    EXPECT_TRUE(summary::Scalar("a", 1).ok());
    {
      const DefaultWriter inner(writer.Run("inner"));
      EXPECT_TRUE(summary::Text("b", "text").ok());
      EXPECT_TRUE(summary::Histogram("c", std::vector<float>{1, 2}).ok());
      EXPECT_TRUE(summary::Image("d", std::vector<float>{1, 0}, {.height = 1, .width = 2}).ok());
      EXPECT_TRUE(summary::Audio("e", std::vector<float>{1, 0}, {}).ok());
    }
    EXPECT_TRUE(summary::Scalar("a2", 1).ok());
  }
  EXPECT_EQ(CurrentWriter(), nullptr);
  EXPECT_EQ(CurrentStep(), 3);
  SetStep(0);
  EXPECT_THAT(Events("outer"), SizeIs(2));
  const std::vector<LoggedRecord> inner = Events("inner");
  ASSERT_THAT(inner, SizeIs(4));
  for (const LoggedRecord& event : inner) EXPECT_EQ(event.step, 3);
}

}  // namespace
}  // namespace sightglass
