#pragma once

#include <vector>

#include "base/cancel.h"
#include "kinds/insights/finding.h"
#include "kinds/insights/insights_request.h"
#include "kinds/insights/run_series.h"
#include "store/snapshot.h"

namespace sightglass::kinds::insights {

// The rules over scalars, on one run: findings are appended. Stops early if `cancel` is set.
// Cost: constant for each series; those of RunSeries as ReadSamples().
void CheckScalars(const store::Snapshot& snapshot, const RunSeries& series,
                  const InsightsRequest& request, const base::CancelFlag& cancel,
                  std::vector<Finding>& findings);

// Both rules for gradients, whatever the sizes are of.
void CheckGradients(const store::Run& run, const std::vector<const store::Series*>& layers,
                    const LayerGradients& gradients, const InsightsRequest& request,
                    std::vector<Finding>& findings);

// `verdict` of a rule that looked at `layers`; it is about the first one that it names.
// REQUIRES: it names one.
Finding MakeLayerFinding(std::string_view rule, const store::Run& run,
                         const std::vector<const store::Series*>& layers, Verdict verdict);

}  // namespace sightglass::kinds::insights
