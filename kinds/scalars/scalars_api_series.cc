#include "kinds/scalars/scalars_api_series.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "kind/json_reader.h"
#include "kind/name_id.h"
#include "kinds/scalars/scalars_query.h"

namespace sightglass::kinds {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Status;

// Below this it costs more to wake other threads than they help: about two milliseconds of work.
constexpr std::uint64_t kParallelPoints = 1'000'000;
// Answers that are kept at a time before they are written: bounds memory beside the body.
constexpr std::size_t kBatchSeries = 256;
constexpr std::uint64_t kBatchPoints = 4'000'000;

// What is known of a series before its points are read.
struct PlannedSeries {
  kind::SelectedSeries selected;
  SeriesAxis axis;
  std::uint64_t kept = 0;
  QueryEstimate estimate{};

  [[nodiscard]] const query::ScalarPoints& points() const { return *selected.series->scalars(); }
};

std::uint64_t KeptBy(const ScalarsRequest& request, const kind::SelectedSeries& selected,
                     const SeriesAxis& axis, const kind::RequestContext& context) {
  if (!request.since || request.since->epoch != context.epoch ||
      request.since->revision > context.snapshot->version) {
    return 0;
  }
  const auto kept = [&](std::string_view tag) {
    return context.revisions.KeptSince(selected.run->name, tag, request.since->revision);
  };
  return KeptOfAnswer(request, *selected.series->scalars(), axis, kept(selected.series->tag_name),
                      axis.joined != nullptr ? kept(request.x_tag) : 0);
}

std::vector<PlannedSeries> Plan(const ScalarsRequest& request,
                                const std::vector<kind::SelectedSeries>& selected,
                                const kind::RequestContext& context) {
  const std::vector<SeriesAxis> axes = AxesOf(request, selected);
  std::vector<PlannedSeries> plan;
  plan.reserve(selected.size());
  for (std::size_t i = 0; i < selected.size(); ++i) {
    const std::uint64_t kept = KeptBy(request, selected[i], axes[i], context);
    plan.push_back(
        {.selected = selected[i],
         .axis = axes[i],
         .kept = kept,
         .estimate = EstimateQuery(request, *selected[i].series->scalars(), axes[i], kept)});
  }
  return plan;
}

std::string_view SortName(query::NonFinite sort) {
  switch (sort) {
    case query::NonFinite::kNan:
      return "NaN";
    case query::NonFinite::kPlusInfinity:
      return "Infinity";
    case query::NonFinite::kMinusInfinity:
      break;
  }
  return "-Infinity";
}

// `x` is empty where it was not asked for.
void WriteMarks(const std::vector<query::NonFiniteMark>& marks, std::span<const double> x,
                base::JsonWriter& json) {
  json.BeginArray();
  for (std::size_t i = 0; i < marks.size(); ++i) {
    const query::NonFiniteMark& mark = marks[i];
    json.BeginObject();
    json.Key("value");
    json.String(SortName(mark.sort));
    json.Key("count");
    json.UInt(mark.count);
    json.Key("index");
    json.UInt(mark.index);
    json.Key("step");
    json.Int(mark.step);
    json.Key("wall_time");
    json.Double(mark.wall_time);
    if (!x.empty()) {
      json.Key("x");
      json.Double(x[i]);
    }
    json.EndObject();
  }
  json.EndArray();
}

void WriteFacts(const PlannedSeries& planned, const SeriesAnswer& answer, base::JsonWriter& json) {
  const store::Run& run = *planned.selected.run;
  const store::Series& series = *planned.selected.series;
  json.Key("run");
  json.String(run.name);
  json.Key("run_id");
  json.String(kind::NameId(run.name));
  json.Key("tag");
  json.String(series.tag_name);
  json.Key("tag_id");
  json.String(kind::NameId(series.tag_name));
  json.Key("points");
  json.UInt(planned.points().size());
  json.Key("superseded");
  json.UInt(planned.points().superseded_size());
  json.Key("kept");
  json.UInt(planned.kept);
  json.Key("reduced");
  json.Bool(answer.reduced);
  json.Key("x_origin");
  if (planned.axis.x == XAxis::kRelativeStep) {
    json.Int(planned.axis.origin_step);
  } else {
    json.Double(planned.axis.origin);
  }
  if (planned.axis.begin > planned.axis.end) return;
  json.Key("x_begin");
  json.Double(planned.axis.begin);
  json.Key("x_end");
  json.Double(planned.axis.end);
}

void WriteSeries(const ScalarsRequest& request, const PlannedSeries& planned,
                 const SeriesAnswer& answer, kind::AnswerWriter& writer) {
  base::JsonWriter& json = writer.json();
  json.BeginObject();
  WriteFacts(planned, answer, json);
  const auto column = [&](bool wanted, std::string_view key, const auto& values) {
    if (!wanted) return;
    json.Key(key);
    writer.Column(values);
  };
  const ColumnSet& columns = request.columns;
  column(columns.step, "step", answer.step);
  column(columns.wall_time, "wall_time", answer.wall_time);
  column(columns.value, "value", answer.value);
  column(columns.raw, "raw", answer.raw);
  column(columns.index, "index", answer.index);
  column(columns.x, "x", answer.x);
  const bool superseded = request.superseded;
  column(superseded && columns.step, "superseded_step", answer.superseded_step);
  column(superseded && columns.wall_time, "superseded_wall_time", answer.superseded_wall_time);
  column(superseded && columns.value, "superseded_value", answer.superseded_value);
  column(superseded && columns.x, "superseded_x", answer.superseded_x);
  json.Key("non_finite");
  WriteMarks(answer.non_finite, answer.non_finite_x, json);
  json.EndObject();
}

std::uint64_t MaxPoints(kind::AnswerForm form) {
  return form == kind::AnswerForm::kJson ? kMaxJsonAnswerPoints : kMaxAnswerPoints;
}

Error TooManyPoints(std::uint64_t limit) {
  return {
      ErrorCode::kOutOfRange,
      fmt::format("more than {} points, which is the limit of this form of answer; give a width "
                  "or choose fewer series",
                  limit)};
}

// Answers one series after the other, several at a time where that pays.
class SeriesAnswers {
 public:
  SeriesAnswers(const ScalarsRequest& request, kind::AnswerForm form,
                const kind::RequestContext& context, SmoothedCache& cache,
                kind::AnswerWriter& writer)
      : request_(request),
        max_points_(MaxPoints(form)),
        context_(context),
        cache_(cache),
        writer_(writer) {}

  Status Run(std::span<const PlannedSeries> plan) {
    while (!plan.empty()) {
      std::size_t count = 0;
      std::uint64_t cost = 0;
      while (count < std::min(plan.size(), kBatchSeries) && cost < kBatchPoints) {
        cost += plan[count++].estimate.cost;
      }
      const auto batch = plan.first(count);
      RETURN_IF_ERROR(cost < kParallelPoints || count == 1 ? RunHere(batch) : RunOnPool(batch));
      plan = plan.subspan(count);
    }
    return base::OkStatus();
  }

 private:
  Status RunHere(std::span<const PlannedSeries> batch) {
    if (answers_.empty()) answers_.resize(1);
    for (const PlannedSeries& planned : batch) {
      Query(planned, answers_.front());
      RETURN_IF_ERROR(Write(planned, answers_.front()));
    }
    return base::OkStatus();
  }

  Status RunOnPool(std::span<const PlannedSeries> batch) {
    if (answers_.size() < batch.size()) answers_.resize(batch.size());
    context_.pool.ForEach(batch.size(), [&](std::size_t i) { Query(batch[i], answers_[i]); });
    for (std::size_t i = 0; i < batch.size(); ++i) RETURN_IF_ERROR(Write(batch[i], answers_[i]));
    return base::OkStatus();
  }

  void Query(const PlannedSeries& planned, SeriesAnswer& answer) const {
    if (context_.cancel.cancelled()) return;
    QuerySeries(request_, planned.points(), planned.axis, planned.kept, cache_, answer);
  }

  Status Write(const PlannedSeries& planned, const SeriesAnswer& answer) {
    if (context_.cancel.cancelled()) {
      return Error{ErrorCode::kCancelled, "nobody waits for the answer any more"};
    }
    points_ += answer.points() + answer.superseded_step.size();
    if (points_ > max_points_) {
      return TooManyPoints(max_points_);
    }
    WriteSeries(request_, planned, answer, writer_);
    return base::OkStatus();
  }

  const ScalarsRequest& request_;
  const std::uint64_t max_points_;
  const kind::RequestContext& context_;
  SmoothedCache& cache_;
  kind::AnswerWriter& writer_;
  std::vector<SeriesAnswer> answers_;
  std::uint64_t points_ = 0;
};

// Points that will be sent, at most. An error for what would take too much memory to find out.
Result<std::uint64_t> CheckSize(const ScalarsRequest& request, kind::AnswerForm form,
                                std::span<const PlannedSeries> plan) {
  std::uint64_t points = 0;
  for (const PlannedSeries& planned : plan) {
    points += planned.estimate.points;
    if (planned.estimate.unpacked > kMaxUnpackedPoints) {
      return Error{ErrorCode::kOutOfRange,
                   fmt::format("smoothing by a window and axes of active time or another tag take "
                               "series of up to {} points; this one has {}",
                               kMaxUnpackedPoints, planned.estimate.unpacked)};
    }
  }
  // With a width the estimate is far too high for most series; they are counted as they are sent.
  if (request.width == 0 && points > MaxPoints(form)) return TooManyPoints(MaxPoints(form));
  return std::min(points, MaxPoints(form));
}

std::size_t HeadBytes(std::span<const PlannedSeries> plan) {
  // About what one entry takes beside its names.
  constexpr std::size_t kEntryBytes = 512;
  std::size_t bytes = kEntryBytes;
  for (const PlannedSeries& planned : plan) {
    bytes +=
        kEntryBytes + planned.selected.run->name.size() + planned.selected.series->tag_name.size();
  }
  return bytes;
}

}  // namespace

Result<kind::Response> AnswerScalars(const ScalarsRequest& request, kind::AnswerForm form,
                                     const kind::RequestContext& context, SmoothedCache& cache) {
  const kind::SeriesSelection selection =
      SelectSeries(*context.snapshot, request.selection, kind::IsScalarSeries);
  if (selection.series.size() > request.limit) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("{} series match, limit {}", selection.series.size(), request.limit)};
  }
  const std::vector<PlannedSeries> plan = Plan(request, selection.series, context);
  ASSIGN_OR_RETURN(const std::uint64_t points, CheckSize(request, form, plan));
  kind::AnswerWriter writer(form, HeadBytes(plan));
  // Most often 4 bytes for a step and a value each, and 8 for a time. What is not touched costs
  // nothing.
  constexpr std::size_t kPointBytes = 16;
  writer.Reserve(static_cast<std::size_t>(points) * kPointBytes);
  writer.Begin(context);
  base::JsonWriter& json = writer.json();
  json.Key("series");
  json.BeginArray();
  RETURN_IF_ERROR(SeriesAnswers(request, form, context, cache, writer).Run(plan));
  json.EndArray();
  json.Key("missing");
  WriteMissing(selection.missing, json);
  return writer.Finish();
}

Result<kind::Response> HandleScalars(const kind::Request& request,
                                     const kind::RequestContext& context, SmoothedCache& cache) {
  if (request.method != kind::Method::kPost) {
    ASSIGN_OR_RETURN(const ScalarsRequest parsed, ScalarsRequestFromParameters(request.query));
    return AnswerScalars(parsed, FormAccepted(request, kind::AnswerForm::kJson), context, cache);
  }
  ASSIGN_OR_RETURN(const kind::JsonDocument document, kind::JsonDocument::Parse(request.body));
  ASSIGN_OR_RETURN(const ScalarsRequest parsed, ParseScalarsRequest(document.root()));
  return AnswerScalars(parsed, FormAccepted(request, kind::AnswerForm::kColumns), context, cache);
}

}  // namespace sightglass::kinds
