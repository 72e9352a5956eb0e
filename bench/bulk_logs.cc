#include "bench/bulk_logs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>
#include <vector>

#include "bench/noise_png.h"
#include "bench/scalar_template.h"
#include "format/encode.h"

namespace sightglass::bench {
namespace {

constexpr std::int64_t kFirstStartSeconds = 1'700'000'000;

// A search for it finds one text of a hundred in each series.
constexpr std::string_view kNeedle = "Zanzibar";
constexpr std::uint64_t kTextsPerNeedle = 100;

// Short, as most people's are. The lengths give the sizes that the cases state.
std::string ScalarTag(std::uint64_t tag) {
  constexpr std::array<std::string_view, 4> kMeasures = {"loss", "grad", "norm", "rate"};
  constexpr std::uint64_t kShortTags = 20;
  const std::string_view measure = kMeasures[tag % kMeasures.size()];
  return tag < kShortTags ? fmt::format("l{:02}/{}", tag / 4, measure)
                          : fmt::format("enc{:02}/{}", tag / 4, measure);
}

// Runs begin some minutes apart, so that their files have different names.
std::int64_t RunStartSeconds(std::uint64_t run) {
  return kFirstStartSeconds + static_cast<std::int64_t>(run) * 300;
}

std::uint64_t RunSeed(std::uint64_t seed, std::uint64_t run) {
  return seed * 0x100000001B3U + run * 0x9E3779B1U;
}

// The clock of one training loop.
class LoopClock {
 public:
  explicit LoopClock(std::int64_t start_seconds) : micros_(start_seconds * 1'000'000 + 300'000) {}

  void NextStep(Random& random) { Advance(random, 40'000, 20'000); }
  // The writer needs some tens of microseconds for each value.
  void NextValue(Random& random) { Advance(random, 60, 60); }

  // As TensorFlow computes it: whole microseconds, divided once.
  [[nodiscard]] double Seconds() const { return static_cast<double>(micros_) / 1e6; }

 private:
  void Advance(Random& random, std::int64_t least_micros, std::uint64_t jitter_micros) {
    micros_ += least_micros + static_cast<std::int64_t>(random.Below(jitter_micros));
  }

  std::int64_t micros_;
};

// A falling curve with noise, without a call to exp() for every point.
class Curve {
 public:
  Curve(Random& random, std::uint64_t steps)
      : floor_(0.05 + 0.05 * random.Signed()),
        height_(2.0 + random.Signed()),
        decay_(std::exp(-(4.0 + 2.0 * random.Signed()) / static_cast<double>(steps))) {}

  float Next(Random& random) {
    height_ *= decay_;
    return static_cast<float>(floor_ + height_ * (1.0 + 0.1 * random.Signed()));
  }

 private:
  double floor_;
  double height_;
  double decay_;
};

std::string RunDirectory(const std::string& directory, std::uint64_t run) {
  return fmt::format("{}/run-{:04}", directory, run);
}

base::Result<LogFile> CreateRunFile(const std::string& directory, std::uint64_t run) {
  const std::int64_t start = RunStartSeconds(run);
  ASSIGN_OR_RETURN(LogFile file, LogFile::Create(fmt::format("{}/{}", RunDirectory(directory, run),
                                                             EventFileName(start, run))));
  AppendFileVersion(file.buffer(), start);
  return file;
}

base::Status WriteScalarRun(LogFile& file, std::uint64_t run, const ScalarOptions& options) {
  Random random(RunSeed(options.seed, run));
  LoopClock clock(RunStartSeconds(run));
  std::vector<Curve> curves;
  std::vector<ScalarTemplate> templates;
  for (std::uint64_t step = 0; step < options.steps; ++step) {
    const auto event_step = static_cast<base::Step>(step);
    if (templates.empty() || !templates.front().Serves(event_step)) {
      templates.clear();
      for (std::uint64_t tag = 0; tag < options.tags; ++tag) {
        templates.emplace_back(ScalarTag(tag), event_step);
        if (step == 0) curves.emplace_back(random, options.steps);
      }
    }
    clock.NextStep(random);
    for (std::uint64_t tag = 0; tag < options.tags; ++tag) {
      clock.NextValue(random);
      templates[tag].Append(file.buffer(), clock.Seconds(), event_step, curves[tag].Next(random));
    }
    RETURN_IF_ERROR(file.FlushIfFull());
  }
  return base::OkStatus();
}

void AppendValueEvent(std::string& out, double wall_time, std::uint64_t step,
                      const std::string& value) {
  format::AppendFrame(out, format::EncodeSummaryEvent(wall_time, static_cast<base::Step>(step),
                                                      format::JoinValues(std::span(&value, 1))));
}

// Words of a small vocabulary, divided into lines and paragraphs as Markdown has them.
void FillWords(std::string& text, Random& random) {
  constexpr std::array<std::string_view, 16> kWords = {
      "the", "model",    "answers", "with", "a",     "sentence", "about", "gradients",
      "and", "learning", "rate",    "of",   "batch", "which",    "was",   "evaluated"};
  constexpr std::array<char, 16> kAfter = {' ', ' ', ' ', ' ', ' ', ' ', ' ',  ' ',
                                           ' ', ' ', ' ', ' ', ' ', ',', '\n', '.'};
  const std::size_t bytes = text.size();
  text.clear();
  while (text.size() < bytes) {
    const std::uint64_t bits = random.Next();
    for (int shift = 0; shift < 64; shift += 8) {
      text += kWords[(bits >> shift) % kWords.size()];
      text += kAfter[(bits >> (shift + 4)) % kAfter.size()];
    }
  }
  text.resize(bytes);
}

constexpr std::size_t kBuckets = 30;

// Rows of left edge, right edge, count over a bell that narrows with the steps.
void FillHistogram(std::array<double, kBuckets * 3>& rows, double width, Random& random) {
  const double bucket_width = 2 * width / kBuckets;
  for (std::size_t i = 0; i < kBuckets; ++i) {
    const double left = -width + bucket_width * static_cast<double>(i);
    const double middle = (left + bucket_width / 2) / width;
    rows[i * 3] = left;
    rows[i * 3 + 1] = left + bucket_width;
    rows[i * 3 + 2] = std::floor(1000 * (1 - middle * middle) * (1.0 + 0.1 * random.Signed()));
  }
}

}  // namespace

base::Result<Totals> MakeScalars(const std::string& directory, const ScalarOptions& options) {
  RETURN_IF_ERROR(RequireEmptyDirectory(directory));
  Totals totals{.runs = options.runs,
                .series = options.runs * options.tags,
                .points = options.runs * options.tags * options.steps};
  for (std::uint64_t run = 0; run < options.runs; ++run) {
    ASSIGN_OR_RETURN(LogFile file, CreateRunFile(directory, run));
    RETURN_IF_ERROR(WriteScalarRun(file, run, options));
    RETURN_IF_ERROR(file.Close(totals));
  }
  return totals;
}

base::Result<Totals> MakeImages(const std::string& directory, const ImageOptions& options) {
  RETURN_IF_ERROR(RequireEmptyDirectory(directory));
  const std::string metadata = PluginMetadata("images");
  constexpr std::array<std::int64_t, 1> kDims = {3};
  NoisePng picture(options.image_bytes);
  const std::string side = fmt::to_string(picture.side());
  std::array<std::string, 3> strings = {side, side, ""};

  Totals totals{.runs = options.runs,
                .series = options.runs * options.tags,
                .points = options.runs * options.tags * options.steps};
  for (std::uint64_t run = 0; run < options.runs; ++run) {
    Random random(RunSeed(options.seed, run));
    LoopClock clock(RunStartSeconds(run));
    ASSIGN_OR_RETURN(LogFile file, CreateRunFile(directory, run));
    for (std::uint64_t step = 0; step < options.steps; ++step) {
      clock.NextStep(random);
      for (std::uint64_t tag = 0; tag < options.tags; ++tag) {
        clock.NextValue(random);
        strings[2] = picture.Next(random);
        AppendValueEvent(
            file.buffer(), clock.Seconds(), step,
            format::EncodeTensorValue(fmt::format("samples/view{:02}", tag),
                                      format::EncodeStringTensor(kDims, strings), metadata));
        RETURN_IF_ERROR(file.FlushIfFull());
      }
    }
    RETURN_IF_ERROR(file.Close(totals));
  }
  return totals;
}

base::Result<Totals> MakeTexts(const std::string& directory, const TextOptions& options) {
  RETURN_IF_ERROR(RequireEmptyDirectory(directory));
  const std::string metadata = PluginMetadata("text");
  std::string text;
  Totals totals{.runs = options.runs,
                .series = options.runs * options.tags,
                .points = options.runs * options.tags * options.steps};
  for (std::uint64_t run = 0; run < options.runs; ++run) {
    Random random(RunSeed(options.seed, run));
    LoopClock clock(RunStartSeconds(run));
    ASSIGN_OR_RETURN(LogFile file, CreateRunFile(directory, run));
    for (std::uint64_t step = 0; step < options.steps; ++step) {
      clock.NextStep(random);
      for (std::uint64_t tag = 0; tag < options.tags; ++tag) {
        clock.NextValue(random);
        text.resize(options.text_bytes);
        FillWords(text, random);
        // In the middle, so that a search must read on to find it.
        if (step % kTextsPerNeedle == kTextsPerNeedle / 2 && text.size() > kNeedle.size()) {
          kNeedle.copy(text.data() + (text.size() - kNeedle.size()) / 2, kNeedle.size());
        }
        AppendValueEvent(file.buffer(), clock.Seconds(), step,
                         format::EncodeTensorValue(
                             fmt::format("answers/prompt{:02}", tag),
                             format::EncodeStringTensor({}, std::span(&text, 1)), metadata));
        RETURN_IF_ERROR(file.FlushIfFull());
      }
    }
    RETURN_IF_ERROR(file.Close(totals));
  }
  return totals;
}

base::Result<Totals> MakeHistograms(const std::string& directory, const HistogramOptions& options) {
  RETURN_IF_ERROR(RequireEmptyDirectory(directory));
  const std::string metadata = PluginMetadata("histograms");
  constexpr std::array<std::int64_t, 2> kDims = {kBuckets, 3};
  std::array<double, kBuckets * 3> rows{};

  Totals totals{.runs = options.runs,
                .series = options.runs * options.tags,
                .points = options.runs * options.tags * options.steps};
  for (std::uint64_t run = 0; run < options.runs; ++run) {
    Random random(RunSeed(options.seed, run));
    LoopClock clock(RunStartSeconds(run));
    ASSIGN_OR_RETURN(LogFile file, CreateRunFile(directory, run));
    for (std::uint64_t step = 0; step < options.steps; ++step) {
      clock.NextStep(random);
      const double progress = static_cast<double>(step) / static_cast<double>(options.steps);
      for (std::uint64_t tag = 0; tag < options.tags; ++tag) {
        clock.NextValue(random);
        FillHistogram(rows, 3.0 - 2.0 * progress + 0.1 * static_cast<double>(tag), random);
        const std::string_view content(reinterpret_cast<const char*>(rows.data()), sizeof(rows));
        AppendValueEvent(
            file.buffer(), clock.Seconds(), step,
            format::EncodeTensorValue(
                fmt::format("block{:02}", tag),
                format::EncodeTensorContent(format::DataType::kDouble, kDims, content), metadata));
      }
      RETURN_IF_ERROR(file.FlushIfFull());
    }
    RETURN_IF_ERROR(file.Close(totals));
  }
  return totals;
}

base::Result<Totals> MakeManyFiles(const std::string& directory, const ManyFilesOptions& options) {
  RETURN_IF_ERROR(RequireEmptyDirectory(directory));
  constexpr std::uint64_t kRunsPerFolder = 50;
  Totals totals{.runs = options.runs,
                .series = options.runs,
                .points = options.runs * options.files_per_run * options.points_per_file};
  for (std::uint64_t run = 0; run < options.runs; ++run) {
    Random random(RunSeed(options.seed, run));
    LoopClock clock(RunStartSeconds(run));
    Curve curve(random, options.files_per_run * options.points_per_file);
    std::uint64_t step = 0;
    for (std::uint64_t number = 0; number < options.files_per_run; ++number) {
      const std::int64_t start = RunStartSeconds(run) + static_cast<std::int64_t>(number);
      ASSIGN_OR_RETURN(LogFile file, LogFile::Create(fmt::format(
                                         "{}/group-{:03}/run-{:05}/{}", directory,
                                         run / kRunsPerFolder, run, EventFileName(start, number))));
      AppendFileVersion(file.buffer(), start);
      for (std::uint64_t point = 0; point < options.points_per_file; ++point, ++step) {
        clock.NextStep(random);
        const auto event_step = static_cast<base::Step>(step);
        ScalarTemplate("loss", event_step)
            .Append(file.buffer(), clock.Seconds(), event_step, curve.Next(random));
      }
      RETURN_IF_ERROR(file.Close(totals));
    }
  }
  return totals;
}

}  // namespace sightglass::bench
