#pragma once

#include <span>

#include "histograms/histogram.h"

namespace sightglass::histograms {

// What several histograms span together, taken as one of all their values. Empty ones count for
// nothing.
struct ValueRange {
  // Both NaN if there are no values at all.
  double low = 0;
  double high = 0;
};

// The range without the share `clip` of the values at each end: 0 leaves nothing out, and so does a
// NaN. REQUIRES: clip < 0.5. Cost: one step a histogram; with a clip 130 times CountBelow() of
// each.
[[nodiscard]] ValueRange RangeOf(std::span<const Histogram* const> histograms, double clip);

// The middle one of what SuggestLinearWidth() says of each: a few odd steps do not move it. 1 if
// there are no values.
[[nodiscard]] double LinearWidthOf(std::span<const Histogram* const> histograms);

}  // namespace sightglass::histograms
