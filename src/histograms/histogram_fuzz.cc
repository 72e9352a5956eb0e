// Any bytes as a Summary: each histogram in it is sane, and every measure of it and of any two of
// them holds.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "base/check.h"
#include "format/event.h"
#include "histograms/histogram.h"
#include "histograms/measure_cache.h"
#include "histograms/measures.h"
#include "histograms/rebin.h"

namespace sightglass::histograms {
namespace {

void CheckSane(const Histogram& histogram) {
  double total = 0;
  double end = -kMaxMagnitude;
  for (const format::HistogramBucket& bucket : histogram.buckets) {
    CHECK(bucket.left >= end && bucket.right >= bucket.left && bucket.right <= kMaxMagnitude);
    CHECK(bucket.count > 0 && bucket.count <= kMaxMagnitude);
    end = bucket.right;
    total += bucket.count;
  }
  CHECK(total == histogram.total);
}

void CheckRebin(const Histogram& histogram, std::span<const double> edges) {
  CHECK(std::ranges::is_sorted(edges));
  std::vector<double> counts(edges.size() - 1);
  const Rebinned outside = Rebin(histogram, edges, counts);
  double sum = outside.below + outside.above;
  for (const double count : counts) {
    CHECK(count >= 0);
    sum += count;
  }
  CHECK(std::abs(sum - histogram.total) <= 1e-9 * histogram.total);
}

void CheckMeasures(const Histogram& histogram) {
  const StepMeasures measures = Measure(histogram, 0, 0);
  const double width = SuggestLinearWidth(histogram);
  CHECK(width > 0 && std::isfinite(width));
  if (histogram.empty()) return;
  CHECK(std::ranges::is_sorted(measures.percentiles));
  CHECK(measures.percentiles.front() == histogram.min());
  CHECK(measures.percentiles.back() == histogram.max());
  const Moments& moments = measures.moments;
  CHECK(moments.mean >= moments.min && moments.mean <= moments.max);
  CHECK(moments.deviation >= 0 && moments.deviation <= moments.max - moments.min);
  CHECK(moments.zeros_at_least <= moments.zeros_at_most && moments.zeros_at_most <= 1);
  for (const BinScale scale : {BinScale::kLinear, BinScale::kSymlog}) {
    CheckRebin(histogram, MakeEdges(moments.min, moments.max, 20, scale, width).edges);
    CheckRebin(histogram, MakeEdges(measures.percentiles[3], moments.mean, 3, scale, 1).edges);
  }
}

void CheckDrift(const Histogram& a, const Histogram& b) {
  const Drift drift = DriftBetween(a, b);
  if (a.empty() || b.empty()) {
    CHECK(std::isnan(drift.wasserstein) && std::isnan(drift.kolmogorov_smirnov));
    return;
  }
  CHECK(drift.kolmogorov_smirnov >= 0 && drift.kolmogorov_smirnov <= 1);
  CHECK(drift.wasserstein >= 0 && std::isfinite(drift.wasserstein));
  CHECK(drift.wasserstein == DriftBetween(b, a).wasserstein);
}

void Run(base::Bytes summary) {
  // A few bytes can hold thousands of values; the rest of them would tell nothing new.
  constexpr std::size_t kMaxValues = 32;
  format::ValueWalker walker(summary);
  format::ValueView value;
  Histogram before;
  for (std::size_t i = 0; i < kMaxValues && walker.Next(value); ++i) {
    const auto logged = ReadBuckets(value);
    const auto histogram = ReadHistogram(value);
    CHECK(logged.ok() == histogram.ok());
    if (!histogram.ok()) continue;
    static_cast<void>(TensorboardPercentiles(*logged));
    CheckSane(*histogram);
    CheckMeasures(*histogram);
    CheckDrift(*histogram, *histogram);
    CheckDrift(*histogram, before);
    before = *histogram;
  }
}

}  // namespace
}  // namespace sightglass::histograms

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sightglass::histograms::Run(std::as_bytes(std::span(data, size)));
  return 0;
}
