#include "sightglass/summary_writer.h"

#include <algorithm>
#include <utility>

#include "writer/guarded_call.h"
#include "writer/run_writer.h"
#include "writer/text_pieces.h"
#include "writer/writer_call.h"

namespace sightglass {

using writer::Guarded;
using writer::MovedFrom;
using writer::RunWriter;

Status ScalarSeries::Add(std::int64_t step, double value) const {
  if (run_ == nullptr) return MovedFrom();
  return Guarded([&] { return run_->AddScalar(tag_, step, value, std::nullopt); });
}

Status ScalarSeries::Add(std::int64_t step, double value, double wall_time) const {
  if (run_ == nullptr) return MovedFrom();
  return Guarded([&] { return run_->AddScalar(tag_, step, value, wall_time); });
}

// The last writer to go closes; series may live longer.
SummaryWriter::SummaryWriter(std::string log_dir, WriterOptions options)
    : run_(RunWriter::Open(std::move(log_dir), std::move(options))),
      open_(run_.get(), [run = run_](void*) { run->Close(); }) {}

SummaryWriter::SummaryWriter(std::shared_ptr<RunWriter> run, std::shared_ptr<void> open)
    : run_(std::move(run)), open_(std::move(open)) {}

SummaryWriter::~SummaryWriter() = default;

SummaryWriter SummaryWriter::Run(std::string_view name) const {
  return SummaryWriter(run_ == nullptr ? nullptr : run_->Below(name), open_);
}

ScalarSeries SummaryWriter::Scalar(std::string_view tag, const ScalarOptions& options) {
  if (run_ == nullptr) return {};
  return {run_, run_->ScalarTag(tag, options)};
}

Status SummaryWriter::AddScalar(std::string_view tag, double value, std::int64_t step) {
  if (run_ == nullptr) return MovedFrom();
  return Guarded([&] { return run_->AddScalar(tag, step, value, std::nullopt); });
}

Status SummaryWriter::AddScalar(std::string_view tag, double value, std::int64_t step,
                                double wall_time) {
  if (run_ == nullptr) return MovedFrom();
  return Guarded([&] { return run_->AddScalar(tag, step, value, wall_time); });
}

Status SummaryWriter::AddScalars(std::string_view main, std::span<const NamedScalar> values,
                                 std::int64_t step, std::optional<double> wall_time) {
  if (run_ == nullptr) return MovedFrom();
  return Guarded([&] {
    if (Status bad = run_->CheckCall(main, step, wall_time); !bad.ok()) return bad;
    Status first;
    for (const NamedScalar& value : values) {
      std::string folder = writer::JoinPieces({main, "_", value.name});
      std::replace(folder.begin(), folder.end(), '/', '_');
      Status added = run_->Below(folder)->AddScalar(main, step, value.value, wall_time);
      if (!added.ok() && first.ok()) first = std::move(added);
    }
    return first;
  });
}

Status SummaryWriter::Flush() {
  if (run_ == nullptr) return MovedFrom();
  return Guarded([&] { return run_->Flush(); });
}

Status SummaryWriter::Close() {
  if (run_ == nullptr) return MovedFrom();
  return Guarded([&] { return run_->Close(); });
}

Status SummaryWriter::status() const { return run_ == nullptr ? MovedFrom() : run_->status(); }

WriterCounts SummaryWriter::counts() const {
  return run_ == nullptr ? WriterCounts() : run_->counts();
}

const std::string& SummaryWriter::log_dir() const {
  static const std::string none;
  return run_ == nullptr ? none : run_->log_dir();
}

}  // namespace sightglass
