#include "kinds/histograms/tensorboard_histogram_routes.h"

#include <functional>
#include <span>

#include "kind/tensorboard_series.h"

namespace sightglass::kinds {

using format::HistogramBucket;
using histograms::TensorboardHistograms;
using kind::Request;
using kind::RequestContext;
using kind::Response;

void TensorboardHistogramRoutes::AddRoutes(kind::Router& router) const {
  router.Add({
      .path = "/data/plugin/histograms/tags",
      .handler = histograms::HandleTensorboardTags,
      .errors = kind::ErrorStyle::kTensorboard,
  });
  router.Add({
      .path = "/data/plugin/histograms/histograms",
      .handler = std::bind_front(&TensorboardHistogramRoutes::Histograms, this),
      .errors = kind::ErrorStyle::kTensorboard,
  });
}

base::Result<Response> TensorboardHistogramRoutes::Histograms(const Request& request,
                                                              const RequestContext& context) const {
  ASSIGN_OR_RETURN(const kind::SelectedSeries selected,
                   histograms::FindTensorboardHistograms(request, *context.snapshot));
  base::BufferedOutput out;
  base::JsonWriter json(out);
  json.BeginArray();
  RETURN_IF_ERROR(reader_.Read(
      selected, TensorboardHistograms::kHistogramsMost, context,
      [&](base::Step step, double wall_time, std::span<const HistogramBucket> buckets) {
        json.BeginArray();
        json.Double(wall_time);
        json.Int(step);
        json.BeginArray();
        for (const HistogramBucket& bucket : buckets) {
          json.BeginArray();
          json.Double(bucket.left);
          json.Double(bucket.right);
          json.Double(bucket.count);
          json.EndArray();
        }
        json.EndArray();
        json.EndArray();
      }));
  json.EndArray();
  return kind::JsonResponse(out.TakeText());
}

void TensorboardHistogramRoutes::WriteTags(const store::Snapshot& snapshot,
                                           base::JsonWriter& json) const {
  const store::Run* open_run = nullptr;
  json.Key("runTagInfo");
  json.BeginObject();
  kind::ForEachListedSeries(snapshot, histograms::kPlugin,
                            [&](const store::Run& run, const store::Series& series) {
                              if (&run != open_run) {
                                if (open_run != nullptr) json.EndArray();
                                json.NameKey(run.name);
                                json.BeginArray();
                                open_run = &run;
                              }
                              json.String(series.tag_name);
                              return true;
                            });
  if (open_run != nullptr) json.EndArray();
  json.EndObject();
  kind::WriteTagDescriptions(snapshot, histograms::kPlugin, json);
}

base::Status TensorboardHistogramRoutes::WriteSeries(const kind::TimeSeriesRequest& request,
                                                     const RequestContext& context,
                                                     base::JsonWriter& json) const {
  const auto selected =
      kind::FindTensorboardSeries(*context.snapshot, histograms::kPlugin, request.run, request.tag);
  json.BeginObject();
  if (selected) {
    json.NameKey(selected->run->name);
    json.BeginArray();
    RETURN_IF_ERROR(reader_.Read(
        *selected, reader_.time_series_most(), context,
        [&](base::Step step, double wall_time, std::span<const HistogramBucket> buckets) {
          json.BeginObject();
          json.Key("wallTime");
          json.Double(wall_time);
          json.Key("step");
          json.Int(step);
          json.Key("bins");
          json.BeginArray();
          for (const HistogramBucket& bucket : buckets) {
            json.BeginObject();
            json.Key("min");
            json.Double(bucket.left);
            json.Key("max");
            json.Double(bucket.right);
            json.Key("count");
            json.Double(bucket.count);
            json.EndObject();
          }
          json.EndArray();
          json.EndObject();
        }));
    json.EndArray();
  }
  json.EndObject();
  return {};
}

}  // namespace sightglass::kinds
