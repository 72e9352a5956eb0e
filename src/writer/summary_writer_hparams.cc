#include <utility>

#include "sightglass/summary_writer.h"
#include "writer/guarded_call.h"
#include "writer/hparams_encoder.h"
#include "writer/run_writer.h"
#include "writer/wall_clock.h"
#include "writer/writer_call.h"

// The calls of SummaryWriter for the HPARAMS page. All of them are at step 0, as others write them.
namespace sightglass {

using writer::AddEncoded;
using writer::EventField;
using writer::WallClockNow;

Status SummaryWriter::AddHParamsExperiment(const HParamExperiment& experiment) {
  return AddEncoded(run_, {writer::kExperimentTag, 0, {}}, [&](std::string& body) {
    return writer::EncodeExperiment(experiment, WallClockNow(), body);
  });
}

Status SummaryWriter::AddHParamsStart(std::span<const HParam> hparams,
                                      const HParamSession& session) {
  return AddEncoded(run_, {writer::kSessionStartTag, 0, {}}, [&](std::string& body) {
    return writer::EncodeSessionStart(hparams, session, WallClockNow(), body);
  });
}

Status SummaryWriter::AddHParamsEnd(SessionOutcome outcome) {
  return AddEncoded(run_, {writer::kSessionEndTag, 0, {}}, [&](std::string& body) {
    return writer::EncodeSessionEnd(outcome, WallClockNow(), body);
  });
}

// Without an experiment: readers would take the first they find for all trials, while without any
// they put the columns together from what the trials say.
Status SummaryWriter::AddHParams(std::span<const HParam> hparams,
                                 std::span<const NamedScalar> metrics, std::string_view run_name,
                                 std::int64_t step) {
  if (run_ == nullptr) return AddHParamsStart(hparams);
  return writer::Guarded([&]() -> Status {
    const double now = WallClockNow();
    std::string start;
    Status status = writer::EncodeSessionStart(hparams, {}, now, start);
    std::string end;
    if (status.ok()) status = writer::EncodeSessionEnd(SessionOutcome::kSuccess, now, end);
    if (!status.ok()) return run_->Refuse(std::move(status));
    const auto run = run_->Below(run_name.empty() ? std::to_string(now) : std::string(run_name));
    status = run->CheckCall(writer::kSessionStartTag, step, std::nullopt);
    // Before anything is written: a call that is refused changes nothing.
    for (const NamedScalar& metric : metrics) {
      if (status.ok()) status = run->CheckCall(metric.name, step, std::nullopt);
    }
    if (status.ok()) status = run->AddEvent(EventField::kSummary, std::move(start), 0, now);
    for (const NamedScalar& metric : metrics) {
      if (status.ok()) status = run->AddScalar(metric.name, step, metric.value, now);
    }
    if (status.ok()) status = run->AddEvent(EventField::kSummary, std::move(end), 0, now);
    return status;
  });
}

}  // namespace sightglass
