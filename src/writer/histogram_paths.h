#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

// The loops of histogram_count.cc, plain and for AVX2, for the choice between them and for the test
// that compares them.
namespace sightglass::writer {

struct NumberTally {
  std::uint64_t finite = 0;
  std::uint64_t nan = 0;
  std::uint64_t above = 0;                               // +infinity
  std::uint64_t below = 0;                               // -infinity
  double min = std::numeric_limits<double>::infinity();  // of the finite ones
  double max = -std::numeric_limits<double>::infinity();
  double sum = 0;
  double sum_squares = 0;
};

// Buckets of equal width. NaN and what lies below `min` counts as the first bucket, what lies above
// as the last: whoever knows how many those are takes them off again.
struct LinearScale {
  double min = 0;
  double width = 0;
  // 1, or 0.5 where `min` and `width` are halves, because the whole range overflows.
  double factor = 1;
  std::uint32_t buckets = 1;

  [[nodiscard]] std::uint32_t IndexOf(double value) const {
    const double position = (value * factor - min) / width;
    if (!(position > 0)) return 0;
    if (position >= buckets - 1) return buckets - 1;
    return static_cast<std::uint32_t>(position);
  }
};

// Counts of buckets in the making.
struct BucketTables {
  static constexpr std::size_t kTables = 4;
  // Up to here no tables are used.
  static constexpr std::uint32_t kFewBuckets = 32;
  // So many numbers may be counted before Fold() is due.
  static constexpr std::uint64_t kMaxUnfolded = std::uint64_t{1} << 31;

  explicit BucketTables(std::uint32_t bucket_count);
  // Adds the tables to the totals.
  void Fold();

  std::uint32_t buckets;
  std::vector<std::uint64_t> totals;  // per bucket
  std::vector<std::uint32_t> tables;  // kTables of them, or none
};

struct HistogramPath {
  std::string_view name;
  bool supported;  // by this processor; nothing of it must be called otherwise
  void (*tally_floats)(const float*, std::size_t, NumberTally&);
  void (*tally_doubles)(const double*, std::size_t, NumberTally&);
  // REQUIRES: scale.factor is 1 but for the plain path.
  void (*count_floats)(const float*, std::size_t, const LinearScale&, BucketTables&);
  void (*count_doubles)(const double*, std::size_t, const LinearScale&, BucketTables&);
};

// The plain one first, the last supported one is the quickest.
std::span<const HistogramPath> HistogramPaths();

void TallyPlain(const float* values, std::size_t size, NumberTally& tally);
void TallyPlain(const double* values, std::size_t size, NumberTally& tally);

#if defined(__x86_64__)
void TallyWide(const float* values, std::size_t size, NumberTally& tally);
void TallyWide(const double* values, std::size_t size, NumberTally& tally);
void CountWide(const float* values, std::size_t size, const LinearScale& scale,
               BucketTables& tables);
void CountWide(const double* values, std::size_t size, const LinearScale& scale,
               BucketTables& tables);
#endif

}  // namespace sightglass::writer
