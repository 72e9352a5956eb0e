#include "kinds/distributions/tensorboard_distributions.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "histograms/measures.h"

namespace sightglass::kinds {

using histograms::kTensorboardBasisPoints;
using histograms::TensorboardHistograms;
using kind::Request;
using kind::RequestContext;
using kind::Response;

void TensorboardDistributions::AddRoutes(kind::Router& router) const {
  router.Add({
      .path = "/data/plugin/distributions/tags",
      .handler = histograms::HandleTensorboardTags,
      .errors = kind::ErrorStyle::kTensorboard,
  });
  router.Add({
      .path = "/data/plugin/distributions/distributions",
      .handler = std::bind_front(&TensorboardDistributions::Distributions, this),
      .errors = kind::ErrorStyle::kTensorboard,
  });
}

base::Result<Response> TensorboardDistributions::Distributions(
    const Request& request, const RequestContext& context) const {
  ASSIGN_OR_RETURN(const kind::SelectedSeries selected,
                   histograms::FindTensorboardHistograms(request, *context.snapshot));
  base::BufferedOutput out;
  base::JsonWriter json(out);
  json.BeginArray();
  const auto write = [&](base::Step step, double wall_time,
                         std::span<const format::HistogramBucket> buckets) {
    const auto values = histograms::TensorboardPercentiles(buckets);
    json.BeginArray();
    json.Double(wall_time);
    json.Int(step);
    json.BeginArray();
    for (std::size_t i = 0; i < values.size(); ++i) {
      json.BeginArray();
      json.Int(static_cast<std::int64_t>(kTensorboardBasisPoints[i]));
      json.Double(values[i]);
      json.EndArray();
    }
    json.EndArray();
    json.EndArray();
  };
  RETURN_IF_ERROR(
      reader_.Read(selected, TensorboardHistograms::kDistributionsMost, context, write));
  json.EndArray();
  return kind::JsonResponse(out.TakeText());
}

}  // namespace sightglass::kinds
