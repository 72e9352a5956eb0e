#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "histograms/histogram.h"

namespace sightglass::histograms {

enum class BinScale : std::uint8_t {
  kLinear,
  // sign(x) * log(1 + |x| / linear_width): as the charts of the page have it.
  kSymlog,
};

// n + 1 edges of n bins, ascending. Bins are closed on the left and open on the right, the last one
// closed.
struct BinEdges {
  std::vector<double> edges{};

  [[nodiscard]] std::size_t bins() const { return edges.empty() ? 0 : edges.size() - 1; }
};

// Bins of equal width on `scale`, the first beginning at `low` and the last ending at `high`,
// exactly. If these are equal they are widened as TensorBoard does: from v / 1.1 - 1 to 1.1 v + 1.
// Odd input: bounds in the wrong order are swapped, ones that are no usable number
// (kMaxMagnitude) read as the nearest that is, NaN as 0; no bins as one; a width that is not above
// zero as 1. Edges never fall, but neighbours may be equal where doubles are too coarse.
[[nodiscard]] BinEdges MakeEdges(double low, double high, std::size_t bins, BinScale scale,
                                 double linear_width = 1);

// A width of the linear part that shows most of the values of `histogram` and its outliers alike: a
// power of ten, so that it seldom changes while a series grows. 1 if all are zero.
[[nodiscard]] double SuggestLinearWidth(const Histogram& histogram);

// What lies outside of all bins.
struct Rebinned {
  double below = 0;
  double above = 0;
};

// Counts of `histogram` in the bins of `edges`, written to `counts`. Nothing is lost: below, counts
// and above together are histogram.total but for the rounding of these sums; a bucket that lies in
// one bin is counted there exactly.
// REQUIRES: edges ascending (equal ones allowed), at least two; counts.size() == edges.size() - 1.
// Cost: one pass over buckets and bins together; nothing is allocated.
Rebinned Rebin(const Histogram& histogram, std::span<const double> edges, std::span<double> counts);

// The same added to what is in `counts`: for several steps in one row.
Rebinned AddRebinned(const Histogram& histogram, std::span<const double> edges,
                     std::span<double> counts);

}  // namespace sightglass::histograms
