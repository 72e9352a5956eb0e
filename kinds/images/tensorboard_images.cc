#include "kinds/images/tensorboard_images.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "kind/name_id.h"
#include "kind/tensorboard_series.h"
#include "kind/typed_parameters.h"
#include "kinds/images/image_header.h"
#include "kinds/images/logged_image.h"
#include "values/blob_answer.h"
#include "values/value_key.h"

namespace sightglass::kinds {
namespace {

using base::Error;
using base::ErrorCode;
using kind::Request;
using kind::RequestContext;
using kind::Response;
using store::RefPoint;

// What TensorBoard keeps of a series unless told otherwise.
constexpr std::size_t kTensorboardPoints = 10;

values::ValueKey KeyOf(const kind::SelectedSeries& selected, const RefPoint& point,
                       std::int64_t sample) {
  return {.run_id = kind::NameIdNumber(selected.run->name),
          .tag_id = kind::NameIdNumber(selected.series->tag_name),
          .step = point.step,
          .version = values::PointVersion(point),
          .sample = static_cast<std::uint32_t>(sample)};
}

// The points that have the sample.
std::vector<RefPoint> WithSample(std::vector<RefPoint> points, std::int64_t sample,
                                 const store::Snapshot& snapshot) {
  if (sample < 0) return {};
  std::erase_if(points, [&](const RefPoint& point) {
    return SampleCount(snapshot.ref_headers->At(point.header)) <= sample;
  });
  return points;
}

base::Result<Response> Blob(std::string_view token, const RequestContext& context) {
  ASSIGN_OR_RETURN(const values::ValueKey key, values::UnpackKey(token));
  ASSIGN_OR_RETURN(const LoggedImage image, ReadLoggedImage(*context.snapshot, key));
  return values::TensorboardBlobResponse(image.encoded(),
                                         TensorboardContentType(SniffImage(image.encoded())));
}

}  // namespace

TensorboardImages::TensorboardImages(const kind::KindOptions& options)
    : max_points_(kind::TensorboardMaxPoints(options, "images", kTensorboardPoints)) {}

void TensorboardImages::AddRoutes(kind::Router& router) const {
  router.Add({
      .path = "/data/plugin/images/tags",
      .handler = [this](const Request&, const RequestContext& context) { return Tags(context); },
      .errors = kind::ErrorStyle::kTensorboard,
  });
  router.Add({
      .path = "/data/plugin/images/images",
      .handler = std::bind_front(&TensorboardImages::Images, this),
      .errors = kind::ErrorStyle::kTensorboard,
  });
  router.Add({
      .path = "/data/plugin/images/individualImage",
      .handler = std::bind_front(&TensorboardImages::IndividualImage, this),
      .errors = kind::ErrorStyle::kTensorboard,
  });
}

std::vector<RefPoint> TensorboardImages::ShownPoints(const store::Series& series) const {
  std::vector<RefPoint> points;
  series.refs()->Read(0, series.size(), points);
  if (!max_points_ || points.size() <= *max_points_) return points;
  std::vector<RefPoint> shown;
  for (const base::Step index : *sampled_.Of(points.size(), *max_points_)) {
    shown.push_back(points[static_cast<std::size_t>(index)]);
  }
  return shown;
}

std::int64_t TensorboardImages::MostSamples(const store::Snapshot& snapshot,
                                            const store::Series& series) const {
  std::int64_t most = 0;
  for (const RefPoint& point : ShownPoints(series)) {
    most = std::max(most, SampleCount(snapshot.ref_headers->At(point.header)));
  }
  return most;
}

base::Result<Response> TensorboardImages::Tags(const RequestContext& context) const {
  base::BufferedOutput out;
  base::JsonWriter json(out);
  kind::WriteTensorboardTags(*context.snapshot, "images", context.cancel, json,
                             [&](const store::Series& series, base::JsonWriter& members) {
                               members.Key("samples");
                               members.Int(MostSamples(*context.snapshot, series));
                             });
  if (context.cancel.cancelled()) return Error{ErrorCode::kCancelled, "the client is gone"};
  return kind::JsonResponse(out.TakeText());
}

base::Result<Response> TensorboardImages::Images(const Request& request,
                                                 const RequestContext& context) const {
  const auto run = request.query.First("run");
  const auto tag = request.query.First("tag");
  if (!run || !tag) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("Both run and tag must be specified: tag={}, run={}",
                             kind::QuotedParameter(tag), kind::QuotedParameter(run))};
  }
  ASSIGN_OR_RETURN(const auto sample, kind::IntParameter(request.query, "sample"));
  const auto selected = kind::FindTensorboardSeries(*context.snapshot, "images", *run, *tag);
  if (!selected) {
    return Error{ErrorCode::kNotFound,
                 fmt::format("No image data for run={}, tag={}", kind::QuotedParameter(run),
                             kind::QuotedParameter(tag))};
  }
  base::BufferedOutput out;
  base::JsonWriter json(out);
  json.BeginArray();
  for (const RefPoint& point :
       WithSample(ShownPoints(*selected->series), sample.value_or(0), *context.snapshot)) {
    json.BeginObject();
    json.Key("wall_time");
    json.Double(point.wall_time);
    json.Key("step");
    json.Int(point.step);
    json.Key("query");
    json.String(
        fmt::format("blob_key={}", values::PackKey(KeyOf(*selected, point, sample.value_or(0)))));
    json.EndObject();
  }
  json.EndArray();
  return kind::JsonResponse(out.TakeText());
}

base::Result<Response> TensorboardImages::IndividualImage(const Request& request,
                                                          const RequestContext& context) const {
  const auto key = request.query.First("blob_key");
  if (!key) return Error{ErrorCode::kInvalidArgument, "Missing 'blob_key' field"};
  return Blob(*key, context);
}

void TensorboardImages::WriteTags(const store::Snapshot& snapshot, base::JsonWriter& json) const {
  kind::WriteTagDescriptions(snapshot, "images", json);
  // By tag first: runs come in order, so they are in order under each tag.
  std::map<std::string_view, std::vector<kind::SelectedSeries>> by_tag;
  kind::ForEachListedSeries(snapshot, "images",
                            [&](const store::Run& run, const store::Series& series) {
                              by_tag[series.tag_name].push_back({.run = &run, .series = &series});
                              return true;
                            });
  json.Key("tagRunSampledInfo");
  json.BeginObject();
  for (const auto& [tag, of_tag] : by_tag) {
    json.NameKey(tag);
    json.BeginObject();
    for (const kind::SelectedSeries& each : of_tag) {
      json.NameKey(each.run->name);
      json.BeginObject();
      json.Key("maxSamplesPerStep");
      json.Int(MostSamples(snapshot, *each.series));
      json.EndObject();
    }
    json.EndObject();
  }
  json.EndObject();
}

base::Status TensorboardImages::WriteSeries(const kind::TimeSeriesRequest& request,
                                            const RequestContext& context,
                                            base::JsonWriter& json) const {
  const std::int64_t sample = request.sample.value_or(0);
  const auto selected =
      kind::FindTensorboardSeries(*context.snapshot, "images", request.run, request.tag);
  std::vector<RefPoint> points;
  if (selected) points = WithSample(ShownPoints(*selected->series), sample, *context.snapshot);
  json.BeginObject();
  if (!points.empty()) {
    json.NameKey(selected->run->name);
    json.BeginArray();
    for (const RefPoint& point : points) {
      json.BeginObject();
      json.Key("step");
      json.Int(point.step);
      json.Key("wallTime");
      json.Double(point.wall_time);
      json.Key("imageId");
      json.String(values::PackKey(KeyOf(*selected, point, sample)));
      json.EndObject();
    }
    json.EndArray();
  }
  json.EndObject();
  return {};
}

base::Result<Response> TensorboardImages::Image(std::string_view image_id,
                                                const RequestContext& context) const {
  return Blob(image_id, context);
}

}  // namespace sightglass::kinds
