#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "query/walk.h"

namespace sightglass::query {

enum class SmoothingSort : std::uint8_t { kNone, kEma, kMean, kGaussian };

// How a series is smoothed: one of the ways of smooth.h and window_smooth.h.
struct Smoothing {
  SmoothingSort sort = SmoothingSort::kNone;
  double weight = 0;       // kEma
  std::size_t window = 1;  // kMean
  double sigma = 1;        // kGaussian

  bool operator==(const Smoothing&) const = default;
};

// Smoothed values of the points of `range`, each as smoothing over all points has it.
// Cost: kEma takes a pass over the points before `range.end` and memory for the range; the others
// take all values into memory several times. REQUIRES: sort is not kNone.
[[nodiscard]] std::vector<double> SmoothedValues(const Smoothing& smoothing,
                                                 const ScalarPoints& points, IndexRange range);

}  // namespace sightglass::query
