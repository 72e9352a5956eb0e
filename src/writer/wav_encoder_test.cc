#include "writer/wav_encoder.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace sightglass::writer {
namespace {

std::uint32_t Number(const std::string& wav, std::size_t at, std::size_t size) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < size; ++i) {
    value |= std::uint32_t{static_cast<unsigned char>(wav.at(at + i))} << (8 * i);
  }
  return value;
}

std::vector<std::int16_t> Samples(const std::string& wav) {
  std::vector<std::int16_t> samples((wav.size() - 44) / 2);
  if (!samples.empty()) std::memcpy(samples.data(), wav.data() + 44, wav.size() - 44);
  return samples;
}

TEST(WavEncoder, Header) {
  std::string wav;
  ASSERT_TRUE(AppendWav(std::vector<float>(6), {.sample_rate = 8'000, .channels = 2}, wav).ok());
  ASSERT_EQ(wav.size(), 44U + 12U);
  EXPECT_EQ(wav.substr(0, 4), "RIFF");
  EXPECT_EQ(Number(wav, 4, 4), wav.size() - 8);
  EXPECT_EQ(wav.substr(8, 8), "WAVEfmt ");
  EXPECT_EQ(Number(wav, 16, 4), 16U);
  EXPECT_EQ(Number(wav, 20, 2), 1U);  // PCM
  EXPECT_EQ(Number(wav, 22, 2), 2U);
  EXPECT_EQ(Number(wav, 24, 4), 8'000U);
  EXPECT_EQ(Number(wav, 28, 4), 32'000U);  // bytes a second
  EXPECT_EQ(Number(wav, 32, 2), 4U);
  EXPECT_EQ(Number(wav, 34, 2), 16U);
  EXPECT_EQ(wav.substr(36, 4), "data");
  EXPECT_EQ(Number(wav, 40, 4), 12U);
}

template <class T>
void ExpectSamples() {
  const T nan = std::numeric_limits<T>::quiet_NaN();
  const T infinity = std::numeric_limits<T>::infinity();
  const std::vector<T> values = {0,        1,   -1,       2,         -2,      T(0.5),
                                 T(-0.25), nan, infinity, -infinity, T(1e-5), T(-1.4) / 32'768};
  std::string wav;
  ASSERT_TRUE(AppendWav(values, {}, wav).ok());
  EXPECT_EQ(Samples(wav), (std::vector<std::int16_t>{0, 32'767, -32'768, 32'767, -32'768, 16'384,
                                                     -8'192, 0, 32'767, -32'768, 0, -1}));
}

TEST(WavEncoder, Floats) {
  ExpectSamples<float>();
  ExpectSamples<double>();
}

TEST(WavEncoder, WholeNumbersAsTheyAre) {
  const std::vector<std::int16_t> values = {0, 1, -1, 32'767, -32'768};
  std::string wav;
  ASSERT_TRUE(AppendWav(values, {}, wav).ok());
  EXPECT_EQ(Samples(wav), values);
}

TEST(WavEncoder, NothingToHear) {
  std::string wav = "front";
  ASSERT_TRUE(AppendWav(std::vector<float>(), {}, wav).ok());
  EXPECT_EQ(wav.size(), 5U + 44U);
}

TEST(WavEncoder, Refuses) {
  const std::vector<float> samples(6);
  std::string wav;
  const auto code_of = [&](const Numbers& numbers, const AudioShape& shape) {
    const StatusCode code = AppendWav(numbers, shape, wav).code();
    EXPECT_TRUE(wav.empty());
    return code;
  };
  constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t bad : {std::int64_t{0}, std::int64_t{-1}, kHuge, -kHuge}) {
    EXPECT_EQ(code_of(samples, {.sample_rate = bad}), StatusCode::kInvalidArgument);
    EXPECT_EQ(code_of(samples, {.channels = bad}), StatusCode::kInvalidArgument);
  }
  EXPECT_EQ(code_of(samples, {.channels = 4}), StatusCode::kInvalidArgument);
  EXPECT_EQ(code_of(std::vector<std::int32_t>(6), {}), StatusCode::kInvalidArgument);
  EXPECT_EQ(code_of(Numbers(nullptr, 6, NumberType::kFloat32), {}), StatusCode::kInvalidArgument);
  // The size alone decides: nothing is read.
  EXPECT_EQ(code_of(Numbers(samples.data(), std::size_t{1} << 31, NumberType::kInt16), {}),
            StatusCode::kOutOfRange);
}

}  // namespace
}  // namespace sightglass::writer
