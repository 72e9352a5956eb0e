#include "writer/run_writer.h"

#include <cmath>
#include <utility>

#include "writer/event_queue.h"
#include "writer/summary_encoder.h"
#include "writer/text_pieces.h"
#include "writer/trace_log.h"
#include "writer/utf8_check.h"
#include "writer/wall_clock.h"

namespace sightglass::writer {
namespace {

constexpr std::size_t kMaxTagBytes = std::size_t{64} << 10;

Status CheckTagText(std::string_view tag) {
  if (tag.empty()) return {StatusCode::kInvalidArgument, "an empty tag"};
  if (tag.size() > kMaxTagBytes) {
    return {StatusCode::kOutOfRange,
            JoinPieces({"a tag of ", tag.size(), " bytes, limit ", kMaxTagBytes})};
  }
  return CheckUtf8("a tag", tag);
}

// A name stays below the folder that it is in.
Status CheckRunName(std::string_view name) {
  if (name.empty()) return {StatusCode::kInvalidArgument, "an empty run name"};
  if (name.find('\0') != std::string_view::npos) {
    return {StatusCode::kInvalidArgument, "a run name with a zero byte"};
  }
  for (std::size_t at = 0; at <= name.size();) {
    const std::size_t end = std::min(name.find('/', at), name.size());
    const std::string_view part = name.substr(at, end - at);
    if (part.empty() || part == "." || part == "..") {
      return {StatusCode::kInvalidArgument,
              JoinPieces({"a run name that does not stay below its folder: ", name})};
    }
    at = end + 1;
  }
  return {};
}

Status CheckMoment(std::int64_t step, std::optional<double> wall_time) {
  if (step < 0) {
    return {StatusCode::kInvalidArgument, JoinPieces({"step ", step, ", must not be below 0"})};
  }
  // Readers give the whole file up for such a time.
  if (wall_time && !std::isfinite(*wall_time)) {
    return {StatusCode::kInvalidArgument, "a wall time that is not finite"};
  }
  return {};
}

}  // namespace

std::shared_ptr<RunWriter> RunWriter::Open(std::string log_dir, WriterOptions options,
                                           std::shared_ptr<SinkMaker> maker) {
  auto queue = std::make_shared<EventQueue>(std::move(options),
                                            maker == nullptr ? LocalSinkMaker() : std::move(maker));
  while (log_dir.size() > 1 && log_dir.ends_with('/')) log_dir.pop_back();
  if (log_dir.empty()) log_dir = ".";
  auto run = std::make_shared<RunWriter>(std::move(queue), std::move(log_dir));
  run->queue_->OpenNow(*run->file_);
  return run;
}

RunWriter::RunWriter(std::shared_ptr<EventQueue> queue, std::string log_dir)
    : queue_(std::move(queue)), log_dir_(std::move(log_dir)), file_(&queue_->FileIn(log_dir_)) {}

RunWriter::~RunWriter() = default;

std::shared_ptr<RunWriter> RunWriter::Below(std::string_view name) {
  Status bad = CheckRunName(name);
  auto run =
      std::make_shared<RunWriter>(queue_, bad.ok() ? JoinPieces({log_dir_, "/", name}) : log_dir_);
  run->trace_ = trace_;
  run->bad_name_ = bad_name_.ok() ? std::move(bad) : bad_name_;
  return run;
}

std::uint32_t RunWriter::ScalarTag(std::string_view tag, const ScalarOptions& options) {
  Status bad = bad_name_.ok() ? CheckTagText(tag) : bad_name_;
  if (bad.ok()) bad = CheckUtf8("a display name", options.display_name);
  if (bad.ok()) bad = CheckUtf8("a description", options.description);
  return queue_->TagNumber(*file_, tag, options, bad);
}

Status RunWriter::AddScalar(std::uint32_t tag, std::int64_t step, double value,
                            std::optional<double> wall_time) {
  if (EventQueue::IsBadTag(tag) || step < 0 || wall_time) [[unlikely]] {
    Status bad = queue_->CheckTag(tag);
    if (bad.ok()) bad = CheckMoment(step, wall_time);
    if (!bad.ok()) return queue_->Refuse(std::move(bad));
  }
  return queue_->AddScalar(tag, step, wall_time ? *wall_time : WallClockNow(), value);
}

Status RunWriter::AddScalar(std::string_view tag, std::int64_t step, double value,
                            std::optional<double> wall_time) {
  if (!bad_name_.ok()) [[unlikely]] {
    return queue_->Refuse(bad_name_);
  }
  std::uint32_t number = queue_->KnownTag(*file_, tag);
  if (number == TagCache::kUnknown) [[unlikely]] {
    if (Status bad = CheckCall(tag, step, wall_time); !bad.ok()) return bad;
    number = ScalarTag(tag, {});
    queue_->RememberTag(*file_, number);
  }
  return AddScalar(number, step, value, wall_time);
}

Status RunWriter::AddEvent(EventField field, std::string body, std::int64_t step,
                           std::optional<double> wall_time) {
  Status bad = bad_name_.ok() ? CheckMoment(step, wall_time) : bad_name_;
  if (bad.ok()) bad = CheckEventBytes("an event", body.size());
  if (!bad.ok()) return queue_->Refuse(std::move(bad));
  auto event = std::make_unique<LargeEvent>();
  event->file = file_;
  event->field = static_cast<std::uint32_t>(field);
  event->body = std::move(body);
  return queue_->AddLarge(std::move(event), step, wall_time ? *wall_time : WallClockNow());
}

Status RunWriter::CheckCall(std::string_view tag, std::int64_t step,
                            std::optional<double> wall_time) {
  Status bad = bad_name_.ok() ? CheckTagText(tag) : bad_name_;
  if (bad.ok()) bad = CheckMoment(step, wall_time);
  // Said before work is put into the call.
  if (bad.ok() && closed()) bad = {StatusCode::kFailedPrecondition, "the writer is closed"};
  return bad.ok() ? bad : queue_->Refuse(std::move(bad));
}

Status RunWriter::Refuse(Status why) { return queue_->Refuse(std::move(why)); }

bool RunWriter::NoteNonFinite(std::string_view tag, bool some_now) {
  return queue_->NoteNonFinite(*file_, tag, some_now);
}

Status RunWriter::Flush() { return queue_->Flush(); }

Status RunWriter::Close() {
  Status traced;
  if (!closed() && trace_->log != nullptr) {
    traced = trace_->log->Write();
    if (!traced.ok()) queue_->errors().Report(traced);
  }
  Status written = queue_->Close();
  return written.ok() ? traced : written;
}

bool RunWriter::closed() const { return queue_->closed(); }
Status RunWriter::status() const { return bad_name_.ok() ? queue_->status() : bad_name_; }
WriterCounts RunWriter::counts() const { return queue_->counts(); }

std::shared_ptr<TraceLog> RunWriter::trace_log() {
  std::call_once(trace_->once, [this] { trace_->log = std::make_shared<TraceLog>(log_dir_); });
  return trace_->log;
}

}  // namespace sightglass::writer
