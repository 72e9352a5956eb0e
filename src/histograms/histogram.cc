#include "histograms/histogram.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace sightglass::histograms {
namespace {

using format::HistogramBucket;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Rows that are not in the file but come of repeating the last number: writers use that for
// histograms of zeros. All such rows are the same, so few bytes cannot become a large histogram,
// just a large list for a moment.
constexpr format::TensorLimits kLimits{.max_elements = 3 * kMaxBuckets,
                                       .max_repeated = std::uint64_t{3} << 16};

bool IsUsable(double edge) { return std::abs(edge) <= kMaxMagnitude; }  // false for NaN

// The bucket with usable edges in order; false if it cannot be kept. Sets `repaired` if anything
// but an empty bucket is wrong.
bool RepairBucket(HistogramBucket& bucket, bool& repaired) {
  if (bucket.count == 0) return false;  // of no interest, whatever its edges
  if (!(bucket.count > 0) || bucket.count > kMaxMagnitude) {
    repaired = true;
    return false;
  }
  const bool left = IsUsable(bucket.left);
  const bool right = IsUsable(bucket.right);
  if (left && right && bucket.left <= bucket.right) [[likely]] {
    return true;
  }
  repaired = true;
  if (!left && !right) return false;
  if (!left) bucket.left = bucket.right;
  if (!right) bucket.right = bucket.left;
  if (bucket.left > bucket.right) std::swap(bucket.left, bucket.right);
  return true;
}

// Sorted, and cut to what lies beyond the one before.
void RemoveOverlaps(std::vector<HistogramBucket>& buckets, bool& repaired) {
  std::ranges::sort(buckets, {}, [](const HistogramBucket& bucket) {
    return std::tuple(bucket.left, bucket.right);
  });
  constexpr double kRounding = 1e-6;
  for (std::size_t i = 1; i < buckets.size(); ++i) {
    const HistogramBucket& before = buckets[i - 1];
    HistogramBucket& bucket = buckets[i];
    if (bucket.left >= before.right) continue;
    const double widths = (before.right - before.left) + (bucket.right - bucket.left);
    if (before.right - bucket.left > kRounding * widths) repaired = true;
    bucket.left = before.right;
    bucket.right = std::max(bucket.right, bucket.left);
  }
}

// Point masses at the same place become one.
void MergePoints(std::vector<HistogramBucket>& buckets) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < buckets.size(); ++i) {
    const HistogramBucket bucket = buckets[i];
    const bool is_point = bucket.left == bucket.right;
    if (is_point && kept > 0 && buckets[kept - 1].left == bucket.left &&
        buckets[kept - 1].right == bucket.left) {
      double& count = buckets[kept - 1].count;
      count = std::min(count + bucket.count, kMaxMagnitude);
    } else {
      buckets[kept++] = bucket;
    }
  }
  buckets.resize(kept);
}

bool StartsBehind(const HistogramBucket& before, const HistogramBucket& bucket) {
  return bucket.left >= before.right;
}

}  // namespace

double Histogram::min() const { return buckets.empty() ? kNan : buckets.front().left; }
double Histogram::max() const { return buckets.empty() ? kNan : buckets.back().right; }

Histogram MakeSane(std::vector<HistogramBucket> buckets) {
  Histogram histogram;
  std::size_t kept = 0;
  bool in_order = true;
  bool has_points = false;
  for (HistogramBucket bucket : buckets) {
    if (!RepairBucket(bucket, histogram.repaired)) continue;
    if (kept > 0 && !StartsBehind(buckets[kept - 1], bucket)) in_order = false;
    has_points |= bucket.left == bucket.right;
    buckets[kept++] = bucket;
  }
  buckets.resize(kept);
  if (!in_order) {
    // Falling edges are the same histogram written backwards: sorting it is all that is needed, but
    // no writer does so.
    histogram.repaired |= !std::ranges::is_sorted(buckets, {}, &HistogramBucket::left);
    RemoveOverlaps(buckets, histogram.repaired);
    has_points = true;
  }
  if (has_points) MergePoints(buckets);
  // What was left out should not go on taking memory.
  if (buckets.capacity() > 2 * buckets.size() + 16) buckets.shrink_to_fit();
  for (const HistogramBucket& bucket : buckets) histogram.total += bucket.count;
  histogram.buckets = std::move(buckets);
  return histogram;
}

base::Result<std::vector<HistogramBucket>> ReadBuckets(const format::ValueView& value) {
  return format::DecodeHistogram(value, kLimits);
}

base::Result<Histogram> ReadHistogram(const format::ValueView& value) {
  ASSIGN_OR_RETURN(auto buckets, ReadBuckets(value));
  return MakeSane(std::move(buckets));
}

}  // namespace sightglass::histograms
