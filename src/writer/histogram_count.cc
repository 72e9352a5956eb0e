#include "writer/histogram_count.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

#include "writer/histogram_paths.h"
#include "writer/number_blocks.h"

namespace sightglass::writer {
namespace {

const HistogramPath& BestPath() {
  static const HistogramPath* const best = [] {
    const HistogramPath* found = nullptr;
    for (const HistogramPath& path : HistogramPaths()) {
      if (path.supported) found = &path;
    }
    return found;
  }();
  return *best;
}

// Calls one of two functions, whichever takes the block.
template <class Floats, class Doubles>
auto Either(Floats floats, Doubles doubles) {
  return [floats, doubles](const auto* block, std::size_t size) {
    if constexpr (std::is_same_v<decltype(block), const float*>) {
      floats(block, size);
    } else {
      doubles(block, size);
    }
  };
}

NumberTally TallyOf(const Numbers& values) {
  const HistogramPath& path = BestPath();
  NumberTally tally;
  ForEachBlock(
      values,
      Either(
          [&](const float* block, std::size_t size) { path.tally_floats(block, size, tally); },
          [&](const double* block, std::size_t size) { path.tally_doubles(block, size, tally); }));
  return tally;
}

NumberSummary SummaryOf(const NumberTally& tally) {
  NumberSummary summary;
  summary.finite = tally.finite;
  summary.nan = tally.nan;
  summary.infinite = tally.above + tally.below;
  if (tally.finite > 0) {
    // Which of 0 and -0 is found first depends on the loop: 0 for both.
    summary.min = tally.min + 0.0;
    summary.max = tally.max + 0.0;
  }
  summary.sum = tally.sum;
  summary.sum_squares = tally.sum_squares;
  return summary;
}

std::vector<std::uint64_t> CountBuckets(const Numbers& values, const NumberTally& tally,
                                        const LinearScale& scale) {
  const HistogramPath& path = scale.factor != 1 ? HistogramPaths().front() : BestPath();
  BucketTables tables(scale.buckets);
  std::uint64_t unfolded = 0;
  const auto fold_in_time = [&](std::size_t size) {
    unfolded += size;
    if (unfolded < BucketTables::kMaxUnfolded) return;
    tables.Fold();
    unfolded = size;
  };
  ForEachBlock(values, Either(
                           [&](const float* block, std::size_t size) {
                             fold_in_time(size);
                             path.count_floats(block, size, scale, tables);
                           },
                           [&](const double* block, std::size_t size) {
                             fold_in_time(size);
                             path.count_doubles(block, size, scale, tables);
                           }));
  tables.Fold();
  tables.totals.front() -= tally.nan + tally.below;
  tables.totals.back() -= tally.above;
  return std::move(tables.totals);
}

// Limits as TensorFlow 1 makes them, by repeated multiplication, and a quick way to the right one.
class ExponentialLimits {
 public:
  static constexpr std::size_t kPositive = 774;
  static constexpr std::size_t kZero = kPositive + 1;  // the place of the limit 0
  static constexpr std::size_t kSize = 2 * kPositive + 3;

  ExponentialLimits() {
    double value = 1e-12;
    for (double& limit : positive_) {
      limit = value;
      value *= 1.1;
    }
    positive_.back() = std::numeric_limits<double>::infinity();
    std::size_t below = 0;
    for (std::size_t key = 0; key < starts_.size(); ++key) {
      const double lowest = std::bit_cast<double>((key + kFirstKey) << kKeyShift);
      while (positive_[below] < lowest) ++below;
      starts_[key] = static_cast<std::uint16_t>(below);
    }
  }

  [[nodiscard]] double at(std::size_t place) const {
    if (place == 0) return -std::numeric_limits<double>::max();
    if (place < kZero) return -positive_[kZero - 1 - place];
    if (place == kZero) return 0;
    if (place == kSize - 1) return std::numeric_limits<double>::max();
    return positive_[place - kZero - 1];
  }

  // The place of the first limit above `value`. REQUIRES: finite.
  [[nodiscard]] std::size_t PlaceOf(double value) const {
    // Signs come in no order, so nothing here is a branch.
    const double magnitude = std::fabs(value);
    const std::size_t start = Start(magnitude);
    const std::size_t negative = value < 0 ? 1 : 0;
    const std::size_t above = positive_[start] < magnitude ? 1 : 0;
    const std::size_t equal = positive_[start] == magnitude ? 1 : 0;
    const std::size_t number = start + above + (equal & ~negative);
    // kZero - number if it is negative, otherwise kZero + 1 + number.
    return kZero + 1 + (number ^ (std::size_t{0} - negative));
  }

 private:
  // The exponent and four bits of the mantissa: numbers that share them differ by a sixteenth at
  // most, so that no more than one limit lies among them.
  static constexpr int kKeyShift = 48;
  static constexpr std::uint64_t kFirstKey = std::bit_cast<std::uint64_t>(0x1p-40) >> kKeyShift;
  static constexpr std::uint64_t kLastKey = std::bit_cast<std::uint64_t>(0x1p+67) >> kKeyShift;

  // How many positive limits are below every number with the key of `magnitude`.
  [[nodiscard]] std::size_t Start(double magnitude) const {
    const std::uint64_t key = std::bit_cast<std::uint64_t>(magnitude) >> kKeyShift;
    return starts_[std::clamp(key, kFirstKey, kLastKey) - kFirstKey];
  }

  std::array<double, kPositive + 1> positive_;  // and one that nothing reaches
  std::array<std::uint16_t, kLastKey - kFirstKey + 1> starts_;
};

const ExponentialLimits& Limits() {
  static const ExponentialLimits limits;
  return limits;
}

}  // namespace

NumberSummary Summarise(const Numbers& values) { return SummaryOf(TallyOf(values)); }

LinearHistogram CountLinear(const Numbers& values, std::size_t buckets) {
  const NumberTally tally = TallyOf(values);
  LinearHistogram histogram;
  histogram.summary = SummaryOf(tally);
  histogram.rows.assign(3 * buckets, 0.0);
  if (buckets == 0 || tally.finite == 0) return histogram;

  const double min = histogram.summary.min;
  const double max = histogram.summary.max;
  LinearScale scale;
  scale.buckets = static_cast<std::uint32_t>(buckets);
  if (!std::isfinite(max - min)) scale.factor = 0.5;
  scale.min = min * scale.factor;
  scale.width = (max * scale.factor - scale.min) / static_cast<double>(buckets);

  std::vector<std::uint64_t> counts;
  if (min == max) {
    counts.assign(buckets, 0);
    counts.back() = tally.finite;
  } else {
    counts = CountBuckets(values, tally, scale);
  }
  double left = min;
  for (std::size_t i = 0; i < buckets; ++i) {
    const double right =
        i + 1 == buckets ? max
                         : (scale.min + static_cast<double>(i + 1) * scale.width) / scale.factor;
    histogram.rows[3 * i] = left;
    histogram.rows[3 * i + 1] = right;
    histogram.rows[3 * i + 2] = static_cast<double>(counts[i]);
    left = right;
  }
  return histogram;
}

ExponentialHistogram CountExponential(const Numbers& values) {
  ExponentialHistogram histogram;
  histogram.summary = Summarise(values);
  const ExponentialLimits& limits = Limits();
  std::array<std::uint64_t, ExponentialLimits::kSize> counts{};
  ForEachBlock(values, [&](const auto* block, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
      const double value = block[i];
      if (std::isfinite(value)) ++counts[limits.PlaceOf(value)];
    }
  });
  for (std::size_t i = 0; i < counts.size(); ++i) {
    // Of a run of empty buckets only the last limit remains.
    if (counts[i] == 0 && i + 1 < counts.size() && counts[i + 1] == 0) continue;
    histogram.limits.push_back(limits.at(i));
    histogram.counts.push_back(static_cast<double>(counts[i]));
  }
  return histogram;
}

}  // namespace sightglass::writer
