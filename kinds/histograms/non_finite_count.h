#pragma once

#include <optional>

#include "base/ids.h"
#include "kind/series_selection.h"

namespace sightglass::kinds {

// How many NaN and infinities were among the numbers of a histogram. Buckets do not tell; our
// writer does, with a scalar series <tag>/non_finite beside the histograms, from the first step on
// that had some. nullopt: not known, since there is no such series or it has no value of this step.
std::optional<double> NonFiniteCount(const kind::SelectedSeries& histograms, base::Step step);

}  // namespace sightglass::kinds
