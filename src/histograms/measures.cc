#include "histograms/measures.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"

namespace sightglass::histograms {
namespace {

using format::HistogramBucket;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
// The innermost edges of old writers, with room for how they compute them.
constexpr double kOldZeroEdge = 1.0001e-12;

double ShareAt(const HistogramBucket& bucket, double x) {
  return (x - bucket.left) / (bucket.right - bucket.left);
}

// Buckets are open on the right; only the last one is not.
bool ContainsZero(const HistogramBucket& bucket, bool is_last) {
  if (bucket.left > 0 || bucket.right < 0) return false;
  return bucket.right > 0 || bucket.left == 0 || is_last;
}

// Finds percentiles from left to right.
class PercentileWalk {
 public:
  explicit PercentileWalk(const Histogram& histogram) : histogram_(histogram) {}

  // REQUIRES: not below the last one asked for; the histogram is not empty.
  double Next(double share) {
    if (share <= 0) return histogram_.min();
    if (share >= 1) return histogram_.max();
    const double wanted = share * histogram_.total;
    const std::vector<HistogramBucket>& buckets = histogram_.buckets;
    while (number_ + 1 < buckets.size() && before_ + buckets[number_].count < wanted) {
      before_ += buckets[number_++].count;
    }
    const HistogramBucket& bucket = buckets[number_];
    const double part = std::min((wanted - before_) / bucket.count, 1.0);
    return std::min(bucket.left + (bucket.right - bucket.left) * part, bucket.right);
  }

 private:
  const Histogram& histogram_;
  std::size_t number_ = 0;
  double before_ = 0;  // counts of the buckets before `number_`
};

// The distribution function of a histogram, from left to right.
class FunctionWalk {
 public:
  explicit FunctionWalk(const Histogram& histogram)
      : buckets_(histogram.buckets), total_(histogram.total) {}

  // The next place behind `x`, the last one moved to, where its slope changes; infinite at the end.
  [[nodiscard]] double NextEdge(double x) const {
    if (buckets_.empty()) return std::numeric_limits<double>::infinity();
    const HistogramBucket& bucket = buckets_.front();
    return bucket.left > x ? bucket.left : bucket.right;
  }

  // Shares below `x` and at or below it. REQUIRES: not before the last one.
  Below MoveTo(double x) {
    while (!buckets_.empty() && buckets_.front().right <= x && buckets_.front().left < x) Pass();
    Below shares{before_ / total_, before_ / total_};
    if (buckets_.empty()) return shares;
    const HistogramBucket& bucket = buckets_.front();
    if (bucket.right == x) {  // a point mass
      Pass();
      shares.at_or_below = before_ / total_;
    } else if (bucket.left < x) {
      shares.below = (before_ + bucket.count * ShareAt(bucket, x)) / total_;
      shares.at_or_below = shares.below;
    }
    return shares;
  }

 private:
  void Pass() {
    before_ += buckets_.front().count;
    buckets_ = buckets_.subspan(1);
  }

  std::span<const HistogramBucket> buckets_;  // those not yet passed
  double total_;
  double before_ = 0;
};

// The mean height of |f| over a stretch on which f goes straight from `a` to `b`.
double MeanHeight(double a, double b) {
  const double sum = std::abs(a) + std::abs(b);
  const bool crosses = (a < 0 && b > 0) || (a > 0 && b < 0);
  return crosses ? (a * a + b * b) / (2 * sum) : sum / 2;  // two triangles, or one shape
}

}  // namespace

double Percentile(const Histogram& histogram, double share) {
  if (histogram.empty() || std::isnan(share)) return kNan;
  return PercentileWalk(histogram).Next(share);
}

void Percentiles(const Histogram& histogram, std::span<const double> shares,
                 std::span<double> out) {
  CHECK(out.size() == shares.size());
  if (histogram.empty()) {
    std::ranges::fill(out, kNan);
    return;
  }
  PercentileWalk walk(histogram);
  double last = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    // NaN, too, is not at or above the last.
    if (shares[i] >= last) {
      out[i] = walk.Next(shares[i]);
      last = shares[i];
    } else {
      out[i] = Percentile(histogram, shares[i]);
    }
  }
}

Below CountBelow(const Histogram& histogram, double x) {
  Below counts;
  for (const HistogramBucket& bucket : histogram.buckets) {
    if (bucket.left > x) break;
    if (bucket.left < x) {
      const double below = bucket.right <= x ? bucket.count : bucket.count * ShareAt(bucket, x);
      counts.below += below;
      counts.at_or_below += below;
    } else if (bucket.right == x) {  // a point mass
      counts.at_or_below += bucket.count;
    }
  }
  return counts;
}

Moments MomentsOf(const Histogram& histogram) {
  Moments moments{.count = histogram.total,
                  .min = histogram.min(),
                  .max = histogram.max(),
                  .mean = kNan,
                  .deviation = kNan,
                  .zeros_at_least = kNan,
                  .zeros_at_most = kNan};
  if (histogram.empty()) return moments;

  const auto middle = [](const HistogramBucket& bucket) {
    return bucket.left + (bucket.right - bucket.left) / 2;
  };
  double mean = 0;
  double surely_zero = 0;
  double perhaps_zero = 0;
  for (const HistogramBucket& bucket : histogram.buckets) {
    // Shares first: the product of a high count and a far place would be infinite.
    mean += bucket.count / histogram.total * middle(bucket);
    if (!ContainsZero(bucket, &bucket == &histogram.buckets.back())) continue;
    perhaps_zero += bucket.count;
    if (bucket.left >= -kOldZeroEdge && bucket.right <= kOldZeroEdge) surely_zero += bucket.count;
  }
  moments.mean = std::clamp(mean, moments.min, moments.max);
  moments.zeros_at_least = std::min(surely_zero / histogram.total, 1.0);
  moments.zeros_at_most = std::min(perhaps_zero / histogram.total, 1.0);

  // In parts of the greatest distance, so that squares neither overflow nor vanish.
  const double reach = std::max(moments.max - moments.mean, moments.mean - moments.min);
  double variance = 0;
  if (reach > 0) {
    for (const HistogramBucket& bucket : histogram.buckets) {
      const double distance = (middle(bucket) - moments.mean) / reach;
      const double width = (bucket.right - bucket.left) / reach;
      variance += bucket.count / histogram.total * (distance * distance + width * width / 12);
    }
  }
  moments.deviation = std::sqrt(variance) * reach;
  return moments;
}

Drift DriftBetween(const Histogram& a, const Histogram& b) {
  if (a.empty() || b.empty()) return {kNan, kNan};
  FunctionWalk walk_a(a);
  FunctionWalk walk_b(b);
  Drift drift;
  double x = std::min(a.min(), b.min());
  double difference = 0;  // at and just behind the last edge
  double last_x = x;
  while (std::isfinite(x)) {
    const Below shares_a = walk_a.MoveTo(x);
    const Below shares_b = walk_b.MoveTo(x);
    const double before = shares_a.below - shares_b.below;
    drift.wasserstein += MeanHeight(difference, before) * (x - last_x);
    difference = shares_a.at_or_below - shares_b.at_or_below;
    drift.kolmogorov_smirnov =
        std::max({drift.kolmogorov_smirnov, std::abs(before), std::abs(difference)});
    last_x = x;
    x = std::min(walk_a.NextEdge(x), walk_b.NextEdge(x));
  }
  drift.kolmogorov_smirnov = std::min(drift.kolmogorov_smirnov, 1.0);
  return drift;
}

double KolmogorovSmirnov(const Histogram& a, const Histogram& b) {
  return DriftBetween(a, b).kolmogorov_smirnov;
}

double Wasserstein(const Histogram& a, const Histogram& b) {
  return DriftBetween(a, b).wasserstein;
}

std::array<double, 9> TensorboardPercentiles(std::span<const HistogramBucket> buckets) {
  std::array<double, 9> values{};
  if (buckets.empty()) return values;
  const double low = buckets.front().left;
  const double high = buckets.back().right;
  double sum = 0;
  for (const HistogramBucket& bucket : buckets) sum += bucket.count;
  if (sum == 0) sum = 1;

  std::size_t number = 0;
  double before = 0;  // weight up to this bucket
  double weight = 0;  // and with it
  const auto take = [&] { weight = before + buckets[number].count * 10000 / sum; };
  take();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double point = kTensorboardBasisPoints[i];
    // Weights that are not numbers stop here, as they do there.
    while (weight <= point && number + 1 < buckets.size()) {
      before = weight;
      ++number;
      take();
    }
    if (weight <= point) {
      values[i] = high;
      continue;
    }
    const double left = before == 0 ? low : std::max(buckets[number - 1].right, low);
    const double right = std::min(buckets[number].right, high);
    values[i] = left + (point - before) * (right - left) / (weight - before);
  }
  return values;
}

}  // namespace sightglass::histograms
