#include "writer/number_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

namespace sightglass::writer {
namespace {

using ::testing::ElementsAre;

template <class T>
std::vector<double> Limits() {
  const std::vector<T> values = {std::numeric_limits<T>::lowest(), T{1},
                                 std::numeric_limits<T>::max()};
  return ReadDoubles(values);
}

TEST(NumberReader, ReadsEveryType) {
  EXPECT_THAT(Limits<float>(), ElementsAre(-3.4028234663852886e38, 1, 3.4028234663852886e38));
  EXPECT_THAT(Limits<double>(), ElementsAre(-1.7976931348623157e308, 1, 1.7976931348623157e308));
  EXPECT_THAT(Limits<std::int8_t>(), ElementsAre(-128, 1, 127));
  EXPECT_THAT(Limits<std::uint8_t>(), ElementsAre(0, 1, 255));
  EXPECT_THAT(Limits<std::int16_t>(), ElementsAre(-32768, 1, 32767));
  EXPECT_THAT(Limits<std::uint16_t>(), ElementsAre(0, 1, 65535));
  EXPECT_THAT(Limits<std::int32_t>(), ElementsAre(-2147483648.0, 1, 2147483647));
  EXPECT_THAT(Limits<std::uint32_t>(), ElementsAre(0, 1, 4294967295.0));
  EXPECT_THAT(Limits<std::int64_t>(),
              ElementsAre(-9223372036854775808.0, 1, 9223372036854775808.0));
  EXPECT_THAT(Limits<std::uint64_t>(), ElementsAre(0, 1, 18446744073709551616.0));
}

TEST(NumberReader, ReadsHalves) {
  const std::uint16_t halves[] = {0x3C00, 0xC000, 0x0001, 0x7BFF, 0x7C00, 0xFC00, 0x8000};
  EXPECT_THAT(ReadDoubles({halves, 7, NumberType::kFloat16}),
              ElementsAre(1, -2, std::ldexp(1, -24), 65504, HUGE_VAL, -HUGE_VAL, 0));
  const std::uint16_t nan[] = {0x7E00};
  EXPECT_TRUE(std::isnan(ReadDoubles({nan, 1, NumberType::kFloat16})[0]));
  const std::uint16_t upper[] = {0x3F80, 0xC040};
  EXPECT_THAT(ReadDoubles({upper, 2, NumberType::kBfloat16}), ElementsAre(1, -3));
}

TEST(NumberReader, TakesAnyByteForABool) {
  const std::uint8_t bytes[] = {0, 1, 255};
  EXPECT_THAT(ReadDoubles({bytes, 3, NumberType::kBool}), ElementsAre(0, 1, 1));
}

TEST(NumberReader, NeedsNoAlignment) {
  std::vector<char> bytes(2 * sizeof(double) + 1);
  const double values[] = {1.5, -2.5};
  std::memcpy(bytes.data() + 1, values, sizeof(values));
  EXPECT_THAT(ReadDoubles({bytes.data() + 1, 2, NumberType::kFloat64}), ElementsAre(1.5, -2.5));
}

TEST(NumberReader, RefusesWhatCannotBeRead) {
  const float value = 1;
  EXPECT_TRUE(CheckNumbers("x", {}).ok());
  EXPECT_TRUE(CheckNumbers("x", {&value, 1, NumberType::kFloat32}).ok());
  EXPECT_EQ(CheckNumbers("x", {nullptr, 1, NumberType::kFloat32}).code(),
            StatusCode::kInvalidArgument);
  EXPECT_EQ(CheckNumbers("x", {&value, 1, static_cast<NumberType>(13)}).code(),
            StatusCode::kInvalidArgument);
  EXPECT_EQ(CheckNumbers("x", {&value, SIZE_MAX, NumberType::kFloat32}).code(),
            StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace sightglass::writer
