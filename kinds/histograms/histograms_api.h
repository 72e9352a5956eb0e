#pragma once

#include <string_view>

#include "base/result.h"
#include "histograms/measure_cache.h"
#include "kind/router.h"

namespace sightglass::kinds {

// /api/histograms and what is below it; README.md says what they answer.
void AddHistogramsApiRoutes(kind::Router& router);

// POST /api/histograms.
base::Result<kind::Response> HandleHistogramBins(const kind::Request& request,
                                                 const kind::RequestContext& context);
// POST /api/histograms/measures.
base::Result<kind::Response> HandleHistogramMeasures(histograms::MeasureCache& cache,
                                                     const kind::Request& request,
                                                     const kind::RequestContext& context);
// POST /api/histograms/layers.
base::Result<kind::Response> HandleHistogramLayers(const kind::Request& request,
                                                   const kind::RequestContext& context);
// GET /api/histograms/download.
base::Result<kind::Response> HandleHistogramDownload(const kind::Request& request,
                                                     const kind::RequestContext& context);

std::string_view HistogramsOpenApi();

}  // namespace sightglass::kinds
