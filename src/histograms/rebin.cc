#include "histograms/rebin.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/check.h"
#include "histograms/measures.h"

namespace sightglass::histograms {
namespace {

using format::HistogramBucket;

double UsableBound(double bound) {
  return std::isnan(bound) ? 0 : std::clamp(bound, -kMaxMagnitude, kMaxMagnitude);
}

double ToSymlog(double x, double linear_width) {
  return std::copysign(std::log1p(std::abs(x) / linear_width), x);
}

double FromSymlog(double t, double linear_width) {
  return std::copysign(std::expm1(std::abs(t)) * linear_width, t);
}

// Spreads a bucket that is wider than its bin, or begins or ends outside. `bin` is the first that
// ends behind its left edge; the last one that it touches is returned.
std::size_t SpreadBucket(const HistogramBucket& bucket, std::span<const double> edges,
                         std::size_t bin, std::span<double> counts, Rebinned& outside) {
  const double width = bucket.right - bucket.left;
  // Each bin takes what is below its right edge and not yet given away, the last one the rest. So
  // nothing is lost to rounding, and nothing becomes negative.
  const auto up_to = [&](double edge) { return bucket.count * ((edge - bucket.left) / width); };
  double given = 0;
  if (bucket.left < edges.front()) {
    given = up_to(edges.front());
    outside.below += given;
  }
  while (bin < counts.size() && edges[bin + 1] < bucket.right) {
    const double next = up_to(edges[bin + 1]);
    counts[bin] += next - given;
    given = next;
    ++bin;
  }
  if (bin == counts.size()) {
    outside.above += bucket.count - given;
    return bin - 1;
  }
  counts[bin] += bucket.count - given;
  return bin;
}

}  // namespace

BinEdges MakeEdges(double low, double high, std::size_t bins, BinScale scale, double linear_width) {
  low = UsableBound(low);
  high = UsableBound(high);
  if (low == high) {
    const double value = low;
    low = UsableBound(value / 1.1 - 1);
    high = UsableBound(value * 1.1 + 1);
  }
  if (low > high) std::swap(low, high);
  bins = std::max<std::size_t>(bins, 1);
  if (!(linear_width > 0)) linear_width = 1;
  // Otherwise the far end would be infinitely many widths away.
  const double reach = std::max(std::abs(low), std::abs(high));
  linear_width = std::max(linear_width, reach / kMaxMagnitude);

  BinEdges made;
  made.edges.resize(bins + 1);
  const double begin = scale == BinScale::kLinear ? low : ToSymlog(low, linear_width);
  const double end = scale == BinScale::kLinear ? high : ToSymlog(high, linear_width);
  double last = low;
  for (std::size_t i = 0; i < bins; ++i) {
    const double at = begin + (end - begin) * (static_cast<double>(i) / static_cast<double>(bins));
    const double edge = scale == BinScale::kLinear ? at : FromSymlog(at, linear_width);
    last = i == 0 ? low : std::clamp(edge, last, high);
    made.edges[i] = last;
  }
  made.edges[bins] = high;
  return made;
}

double SuggestLinearWidth(const Histogram& histogram) {
  if (histogram.empty()) return 1;
  const double reach = std::max(std::abs(histogram.min()), std::abs(histogram.max()));
  // Below this powers of ten are no longer exact enough to be told apart.
  if (reach < std::numeric_limits<double>::min()) return 1;
  const auto within = [&](double distance) {
    return CountBelow(histogram, distance).at_or_below - CountBelow(histogram, -distance).below;
  };
  constexpr int kDecades = 9;
  constexpr double kShare = 0.25;
  // Zeros have their place on any scale.
  const double zeros = within(0);
  const double wanted = zeros + kShare * (histogram.total - zeros);
  const int top = static_cast<int>(std::floor(std::log10(reach)));
  const int bottom = std::max(top - kDecades, std::numeric_limits<double>::min_exponent10);
  int exponent = bottom;
  while (exponent < top && within(std::pow(10, exponent)) < wanted) ++exponent;
  return std::pow(10, exponent);
}

Rebinned Rebin(const Histogram& histogram, std::span<const double> edges,
               std::span<double> counts) {
  std::ranges::fill(counts, 0);
  return AddRebinned(histogram, edges, counts);
}

Rebinned AddRebinned(const Histogram& histogram, std::span<const double> edges,
                     std::span<double> counts) {
  CHECK(!counts.empty() && edges.size() == counts.size() + 1);
  const double low = edges.front();
  const double high = edges.back();
  Rebinned outside;
  std::size_t bin = 0;
  for (const HistogramBucket& bucket : histogram.buckets) {
    if (bucket.right <= low && bucket.left < low) {
      outside.below += bucket.count;
      continue;
    }
    if (bucket.left >= high && bucket.right > high) {
      outside.above += bucket.count;
      continue;
    }
    while (bin + 1 < counts.size() && edges[bin + 1] <= bucket.left) ++bin;
    if (bucket.left >= edges[bin] && bucket.right <= edges[bin + 1]) {
      counts[bin] += bucket.count;
    } else {
      bin = SpreadBucket(bucket, edges, bin, counts, outside);
    }
  }
  return outside;
}

}  // namespace sightglass::histograms
