// The paths for long input on x86-64. Each is compiled for the instructions it needs, whatever the
// rest of the program is compiled for, and must only be called where crc32c.cc found them.

#if defined(__x86_64__)

#include <immintrin.h>

#include "base/crc32c_paths.h"

namespace sightglass::base::crc32c_internal {
namespace {

// The instruction takes three cycles and can start every cycle, so three independent streams run at
// three times the speed of one. Afterwards the first two states are moved past what follows them.
//
// A state times PowerOfX(n), multiplied without carries and then stepped through the instruction
// once, has moved by n + 33 bits: 32 from the step, and 1 because the product of two reversed words
// lies one bit low.
template <std::size_t kStreamBytes>
__attribute__((target("sse4.2,pclmul"))) inline std::uint32_t StepThreeStreams(
    std::uint32_t state, const std::byte* data) {
  static_assert(kStreamBytes % 8 == 0 && kStreamBytes >= 16);
  constexpr std::uint32_t kPastOne = PowerOfX(8 * kStreamBytes - 33);
  constexpr std::uint32_t kPastTwo = PowerOfX(16 * kStreamBytes - 33);
  std::uint64_t a = state;
  std::uint64_t b = 0;
  std::uint64_t c = 0;
  // All but the last word of the third stream, which takes in the other two.
  for (std::size_t at = 0; at + 8 < kStreamBytes; at += 8) {
    a = _mm_crc32_u64(a, LoadLittleEndian<std::uint64_t>(data + at));
    b = _mm_crc32_u64(b, LoadLittleEndian<std::uint64_t>(data + kStreamBytes + at));
    c = _mm_crc32_u64(c, LoadLittleEndian<std::uint64_t>(data + 2 * kStreamBytes + at));
  }
  a = _mm_crc32_u64(a, LoadLittleEndian<std::uint64_t>(data + kStreamBytes - 8));
  b = _mm_crc32_u64(b, LoadLittleEndian<std::uint64_t>(data + 2 * kStreamBytes - 8));
  const __m128i moved_a = _mm_clmulepi64_si128(_mm_cvtsi64_si128(static_cast<std::int64_t>(a)),
                                               _mm_cvtsi64_si128(std::int64_t{kPastTwo}), 0);
  const __m128i moved_b = _mm_clmulepi64_si128(_mm_cvtsi64_si128(static_cast<std::int64_t>(b)),
                                               _mm_cvtsi64_si128(std::int64_t{kPastOne}), 0);
  const auto moved = static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_xor_si128(moved_a, moved_b)));
  const auto last = LoadLittleEndian<std::uint64_t>(data + 3 * kStreamBytes - 8);
  return static_cast<std::uint32_t>(_mm_crc32_u64(c, moved ^ last));
}

// Folding. A block of 128 bits that lies n bits before another may be replaced by something to be
// xored into that other: its first 64 bits times x^(n + 64), plus its last 64 times x^n, both
// modulo the polynomial. One less in each exponent makes up for the product lying one bit low. The
// factors stand in the upper half of their words, for the same reversal of bits.
struct FoldFactors {
  std::int64_t first;
  std::int64_t last;
};

constexpr FoldFactors FactorsFor(std::uint64_t distance_bits) {
  return {static_cast<std::int64_t>(std::uint64_t{PowerOfX(distance_bits + 63)} << 32),
          static_cast<std::int64_t>(std::uint64_t{PowerOfX(distance_bits - 1)} << 32)};
}

constexpr std::size_t kFold256Bytes = 4 * sizeof(__m256i);
constexpr std::size_t kFold512Bytes = 4 * sizeof(__m512i);

__attribute__((target("avx2,vpclmulqdq"))) inline __m256i Load256(const std::byte* from) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}

__attribute__((target("avx2,vpclmulqdq"))) inline __m256i Fold256(__m256i block, __m256i factors,
                                                                  __m256i onto) {
  const __m256i first = _mm256_clmulepi64_epi128(block, factors, 0x00);
  const __m256i last = _mm256_clmulepi64_epi128(block, factors, 0x11);
  return _mm256_xor_si256(_mm256_xor_si256(first, last), onto);
}

__attribute__((target("avx2,vpclmulqdq"))) inline __m256i Factors256(FoldFactors factors) {
  return _mm256_set_epi64x(factors.last, factors.first, factors.last, factors.first);
}

__attribute__((target("avx512f,vpclmulqdq"))) inline __m512i Fold512(__m512i block, __m512i factors,
                                                                     __m512i onto) {
  constexpr int kXorOfThree = 0x96;
  const __m512i first = _mm512_clmulepi64_epi128(block, factors, 0x00);
  const __m512i last = _mm512_clmulepi64_epi128(block, factors, 0x11);
  return _mm512_ternarylogic_epi64(first, last, onto, kXorOfThree);
}

__attribute__((target("avx512f,vpclmulqdq"))) inline __m512i Factors512(FoldFactors factors) {
  return _mm512_set4_epi64(factors.last, factors.first, factors.last, factors.first);
}

}  // namespace

std::uint32_t ExtendSerial(std::uint32_t state, const std::byte* data, std::size_t size) {
  return ExtendShort(state, data, size);
}

__attribute__((target("sse4.2,pclmul"))) std::uint32_t ExtendThreeWay(std::uint32_t state,
                                                                      const std::byte* data,
                                                                      std::size_t size) {
  constexpr std::size_t kLong = 1024;
  constexpr std::size_t kShort = 64;
  for (; size >= 3 * kLong; data += 3 * kLong, size -= 3 * kLong) {
    state = StepThreeStreams<kLong>(state, data);
  }
  for (; size >= 3 * kShort; data += 3 * kShort, size -= 3 * kShort) {
    state = StepThreeStreams<kShort>(state, data);
  }
  return ExtendShort(state, data, size);
}

__attribute__((target("avx2,vpclmulqdq"))) std::uint32_t ExtendFold256(std::uint32_t state,
                                                                       const std::byte* data,
                                                                       std::size_t size) {
  if (size < sizeof(__m256i)) return ExtendShort(state, data, size);
  const __m256i near = Factors256(FactorsFor(8 * sizeof(__m256i)));
  // The state counts as if xored into the first four bytes.
  __m256i a = _mm256_xor_si256(Load256(data),
                               _mm256_set_epi32(0, 0, 0, 0, 0, 0, 0, static_cast<int>(state)));
  if (size >= kFold256Bytes) {
    const __m256i far = Factors256(FactorsFor(8 * kFold256Bytes));
    __m256i b = Load256(data + 32);
    __m256i c = Load256(data + 64);
    __m256i d = Load256(data + 96);
    for (data += kFold256Bytes, size -= kFold256Bytes; size >= kFold256Bytes;
         data += kFold256Bytes, size -= kFold256Bytes) {
      a = Fold256(a, far, Load256(data));
      b = Fold256(b, far, Load256(data + 32));
      c = Fold256(c, far, Load256(data + 64));
      d = Fold256(d, far, Load256(data + 96));
    }
    a = Fold256(Fold256(Fold256(a, near, b), near, c), near, d);
  } else {
    data += sizeof(__m256i);
    size -= sizeof(__m256i);
  }
  for (; size >= sizeof(__m256i); data += sizeof(__m256i), size -= sizeof(__m256i)) {
    a = Fold256(a, near, Load256(data));
  }
  alignas(__m256i) std::byte folded[sizeof(__m256i)];
  _mm256_store_si256(reinterpret_cast<__m256i*>(folded), a);
  return ExtendShort(ExtendShort(0, folded, sizeof(folded)), data, size);
}

__attribute__((target("avx512f,vpclmulqdq"))) std::uint32_t ExtendFold512(std::uint32_t state,
                                                                          const std::byte* data,
                                                                          std::size_t size) {
  if (size < sizeof(__m512i)) return ExtendShort(state, data, size);
  const __m512i near = Factors512(FactorsFor(8 * sizeof(__m512i)));
  __m512i a = _mm512_xor_si512(_mm512_loadu_si512(data),
                               _mm512_zextsi128_si512(_mm_cvtsi32_si128(static_cast<int>(state))));
  if (size >= kFold512Bytes) {
    const __m512i far = Factors512(FactorsFor(8 * kFold512Bytes));
    __m512i b = _mm512_loadu_si512(data + 64);
    __m512i c = _mm512_loadu_si512(data + 128);
    __m512i d = _mm512_loadu_si512(data + 192);
    for (data += kFold512Bytes, size -= kFold512Bytes; size >= kFold512Bytes;
         data += kFold512Bytes, size -= kFold512Bytes) {
      a = Fold512(a, far, _mm512_loadu_si512(data));
      b = Fold512(b, far, _mm512_loadu_si512(data + 64));
      c = Fold512(c, far, _mm512_loadu_si512(data + 128));
      d = Fold512(d, far, _mm512_loadu_si512(data + 192));
    }
    a = Fold512(Fold512(Fold512(a, near, b), near, c), near, d);
  } else {
    data += sizeof(__m512i);
    size -= sizeof(__m512i);
  }
  for (; size >= sizeof(__m512i); data += sizeof(__m512i), size -= sizeof(__m512i)) {
    a = Fold512(a, near, _mm512_loadu_si512(data));
  }
  alignas(__m512i) std::byte folded[sizeof(__m512i)];
  _mm512_store_si512(folded, a);
  return ExtendShort(ExtendShort(0, folded, sizeof(folded)), data, size);
}

}  // namespace sightglass::base::crc32c_internal

#endif
