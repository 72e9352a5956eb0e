#include "writer/histogram_paths.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sightglass::writer {
namespace {

template <class T>
void TallyEach(const T* values, std::size_t size, NumberTally& tally) {
  for (std::size_t i = 0; i < size; ++i) {
    const double value = values[i];
    if (std::isfinite(value)) {
      ++tally.finite;
      tally.min = std::min(tally.min, value);
      tally.max = std::max(tally.max, value);
      tally.sum += value;
      tally.sum_squares += value * value;
    } else if (std::isnan(value)) {
      ++tally.nan;
    } else {
      ++(value > 0 ? tally.above : tally.below);
    }
  }
}

template <class T>
void CountEach(const T* values, std::size_t size, const LinearScale& scale, BucketTables& tables) {
  for (std::size_t i = 0; i < size; ++i) {
    ++tables.totals[scale.IndexOf(static_cast<double>(values[i]))];
  }
}

}  // namespace

BucketTables::BucketTables(std::uint32_t bucket_count)
    : buckets(bucket_count),
      totals(bucket_count),
      tables(bucket_count <= kFewBuckets ? 0 : kTables * bucket_count) {}

void BucketTables::Fold() {
  std::size_t bucket = 0;
  for (std::uint32_t& count : tables) {
    totals[bucket] += count;
    count = 0;
    if (++bucket == totals.size()) bucket = 0;
  }
}

void TallyPlain(const float* values, std::size_t size, NumberTally& tally) {
  TallyEach(values, size, tally);
}

void TallyPlain(const double* values, std::size_t size, NumberTally& tally) {
  TallyEach(values, size, tally);
}

std::span<const HistogramPath> HistogramPaths() {
  constexpr HistogramPath kPlain = {
      "plain", true, &TallyPlain, &TallyPlain, &CountEach<float>, &CountEach<double>};
#if defined(__x86_64__)
  static const std::array<HistogramPath, 2> paths = [&] {
    __builtin_cpu_init();
    const bool supported =
        __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
    return std::array<HistogramPath, 2>{
        {kPlain, {"wide", supported, &TallyWide, &TallyWide, &CountWide, &CountWide}}};
  }();
#else
  static constexpr std::array<HistogramPath, 1> paths{kPlain};
#endif
  return paths;
}

}  // namespace sightglass::writer
