#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "histograms/measure_cache.h"
#include "kinds/insights/finding.h"
#include "kinds/insights/insights_request.h"
#include "kinds/insights/run_series.h"
#include "values/value_scan.h"

namespace sightglass::kinds::insights {

// The histograms of a run that rules want to see: activations, those that are not bounded, weights,
// gradients, in this order. Appends them, and says how many there are.
std::size_t ListHistograms(const RunSeries& series, std::vector<values::ScanSeries>& list);

// The rules over histograms, on one run, whose measures are in the order of ListHistograms():
// findings are appended.
void CheckHistograms(const RunSeries& series, std::span<const histograms::SeriesMeasures> measures,
                     const InsightsRequest& request, std::vector<Finding>& findings);

}  // namespace sightglass::kinds::insights
