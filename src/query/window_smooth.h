#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sightglass::query {

// Smoothing by what stands around each value. Values that are not finite pass through and count for
// nothing elsewhere; at the ends the window is what there is of it. A list whose values are all
// equal is left alone, so that rounding does not make noise of it.

// The mean of `window` values: (window - 1) / 2 before, the value itself, window / 2 after.
// Cost: one pass, whatever the window; sums never subtract, so a huge value leaves no trace once it
// is out of the window. REQUIRES: window >= 1.
[[nodiscard]] std::vector<double> RunningMean(std::span<const double> values, std::size_t window);
// How many values after its own a mean hangs on.
[[nodiscard]] std::uint64_t RunningMeanReach(std::size_t window);

inline constexpr double kMaxDirectSigma = 8;

// Weighted by a bell curve of standard deviation `sigma`, counted in points. Up to kMaxDirectSigma
// the curve itself, cut off at 3 sigma; above, four running means in a row whose windows give the
// same deviation, as near as whole windows can: the shapes differ by less than 4% of the peak.
// Cost: at most 49 multiplications a value, or four passes. REQUIRES: sigma > 0, finite.
[[nodiscard]] std::vector<double> GaussianSmooth(std::span<const double> values, double sigma);
[[nodiscard]] std::uint64_t GaussianReach(double sigma);

}  // namespace sightglass::query
