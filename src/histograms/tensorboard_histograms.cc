#include "histograms/tensorboard_histograms.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "base/buffered_output.h"
#include "base/json_writer.h"
#include "format/event.h"
#include "histograms/histogram_reader.h"
#include "kind/tensorboard_series.h"

namespace sightglass::histograms {
namespace {

using base::Error;
using base::ErrorCode;
using format::HistogramBucket;
using values::ValuePoint;

// What TensorBoard's data server keeps of a series unless told otherwise.
constexpr std::size_t kTensorboardKept = 100;

double AsFloat32(double value) {
  constexpr double kMax = std::numeric_limits<float>::max();
  // What is past it by less than half a step would still round to it; no writer comes near.
  if (std::abs(value) > kMax) return std::copysign(std::numeric_limits<double>::infinity(), value);
  return static_cast<float>(value);
}

void RoundToFloat32(std::vector<HistogramBucket>& buckets) {
  for (HistogramBucket& bucket : buckets) {
    bucket = {.left = AsFloat32(bucket.left),
              .right = AsFloat32(bucket.right),
              .count = AsFloat32(bucket.count)};
  }
}

template <class Indices>
std::vector<ValuePoint> Chosen(const std::vector<ValuePoint>& points, const Indices& indices) {
  std::vector<ValuePoint> chosen;
  chosen.reserve(indices.size());
  for (const auto index : indices) chosen.push_back(points[static_cast<std::size_t>(index)]);
  return chosen;
}

}  // namespace

base::Result<kind::Response> HandleTensorboardTags(const kind::Request&,
                                                   const kind::RequestContext& context) {
  base::BufferedOutput out;
  base::JsonWriter json(out);
  kind::WriteTensorboardTags(*context.snapshot, kPlugin, context.cancel, json);
  if (context.cancel.cancelled()) return Error{ErrorCode::kCancelled, "the client is gone"};
  return kind::JsonResponse(out.TakeText());
}

base::Result<kind::SelectedSeries> FindTensorboardHistograms(const kind::Request& request,
                                                             const store::Snapshot& snapshot) {
  const auto run = request.query.First("run");
  const auto tag = request.query.First("tag");
  if (!run || !tag) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("Both run and tag must be specified: tag={}, run={}",
                             kind::QuotedParameter(tag), kind::QuotedParameter(run))};
  }
  const auto selected = kind::FindTensorboardSeries(snapshot, kPlugin, *run, *tag);
  if (!selected) {
    return Error{ErrorCode::kNotFound,
                 fmt::format("No histogram tag {} for run {}", kind::QuotedParameter(tag),
                             kind::QuotedParameter(run))};
  }
  return *selected;
}

TensorboardHistograms::TensorboardHistograms(const kind::KindOptions& options)
    : max_points_(kind::TensorboardMaxPoints(options, kPlugin, kTensorboardKept)) {
  if (!options.tensorboard_samples) return;
  const auto named = options.tensorboard_samples->find(kPlugin);
  if (named != options.tensorboard_samples->end() && named->second > 0) {
    time_series_most_ = named->second;
  }
}

std::vector<ValuePoint> TensorboardHistograms::ShownPoints(const store::Series& series,
                                                           std::size_t most) const {
  std::vector<ValuePoint> points;
  values::ReadPoints(*series.refs(), 0, series.size(), points);
  if (!max_points_) return points;
  if (points.size() > *max_points_) {
    points = Chosen(points, *sampled_.Of(points.size(), *max_points_));
  }
  if (points.size() > most)
    points = Chosen(points, kind::TensorboardDownsample(points.size(), most));
  return points;
}

base::Status TensorboardHistograms::Read(const kind::SelectedSeries& selected, std::size_t most,
                                         const kind::RequestContext& context,
                                         const Take& take) const {
  const std::vector<std::vector<ValuePoint>> points = {ShownPoints(*selected.series, most)};
  std::size_t next = 0;
  return ReadChosen({{.run = selected.run, .series = selected.series}}, points,
                    {.logged_buckets = true}, context.pool, context.cancel,
                    [&](std::uint32_t, ReadStep&& step) {
                      const std::uint32_t header = points.front()[next++].point.header;
                      if (!step.error.empty()) return;
                      const auto form = context.snapshot->ref_headers->At(header).form;
                      if (form == static_cast<std::uint8_t>(format::ValueForm::kHistogram)) {
                        RoundToFloat32(step.logged);
                      }
                      take(step.step, step.wall_time, step.logged);
                    });
}

}  // namespace sightglass::histograms
