#include "base/small_float.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <set>

namespace sightglass::base {
namespace {

// The plain way, from the definition: sign * significand * 2^exponent, bit by bit in double.
double Plain(unsigned bits, int exponent_bits, int mantissa_bits, int bias) {
  const unsigned mantissa = bits & ((1U << mantissa_bits) - 1);
  const unsigned exponent = (bits >> mantissa_bits) & ((1U << exponent_bits) - 1);
  const double sign = (bits >> (exponent_bits + mantissa_bits)) != 0 ? -1.0 : 1.0;
  const double fraction = mantissa / std::pow(2.0, mantissa_bits);
  if (exponent == 0) return sign * fraction * std::pow(2.0, 1 - bias);
  return sign * (1 + fraction) * std::pow(2.0, static_cast<int>(exponent) - bias);
}

TEST(HalfToFloat, AllOfThem) {
  for (unsigned bits = 0; bits <= 0xFFFF; ++bits) {
    const float value = HalfToFloat(static_cast<std::uint16_t>(bits));
    if ((bits & 0x7C00) != 0x7C00) {
      ASSERT_EQ(value, Plain(bits, 5, 10, 15)) << bits;
      ASSERT_EQ(std::signbit(value), (bits & 0x8000) != 0);
    } else if ((bits & 0x3FF) == 0) {
      ASSERT_TRUE(std::isinf(value));
      ASSERT_EQ(value < 0, (bits & 0x8000) != 0);
    } else {
      ASSERT_TRUE(std::isnan(value));
    }
  }
}

TEST(Bfloat16ToFloat, IsTheUpperHalf) {
  for (const float value : {0.0F, -0.0F, 1.0F, -2.5F, INFINITY, 0x1p-130F}) {
    const auto upper = static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16);
    EXPECT_EQ(std::bit_cast<std::uint32_t>(Bfloat16ToFloat(upper)),
              std::bit_cast<std::uint32_t>(value));
  }
}

TEST(Float8ToFloat, AllOfThem) {
  struct Case {
    Float8 kind;
    int exponent_bits;
    int bias;
    std::set<unsigned> nans;
    std::set<unsigned> infinities;
  };
  const Case cases[] = {
      {Float8::kE5m2, 5, 15, {0x7D, 0x7E, 0x7F, 0xFD, 0xFE, 0xFF}, {0x7C, 0xFC}},
      {Float8::kE4m3fn, 4, 7, {0x7F, 0xFF}, {}},
      {Float8::kE4m3fnuz, 4, 8, {0x80}, {}},
      {Float8::kE4m3b11fnuz, 4, 11, {0x80}, {}},
      {Float8::kE5m2fnuz, 5, 16, {0x80}, {}},
  };
  for (const Case& c : cases) {
    for (unsigned bits = 0; bits <= 0xFF; ++bits) {
      const float value = Float8ToFloat(c.kind, static_cast<std::uint8_t>(bits));
      EXPECT_EQ(std::isnan(value), c.nans.contains(bits)) << bits;
      EXPECT_EQ(std::isinf(value), c.infinities.contains(bits)) << bits;
      if (!std::isfinite(value)) continue;
      EXPECT_EQ(value, Plain(bits, c.exponent_bits, 7 - c.exponent_bits, c.bias)) << bits;
    }
  }
}

}  // namespace
}  // namespace sightglass::base
