// The loops of histograms for AVX2. Each is compiled for the instructions it needs, whatever the
// rest of the program is compiled for, and must only be called where histogram_paths.cc found them.

#if defined(__x86_64__)

#include <immintrin.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "writer/histogram_paths.h"

#define SIGHTGLASS_WIDE __attribute__((target("avx2")))
#define SIGHTGLASS_WIDE_FMA __attribute__((target("avx2,fma")))

namespace sightglass::writer {
namespace {

constexpr std::size_t kTallyBlock = 4'096;
constexpr std::size_t kTallyStep = 16;
constexpr std::size_t kGroup = 32;

SIGHTGLASS_WIDE inline double AddLanes(__m256d lanes) {
  alignas(32) double lane[4];
  _mm256_store_pd(lane, lanes);
  return (lane[0] + lane[1]) + (lane[2] + lane[3]);
}

SIGHTGLASS_WIDE inline double LowestLane(__m256d lanes) {
  alignas(32) double lane[4];
  _mm256_store_pd(lane, lanes);
  return std::min(std::min(lane[0], lane[1]), std::min(lane[2], lane[3]));
}

SIGHTGLASS_WIDE inline double LowestLane(__m256 lanes) {
  return LowestLane(_mm256_min_pd(_mm256_cvtps_pd(_mm256_castps256_ps128(lanes)),
                                  _mm256_cvtps_pd(_mm256_extractf128_ps(lanes, 1))));
}

SIGHTGLASS_WIDE inline double HighestLane(__m256d lanes) {
  return -LowestLane(_mm256_xor_pd(lanes, _mm256_set1_pd(-0.0)));
}

SIGHTGLASS_WIDE inline double HighestLane(__m256 lanes) {
  return -LowestLane(_mm256_xor_ps(lanes, _mm256_set1_ps(-0.0F)));
}

// Runs through a block as if everything were finite. Where that is not so, the sum of squares is
// not finite either: the caller then begins again with the plain loop.
struct BlockTally {
  double min;
  double max;
  double sum;
  double sum_squares;
};

// The registers of a tally, once for each half of a step, so that additions need not wait for each
// other.
struct TallyLanes {
  __m256d sum{};
  __m256d more_sum{};
  __m256d squares{};
  __m256d more_squares{};

  SIGHTGLASS_WIDE_FMA void Add(__m256d lanes, __m256d more_lanes) {
    sum = _mm256_add_pd(sum, lanes);
    more_sum = _mm256_add_pd(more_sum, more_lanes);
    squares = _mm256_fmadd_pd(lanes, lanes, squares);
    more_squares = _mm256_fmadd_pd(more_lanes, more_lanes, more_squares);
  }
};

SIGHTGLASS_WIDE_FMA inline BlockTally Finish(const TallyLanes& a, const TallyLanes& b, double low,
                                             double high) {
  const __m256d sum =
      _mm256_add_pd(_mm256_add_pd(a.sum, a.more_sum), _mm256_add_pd(b.sum, b.more_sum));
  const __m256d squares = _mm256_add_pd(_mm256_add_pd(a.squares, a.more_squares),
                                        _mm256_add_pd(b.squares, b.more_squares));
  return {low, high, AddLanes(sum), AddLanes(squares)};
}

SIGHTGLASS_WIDE_FMA inline BlockTally TallyBlock(const float* values, std::size_t size) {
  __m256 low = _mm256_loadu_ps(values);
  __m256 high = low;
  TallyLanes a;
  TallyLanes b;
  for (const float* const end = values + size; values < end; values += kTallyStep) {
    const __m256 first = _mm256_loadu_ps(values);
    const __m256 second = _mm256_loadu_ps(values + 8);
    low = _mm256_min_ps(low, _mm256_min_ps(first, second));
    high = _mm256_max_ps(high, _mm256_max_ps(first, second));
    a.Add(_mm256_cvtps_pd(_mm_loadu_ps(values)), _mm256_cvtps_pd(_mm_loadu_ps(values + 4)));
    b.Add(_mm256_cvtps_pd(_mm_loadu_ps(values + 8)), _mm256_cvtps_pd(_mm_loadu_ps(values + 12)));
  }
  return Finish(a, b, LowestLane(low), HighestLane(high));
}

SIGHTGLASS_WIDE_FMA inline BlockTally TallyBlock(const double* values, std::size_t size) {
  __m256d low = _mm256_loadu_pd(values);
  __m256d high = low;
  TallyLanes a;
  TallyLanes b;
  for (const double* const end = values + size; values < end; values += kTallyStep) {
    const __m256d first = _mm256_loadu_pd(values);
    const __m256d second = _mm256_loadu_pd(values + 4);
    const __m256d third = _mm256_loadu_pd(values + 8);
    const __m256d fourth = _mm256_loadu_pd(values + 12);
    low = _mm256_min_pd(low,
                        _mm256_min_pd(_mm256_min_pd(first, second), _mm256_min_pd(third, fourth)));
    high = _mm256_max_pd(high,
                         _mm256_max_pd(_mm256_max_pd(first, second), _mm256_max_pd(third, fourth)));
    a.Add(first, second);
    b.Add(third, fourth);
  }
  return Finish(a, b, LowestLane(low), HighestLane(high));
}

template <class T>
void TallyBlocks(const T* values, std::size_t size, NumberTally& tally) {
  while (size >= kTallyStep) {
    const std::size_t part = std::min(size / kTallyStep * kTallyStep, kTallyBlock);
    const BlockTally block = TallyBlock(values, part);
    if (std::isfinite(block.sum_squares)) {
      tally.finite += part;
      tally.min = std::min(tally.min, block.min);
      tally.max = std::max(tally.max, block.max);
      tally.sum += block.sum;
      tally.sum_squares += block.sum_squares;
    } else {
      TallyPlain(values, part, tally);
    }
    values += part;
    size -= part;
  }
  TallyPlain(values, size, tally);
}

struct ExactScale {
  __m256d min;
  __m256d width;
  __m256d last_bucket;
};

// As LinearScale::IndexOf(): NaN becomes 0 by the order of the operands of max.
SIGHTGLASS_WIDE inline __m128i ExactIndices(__m256d values, const ExactScale& scale) {
  const __m256d position = _mm256_div_pd(_mm256_sub_pd(values, scale.min), scale.width);
  return _mm256_cvttpd_epi32(
      _mm256_min_pd(_mm256_max_pd(position, _mm256_setzero_pd()), scale.last_bucket));
}

SIGHTGLASS_WIDE inline __m256i ExactIndices(const double* values, const ExactScale& scale) {
  return _mm256_set_m128i(ExactIndices(_mm256_loadu_pd(values + 4), scale),
                          ExactIndices(_mm256_loadu_pd(values), scale));
}

SIGHTGLASS_WIDE inline __m256i ExactIndices(const float* values, const ExactScale& scale) {
  return _mm256_set_m128i(ExactIndices(_mm256_cvtps_pd(_mm_loadu_ps(values + 4)), scale),
                          ExactIndices(_mm256_cvtps_pd(_mm_loadu_ps(values)), scale));
}

// The buckets of kGroup numbers. Not an array, which compilers would keep in memory.
struct GroupIndices {
  __m256i a;
  __m256i b;
  __m256i c;
  __m256i d;
};

template <class T>
SIGHTGLASS_WIDE inline GroupIndices ExactGroup(const T* values, const ExactScale& scale) {
  return {ExactIndices(values, scale), ExactIndices(values + 8, scale),
          ExactIndices(values + 16, scale), ExactIndices(values + 24, scale)};
}

SIGHTGLASS_WIDE inline ExactScale MakeExactScale(const LinearScale& scale) {
  return {_mm256_set1_pd(scale.min), _mm256_set1_pd(scale.width),
          _mm256_set1_pd(scale.buckets - 1.0)};
}

// For doubles, by the formula itself.
template <class T>
struct GroupIndexer {
  ExactScale exact;

  SIGHTGLASS_WIDE explicit GroupIndexer(const LinearScale& scale) : exact(MakeExactScale(scale)) {}
  SIGHTGLASS_WIDE GroupIndices Find(const T* values) const { return ExactGroup(values, exact); }
};

// In fixed point, by way of single precision. Added to a power of two that leaves them
// `fraction_bits`, positions become whole numbers in the lowest bits of a float. They are then off
// by less than kDoubt: half a unit from this rounding, and one at most from those of the difference
// and the factor. A position further from an edge therefore has the right bucket; a group with one
// that is nearer is done again by the formula.
template <>
struct GroupIndexer<float> {
  static constexpr int kDoubt = 4;

  ExactScale exact;
  __m256 min;
  __m256 factor;
  __m256 base;
  __m256 lowest;
  __m256 highest;
  __m256i base_bits;
  __m256i fraction_mask;
  __m128i fraction_bits;
  __m256i doubt;

  SIGHTGLASS_WIDE_FMA explicit GroupIndexer(const LinearScale& scale)
      : exact(MakeExactScale(scale)) {
    const double range = scale.width * scale.buckets;
    const bool usable = range > 1e-30 && range < 1e38 && scale.buckets / range < 1e38;
    const auto index_bits = static_cast<int>(std::bit_width(scale.buckets));
    const auto power = static_cast<float>(1U << index_bits);
    min = _mm256_set1_ps(static_cast<float>(scale.min));
    factor = _mm256_set1_ps(usable ? static_cast<float>(1 / scale.width) : 0.0F);
    base = _mm256_set1_ps(power);
    // Beyond the first and the last edge there is no doubt.
    lowest = _mm256_set1_ps(power + 0.25F);
    highest = _mm256_set1_ps(power + static_cast<float>(scale.buckets) - 0.5F);
    base_bits = _mm256_set1_epi32(std::bit_cast<int>(power) - kDoubt);
    fraction_mask = _mm256_set1_epi32((1 << (23 - index_bits)) - 1);
    fraction_bits = _mm_cvtsi32_si128(23 - index_bits);
    doubt = _mm256_set1_epi32(usable ? 2 * kDoubt : std::numeric_limits<int>::max());
  }

  // Positions, up by kDoubt, with so many bits behind the point. NaN becomes the lowest.
  SIGHTGLASS_WIDE_FMA __m256i FixedPoint(const float* values) const {
    const __m256 sum = _mm256_fmadd_ps(_mm256_sub_ps(_mm256_loadu_ps(values), min), factor, base);
    const __m256 within = _mm256_min_ps(_mm256_max_ps(sum, lowest), highest);
    return _mm256_sub_epi32(_mm256_castps_si256(within), base_bits);
  }

  SIGHTGLASS_WIDE_FMA GroupIndices Find(const float* values) const {
    const __m256i a = FixedPoint(values);
    const __m256i b = FixedPoint(values + 8);
    const __m256i c = FixedPoint(values + 16);
    const __m256i d = FixedPoint(values + 24);
    const __m256i nearest = _mm256_min_epu32(
        _mm256_min_epu32(_mm256_and_si256(a, fraction_mask), _mm256_and_si256(b, fraction_mask)),
        _mm256_min_epu32(_mm256_and_si256(c, fraction_mask), _mm256_and_si256(d, fraction_mask)));
    const __m256i doubtful = _mm256_cmpgt_epi32(doubt, nearest);
    if (_mm256_testz_si256(doubtful, doubtful) == 0) [[unlikely]]
      return ExactGroup(values, exact);
    return {_mm256_srl_epi32(a, fraction_bits), _mm256_srl_epi32(b, fraction_bits),
            _mm256_srl_epi32(c, fraction_bits), _mm256_srl_epi32(d, fraction_bits)};
  }
};

// Vectors of 8 indices are counted 16 at a time, and what overflows from that 16 at a time again.
constexpr std::size_t kFan = 16;
constexpr std::size_t kBlockSize = 8 * kFan * kFan;

// Counts of up to 32 buckets without tables: bit b of a lane counts bucket b, and level n holds the
// n-th binary digits of 8 x 32 such counts. An index becomes a one in its bit; adding is a row of
// full adders made of and, or, exclusive or. Whatever the numbers are, it takes the same time.
class BitCounter {
 public:
  static constexpr int kBlocks = 255;  // may be added before Fold()

  SIGHTGLASS_WIDE BitCounter() {
    for (__m256i& level : levels_) level = _mm256_setzero_si256();
  }

  SIGHTGLASS_WIDE void AddBlock(const std::uint32_t* indices) {
    alignas(32) std::uint32_t carries[8 * kFan];
    for (std::size_t i = 0; i < kFan; ++i) {
      _mm256_store_si256(reinterpret_cast<__m256i*>(carries + 8 * i),
                         Add16(Lanes<true>{indices + i * 8 * kFan}, levels_));
    }
    __m256i carry = Add16(Lanes<false>{carries}, levels_ + 4);
    for (std::size_t level = 8; level < kLevels; ++level) {
      const __m256i next = _mm256_and_si256(levels_[level], carry);
      levels_[level] = _mm256_xor_si256(levels_[level], carry);
      carry = next;
    }
  }

  SIGHTGLASS_WIDE void Fold(BucketTables& tables) {
    for (std::size_t level = 0; level < kLevels; ++level) {
      __m256i bits = levels_[level];
      levels_[level] = _mm256_setzero_si256();
      for (std::size_t bucket = 32; bucket-- > 0; bits = _mm256_slli_epi32(bits, 1)) {
        const auto mask = static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(bits)));
        if (bucket < tables.buckets) {
          tables.totals[bucket] += static_cast<std::uint64_t>(std::popcount(mask)) << level;
        }
      }
    }
  }

 private:
  static constexpr std::size_t kLevels = 16;

  // The input of Add16(): indices, which become ones in their bits, or bits.
  template <bool kIndices>
  struct Lanes {
    const std::uint32_t* from;
    SIGHTGLASS_WIDE __m256i operator[](std::size_t i) const {
      const __m256i lanes = _mm256_load_si256(reinterpret_cast<const __m256i*>(from + 8 * i));
      return kIndices ? _mm256_sllv_epi32(_mm256_set1_epi32(1), lanes) : lanes;
    }
  };

  // a + b + c: `a` becomes the digit, what is returned the carry.
  SIGHTGLASS_WIDE static __m256i AddFull(__m256i& a, __m256i b, __m256i c) {
    const __m256i either = _mm256_xor_si256(a, b);
    const __m256i carry = _mm256_or_si256(_mm256_and_si256(a, b), _mm256_and_si256(either, c));
    a = _mm256_xor_si256(either, c);
    return carry;
  }

  template <class In>
  SIGHTGLASS_WIDE static __m256i Add4(In in, std::size_t i, __m256i& one, __m256i& two) {
    const __m256i a = AddFull(one, in[i], in[i + 1]);
    const __m256i b = AddFull(one, in[i + 2], in[i + 3]);
    return AddFull(two, a, b);
  }

  // Adds 16 vectors to four levels; what is returned counts 16 each.
  template <class In>
  SIGHTGLASS_WIDE static __m256i Add16(In in, __m256i* levels) {
    __m256i one = levels[0];
    __m256i two = levels[1];
    __m256i four = levels[2];
    __m256i eight = levels[3];
    const __m256i a = Add4(in, 0, one, two);
    const __m256i b = Add4(in, 4, one, two);
    const __m256i eights = AddFull(four, a, b);
    const __m256i c = Add4(in, 8, one, two);
    const __m256i d = Add4(in, 12, one, two);
    const __m256i carry = AddFull(eight, eights, AddFull(four, c, d));
    levels[0] = one;
    levels[1] = two;
    levels[2] = four;
    levels[3] = eight;
    return carry;
  }

  __m256i levels_[kLevels];
};

// Adding to one place again and again waits for the addition before: hence tables in turn.
void CountByTables(const std::uint32_t* indices, BucketTables& tables) {
  std::uint32_t* const base = tables.tables.data();
  const std::size_t step = tables.buckets;
  for (std::size_t i = 0; i < kBlockSize; i += BucketTables::kTables) {
    ++base[indices[i]];
    ++base[step + indices[i + 1]];
    ++base[2 * step + indices[i + 2]];
    ++base[3 * step + indices[i + 3]];
  }
}

SIGHTGLASS_WIDE_FMA inline void Store(const GroupIndices& found, std::uint32_t* to) {
  auto* const lanes = reinterpret_cast<__m256i*>(to);
  _mm256_store_si256(lanes, found.a);
  _mm256_store_si256(lanes + 1, found.b);
  _mm256_store_si256(lanes + 2, found.c);
  _mm256_store_si256(lanes + 3, found.d);
}

template <class T>
SIGHTGLASS_WIDE_FMA void CountBlocks(const T* values, std::size_t size, const LinearScale& scale,
                                     BucketTables& tables) {
  const GroupIndexer<T> indexer(scale);
  const bool few = tables.buckets <= BucketTables::kFewBuckets;
  BitCounter counter;
  int blocks = 0;
  alignas(32) std::uint32_t indices[kBlockSize];
  for (; size >= kBlockSize; size -= kBlockSize, values += kBlockSize) {
    for (std::size_t at = 0; at < kBlockSize; at += kGroup) {
      Store(indexer.Find(values + at), indices + at);
    }
    if (!few) {
      CountByTables(indices, tables);
      continue;
    }
    counter.AddBlock(indices);
    if (++blocks == BitCounter::kBlocks) {
      counter.Fold(tables);
      blocks = 0;
    }
  }
  if (blocks > 0) counter.Fold(tables);
  for (; size >= kGroup; size -= kGroup, values += kGroup) {
    Store(indexer.Find(values), indices);
    for (std::size_t i = 0; i < kGroup; ++i) ++tables.totals[indices[i]];
  }
  for (std::size_t i = 0; i < size; ++i) {
    ++tables.totals[scale.IndexOf(static_cast<double>(values[i]))];
  }
}

}  // namespace

void TallyWide(const float* values, std::size_t size, NumberTally& tally) {
  TallyBlocks(values, size, tally);
}

void TallyWide(const double* values, std::size_t size, NumberTally& tally) {
  TallyBlocks(values, size, tally);
}

void CountWide(const float* values, std::size_t size, const LinearScale& scale,
               BucketTables& tables) {
  CountBlocks(values, size, scale, tables);
}

void CountWide(const double* values, std::size_t size, const LinearScale& scale,
               BucketTables& tables) {
  CountBlocks(values, size, scale, tables);
}

}  // namespace sightglass::writer

#endif
