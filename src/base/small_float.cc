#include "base/small_float.h"

#include <bit>
#include <cmath>
#include <limits>

namespace sightglass::base {
namespace {

// Sign, exponent, mantissa; a zero exponent means no hidden bit. Infinities and NaN are the
// caller's.
float Assemble(bool negative, unsigned exponent, unsigned mantissa, int mantissa_bits, int bias) {
  const bool normal = exponent != 0;
  const unsigned significand = normal ? mantissa | (1U << mantissa_bits) : mantissa;
  const int power = (normal ? static_cast<int>(exponent) : 1) - bias - mantissa_bits;
  const float magnitude = std::ldexp(static_cast<float>(significand), power);
  return negative ? -magnitude : magnitude;
}

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

}  // namespace

// By bits, because arrays of them are read through it.
float HalfToFloat(std::uint16_t bits) {
  const std::uint32_t sign = (bits & 0x8000U) << 16;
  const std::uint32_t exponent = (bits >> 10) & 0x1FU;
  const std::uint32_t mantissa = bits & 0x3FFU;
  if (exponent == 0) {  // zero or denormal: mantissa x 2^-24
    const float magnitude = static_cast<float>(mantissa) * 0x1p-24F;
    return sign != 0 ? -magnitude : magnitude;
  }
  if (exponent == 0x1F && mantissa != 0) return kNan;
  const std::uint32_t wide = exponent == 0x1F ? 0xFFU : exponent + (127 - 15);
  return std::bit_cast<float>(sign | (wide << 23) | (mantissa << 13));
}

float Bfloat16ToFloat(std::uint16_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

float Float8ToFloat(Float8 kind, std::uint8_t bits) {
  const bool negative = (bits & 0x80U) != 0;
  const unsigned magnitude = bits & 0x7FU;
  switch (kind) {
    case Float8::kE5m2:
      return HalfToFloat(static_cast<std::uint16_t>(bits << 8));  // a half cut short
    case Float8::kE4m3fn:
      if (magnitude == 0x7F) return kNan;
      return Assemble(negative, magnitude >> 3, magnitude & 7U, 3, 7);
    case Float8::kE4m3fnuz:
      if (bits == 0x80) return kNan;
      return Assemble(negative, magnitude >> 3, magnitude & 7U, 3, 8);
    case Float8::kE4m3b11fnuz:
      if (bits == 0x80) return kNan;
      return Assemble(negative, magnitude >> 3, magnitude & 7U, 3, 11);
    case Float8::kE5m2fnuz:
      if (bits == 0x80) return kNan;
      return Assemble(negative, magnitude >> 2, magnitude & 3U, 2, 16);
  }
  return kNan;
}

}  // namespace sightglass::base
