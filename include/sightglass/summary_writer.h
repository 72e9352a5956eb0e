#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sightglass/graph_builder.h"
#include "sightglass/numbers.h"
#include "sightglass/status.h"
#include "sightglass/summary_values.h"
#include "sightglass/writer_options.h"

namespace sightglass {

namespace writer {
class RunWriter;
class TraceLog;
}  // namespace writer

// One scalar's place in a writer: adding to it needs neither a look-up nor a lock nor memory.
// Outlives its writer safely, and then refuses.
//
// Threads: any.
class ScalarSeries {
 public:
  ScalarSeries() = default;
  // Any value, NaN and infinities too. `wall_time` is in seconds since 1970.
  Status Add(std::int64_t step, double value) const;
  Status Add(std::int64_t step, double value, double wall_time) const;

 private:
  friend class SummaryWriter;
  ScalarSeries(std::shared_ptr<writer::RunWriter> run, std::uint32_t tag)
      : run_(std::move(run)), tag_(tag) {}
  std::shared_ptr<writer::RunWriter> run_;
  std::uint32_t tag_ = 0;
};

// Times from its making to its end, for the PROFILE page; see SummaryWriter::Trace().
class TraceScope {
 public:
  TraceScope(TraceScope&& other) noexcept;
  TraceScope& operator=(TraceScope&&) = delete;
  ~TraceScope();

 private:
  friend class SummaryWriter;
  TraceScope(std::shared_ptr<writer::TraceLog> log, std::string_view name);
  std::shared_ptr<writer::TraceLog> log_;
  std::string name_;
  std::int64_t begin_nanos_ = 0;
};

// Logs a training run to an event file that every TensorBoard reader accepts.
//
//   sightglass::SummaryWriter writer("runs/a");
//   const auto loss = writer.Scalar("loss");
//   for (std::int64_t step = 0; step < steps; ++step) loss.Add(step, Train());
//
// A call encodes on the thread that makes it and leaves the rest to one thread in the background,
// which writes after WriterOptions::flush_millis at the latest. No call throws, none waits for the
// disk unless the queue is full and the policy is to block. A call that is refused changes nothing.
//
// Tags are UTF-8 and not empty; steps are not negative. Per tag, steps should not decrease: readers
// take a step back for a restart. A copy is the same writer.
//
// Threads: any thread may call anything at any time, Close() and the destructor aside. What one
// thread adds after another (in the sense of the memory model) is also after it in the file.
// fork(): the child's writer goes on in a file of its own; what was queued stays with the parent.
class SummaryWriter {
 public:
  // Makes `log_dir` with its parents, and a file in it. If that fails, status() and Flush() say why
  // and on_error is told; what is added waits, within limits, and every flush tries again.
  explicit SummaryWriter(std::string log_dir, WriterOptions options = {});
  // Closes the file if this is the last copy.
  ~SummaryWriter();
  SummaryWriter(const SummaryWriter&) = default;
  SummaryWriter& operator=(const SummaryWriter&) = default;
  SummaryWriter(SummaryWriter&&) noexcept = default;
  SummaryWriter& operator=(SummaryWriter&&) noexcept = default;

  // A writer to the folder `name` below this one's, such as "validation". It shares the queue and
  // the thread, and Close(). Its file is made with its first event.
  [[nodiscard]] SummaryWriter Run(std::string_view name) const;

  // The series of `tag`; the same for the same tag. What is wrong with the tag, Add() says.
  [[nodiscard]] ScalarSeries Scalar(std::string_view tag, const ScalarOptions& options = {});
  Status AddScalar(std::string_view tag, double value, std::int64_t step);
  Status AddScalar(std::string_view tag, double value, std::int64_t step, double wall_time);
  // One run per name, as torch does: folder <main with '/' as '_'>_<name>, tag `main`.
  Status AddScalars(std::string_view main, std::span<const NamedScalar> values, std::int64_t step,
                    std::optional<double> wall_time = std::nullopt);

  // NaN and infinities are counted apart: once there are some, the scalar <tag>/non_finite tells
  // how many at each step.
  Status AddHistogram(std::string_view tag, const Numbers& values, std::int64_t step,
                      const HistogramOptions& histogram = {}, const ValueOptions& options = {});
  Status AddHistogramRaw(std::string_view tag, const RawHistogram& histogram, std::int64_t step,
                         const ValueOptions& options = {});

  // Written as PNG. uint8 as is; float32 and float64 from 0 to 1, clipped, NaN as 0. AddImages()
  // takes any `shape.count`, AddImage() one.
  Status AddImage(std::string_view tag, const Numbers& pixels, const PixelShape& shape,
                  std::int64_t step, const ValueOptions& options = {});
  Status AddImages(std::string_view tag, const Numbers& pixels, const PixelShape& shape,
                   std::int64_t step, const ImageOptions& images = {},
                   const ValueOptions& options = {});
  Status AddImageWithBoxes(std::string_view tag, const Numbers& pixels, const PixelShape& shape,
                           std::span<const ImageBox> boxes, std::int64_t step,
                           const ValueOptions& options = {});
  // Bytes of a PNG, JPEG, GIF, WebP or BMP file: a figure that something else drew.
  Status AddEncodedImage(std::string_view tag, std::string_view bytes, std::int64_t step,
                         const ValueOptions& options = {});
  // `shape.count` frames.
  Status AddVideo(std::string_view tag, const Numbers& frames, const PixelShape& shape,
                  std::int64_t step, const VideoOptions& video = {},
                  const ValueOptions& options = {});

  // float32 and float64 from -1 to 1, clipped; int16 as is. Written as 16-bit WAV.
  Status AddAudio(std::string_view tag, const Numbers& samples, const AudioShape& shape,
                  std::int64_t step, const ValueOptions& options = {});

  // Markdown in UTF-8: one text, a column of texts, or a table of them.
  Status AddText(std::string_view tag, std::string_view text, std::int64_t step,
                 const ValueOptions& options = {});
  Status AddText(std::string_view tag, const std::vector<std::string>& texts, std::int64_t step,
                 const ValueOptions& options = {});
  Status AddText(std::string_view tag, const TextTable& table, std::int64_t step,
                 const ValueOptions& options = {});

  Status AddMesh(std::string_view tag, const MeshView& mesh, std::int64_t step,
                 const ValueOptions& options = {});

  // `labels`: whether each example is of the class; `predictions`: from 0 to 1.
  Status AddPrCurve(std::string_view tag, const Numbers& labels, const Numbers& predictions,
                    std::int64_t step, const PrCurveOptions& curve = {},
                    const ValueOptions& options = {});
  Status AddPrCurveRaw(std::string_view tag, const RawPrCurve& curve, std::int64_t step,
                       const ValueOptions& options = {});

  // Once for a log directory, in the writer of its root: what is varied and what is measured.
  Status AddHParamsExperiment(const HParamExperiment& experiment);
  // This run is one trial with these values; at its end, how it ended.
  Status AddHParamsStart(std::span<const HParam> hparams, const HParamSession& session = {});
  Status AddHParamsEnd(SessionOutcome outcome = SessionOutcome::kSuccess);
  // All of it at once, in the run `run_name` below this one (empty: named by the time), as torch
  // does.
  Status AddHParams(std::span<const HParam> hparams, std::span<const NamedScalar> metrics,
                    std::string_view run_name = {}, std::int64_t step = 0);

  Status AddCustomScalars(std::span<const CustomCategory> layout);

  // A serialized tensorflow.GraphDef.
  Status AddGraph(std::string_view graph_def);
  Status AddGraph(const GraphBuilder& graph);
  // A serialized tensorflow.RunMetadata.
  Status AddRunMetadata(std::string_view tag, std::string_view run_metadata, std::int64_t step);

  // Writes <log_dir>/<step>/<tag>/{tensors,metadata}.tsv and sprite.png, and the configuration that
  // the PROJECTOR page looks for, before it returns. `values` is rows x columns.
  Status AddEmbedding(std::string_view tag, const Numbers& values, std::int64_t rows,
                      std::int64_t columns, std::int64_t step,
                      const EmbeddingOptions& embedding = {});

  // Times a piece of work until what is returned goes. All scopes since the last call of
  // WriteTrace() go to a file for the PROFILE page at Close(), or when it is called.
  [[nodiscard]] TraceScope Trace(std::string_view name);
  Status WriteTrace();

  // Returns when all that was added before is in the file: a killed process keeps it.
  Status Flush();
  // Flushes, and ends the thread. Later calls return kFailedPrecondition. Runs and copies close,
  // too.
  Status Close();

  // Why the directory or the file could not be made, or the last I/O error that lasts.
  [[nodiscard]] Status status() const;
  [[nodiscard]] WriterCounts counts() const;
  [[nodiscard]] const std::string& log_dir() const;

 private:
  SummaryWriter(std::shared_ptr<writer::RunWriter> run, std::shared_ptr<void> open);
  std::shared_ptr<writer::RunWriter> run_;
  std::shared_ptr<void> open_;  // the last one closes
};

}  // namespace sightglass
