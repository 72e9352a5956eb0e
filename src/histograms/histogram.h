#pragma once

#include <cstddef>
#include <vector>

#include "base/result.h"
#include "format/event.h"
#include "format/modern.h"

namespace sightglass::histograms {

// No edge of a sane histogram is further from zero than this, and no count is higher: so widths and
// sums are finite. Beyond it an edge reads as infinite.
inline constexpr double kMaxMagnitude = 1e300;

// A value that would have more buckets is refused. Writers make 30, the old ones at most 1,550.
inline constexpr std::size_t kMaxBuckets = std::size_t{1} << 20;

// One logged histogram made sane: how many values lie where.
//
// A bucket of some width holds its count spread evenly over it; one of none (left == right) is a
// point mass.
//
// Invariants:
// 1. Edges are finite, left <= right, and no bucket begins before the one before it ends; there may
//    be gaps between them. At most one point mass lies at any place.
// 2. Every count is above zero and finite: buckets without any values are not kept.
// 3. `total` is the sum of the counts, added up from the first to the last.
struct Histogram {
  std::vector<format::HistogramBucket> buckets{};
  double total = 0;
  // The writer's buckets broke its own rules (edges out of order or not finite, buckets that
  // overlap, counts below zero or not finite) and were put in order or left out.
  bool repaired = false;

  [[nodiscard]] bool empty() const { return buckets.empty(); }
  // NaN if empty.
  [[nodiscard]] double min() const;
  [[nodiscard]] double max() const;
};

// The same buckets with every invariant above; any input, never fails.
//
// A reversed bucket is turned round. One with a single usable edge becomes a point mass there, one
// with none is left out, and so is a count that is negative, not a number or infinite. Buckets
// are sorted, and one that begins inside the one before is cut to what lies beyond it, with all of
// its count; overlaps of rounding errors (a millionth of the width) are closed without `repaired`.
// Cost: one pass in place; sorting only where the order is wrong.
[[nodiscard]] Histogram MakeSane(std::vector<format::HistogramBucket> buckets);

// The buckets of a value as they were logged. Errors as below.
[[nodiscard]] base::Result<std::vector<format::HistogramBucket>> ReadBuckets(
    const format::ValueView& value);

// A histogram value of any form: the tensors of today, and what TensorFlow 1 and PyTorch write.
// kInvalidArgument: it is none. kOutOfRange: more than kMaxBuckets.
[[nodiscard]] base::Result<Histogram> ReadHistogram(const format::ValueView& value);

}  // namespace sightglass::histograms
