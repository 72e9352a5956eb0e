#include "base/number_text.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

namespace sightglass::base {
namespace {

std::string Text(double value) { return std::string(NumberText(value).view()); }

TEST(NumberText, IsLaidOutAsPythonDoes) {
  EXPECT_EQ(Text(0.0), "0.0");
  EXPECT_EQ(Text(-0.0), "-0.0");
  EXPECT_EQ(Text(1.0), "1.0");
  EXPECT_EQ(Text(100000.0), "100000.0");
  EXPECT_EQ(Text(1700000000.0), "1700000000.0");
  EXPECT_EQ(Text(1700000000.25), "1700000000.25");
  EXPECT_EQ(Text(0.1), "0.1");
  EXPECT_EQ(Text(static_cast<double>(0.1F)), "0.10000000149011612");
  EXPECT_EQ(Text(0.0001), "0.0001");
  EXPECT_EQ(Text(0.00001), "1e-05");
  EXPECT_EQ(Text(1e-7), "1e-07");
  EXPECT_EQ(Text(9007199254740994.0), "9007199254740994.0");
  EXPECT_EQ(Text(9999999999999998.0), "9999999999999998.0");
  EXPECT_EQ(Text(1e16), "1e+16");
  EXPECT_EQ(Text(1e22), "1e+22");
  EXPECT_EQ(Text(-1.5e300), "-1.5e+300");
  EXPECT_EQ(Text(std::numeric_limits<double>::denorm_min()), "5e-324");
  EXPECT_EQ(Text(std::numeric_limits<double>::lowest()), "-1.7976931348623157e+308");
}

TEST(NumberText, SpellsWhatIsNotFinite) {
  EXPECT_EQ(Text(std::nan("")), "nan");
  EXPECT_EQ(Text(-std::nan("")), "nan");
  EXPECT_EQ(Text(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(Text(-std::numeric_limits<double>::infinity()), "-inf");
}

TEST(NumberText, ReadsBackToTheSameBits) {
  std::mt19937_64 random(20240301);
  for (int i = 0; i < 200'000; ++i) {
    const std::uint64_t bits = random();
    // Every second one in the range that is written without an exponent.
    const double value =
        i % 2 == 0 ? std::bit_cast<double>(bits)
                   : std::ldexp(static_cast<double>(static_cast<std::int64_t>(bits)), -30 - i % 45);
    if (std::isnan(value)) continue;
    const std::string text = Text(value);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr)),
              std::bit_cast<std::uint64_t>(value))
        << text;
  }
}

TEST(NumberText, WritesIntegersOfAnySize) {
  EXPECT_EQ(NumberText(std::numeric_limits<std::int64_t>::min()).view(), "-9223372036854775808");
  EXPECT_EQ(NumberText(std::numeric_limits<std::uint64_t>::max()).view(), "18446744073709551615");
}

}  // namespace
}  // namespace sightglass::base
