#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "format/modern.h"
#include "histograms/histogram.h"

namespace sightglass::histograms {

// Everything here is exact for a histogram as histogram.h has it, that is, with values spread
// evenly inside a bucket. What the logged values were inside one nobody knows any more.

// The place up to which `share` (0 to 1, others are read as the nearest) of the values lie: the
// lowest one. 0 gives min(), 1 max(). NaN if the histogram is empty or share is NaN.
[[nodiscard]] double Percentile(const Histogram& histogram, double share);
// The same for many. REQUIRES: out.size() == shares.size(). Cost: one pass if shares ascend.
void Percentiles(const Histogram& histogram, std::span<const double> shares, std::span<double> out);

// How many values lie below `x`, and how many at or below it. They differ at a point mass.
struct Below {
  double below = 0;
  double at_or_below = 0;
};
// Cost: a pass over the buckets before `x`.
[[nodiscard]] Below CountBelow(const Histogram& histogram, double x);

struct Moments {
  double count = 0;
  // All NaN if count is 0.
  double min = 0;
  double max = 0;
  double mean = 0;
  double deviation = 0;  // standard deviation of the values, not of a sample
  // Shares, 0 to 1, of values that are zero: surely so (a point mass at 0, or a bucket around 0
  // within +-1e-12, where old writers count them) and perhaps (in a bucket that contains 0).
  double zeros_at_least = 0;
  double zeros_at_most = 0;
};
[[nodiscard]] Moments MomentsOf(const Histogram& histogram);

// Drift between two histograms, whatever their counts and buckets. NaN if either is empty.
// The largest difference of the two distribution functions, 0 to 1.
[[nodiscard]] double KolmogorovSmirnov(const Histogram& a, const Histogram& b);
// How far, on average, values must move to make one of the other: in the unit of the values.
[[nodiscard]] double Wasserstein(const Histogram& a, const Histogram& b);
// Both in one pass.
struct Drift {
  double kolmogorov_smirnov = 0;
  double wasserstein = 0;
};
[[nodiscard]] Drift DriftBetween(const Histogram& a, const Histogram& b);

// In hundredths of a percent.
inline constexpr std::array<double, 9> kTensorboardBasisPoints = {0,    668,  1587, 3085, 5000,
                                                                  6915, 8413, 9332, 10000};
// What TensorBoard's distributions show at these points: computed its way, from buckets as they
// were logged, which is not always Percentile(): it looks at right edges only, so a gap between
// buckets belongs to the one behind it. All 0 without buckets; odd ones give odd numbers, perhaps
// NaN.
// TensorBoard rounds the three numbers of an old bucket to float32 before; this does not.
[[nodiscard]] std::array<double, 9> TensorboardPercentiles(
    std::span<const format::HistogramBucket> buckets);

}  // namespace sightglass::histograms
