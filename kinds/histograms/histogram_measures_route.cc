#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "histograms/histogram_answer.h"
#include "histograms/histogram_request.h"
#include "kind/answer_writer.h"
#include "kinds/histograms/baseline_histograms.h"
#include "kinds/histograms/histograms_api.h"
#include "kinds/histograms/measured_series.h"
#include "values/value_scan.h"

namespace sightglass::kinds {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using histograms::ReadStep;
using histograms::RequestedSeries;
using kind::JsonValue;
using kind::RequestContext;

struct MeasuresRequest {
  histograms::HistogramRequest rows{};
  std::vector<Measure> measures{};
  std::optional<kind::NameRef> baseline{};
};

// {"run": a name or {"id":...}} or {"run_id":...}
Result<kind::NameRef> ParseBaseline(const JsonValue& value) {
  RETURN_IF_ERROR(value.AllowOnly({"run", "run_id"}));
  ASSIGN_OR_RETURN(const auto run, value.Member("run"));
  if (run) return kind::ParseNameRef(*run);
  ASSIGN_OR_RETURN(const auto by_id, value.Member("run_id"));
  if (!by_id) return value.Bad("\"run\" or \"run_id\" is needed");
  ASSIGN_OR_RETURN(const std::string_view text, by_id->AsString());
  ASSIGN_OR_RETURN(const std::uint64_t id, kind::ParseId(text, by_id->place()));
  return kind::NameRef{.id = id};
}

Result<MeasuresRequest> ParseRequest(std::string_view text) {
  ASSIGN_OR_RETURN(const auto document, kind::JsonDocument::Parse(text));
  const JsonValue body = document.root();
  RETURN_IF_ERROR(
      body.AllowOnly({"selection", "begin_step", "end_step", "max_steps", "measures", "baseline"}));
  MeasuresRequest request;
  ASSIGN_OR_RETURN(request.rows, histograms::ParseHistogramRequest(body));
  ASSIGN_OR_RETURN(const auto measures, body.Member("measures"));
  if (!measures) return body.Bad("\"measures\" is needed");
  ASSIGN_OR_RETURN(request.measures, ParseMeasures(*measures));
  ASSIGN_OR_RETURN(const auto baseline, body.Member("baseline"));
  if (baseline) {
    ASSIGN_OR_RETURN(request.baseline, ParseBaseline(*baseline));
  }
  for (const Measure& each : request.measures) {
    if (each.needs_baseline() && !baseline) {
      return body.Bad(fmt::format("\"baseline\" is needed for {}", each.name));
    }
  }
  return request;
}

Result<const store::Run*> FindBaseline(const store::Snapshot& snapshot, const kind::NameRef& ref) {
  const auto runs = kind::ChooseRuns(snapshot, {.listed = {ref}}, nullptr);
  if (!runs.empty()) return runs.front();
  return Error{ErrorCode::kNotFound,
               fmt::format("baseline: no run {}",
                           ref.id ? fmt::format("of id {:016x}", *ref.id)
                                  : fmt::format("'{}'", base::EscapeForDisplay(ref.name, 200)))};
}

class MeasuresAnswer {
 public:
  // `baseline` is null unless a measure needs one.
  MeasuresAnswer(const MeasuresRequest& request, const store::Run* baseline,
                 const RequestContext& context, kind::AnswerWriter& writer)
      : request_(request),
        baseline_(baseline),
        context_(context),
        writer_(writer),
        head_(writer.json()) {}

  // Steps that were asked for before are not read again.
  base::Status WriteRemembered(std::span<const RequestedSeries> series,
                               histograms::MeasureCache& cache) {
    const std::vector<values::ScanSeries> scanned = histograms::ScannedSeries(series);
    ASSIGN_OR_RETURN(
        const std::vector<histograms::SeriesMeasures> measured,
        cache.Read(scanned, {.range = request_.rows.range}, context_.pool, context_.cancel));
    for (std::size_t i = 0; i < series.size(); ++i) {
      MeasuredSeries rows(request_.measures);
      for (const histograms::MeasuredStep& each : measured[i].steps) {
        if (problems_.Note(series[i].selected, each.measures.step, each.measures.repaired,
                           each.error)) {
          rows.Add(each.measures);
        }
      }
      WriteRows(series[i], rows);
    }
    return {};
  }

  base::Status WriteRead(std::span<const RequestedSeries> series) {
    return histograms::ForEachBatch(
        series, histograms::kBatchBytes,
        [this](std::span<const RequestedSeries> batch) { return WriteBatch(batch); });
  }

  [[nodiscard]] const histograms::ProblemList& problems() const { return problems_; }

 private:
  base::Status WriteBatch(std::span<const RequestedSeries> batch) {
    std::optional<BaselineHistograms> baseline;
    if (baseline_ != nullptr) {
      ASSIGN_OR_RETURN(baseline, BaselineHistograms::Read(*baseline_, batch, context_, problems_));
    }
    std::vector<MeasuredSeries> rows(batch.size(), MeasuredSeries(request_.measures));
    RETURN_IF_ERROR(
        histograms::ReadSelected(batch, context_, [&](std::uint32_t series, ReadStep&& step) {
          if (!problems_.Note(batch[series].selected, step.step, step.histogram.repaired,
                              step.error))
            return;
          const histograms::Histogram* other = baseline ? baseline->At(series, step.step) : nullptr;
          rows[series].Add(std::move(step), other);
        }));
    for (std::size_t i = 0; i < batch.size(); ++i) WriteRows(batch[i], rows[i]);
    return {};
  }

  void WriteRows(const RequestedSeries& series, const MeasuredSeries& rows) {
    writer_.json().BeginObject();
    head_.Write(series);
    rows.Write(writer_);
    writer_.json().EndObject();
  }

  const MeasuresRequest& request_;
  const store::Run* baseline_;
  const RequestContext& context_;
  kind::AnswerWriter& writer_;
  histograms::SeriesHeadWriter head_;
  histograms::ProblemList problems_;
};

}  // namespace

Result<kind::Response> HandleHistogramMeasures(histograms::MeasureCache& cache,
                                               const kind::Request& request,
                                               const RequestContext& context) {
  ASSIGN_OR_RETURN(const MeasuresRequest parsed, ParseRequest(request.body));
  const store::Run* baseline = nullptr;
  if (std::ranges::any_of(parsed.measures, &Measure::needs_baseline)) {
    ASSIGN_OR_RETURN(baseline, FindBaseline(*context.snapshot, *parsed.baseline));
  }
  ASSIGN_OR_RETURN(const histograms::RequestedSelection selection,
                   histograms::SelectHistograms(*context.snapshot, parsed.rows,
                                                {.row_numbers = parsed.measures.size()}));
  kind::AnswerWriter writer(kind::FormAccepted(request, kind::AnswerForm::kColumns),
                            (selection.series.size() + 1) * histograms::kSeriesHeadBytes);
  writer.Begin(context);
  writer.json().Key("series");
  writer.json().BeginArray();
  MeasuresAnswer answer(parsed, baseline, context, writer);
  RETURN_IF_ERROR(MeasuredSeries::CanRemember(parsed.measures)
                      ? answer.WriteRemembered(selection.series, cache)
                      : answer.WriteRead(selection.series));
  writer.json().EndArray();
  writer.json().Key("missing");
  kind::WriteMissing(selection.missing, writer.json());
  answer.problems().Write(writer.json());
  return writer.Finish();
}

}  // namespace sightglass::kinds
