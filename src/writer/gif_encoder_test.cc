#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "tests/support/picture_decoder.h"
#include "writer/image_encoders.h"

namespace sightglass::writer {
namespace {

using testing::DecodedPicture;

std::optional<DecodedPicture> RoundTrip(const std::vector<std::uint8_t>& frames,
                                        const PixelShape& shape, double frames_per_second = 10) {
  std::string gif;
  EXPECT_TRUE(AppendGif(frames, shape, frames_per_second, gif).ok());
  return testing::DecodeGif(gif);
}

// Frames whose colours are among `colors`, with stretches that repeat.
std::vector<std::uint8_t> FewColors(const PixelShape& shape, std::size_t colors,
                                    std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::uint8_t> frames;
  std::size_t color = 0;
  for (std::int64_t i = 0; i < shape.count * shape.height * shape.width; ++i) {
    if (random() % 4 != 0) color = random() % colors;
    frames.push_back(static_cast<std::uint8_t>(color));
    frames.push_back(static_cast<std::uint8_t>(color * 7));
    frames.push_back(static_cast<std::uint8_t>(255 - color));
  }
  return frames;
}

void ExpectExact(const std::vector<std::uint8_t>& rgb, const PixelShape& shape) {
  const auto decoded = RoundTrip(rgb, shape);
  ASSERT_TRUE(decoded.has_value()) << shape.width << 'x' << shape.height;
  EXPECT_TRUE(decoded->animated);
  EXPECT_EQ(decoded->repetitions, 0U);
  ASSERT_EQ(decoded->frames.size(), static_cast<std::size_t>(shape.count));
  std::vector<std::uint8_t> all;
  for (const auto& frame : decoded->frames) {
    all.insert(all.end(), frame.pixels.begin(), frame.pixels.end());
  }
  EXPECT_TRUE(all == rgb) << shape.width << 'x' << shape.height;
}

TEST(GifEncoder, ExactUpTo256Colors) {
  for (const std::size_t colors : {1UL, 2UL, 3UL, 4UL, 5UL, 16UL, 17UL, 129UL, 256UL}) {
    for (const std::int64_t side : {1, 2, 7, 64, 150}) {
      const PixelShape shape{3, side, side + 1, 3, PixelLayout::kHwc};
      ExpectExact(FewColors(shape, colors, static_cast<std::uint32_t>(colors)), shape);
    }
  }
}

// Few pixels in every number, so that the last code falls on every width.
TEST(GifEncoder, EveryLength) {
  for (std::int64_t width = 1; width < 700; ++width) {
    const PixelShape shape{1, 1, width, 3, PixelLayout::kHwc};
    ExpectExact(FewColors(shape, 4, static_cast<std::uint32_t>(width)), shape);
  }
}

TEST(GifEncoder, OneColorForLong) {
  const PixelShape shape{1, 1'000, 1'000, 3, PixelLayout::kHwc};
  ExpectExact(std::vector<std::uint8_t>(3'000'000, 77), shape);
}

TEST(GifEncoder, GreyAndTransparent) {
  const std::vector<std::uint8_t> grey = {0, 128, 255, 7};
  auto decoded = RoundTrip(grey, {1, 2, 2, 1, PixelLayout::kHwc});
  ASSERT_TRUE(decoded.has_value());
  EXPECT_EQ(decoded->frames[0].pixels,
            (std::vector<std::uint8_t>{0, 0, 0, 128, 128, 128, 255, 255, 255, 7, 7, 7}));

  const std::vector<std::uint8_t> rgba = {10, 20, 30, 255, 10, 20, 30, 0, 0, 0, 0, 51};
  decoded = RoundTrip(rgba, {1, 1, 3, 4, PixelLayout::kHwc});
  ASSERT_TRUE(decoded.has_value());
  EXPECT_EQ(decoded->frames[0].pixels,
            (std::vector<std::uint8_t>{10, 20, 30, 255, 255, 255, 204, 204, 204}));

  const std::vector<std::uint8_t> grey_alpha = {100, 255, 100, 0};
  decoded = RoundTrip(grey_alpha, {1, 1, 2, 2, PixelLayout::kHwc});
  ASSERT_TRUE(decoded.has_value());
  EXPECT_EQ(decoded->frames[0].pixels, (std::vector<std::uint8_t>{100, 100, 100, 255, 255, 255}));
}

TEST(GifEncoder, ManyColorsComeNear) {
  const PixelShape shape{2, 64, 64, 3, PixelLayout::kHwc};
  std::vector<std::uint8_t> frames;
  for (std::int64_t i = 0; i < 2 * 64 * 64; ++i) {
    frames.push_back(static_cast<std::uint8_t>(4 * (i % 64)));
    frames.push_back(static_cast<std::uint8_t>(4 * (i / 64 % 64)));
    frames.push_back(static_cast<std::uint8_t>(100 + 50 * (i / 4096)));
  }
  const auto decoded = RoundTrip(frames, shape);
  ASSERT_TRUE(decoded.has_value());
  double squares = 0;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const std::size_t frame = i / (64 * 64 * 3);
    squares += std::pow(frames[i] - decoded->frames[frame].pixels[i % (64 * 64 * 3)], 2);
  }
  // 8,192 colours in 256 boxes of equal size are 13 apart on the average axis.
  EXPECT_LT(std::sqrt(squares / static_cast<double>(frames.size())), 10.0);
}

TEST(GifEncoder, OnlyWhatChangesIsStored) {
  const PixelShape shape{3, 50, 50, 1, PixelLayout::kHwc};
  std::vector<std::uint8_t> frames(3 * 2'500, 9);
  frames[2'500 + 50 * 10 + 20] = 200;  // from the second frame on
  frames[5'000 + 50 * 10 + 20] = 200;
  const auto decoded = RoundTrip(frames, shape);
  ASSERT_TRUE(decoded.has_value());
  EXPECT_EQ(decoded->frame_areas, (std::vector<std::size_t>{2'500, 1, 1}));
  EXPECT_EQ(decoded->frames[2].pixels[3 * (50 * 10 + 20)], 200);
}

TEST(GifEncoder, AnyPace) {
  const PixelShape shape{1, 1, 1, 1, PixelLayout::kHwc};
  const auto delay_of = [&](double frames_per_second) {
    const auto decoded = RoundTrip({1}, shape, frames_per_second);
    return decoded ? decoded->frames.at(0).delay_seconds : -1.0;
  };
  EXPECT_DOUBLE_EQ(delay_of(4), 0.25);
  EXPECT_DOUBLE_EQ(delay_of(30), 0.03);
  EXPECT_DOUBLE_EQ(delay_of(1'000), 0.02);
  EXPECT_DOUBLE_EQ(delay_of(1e-300), 655.35);
}

TEST(GifEncoder, RefusesASideOf65536) {
  const std::vector<std::uint8_t> frames(65'536);
  std::string gif;
  EXPECT_EQ(AppendGif(frames, {1, 1, 65'536, 1, PixelLayout::kHwc}, 4, gif).code(),
            StatusCode::kOutOfRange);
  EXPECT_TRUE(gif.empty());
}

}  // namespace
}  // namespace sightglass::writer
