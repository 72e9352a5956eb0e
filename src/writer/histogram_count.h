#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sightglass/numbers.h"
#include "sightglass/status.h"

namespace sightglass::writer {

// The finite numbers of a list in a few figures.
struct NumberSummary {
  std::uint64_t finite = 0;
  std::uint64_t nan = 0;
  std::uint64_t infinite = 0;  // of either sign
  double min = 0;              // 0 if nothing is finite
  double max = 0;
  double sum = 0;
  double sum_squares = 0;
};

NumberSummary Summarise(const Numbers& values);

// Rows of left edge, right edge, count: what tf.summary.histogram writes (its third generation).
struct LinearHistogram {
  NumberSummary summary;
  std::vector<double> rows;  // 3 x buckets
};

// Nothing finite gives rows of zeros; all equal to v gives edges of v and everything in the last
// bucket. Buckets are closed on the left, the last on both sides.
// REQUIRES: 0 <= buckets <= kMaxHistogramBuckets.
LinearHistogram CountLinear(const Numbers& values, std::size_t buckets);
inline constexpr std::int64_t kMaxHistogramBuckets = 1'000'000;

// What TensorFlow 1 writes: exponential edges up to 1e20, each run of empty buckets as one.
struct ExponentialHistogram {
  NumberSummary summary;
  std::vector<double> limits;
  std::vector<double> counts;
};

ExponentialHistogram CountExponential(const Numbers& values);

}  // namespace sightglass::writer
