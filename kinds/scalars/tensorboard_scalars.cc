#include "kinds/scalars/tensorboard_scalars.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "kind/tensorboard_series.h"

namespace sightglass::kinds {
namespace {

using base::Error;
using base::ErrorCode;
using kind::Request;
using kind::RequestContext;
using kind::Response;

// What TensorBoard keeps of a series unless told otherwise.
constexpr std::size_t kTensorboardPoints = 1000;
// Fewer are written faster than other threads wake up.
constexpr std::uint64_t kMinParallelPoints = 10'000;

const store::Series* FindScalars(const store::Snapshot& snapshot, std::string_view run,
                                 std::string_view tag) {
  const auto found = kind::FindTensorboardSeries(snapshot, "scalars", run, tag);
  return found ? found->series : nullptr;
}

Error Cancelled() { return Error{ErrorCode::kCancelled, "the client is gone"}; }

}  // namespace

TensorboardScalars::TensorboardScalars(const kind::KindOptions& options)
    : max_points_(kind::TensorboardMaxPoints(options, "scalars", kTensorboardPoints)) {}

void TensorboardScalars::AddRoutes(kind::Router& router) const {
  router.Add({
      .path = "/data/plugin/scalars/tags",
      .handler = [this](const Request&, const RequestContext& context) { return Tags(context); },
      .errors = kind::ErrorStyle::kTensorboard,
  });
  router.Add({
      .path = "/data/plugin/scalars/scalars",
      .handler = std::bind_front(&TensorboardScalars::Scalars, this),
      .errors = kind::ErrorStyle::kTensorboard,
  });
  router.Add({
      .path = "/data/plugin/scalars/scalars_multirun",
      .handler = std::bind_front(&TensorboardScalars::Multirun, this),
      .methods = {kind::Method::kPost},
      .errors = kind::ErrorStyle::kTensorboard,
      .max_body_bytes = kMaxMultirunBodyBytes,
  });
}

base::Result<Response> TensorboardScalars::Tags(const RequestContext& context) const {
  base::BufferedOutput out;
  base::JsonWriter json(out);
  kind::WriteTensorboardTags(*context.snapshot, "scalars", context.cancel, json);
  if (context.cancel.cancelled()) return Cancelled();
  return kind::JsonResponse(out.TakeText());
}

base::Result<Response> TensorboardScalars::Scalars(const Request& request,
                                                   const RequestContext& context) const {
  const auto run = request.query.First("run");
  const auto tag = request.query.First("tag");
  if (!run || !tag) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("Both run and tag must be specified: tag={}, run={}",
                             kind::QuotedParameter(tag), kind::QuotedParameter(run))};
  }
  const store::Series* series = FindScalars(*context.snapshot, *run, *tag);
  if (series == nullptr) {
    return Error{ErrorCode::kNotFound,
                 fmt::format("No scalar data for run={}, tag={}", kind::QuotedParameter(run),
                             kind::QuotedParameter(tag))};
  }
  const bool csv = request.query.First("format") == "csv";
  Response response;
  response.content_type = csv ? "text/csv; charset=utf-8" : "application/json";
  if (csv) response.body = "Wall time,Step,Value\r\n";
  AppendSeries(*series, csv ? PointForm::kCsv : PointForm::kArray, context.cancel, response.body);
  if (context.cancel.cancelled()) return Cancelled();
  return response;
}

base::Result<Response> TensorboardScalars::Multirun(const Request& request,
                                                    const RequestContext& context) const {
  ASSIGN_OR_RETURN(const kind::Parameters form,
                   kind::Parameters::FromForm(request.Header("content-type"), request.body));
  const std::vector<std::string_view> tags = form.All("tag");
  if (tags.size() != 1) {
    return Error{ErrorCode::kInvalidArgument, "tag must be specified exactly once"};
  }
  std::vector<std::string_view> runs = form.All("runs");
  std::ranges::sort(runs);
  runs.erase(std::unique(runs.begin(), runs.end()), runs.end());
  std::vector<NamedSeries> all;
  for (const std::string_view run : runs) {
    const store::Series* series = FindScalars(*context.snapshot, run, tags[0]);
    if (series != nullptr) all.push_back({.run = run, .series = series});
  }
  base::BufferedOutput out;
  base::JsonWriter json(out);
  RETURN_IF_ERROR(WriteRuns(all, PointForm::kArray, context, json));
  return kind::JsonResponse(out.TakeText());
}

void TensorboardScalars::WriteTags(const store::Snapshot& snapshot, base::JsonWriter& json) const {
  const store::Run* open_run = nullptr;
  json.Key("runTagInfo");
  json.BeginObject();
  const auto write = [&](const store::Run& run, const store::Series& series) {
    if (&run != open_run) {
      if (open_run != nullptr) json.EndArray();
      json.NameKey(run.name);
      json.BeginArray();
      open_run = &run;
    }
    json.String(series.tag_name);
    return true;
  };
  kind::ForEachListedSeries(snapshot, "scalars", write);
  if (open_run != nullptr) json.EndArray();
  json.EndObject();
  kind::WriteTagDescriptions(snapshot, "scalars", json);
}

base::Status TensorboardScalars::WriteSeries(const kind::TimeSeriesRequest& request,
                                             const RequestContext& context,
                                             base::JsonWriter& json) const {
  std::vector<NamedSeries> all;
  const auto add = [&](std::string_view run) {
    const store::Series* series = FindScalars(*context.snapshot, run, request.tag);
    if (series != nullptr) all.push_back({.run = run, .series = series});
  };
  if (!request.run.empty()) {
    add(request.run);
  } else {
    for (const auto& run : context.snapshot->runs) add(run->name);
  }
  return WriteRuns(all, PointForm::kObject, context, json);
}

void TensorboardScalars::AppendSeries(const store::Series& series, PointForm form,
                                      const base::CancelFlag& cancel, std::string& out) const {
  const query::ScalarPoints& points = *series.scalars();
  std::shared_ptr<const std::vector<base::Step>> indices;
  if (max_points_ && points.size() > *max_points_) {
    indices = sampled_.Of(points.size(), *max_points_);
  }
  AppendPoints(points, {.form = form, .booleans = series.info->boolean}, indices.get(), cancel,
               out);
}

base::Status TensorboardScalars::WriteRuns(const std::vector<NamedSeries>& all, PointForm form,
                                           const RequestContext& context,
                                           base::JsonWriter& json) const {
  std::vector<std::string> texts(all.size());
  std::uint64_t points = 0;
  for (const NamedSeries& one : all) points += one.series->size();
  const auto write = [&](std::size_t i) {
    if (!context.cancel.cancelled()) AppendSeries(*all[i].series, form, context.cancel, texts[i]);
  };
  if (all.size() > 1 && points >= kMinParallelPoints) {
    context.pool.ForEach(all.size(), write);
  } else {
    for (std::size_t i = 0; i < all.size(); ++i) write(i);
  }
  if (context.cancel.cancelled()) return Cancelled();
  json.BeginObject();
  for (std::size_t i = 0; i < all.size(); ++i) {
    json.NameKey(all[i].run);
    json.Raw(std::exchange(texts[i], {}));
  }
  json.EndObject();
  return {};
}

}  // namespace sightglass::kinds
