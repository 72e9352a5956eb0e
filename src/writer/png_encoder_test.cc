#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "tests/support/picture_decoder.h"
#include "writer/animation_frames.h"
#include "writer/image_encoders.h"

namespace sightglass::writer {
namespace {

using testing::DecodedPicture;

// Something between noise and smooth ramps, so that every filter is used.
PixelBuffer TestPicture(std::int64_t height, std::int64_t width, std::int64_t channels,
                        std::uint32_t seed) {
  std::mt19937 random(seed);
  PixelBuffer picture{height, width, channels, {}};
  for (std::int64_t y = 0; y < height; ++y) {
    const std::uint32_t kind = static_cast<std::uint32_t>(random()) % 5;
    for (std::int64_t i = 0; i < width * channels; ++i) {
      std::int64_t value = 0;
      if (kind == 0) value = static_cast<std::int64_t>(random());
      if (kind == 1) value = 3 * (i / channels) + y;
      if (kind == 2) value = 100 + static_cast<std::int64_t>(random() % 4);
      if (kind == 3) value = 5 * y + static_cast<std::int64_t>(random() % 3);
      if (kind == 4) value = (i / channels) * (y + 1) / 7 + 90 * (i % channels);
      picture.bytes.push_back(static_cast<std::uint8_t>(value));
    }
  }
  return picture;
}

void ExpectRoundTrip(const PixelBuffer& picture) {
  std::string png;
  AppendPng(ViewOf(picture), png);
  const auto decoded = testing::DecodePng(png);
  ASSERT_TRUE(decoded.has_value()) << picture.width << 'x' << picture.height;
  EXPECT_EQ(decoded->width, static_cast<std::size_t>(picture.width));
  EXPECT_EQ(decoded->height, static_cast<std::size_t>(picture.height));
  EXPECT_EQ(decoded->channels, static_cast<std::size_t>(picture.channels));
  EXPECT_FALSE(decoded->animated);
  EXPECT_TRUE(decoded->frames.at(0).pixels == picture.bytes)
      << picture.width << 'x' << picture.height << 'x' << picture.channels;
}

TEST(PngEncoder, EverySmallShape) {
  for (std::int64_t channels = 1; channels <= 4; ++channels) {
    for (std::int64_t height = 1; height <= 9; ++height) {
      for (std::int64_t width = 1; width <= 21; ++width) {
        ExpectRoundTrip(
            TestPicture(height, width, channels, static_cast<std::uint32_t>(height * width)));
      }
    }
  }
}

TEST(PngEncoder, LargerShapes) {
  ExpectRoundTrip(TestPicture(257, 255, 3, 1));
  ExpectRoundTrip(TestPicture(1, 5'000, 4, 2));
  ExpectRoundTrip(TestPicture(5'000, 1, 1, 3));
  ExpectRoundTrip(TestPicture(3, 65'536, 2, 4));
  ExpectRoundTrip(TestPicture(700, 701, 4, 5));
}

TEST(PngEncoder, FlatPicturesAreSmall) {
  const PixelBuffer picture{256, 256, 3, std::vector<std::uint8_t>(256 * 256 * 3, 200)};
  ExpectRoundTrip(picture);
  std::string png;
  AppendPng(ViewOf(picture), png);
  EXPECT_LT(png.size(), 1'000U);
}

TEST(PngEncoder, AppendsBehindWhatIsThere) {
  std::string out = "front";
  AppendPng(ViewOf(TestPicture(2, 2, 3, 1)), out);
  EXPECT_TRUE(testing::DecodePng(std::string_view(out).substr(5)).has_value());
}

std::vector<std::uint8_t> TestFrames(const PixelShape& shape) {
  std::vector<std::uint8_t> frames;
  std::vector<std::uint8_t> frame(TestPicture(shape.height, shape.width, shape.channels, 1).bytes);
  std::mt19937 random(9);
  for (std::int64_t i = 0; i < shape.count; ++i) {
    // The third equals the second; others differ in a few pixels.
    if (i != 2) {
      for (int n = 0; n < 3; ++n) ++frame[random() % frame.size()];
    }
    frames.insert(frames.end(), frame.begin(), frame.end());
  }
  return frames;
}

TEST(AnimatedPng, FramesAreExact) {
  for (std::int64_t channels = 1; channels <= 4; ++channels) {
    const PixelShape shape{6, 13, 11, channels, PixelLayout::kHwc};
    const std::vector<std::uint8_t> frames = TestFrames(shape);
    std::string png;
    ASSERT_TRUE(AppendAnimatedPng(frames, shape, 25, png).ok());
    const auto decoded = testing::DecodePng(png);
    ASSERT_TRUE(decoded.has_value());
    EXPECT_TRUE(decoded->animated);
    EXPECT_EQ(decoded->repetitions, 0U);
    ASSERT_EQ(decoded->frames.size(), 6U);
    const std::size_t size = frames.size() / 6;
    for (std::size_t i = 0; i < 6; ++i) {
      const std::vector<std::uint8_t> expected(
          frames.begin() + static_cast<std::ptrdiff_t>(i * size),
          frames.begin() + static_cast<std::ptrdiff_t>((i + 1) * size));
      EXPECT_EQ(decoded->frames[i].pixels, expected) << i;
      EXPECT_DOUBLE_EQ(decoded->frames[i].delay_seconds, 0.04);
    }
    EXPECT_EQ(decoded->frame_areas[2], 1U);
  }
}

TEST(AnimatedPng, FloatFramesInPlanes) {
  const PixelShape shape{3, 2, 5, 3, PixelLayout::kChw};
  std::vector<float> frames(3 * 2 * 5 * 3);
  for (std::size_t i = 0; i < frames.size(); ++i) frames[i] = static_cast<float>(i) / 100;
  std::string png;
  ASSERT_TRUE(AppendAnimatedPng(frames, shape, 1, png).ok());
  const auto decoded = testing::DecodePng(png);
  ASSERT_TRUE(decoded.has_value());
  PixelBuffer scratch;
  for (std::size_t i = 0; i < 3; ++i) {
    const PixelView frame = ConvertPixels(frames, shape, static_cast<std::int64_t>(i), scratch);
    EXPECT_TRUE(std::equal(frame.bytes, frame.bytes + 30, decoded->frames.at(i).pixels.begin()));
  }
}

TEST(AnimatedPng, AnyPace) {
  const PixelShape shape{2, 1, 1, 1, PixelLayout::kHwc};
  const std::vector<std::uint8_t> frames = {1, 2};
  const auto delay_of = [&](double frames_per_second) {
    std::string png;
    EXPECT_TRUE(AppendAnimatedPng(frames, shape, frames_per_second, png).ok());
    const auto decoded = testing::DecodePng(png);
    return decoded ? decoded->frames.at(1).delay_seconds : -1.0;
  };
  EXPECT_DOUBLE_EQ(delay_of(30), 1.0 / 30);
  EXPECT_DOUBLE_EQ(delay_of(2.5), 0.4);
  EXPECT_DOUBLE_EQ(delay_of(0.25), 4);
  EXPECT_DOUBLE_EQ(delay_of(0.01), 100);
  EXPECT_DOUBLE_EQ(delay_of(1e-300), 65'535);
  EXPECT_DOUBLE_EQ(delay_of(1e300), 0);
}

TEST(AnimationFrames, ChangedAreaIsTheSmallest) {
  std::mt19937 random(3);
  for (int round = 0; round < 500; ++round) {
    const auto height = static_cast<std::int64_t>(1 + random() % 8);
    const auto width = static_cast<std::int64_t>(1 + random() % 8);
    const auto channels = static_cast<std::int64_t>(1 + random() % 4);
    const PixelBuffer before = TestPicture(height, width, channels, 1);
    PixelBuffer after = before;
    for (auto n = random() % 4; n > 0; --n) ++after.bytes[random() % after.bytes.size()];
    std::int64_t left = width;
    std::int64_t top = height;
    std::int64_t right = -1;
    std::int64_t bottom = -1;
    for (std::size_t i = 0; i < after.bytes.size(); ++i) {
      if (after.bytes[i] == before.bytes[i]) continue;
      const std::int64_t pixel = static_cast<std::int64_t>(i) / channels;
      left = std::min(left, pixel % width);
      right = std::max(right, pixel % width);
      top = std::min(top, pixel / width);
      bottom = std::max(bottom, pixel / width);
    }
    const PixelRect area = ChangedArea(ViewOf(before), ViewOf(after));
    if (right < 0) {
      EXPECT_EQ(area.width * area.height, 1);
      continue;
    }
    EXPECT_EQ(area.left, left);
    EXPECT_EQ(area.top, top);
    EXPECT_EQ(area.width, right - left + 1);
    EXPECT_EQ(area.height, bottom - top + 1);
  }
}

}  // namespace
}  // namespace sightglass::writer
