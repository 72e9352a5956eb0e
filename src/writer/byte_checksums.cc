#include "writer/byte_checksums.h"

#include <array>
#include <cstring>

#include "base/crc_tables.h"
#include "writer/deflate_encoder.h"

#if defined(__x86_64__) || defined(__SSE2__)
#include <immintrin.h>
#endif

namespace sightglass::writer {
namespace {

constexpr std::uint32_t kPolynomial = 0xEDB88320U;  // bits reversed

constexpr base::CrcTables kTables = base::MakeCrcTables(kPolynomial);

std::uint32_t ExtendByTables(std::uint32_t state, const char* data, std::size_t size) {
  return base::ExtendByTables(kTables, state, reinterpret_cast<const std::byte*>(data), size);
}

#if defined(__x86_64__)

// x to the power `exponent` modulo the polynomial, bits reversed.
constexpr std::uint32_t PowerOfX(std::uint32_t exponent) {
  std::uint32_t power = 0x80000000U;
  for (; exponent > 0; --exponent) power = (power >> 1) ^ ((power & 1U) != 0 ? kPolynomial : 0U);
  return power;
}

// A block of 128 bits that lies n bits before another may be replaced by its first half times
// x^(n + 64) plus its second half times x^n, xored into that other. One less in each exponent makes
// up for the product of reversed words lying one bit low; the factors stand in the upper half of
// their words for the same reason.
constexpr std::int64_t FoldFactor(std::uint32_t exponent) {
  return static_cast<std::int64_t>(std::uint64_t{PowerOfX(exponent - 1)} << 32);
}

__attribute__((target("pclmul"))) inline __m128i FoldOnto(__m128i block, __m128i factors,
                                                          __m128i onto) {
  return _mm_xor_si128(_mm_xor_si128(_mm_clmulepi64_si128(block, factors, 0x00),
                                     _mm_clmulepi64_si128(block, factors, 0x11)),
                       onto);
}

inline __m128i Load128(const char* from) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
}

__attribute__((target("pclmul"))) std::uint32_t ExtendByFolding(std::uint32_t state,
                                                                const char* data,
                                                                std::size_t size) {
  if (size < 64) return ExtendByTables(state, data, size);
  const __m128i far = _mm_set_epi64x(FoldFactor(512), FoldFactor(512 + 64));
  const __m128i near = _mm_set_epi64x(FoldFactor(128), FoldFactor(128 + 64));
  __m128i a = _mm_xor_si128(Load128(data), _mm_cvtsi32_si128(static_cast<int>(state)));
  __m128i b = Load128(data + 16);
  __m128i c = Load128(data + 32);
  __m128i d = Load128(data + 48);
  for (data += 64, size -= 64; size >= 64; data += 64, size -= 64) {
    a = FoldOnto(a, far, Load128(data));
    b = FoldOnto(b, far, Load128(data + 16));
    c = FoldOnto(c, far, Load128(data + 32));
    d = FoldOnto(d, far, Load128(data + 48));
  }
  a = FoldOnto(FoldOnto(FoldOnto(a, near, b), near, c), near, d);
  for (; size >= 16; data += 16, size -= 16) a = FoldOnto(a, near, Load128(data));
  char folded[16];
  _mm_storeu_si128(reinterpret_cast<__m128i*>(folded), a);
  return ExtendByTables(ExtendByTables(0, folded, sizeof(folded)), data, size);
}

#endif

constexpr std::uint32_t kAdlerBase = 65'521;

}  // namespace

std::span<const Crc32Path> Crc32Paths() {
#if defined(__x86_64__)
  static const std::array<Crc32Path, 2> paths = [] {
    __builtin_cpu_init();
    return std::array<Crc32Path, 2>{
        {{"tables", &ExtendByTables, true},
         {"folding", &ExtendByFolding, __builtin_cpu_supports("pclmul") != 0}}};
  }();
#else
  static constexpr std::array<Crc32Path, 1> paths{{{"tables", &ExtendByTables, true}}};
#endif
  return paths;
}

std::uint32_t ExtendCrc32(std::uint32_t crc, std::string_view bytes) {
  static const Crc32Function extend = [] {
    Crc32Function best = nullptr;
    for (const Crc32Path& path : Crc32Paths()) {
      if (path.supported) best = path.extend;
    }
    return best;
  }();
  return ~extend(~crc, bytes.data(), bytes.size());
}

std::uint32_t ExtendAdler32(std::uint32_t adler, std::string_view bytes) {
  std::uint32_t low = adler & 0xFFFFU;
  std::uint32_t high = adler >> 16;
  while (!bytes.empty()) {
    // As many as can be added before 32 bits overflow.
    const std::size_t size = bytes.size() < 5'552 ? bytes.size() : 5'552;
    const auto* at = reinterpret_cast<const std::uint8_t*>(bytes.data());
    const std::uint8_t* const end = at + size;
#if defined(__SSE2__)
    // 16 bytes at a time: high grows by 16 x low and by each byte as often as bytes are left from
    // it on.
    const __m128i zero = _mm_setzero_si128();
    const __m128i first_weights = _mm_set_epi16(9, 10, 11, 12, 13, 14, 15, 16);
    const __m128i last_weights = _mm_set_epi16(1, 2, 3, 4, 5, 6, 7, 8);
    __m128i sums = zero;      // two, of the bytes so far
    __m128i carried = zero;   // two, of `sums` before each step
    __m128i weighted = zero;  // four
    const std::size_t steps = size / 16;
    for (std::size_t i = 0; i < steps; ++i, at += 16) {
      const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
      carried = _mm_add_epi32(carried, sums);
      sums = _mm_add_epi32(sums, _mm_sad_epu8(block, zero));
      weighted =
          _mm_add_epi32(weighted, _mm_madd_epi16(_mm_unpacklo_epi8(block, zero), first_weights));
      weighted =
          _mm_add_epi32(weighted, _mm_madd_epi16(_mm_unpackhi_epi8(block, zero), last_weights));
    }
    const auto add_lanes = [](__m128i lanes) {
      std::uint32_t lane[4];
      _mm_storeu_si128(reinterpret_cast<__m128i*>(lane), lanes);
      return lane[0] + lane[1] + lane[2] + lane[3];
    };
    high +=
        16 * (static_cast<std::uint32_t>(steps) * low + add_lanes(carried)) + add_lanes(weighted);
    low += add_lanes(sums);
#endif
    for (; at < end; ++at) {
      low += *at;
      high += low;
    }
    low %= kAdlerBase;
    high %= kAdlerBase;
    bytes.remove_prefix(size);
  }
  return (high << 16) | low;
}

}  // namespace sightglass::writer
