#include "bench/demo_logs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "format/encode.h"
#include "writer/image_encoders.h"
#include "writer/pixel_buffer.h"

namespace sightglass::bench {
namespace {

constexpr std::int64_t kStartSeconds = 1'717'000'000;
constexpr std::int64_t kSteps = 2'000;
constexpr std::int64_t kStepsPerEpoch = 100;

struct RunPlan {
  std::string_view name;
  std::string_view optimizer;
  double learning_rate = 0;
  double speed = 1;  // how fast the loss falls
  double final_loss = 0.1;
  std::int64_t diverges_at = kSteps;  // from here on the loss is NaN
  std::int64_t restarts_at = 0;       // 0: never
  std::int64_t restarts_from = 0;     // the step the second file begins with
  bool damaged = false;
  bool with_media = false;
};

constexpr std::array<RunPlan, 8> kPlans = {{
    {.name = "adam/lr=0.001",
     .optimizer = "adam",
     .learning_rate = 0.001,
     .speed = 3,
     .final_loss = 0.11,
     .with_media = true},
    {.name = "adam/lr=0.01",
     .optimizer = "adam",
     .learning_rate = 0.01,
     .speed = 7,
     .final_loss = 0.17},
    {.name = "adam/lr=0.1 (diverged)",
     .optimizer = "adam",
     .learning_rate = 0.1,
     .speed = 1,
     .final_loss = 1.4,
     .diverges_at = 640},
    {.name = "sgd/lr=0.01",
     .optimizer = "sgd",
     .learning_rate = 0.01,
     .speed = 1.2,
     .final_loss = 0.3},
    {.name = "sgd/lr=0.1",
     .optimizer = "sgd",
     .learning_rate = 0.1,
     .speed = 2.5,
     .final_loss = 0.14,
     .with_media = true},
    {.name = "sgd/lr=0.1 restarted",
     .optimizer = "sgd",
     .learning_rate = 0.1,
     .speed = 2.5,
     .final_loss = 0.13,
     .restarts_at = 1'200,
     .restarts_from = 1'000},
    {.name = "sgd/lr=0.1 damaged",
     .optimizer = "sgd",
     .learning_rate = 0.1,
     .speed = 2.4,
     .final_loss = 0.15,
     .damaged = true},
    {.name = "实验/café ☕",
     .optimizer = "adam",
     .learning_rate = 0.003,
     .speed = 4,
     .final_loss = 0.09},
}};

// One event file of one run: appends events in the forms TensorFlow 2 writes.
class RunWriter {
 public:
  RunWriter(std::string& out, std::int64_t start_seconds, Totals& totals,
            std::set<std::string>& tags)
      : out_(out), micros_(start_seconds * 1'000'000 + 250'000), totals_(totals), tags_(tags) {
    AppendFileVersion(out_, start_seconds);
  }

  void Wait(std::int64_t micros) { micros_ += micros; }

  void Scalar(std::string_view tag, std::int64_t step, double value) {
    Tensor(tag, step, "scalars", format::EncodeFloatScalar(static_cast<float>(value)));
  }

  void Text(std::string_view tag, std::int64_t step, const std::string& markdown) {
    Tensor(tag, step, "text", format::EncodeStringTensor({}, std::span(&markdown, 1)));
  }

  void Image(std::string_view tag, std::int64_t step, std::uint32_t side, std::string png) {
    const std::array<std::string, 3> strings = {fmt::to_string(side), fmt::to_string(side),
                                                std::move(png)};
    constexpr std::array<std::int64_t, 1> kDims = {3};
    Tensor(tag, step, "images", format::EncodeStringTensor(kDims, strings));
  }

  void Histogram(std::string_view tag, std::int64_t step, std::span<const double> rows) {
    const std::array<std::int64_t, 2> dims = {static_cast<std::int64_t>(rows.size() / 3), 3};
    const std::string_view content(reinterpret_cast<const char*>(rows.data()), rows.size_bytes());
    Tensor(tag, step, "histograms",
           format::EncodeTensorContent(format::DataType::kDouble, dims, content));
  }

  // hparams stand in the metadata; the tensor says nothing, as the summary's own writer has it.
  void Hparams(std::string_view tag, std::string_view content) {
    constexpr std::array<std::int64_t, 1> kNone = {0};
    Tensor(tag, 0, "hparams", format::EncodeTensorContent(format::DataType::kFloat, kNone, {}),
           content);
  }

  [[nodiscard]] double Seconds() const { return static_cast<double>(micros_) / 1e6; }

 private:
  void Tensor(std::string_view tag, std::int64_t step, std::string_view plugin,
              std::string_view tensor, std::string_view content = {}) {
    micros_ += 87;
    const std::string metadata = PluginMetadata(plugin, content);
    const std::string value = format::EncodeTensorValue(tag, tensor, metadata);
    format::AppendFrame(out_, format::EncodeSummaryEvent(Seconds(), step,
                                                         format::JoinValues(std::span(&value, 1))));
    ++totals_.points;
    tags_.emplace(tag);
  }

  std::string& out_;
  std::int64_t micros_;
  Totals& totals_;
  std::set<std::string>& tags_;
};

// A session_start_info with the run's choices.
std::string EncodeSessionStart(const RunPlan& plan, double start_seconds) {
  std::string choices;
  format::WireWriter choices_writer(choices);
  const auto add = [&](std::string_view name, std::string_view value) {
    std::string entry;
    format::WireWriter writer(entry);
    writer.Message(1, name);
    writer.Message(2, value);
    choices_writer.Message(1, entry);
  };
  std::string rate;
  format::WireWriter(rate).Double(2, plan.learning_rate);
  std::string optimizer;
  format::WireWriter(optimizer).Message(3, plan.optimizer);
  add("learning_rate", rate);
  add("optimizer", optimizer);
  choices_writer.Message(4, plan.name);
  choices_writer.Double(5, start_seconds);

  std::string content;
  format::WireWriter(content).Message(3, choices);
  return content;
}

std::string EncodeSessionEnd(double end_seconds) {
  constexpr std::uint64_t kSuccess = 1;
  std::string end;
  format::WireWriter writer(end);
  writer.Varint(1, kSuccess);
  writer.Double(2, end_seconds);
  std::string content;
  format::WireWriter(content).Message(4, end);
  return content;
}

std::string Notes(const RunPlan& plan) {
  return fmt::format(
      "## {}\n\n| setting | value |\n|---|---|\n| optimizer | `{}` |\n| learning rate | {} |\n"
      "| batch size | 128 |\n| epochs | {} |\n\nTwo moons, two hidden layers of 64.\n",
      plan.name, plan.optimizer, plan.learning_rate, kSteps / kStepsPerEpoch);
}

// What the network believes of the plane: two moons that come apart as training goes on.
std::string DecisionPlane(double progress, std::uint32_t side) {
  writer::PixelBuffer picture{.height = side, .width = side, .channels = 3, .bytes = {}};
  for (std::uint32_t row = 0; row < side; ++row) {
    for (std::uint32_t column = 0; column < side; ++column) {
      const double x = 4.0 * column / side - 2.0;
      const double y = 4.0 * row / side - 2.0;
      const double edge = y - progress * 0.9 * std::sin(2.2 * x);
      const double belief = 1.0 / (1.0 + std::exp(-(0.5 + 6.0 * progress) * edge));
      const auto mix = [&](double from, double to) {
        return static_cast<std::uint8_t>(std::lround(from + (to - from) * belief));
      };
      picture.bytes.insert(picture.bytes.end(), {mix(38, 245), mix(98, 166), mix(178, 60)});
    }
  }
  std::string png;
  writer::AppendPng(writer::ViewOf(picture), png);
  return png;
}

// Weights begin uniform and become a bell with heavier tails.
std::vector<double> WeightHistogram(double progress, double spread, Random& random) {
  constexpr int kBuckets = 30;
  std::vector<double> rows;
  const double width = spread * (0.5 + progress);
  for (int i = 0; i < kBuckets; ++i) {
    const double left = width * (2.0 * i / kBuckets - 1.0);
    const double right = width * (2.0 * (i + 1) / kBuckets - 1.0);
    const double middle = (left + right) / (2.0 * width);
    const double bell = std::exp(-4.0 * progress * middle * middle);
    rows.insert(rows.end(), {left, right, std::floor(140 * bell * (1 + 0.05 * random.Signed()))});
  }
  return rows;
}

void WriteMedia(RunWriter& writer, std::int64_t step, double progress, Random& random) {
  constexpr std::uint32_t kSide = 96;
  writer.Image("eval/decision_plane", step, kSide, DecisionPlane(progress, kSide));
  writer.Histogram("weights/dense_1", step, WeightHistogram(progress, 0.4, random));
  writer.Histogram("weights/dense_2", step, WeightHistogram(progress, 0.25, random));
}

void WriteSteps(RunWriter& writer, const RunPlan& plan, std::int64_t first, std::int64_t end,
                Random& random) {
  for (std::int64_t step = first; step < end; ++step) {
    const double progress = static_cast<double>(step) / kSteps;
    const bool diverged = step >= plan.diverges_at;
    const double clean = plan.final_loss + 2.2 * std::exp(-plan.speed * 2 * progress);
    const double loss =
        diverged ? std::numeric_limits<double>::quiet_NaN() : clean * (1 + 0.08 * random.Normal());
    const double accuracy = diverged ? 0.5 : 1 - 0.22 * clean + 0.006 * random.Normal();
    // Warm-up, then half a cosine.
    const double schedule = progress < 0.05
                                ? progress / 0.05
                                : 0.5 * (1 + std::cos(3.14159265 * (progress - 0.05) / 0.95));
    writer.Wait(48'000 + static_cast<std::int64_t>(random.Below(9'000)));
    writer.Scalar("train/loss", step, loss);
    if (step % 10 == 0) {
      writer.Scalar("train/accuracy", step, std::min(accuracy, 1.0));
      writer.Scalar("train/grad_norm", step,
                    diverged ? loss : 3 * clean * (1 + 0.1 * random.Normal()));
      writer.Scalar("train/learning_rate", step, plan.learning_rate * schedule);
      writer.Scalar("speed/examples_per_second", step, 2'500 + 90 * random.Normal());
    }
    if ((step + 1) % kStepsPerEpoch != 0) continue;
    writer.Wait(900'000);
    writer.Scalar("eval/loss", step, diverged ? loss : 1.08 * clean + 0.01 * random.Normal());
    writer.Scalar("eval/accuracy", step, std::clamp(accuracy - 0.015, 0.0, 1.0));
    if (plan.with_media) WriteMedia(writer, step, progress, random);
  }
}

base::Status WriteRun(const std::string& directory, std::uint64_t number, const RunPlan& plan,
                      std::uint64_t seed, Totals& totals) {
  Random random(seed * 1'000 + number);
  std::set<std::string> tags;
  const std::int64_t start = kStartSeconds + static_cast<std::int64_t>(number) * 700;
  const std::string folder = fmt::format("{}/{}/", directory, plan.name);

  ASSIGN_OR_RETURN(LogFile file, LogFile::Create(folder + EventFileName(start, number)));
  RunWriter writer(file.buffer(), start, totals, tags);
  writer.Hparams("_hparams_/session_start_info", EncodeSessionStart(plan, writer.Seconds()));
  writer.Text("notes", 0, Notes(plan));
  WriteSteps(writer, plan, 0, plan.restarts_at > 0 ? plan.restarts_at : kSteps, random);
  if (plan.restarts_at == 0) {
    writer.Hparams("_hparams_/session_end_info", EncodeSessionEnd(writer.Seconds()));
  }
  // One wrong byte about the middle: a disk does that.
  if (plan.damaged) file.buffer()[file.buffer().size() / 2] ^= '\x10';
  RETURN_IF_ERROR(file.Close(totals));

  if (plan.restarts_at > 0) {
    const std::int64_t again = start + 400;
    ASSIGN_OR_RETURN(LogFile second, LogFile::Create(folder + EventFileName(again, number)));
    RunWriter second_writer(second.buffer(), again, totals, tags);
    WriteSteps(second_writer, plan, plan.restarts_from, kSteps, random);
    second_writer.Hparams("_hparams_/session_end_info", EncodeSessionEnd(second_writer.Seconds()));
    RETURN_IF_ERROR(second.Close(totals));
  }
  ++totals.runs;
  totals.series += tags.size();
  return base::OkStatus();
}

}  // namespace

base::Result<Totals> MakeDemo(const std::string& directory, std::uint64_t seed) {
  Totals totals;
  for (std::size_t i = 0; i < kPlans.size(); ++i) {
    RETURN_IF_ERROR(WriteRun(directory, i, kPlans[i], seed, totals));
  }
  return totals;
}

}  // namespace sightglass::bench
