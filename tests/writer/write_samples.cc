// Writes one log directory with every kind of value through the public interface, and prints what
// it wrote as JSON, for read_back_test.py to look for with other readers:
//
//   write_samples LOGDIR
//
// All values and times are fixed. Numbers that JSON has no words for are the strings "NaN",
// "Infinity" and "-Infinity".
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sightglass/default_writer.h"
#include "sightglass/summary_writer.h"

namespace sightglass {
namespace {

namespace json = boost::json;

constexpr double kFirstTime = 1'700'000'000.25;
int failures = 0;

void Expect(const Status& status, std::string_view what) {
  if (status.ok()) return;
  ++failures;
  std::fprintf(stderr, "write_samples: %.*s: %.*s\n", static_cast<int>(what.size()), what.data(),
               static_cast<int>(status.message().size()), status.message().data());
}

double TimeOf(std::int64_t step) { return kFirstTime + static_cast<double>(step % 1000); }

// Spread over -3.125 .. 3.125 in sixteenths, so that every number type and JSON has them exactly.
double Sixteenths(std::int64_t i) { return static_cast<double>((i * 37 + 11) % 101 - 50) / 16; }

json::value NumberValue(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  return value;
}

template <class T>
json::array ArrayOf(const std::vector<T>& values) {
  json::array out;
  for (const T value : values) out.push_back(NumberValue(static_cast<double>(value)));
  return out;
}

std::string Hex(std::span<const std::uint8_t> bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (const std::uint8_t byte : bytes) {
    out.push_back(kDigits[byte >> 4]);
    out.push_back(kDigits[byte & 15]);
  }
  return out;
}

// What is printed: series by series, each with its points.
class Expectations {
 public:
  json::object& Series(std::string_view run, std::string_view tag, std::string_view kind) {
    all_.push_back(
        json::object{{"run", run}, {"tag", tag}, {"kind", kind}, {"points", json::array()}});
    return all_.back().as_object();
  }
  static void Point(json::object& series, std::int64_t step, json::object value) {
    value["step"] = step;
    value["wall_time"] = TimeOf(step);
    series["points"].as_array().push_back(std::move(value));
  }
  json::object& facts() { return facts_; }
  void Print() const {
    const json::object all{{"series", all_}, {"facts", facts_}};
    std::printf("%s\n", json::serialize(all).c_str());
  }

 private:
  json::array all_;
  json::object facts_;
};

ValueOptions At(std::int64_t step) { return {.wall_time = TimeOf(step)}; }

void WriteScalars(SummaryWriter& train, const SummaryWriter& root, Expectations& expected) {
  json::object& losses = expected.Series("train", "loss", "scalar");
  const ScalarSeries loss = train.Scalar("loss");
  for (std::int64_t step = 0; step < 50; ++step) {
    double value = Sixteenths(step);
    if (step == 3) value = 0.1;  // kept as the nearest float32
    if (step == 10) value = std::numeric_limits<double>::quiet_NaN();
    if (step == 11) value = std::numeric_limits<double>::infinity();
    if (step == 12) value = -std::numeric_limits<double>::infinity();
    Expect(loss.Add(step, value, TimeOf(step)), "loss");
    Expectations::Point(losses, step, {{"value", NumberValue(static_cast<float>(value))}});
  }

  json::object& by_name = expected.Series("train", "größe/损失 of all", "scalar");
  for (const std::int64_t step : {std::int64_t{0}, (std::int64_t{1} << 40) + 1}) {
    Expect(train.AddScalar("größe/损失 of all", 0.5, step, TimeOf(step)), "by name");
    Expectations::Point(by_name, step, {{"value", 0.5}});
  }

  json::object& described = expected.Series("train", "described", "scalar");
  described["display_name"] = "Shown so";
  described["description"] = "A *description*.";
  const ScalarSeries series =
      train.Scalar("described", {.display_name = "Shown so", .description = "A *description*."});
  Expect(series.Add(7, 2.5, TimeOf(7)), "described");
  Expectations::Point(described, 7, {{"value", 2.5}});

  const NamedScalar both[] = {{"a", 1.5}, {"b", -1.5}};
  Expect(train.AddScalars("pair/of", both, 4, TimeOf(4)), "AddScalars");
  for (const NamedScalar& one : both) {
    json::object& pair =
        expected.Series("train/pair_of_" + std::string(one.name), "pair/of", "scalar");
    Expectations::Point(pair, 4, {{"value", one.value}});
  }

  // A run of its own: TensorBoard's Rust loader drops such points.
  json::object& exact = expected.Series("double", "exact", "double");
  SummaryWriter run = root.Run("double");
  const ScalarSeries wide = run.Scalar("exact", {.double_precision = true});
  Expect(wide.Add(1, 0.1, TimeOf(1)), "double");
  Expectations::Point(exact, 1, {{"value", 0.1}});
}

void WriteHistograms(SummaryWriter& train, Expectations& expected) {
  struct Sample {
    std::string_view tag;
    std::vector<float> values;
    HistogramOptions options;
  };
  std::vector<float> spread;
  for (std::int64_t i = 0; i < 500; ++i) spread.push_back(static_cast<float>(Sixteenths(i)));
  std::vector<float> wild = spread;
  wild[5] = std::numeric_limits<float>::quiet_NaN();
  wild[6] = std::numeric_limits<float>::infinity();
  const std::vector<Sample> samples = {
      {"weights", spread, {}},
      {"weights/ten", spread, {.buckets = 10}},
      {"weights/equal", std::vector<float>(9, 2.5F), {}},
      {"weights/none", {}, {}},
      {"weights/exponential", spread, {.bins = HistogramBins::kExponential}},
      {"gradients", wild, {}},
  };
  for (const Sample& sample : samples) {
    const bool linear = sample.options.bins == HistogramBins::kLinear;
    json::object& series =
        expected.Series("train", sample.tag, linear ? "histogram" : "exponential_histogram");
    series["buckets"] = sample.options.buckets;
    for (std::int64_t step = 0; step < 3; ++step) {
      Expect(train.AddHistogram(sample.tag, sample.values, step, sample.options, At(step)),
             sample.tag);
      Expectations::Point(series, step, {{"values", ArrayOf(sample.values)}});
    }
  }
  json::object& apart = expected.Series("train", "gradients/non_finite", "scalar");
  for (std::int64_t step = 0; step < 3; ++step) Expectations::Point(apart, step, {{"value", 2}});

  const std::vector<double> limits = {-1, 0, 2};
  const std::vector<double> counts = {4, 0, 6};
  json::object& raw = expected.Series("train", "counted", "raw_histogram");
  Expect(train.AddHistogramRaw("counted",
                               {.min = -2,
                                .max = 1.5,
                                .num = 10,
                                .sum = 3,
                                .sum_squares = 9,
                                .bucket_limits = limits,
                                .bucket_counts = counts},
                               2, At(2)),
         "AddHistogramRaw");
  Expectations::Point(raw, 2,
                      {{"facts", json::array{-2, 1.5, 10, 3, 9}},
                       {"limits", ArrayOf(limits)},
                       {"counts", ArrayOf(counts)}});
}

std::vector<std::uint8_t> Pixels(const PixelShape& shape) {
  std::vector<std::uint8_t> out;
  const std::int64_t bytes = shape.count * shape.height * shape.width * shape.channels;
  for (std::int64_t i = 0; i < bytes; ++i) out.push_back(static_cast<std::uint8_t>(i * 7 + i / 31));
  return out;
}

// `pixels` as HWC, picture by picture.
json::object Picture(const PixelShape& shape, std::span<const std::uint8_t> pixels) {
  json::array pictures;
  const auto size = static_cast<std::size_t>(shape.height * shape.width * shape.channels);
  for (std::size_t at = 0; at < pixels.size(); at += size) {
    pictures.push_back(json::value(Hex(pixels.subspan(at, size))));
  }
  return {{"height", shape.height},
          {"width", shape.width},
          {"channels", shape.channels},
          {"pictures", pictures}};
}

void WriteImages(SummaryWriter& train, Expectations& expected) {
  for (std::int64_t channels = 1; channels <= 4; ++channels) {
    const std::string tag = "picture/" + std::to_string(channels);
    const PixelShape shape{.height = 5, .width = 9, .channels = channels};
    const auto pixels = Pixels(shape);
    json::object& series = expected.Series("train", tag, "image");
    for (std::int64_t step = 0; step < 2; ++step) {
      Expect(train.AddImage(tag, pixels, shape, step, At(step)), tag);
      Expectations::Point(series, step, Picture(shape, pixels));
    }
  }

  // Planes of floats, whose values are exact 255ths.
  const PixelShape planes{.height = 4, .width = 6, .channels = 3, .layout = PixelLayout::kChw};
  std::vector<float> floats;
  std::vector<std::uint8_t> interleaved(4 * 6 * 3);
  for (std::size_t i = 0; i < interleaved.size(); ++i) {
    floats.push_back(static_cast<float>(i * 3) / 255.0F);
    interleaved[(i % 24) * 3 + i / 24] = static_cast<std::uint8_t>(i * 3);
  }
  json::object& from_floats = expected.Series("train", "picture/floats", "image");
  Expect(train.AddImage("picture/floats", floats, planes, 1, At(1)), "floats");
  Expectations::Point(from_floats, 1, Picture(planes, interleaved));

  const PixelShape several{.count = 3, .height = 2, .width = 3, .channels = 3};
  const auto many = Pixels(several);
  json::object& samples = expected.Series("train", "pictures", "image");
  Expect(train.AddImages("pictures", many, several, 1, {}, At(1)), "AddImages");
  Expectations::Point(samples, 1, Picture(several, many));

  json::object& boxes = expected.Series("train", "boxes", "image_size");
  const PixelShape canvas{.height = 40, .width = 60, .channels = 3};
  const ImageBox box[] = {{.left = 5, .top = 15, .right = 50, .bottom = 35, .label = "cat"}};
  Expect(train.AddImageWithBoxes("boxes", Pixels(canvas), canvas, box, 1, At(1)), "boxes");
  Expectations::Point(boxes, 1, {{"height", 40}, {"width", 60}, {"frames", 1}, {"format", "PNG"}});

  const PixelShape frames{.count = 4, .height = 8, .width = 12, .channels = 3};
  for (const bool gif : {true, false}) {
    const std::string tag = gif ? "video/gif" : "video/apng";
    json::object& video = expected.Series("train", tag, "image_size");
    const VideoOptions options{.format = gif ? VideoFormat::kGif : VideoFormat::kApng};
    Expect(train.AddVideo(tag, Pixels(frames), frames, 1, options, At(1)), tag);
    Expectations::Point(
        video, 1, {{"height", 8}, {"width", 12}, {"frames", 4}, {"format", gif ? "GIF" : "PNG"}});
  }

  // The smallest GIF there is, as something else might have drawn it.
  const std::string gif("GIF89a\1\0\1\0\0\0\0;", 14);
  json::object& encoded = expected.Series("train", "figure", "bytes");
  Expect(train.AddEncodedImage("figure", gif, 1, At(1)), "AddEncodedImage");
  Expectations::Point(
      encoded, 1,
      {{"width", "1"},
       {"height", "1"},
       {"bytes", Hex({reinterpret_cast<const std::uint8_t*>(gif.data()), gif.size()})}});
}

void WriteSoundsAndTexts(SummaryWriter& train, Expectations& expected) {
  const std::vector<std::int16_t> whole = {0, 1, -1, 32'767, -32'768, 1000};
  json::object& sound = expected.Series("train", "sound", "audio");
  sound["rate"] = 8000;
  sound["channels"] = 2;
  Expect(train.AddAudio("sound", whole, {.sample_rate = 8000, .channels = 2}, 1, At(1)),
         "AddAudio");
  Expectations::Point(sound, 1, {{"samples", ArrayOf(whole)}});

  const std::vector<float> floats = {0.0F, 1.0F, -1.0F, 2.0F, -2.0F};
  json::object& clipped = expected.Series("train", "sound/floats", "audio");
  clipped["rate"] = 44'100;
  clipped["channels"] = 1;
  Expect(train.AddAudio("sound/floats", floats, {}, 1, At(1)), "AddAudio");
  Expectations::Point(clipped, 1, {{"samples", json::array{0, 32'767, -32'768, 32'767, -32'768}}});

  json::object& note = expected.Series("train", "note", "text");
  Expect(train.AddText("note", "A **note** – with ünicode", 1, At(1)), "AddText");
  Expectations::Point(
      note, 1, {{"shape", json::array{}}, {"texts", json::array{"A **note** – with ünicode"}}});
  json::object& column = expected.Series("train", "notes", "text");
  Expect(train.AddText("notes", std::vector<std::string>{"one", "two"}, 1, At(1)), "AddText");
  Expectations::Point(column, 1, {{"shape", json::array{2}}, {"texts", json::array{"one", "two"}}});
  json::object& table = expected.Series("train", "table", "text");
  Expect(train.AddText("table", TextTable{.header = {"a", "b"}, .rows = {{"1", "2"}, {"3", "4"}}},
                       1, At(1)),
         "AddText");
  Expectations::Point(
      table, 1,
      {{"shape", json::array{3, 2}}, {"texts", json::array{"a", "b", "1", "2", "3", "4"}}});
}

void WriteShapesAndCurves(SummaryWriter& train, Expectations& expected) {
  const std::vector<float> vertices = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  const std::vector<std::int32_t> faces = {0, 1, 2, 1, 2, 3};
  const std::vector<std::uint8_t> colors = {255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 8, 7};
  json::object& mesh = expected.Series("train", "solid", "mesh");
  Expect(train.AddMesh("solid", {.vertices = vertices, .faces = faces, .colors = colors}, 1, At(1)),
         "AddMesh");
  Expectations::Point(
      mesh, 1,
      {{"vertices", ArrayOf(vertices)}, {"faces", ArrayOf(faces)}, {"colors", ArrayOf(colors)}});

  std::vector<float> predictions;
  std::vector<std::uint8_t> labels;
  for (int i = 0; i < 64; ++i) {
    predictions.push_back(static_cast<float>((i * 29) % 65) / 64);
    labels.push_back((i * 29) % 65 > 20 + i % 30 ? 1 : 0);
  }
  json::object& curve = expected.Series("train", "curve", "pr_curve");
  curve["thresholds"] = 33;
  Expect(train.AddPrCurve("curve", labels, predictions, 1, {.thresholds = 33}, At(1)),
         "AddPrCurve");
  Expectations::Point(curve, 1,
                      {{"labels", ArrayOf(labels)}, {"predictions", ArrayOf(predictions)}});

  const std::vector<double> counts = {4, 2, 1};
  const std::vector<double> zero = {0, 0.5, 1};
  json::object& raw = expected.Series("train", "curve/raw", "raw_pr_curve");
  Expect(train.AddPrCurveRaw("curve/raw", {counts, counts, zero, zero, zero, zero}, 1, At(1)),
         "AddPrCurveRaw");
  Expectations::Point(raw, 1,
                      {{"rows", json::array{ArrayOf(counts), ArrayOf(counts), ArrayOf(zero),
                                            ArrayOf(zero), ArrayOf(zero), ArrayOf(zero)}}});
}

void WriteGraphAndEmbedding(SummaryWriter& train, Expectations& expected) {
  GraphBuilder graph;
  Expect(graph.Add({.name = "input", .op = "Placeholder", .output_shapes = {{-1, 784}}}), "graph");
  {
    const auto scope = graph.Scope("hidden");
    Expect(graph.Add({.name = "weights",
                      .op = "Variable",
                      .device = "/device:CPU:0",
                      .attributes = {{.name = "units", .integers = {30}}}}),
           "graph");
    Expect(graph.Add({.name = "MatMul", .op = "MatMul", .inputs = {"/input", "weights"}}), "graph");
  }
  Expect(train.AddGraph(graph), "AddGraph");
  expected.facts()["graph"] = json::array{
      json::object{{"name", "input"}, {"op", "Placeholder"}, {"inputs", json::array{}}},
      json::object{{"name", "hidden/weights"}, {"op", "Variable"}, {"inputs", json::array{}}},
      json::object{{"name", "hidden/MatMul"},
                   {"op", "MatMul"},
                   {"inputs", json::array{"input", "hidden/weights"}}}};

  // RunMetadata with one device and one node: step_stats { dev_stats { device: "cpu" node_stats {
  // node_name: "n" } } }.
  const std::string metadata(
      "\x0a\x0c\x0a\x0a\x0a\x03"
      "cpu\x12\x03\x0a\x01"
      "n",
      14);
  Expect(train.AddRunMetadata("step one", metadata, 1), "AddRunMetadata");

  const std::vector<float> rows = {0, 0.5F, 1, -1, 2, -2, 0.25F, 8, 16};
  const PixelShape sprites{.count = 3, .height = 4, .width = 4, .channels = 3};
  const auto pixels = Pixels(sprites);
  const EmbeddingOptions options{
      .metadata = {"a\tx", "b\ty", "c\tz"},
      .metadata_header = {"letter", "other"},
      .sprites = pixels,
      .sprite_shape = sprites,
  };
  Expect(train.AddEmbedding("last layer", rows, 3, 3, 2, options), "AddEmbedding");
  expected.facts()["embedding"] = json::object{
      {"run", "train"}, {"tag", "last layer"}, {"values", ArrayOf(rows)},
      {"rows", 3},      {"columns", 3},        {"metadata", "letter\tother\na\tx\nb\ty\nc\tz\n"}};

  { const TraceScope scope = train.Trace("work"); }
  Expect(train.WriteTrace(), "WriteTrace");
}

void WriteHParams(SummaryWriter& root, SummaryWriter& train, Expectations& expected) {
  Expect(root.AddHParamsExperiment(
             {.description = "a sweep",
              .user = "somebody",
              .hparams = {{.name = "rate", .min = 0.001, .max = 1},
                          {.name = "kind",
                           .values = {HParamValue(std::string("relu")),
                                      HParamValue(std::string("tanh"))}},
                          {.name = "deep", .values = {HParamValue(false), HParamValue(true)}}},
              .metrics = {{.tag = "loss", .display_name = "The loss"}}}),
         "AddHParamsExperiment");
  const HParam hparams[] = {{"rate", 0.125}, {"kind", std::string("relu")}, {"deep", true}};
  Expect(train.AddHParamsStart(hparams, {.group_name = "one"}), "AddHParamsStart");
  Expect(train.AddHParamsEnd(), "AddHParamsEnd");

  const HParam other[] = {{"rate", 0.5}, {"kind", std::string("tanh")}, {"deep", false}};
  const NamedScalar metrics[] = {{"loss", 0.75}};
  Expect(root.AddHParams(other, metrics, "trial", 3), "AddHParams");
  expected.facts()["hparams"] =
      json::object{{"train", json::object{{"rate", 0.125}, {"kind", "relu"}, {"deep", true}}},
                   {"trial", json::object{{"rate", 0.5}, {"kind", "tanh"}, {"deep", false}}}};

  const CustomCategory layout[] = {
      {.title = "losses",
       .charts = {{.title = "all", .tags = {"loss", "described"}},
                  {.title = "band",
                   .margins = {{.value = "loss", .lower = "low", .upper = "high"}}}}},
      {.title = "rest", .charts = {}, .closed = true}};
  Expect(root.AddCustomScalars(layout), "AddCustomScalars");
  expected.facts()["layout"] = json::array{"losses", "rest"};
}

void WriteByDefault(const SummaryWriter& root, Expectations& expected) {
  const DefaultWriter as_default(root.Run("by default"));
  SetStep(5);
  Expect(summary::Scalar("loss", 0.25), "summary::Scalar");
  Expect(summary::Text("note", "by default"), "summary::Text");
  expected.facts()["by_default"] =
      json::object{{"run", "by default"}, {"step", 5}, {"value", 0.25}};
}

int Main(const char* directory) {
  SummaryWriter root(directory,
                     {.on_error = [](const Status& status) { Expect(status, "error callback"); }});
  SummaryWriter train = root.Run("train");
  Expectations expected;
  WriteScalars(train, root, expected);
  WriteHistograms(train, expected);
  WriteImages(train, expected);
  WriteSoundsAndTexts(train, expected);
  WriteShapesAndCurves(train, expected);
  WriteGraphAndEmbedding(train, expected);
  WriteHParams(root, train, expected);
  WriteByDefault(root, expected);
  Expect(root.Close(), "Close");
  expected.Print();
  return failures == 0 ? 0 : 1;
}

}  // namespace
}  // namespace sightglass

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "write_samples LOGDIR\n");
    return 2;
  }
  return sightglass::Main(argv[1]);
}
