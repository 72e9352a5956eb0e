#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/crc32c_short.h"

// Every way of computing a CRC-32C that this program has, for the choice between them, for the test
// that compares them and for the benchmark.
namespace sightglass::base::crc32c_internal {

struct Path {
  std::string_view name;
  ExtendFunction extend;
  bool supported;  // by this processor; `extend` must not be called otherwise
};

// Slowest first; the last supported one is `extend_long`.
std::span<const Path> Paths();

// Eight tables of 256: any processor.
std::uint32_t ExtendTables(std::uint32_t state, const std::byte* data, std::size_t size);

#if defined(__x86_64__)
// x to the power `exponent` modulo the polynomial, bits reversed as in a CRC: the factor that moves
// a state past so many bits of input.
constexpr std::uint32_t PowerOfX(std::uint64_t exponent) {
  std::uint32_t power = 0x80000000U;
  for (; exponent > 0; --exponent) {
    power = (power >> 1) ^ ((power & 1U) != 0 ? 0x82F63B78U : 0U);
  }
  return power;
}

// SSE 4.2: one instruction after the other.
std::uint32_t ExtendSerial(std::uint32_t state, const std::byte* data, std::size_t size);
// SSE 4.2 and PCLMULQDQ: three streams at once.
std::uint32_t ExtendThreeWay(std::uint32_t state, const std::byte* data, std::size_t size);
// SSE 4.2 and VPCLMULQDQ on AVX2.
std::uint32_t ExtendFold256(std::uint32_t state, const std::byte* data, std::size_t size);
// SSE 4.2 and VPCLMULQDQ on AVX-512.
std::uint32_t ExtendFold512(std::uint32_t state, const std::byte* data, std::size_t size);
#endif

}  // namespace sightglass::base::crc32c_internal
