#pragma once

#include <cstddef>
#include <vector>

#include "kind/router.h"
#include "kind/time_series_source.h"

namespace sightglass::kinds {

// The most items that one request to timeSeries may have, and the most bytes.
inline constexpr std::size_t kMaxTimeSeriesItems = 10'000;
inline constexpr std::size_t kMaxTimeSeriesBodyBytes = std::size_t{4} << 20;

// Adds /data/plugin/timeseries/{tags,timeSeries,imageData}. `sources` must outlive the router.
void AddTimeSeriesRoutes(const std::vector<const kind::TimeSeriesSource*>& sources,
                         kind::Router& router);

}  // namespace sightglass::kinds
