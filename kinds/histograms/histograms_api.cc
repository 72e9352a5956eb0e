#include "kinds/histograms/histograms_api.h"

#include <memory>
#include <string>
#include <utility>

#include "generated/histograms_openapi.h"
#include "histograms/histogram_request.h"

namespace sightglass::kinds {

using kind::Request;
using kind::RequestContext;

void AddHistogramsApiRoutes(kind::Router& router) {
  const auto post = [&](std::string path, kind::Handler handler) {
    router.Add({.path = std::move(path),
                .handler = std::move(handler),
                .methods = {kind::Method::kPost},
                .max_body_bytes = histograms::kMaxRequestBytes});
  };
  post("/api/histograms", HandleHistogramBins);
  auto cache = std::make_shared<histograms::MeasureCache>(
      histograms::MeasureCacheOptions{.max_bytes = std::uint64_t{32} << 20});
  post("/api/histograms/measures", [cache](const Request& request, const RequestContext& context) {
    return HandleHistogramMeasures(*cache, request, context);
  });
  post("/api/histograms/layers", HandleHistogramLayers);
  router.Add({.path = "/api/histograms/download",
              .handler = HandleHistogramDownload,
              .methods = {kind::Method::kGet},
              // Values come from their files, which can change before the snapshot knows.
              .freshness = kind::Freshness::kNever});
}

std::string_view HistogramsOpenApi() { return embedded::histograms_openapi().front().bytes; }

}  // namespace sightglass::kinds
