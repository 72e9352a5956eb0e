#pragma once

#include <cstdint>

namespace sightglass::base {

// Floating-point numbers of 8 and 16 bits, widened. Every one of them is a float32 exactly; a NaN
// becomes a quiet NaN.

// IEEE 754 binary16.
float HalfToFloat(std::uint16_t bits);

// The upper half of a float32.
float Bfloat16ToFloat(std::uint16_t bits);

// Names as in types.proto: exponent and mantissa bits; fn: no infinities; uz: no negative zero, its
// bits are the only NaN; b11: exponent bias 11.
enum class Float8 : std::uint8_t { kE5m2, kE4m3fn, kE4m3fnuz, kE4m3b11fnuz, kE5m2fnuz };

float Float8ToFloat(Float8 kind, std::uint8_t bits);

}  // namespace sightglass::base
