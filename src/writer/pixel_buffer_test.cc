#include "writer/pixel_buffer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace sightglass::writer {
namespace {

constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max();

StatusCode CodeOf(const PixelShape& shape, std::size_t size = 12) {
  const std::vector<std::uint8_t> pixels(size);
  return CheckPixels(pixels, shape).code();
}

TEST(PixelBuffer, ChecksShapes) {
  EXPECT_EQ(CodeOf({1, 2, 2, 3}), StatusCode::kOk);
  EXPECT_EQ(CodeOf({3, 2, 2, 1}), StatusCode::kOk);
  EXPECT_EQ(CodeOf({1, 2, 2, 3}, 11), StatusCode::kInvalidArgument);
  EXPECT_EQ(CodeOf({1, 2, 2, 3}, 13), StatusCode::kInvalidArgument);
  for (const std::int64_t bad : {std::int64_t{0}, std::int64_t{-1}, -kHuge - 1}) {
    EXPECT_EQ(CodeOf({bad, 2, 2, 3}), StatusCode::kInvalidArgument);
    EXPECT_EQ(CodeOf({1, bad, 2, 3}), StatusCode::kInvalidArgument);
    EXPECT_EQ(CodeOf({1, 2, bad, 3}), StatusCode::kInvalidArgument);
    EXPECT_EQ(CodeOf({1, 2, 2, bad}), StatusCode::kInvalidArgument);
  }
  EXPECT_EQ(CodeOf({1, 2, 2, 5}), StatusCode::kInvalidArgument);
  EXPECT_EQ(CodeOf({1, 2, 2, kHuge}), StatusCode::kInvalidArgument);
  EXPECT_EQ(CodeOf({kHuge, 2, 2, 3}), StatusCode::kOutOfRange);
  EXPECT_EQ(CodeOf({1, kHuge, kHuge, 4}), StatusCode::kOutOfRange);
  EXPECT_EQ(CodeOf({1, kMaxPixelSide + 1, 1, 1}), StatusCode::kOutOfRange);
  EXPECT_EQ(CodeOf({kMaxPixels, 1, 2, 1}), StatusCode::kOutOfRange);
  EXPECT_EQ(CodeOf({1, 2, 2, 3, static_cast<PixelLayout>(9)}), StatusCode::kInvalidArgument);
}

TEST(PixelBuffer, NamesTheNumbers) {
  const std::vector<std::uint8_t> pixels(5);
  const Status status = CheckPixels(pixels, {1, 2, 2, 3});
  EXPECT_NE(status.message().find("12"), std::string_view::npos);
  EXPECT_NE(status.message().find("5"), std::string_view::npos);
}

TEST(PixelBuffer, ChecksTypesAndPointers) {
  const PixelShape shape{1, 1, 2, 1};
  EXPECT_TRUE(CheckPixels(std::vector<float>(2), shape).ok());
  EXPECT_TRUE(CheckPixels(std::vector<double>(2), shape).ok());
  const bool bools[2] = {true, false};
  EXPECT_TRUE(CheckPixels(bools, shape).ok());
  EXPECT_EQ(CheckPixels(std::vector<std::int32_t>(2), shape).code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(CheckPixels(Numbers(nullptr, 2, NumberType::kUint8), shape).code(),
            StatusCode::kInvalidArgument);
}

TEST(PixelBuffer, BytesInOrderAreNotCopied) {
  const std::vector<std::uint8_t> pixels(24);
  PixelBuffer scratch;
  const PixelView view = ConvertPixels(pixels, {2, 2, 2, 3}, 1, scratch);
  EXPECT_EQ(view.bytes, pixels.data() + 12);
  EXPECT_TRUE(scratch.bytes.empty());
}

template <class T>
void ExpectConversion() {
  const auto nan = std::numeric_limits<T>::quiet_NaN();
  const auto infinity = std::numeric_limits<T>::infinity();
  // Long enough for the vector loop, in which the first values come again.
  std::vector<T> values = {0,         1,      -1,         2,        nan,       infinity,
                           -infinity, T(0.5), T(1) / 256, T(0.999), T(-1e-30), T(1e30)};
  std::vector<std::uint8_t> expected = {0, 255, 0, 255, 0, 255, 0, 127, 0, 255, 0, 255};
  for (int i = 0; i < 3; ++i) {
    values.insert(values.end(), values.begin(), values.end());
    expected.insert(expected.end(), expected.begin(), expected.end());
  }
  PixelBuffer scratch;
  const PixelShape shape{1, 1, static_cast<std::int64_t>(values.size()), 1};
  ASSERT_TRUE(CheckPixels(values, shape).ok());
  const PixelView view = ConvertPixels(values, shape, 0, scratch);
  EXPECT_EQ(std::vector<std::uint8_t>(view.bytes, view.bytes + values.size()), expected);
}

TEST(PixelBuffer, ConvertsFloats) {
  ExpectConversion<float>();
  ExpectConversion<double>();
}

TEST(PixelBuffer, EveryByteComesBackFromItsFraction) {
  std::vector<float> values;
  for (int i = 0; i < 256; ++i) values.push_back(static_cast<float>(i) / 255);
  PixelBuffer scratch;
  const PixelView view = ConvertPixels(values, {1, 16, 16, 1}, 0, scratch);
  for (std::size_t i = 0; i < 256; ++i) EXPECT_EQ(view.bytes[i], i);
}

TEST(PixelBuffer, BoolsAreBlackAndWhite) {
  const std::vector<std::uint8_t> bytes = {0, 1, 2, 0};
  PixelBuffer scratch;
  const PixelView view =
      ConvertPixels(Numbers(bytes.data(), 4, NumberType::kBool), {1, 2, 2, 1}, 0, scratch);
  EXPECT_EQ(std::vector<std::uint8_t>(view.bytes, view.bytes + 4),
            (std::vector<std::uint8_t>{0, 255, 255, 0}));
}

TEST(PixelBuffer, PlanesBecomePixels) {
  std::mt19937 random(1);
  for (std::int64_t channels = 1; channels <= 4; ++channels) {
    const PixelShape shape{3, 5, 7, channels, PixelLayout::kChw};
    std::vector<std::uint8_t> pixels(static_cast<std::size_t>(3 * 5 * 7 * channels));
    for (std::uint8_t& pixel : pixels) pixel = static_cast<std::uint8_t>(random());
    for (std::int64_t n = 0; n < 3; ++n) {
      PixelBuffer scratch;
      const PixelView view = ConvertPixels(pixels, shape, n, scratch);
      for (std::int64_t y = 0; y < 5; ++y) {
        for (std::int64_t x = 0; x < 7; ++x) {
          for (std::int64_t c = 0; c < channels; ++c) {
            EXPECT_EQ(view.bytes[(y * 7 + x) * channels + c],
                      pixels[static_cast<std::size_t>(((n * channels + c) * 5 + y) * 7 + x)]);
          }
        }
      }
    }
  }
}

TEST(PixelBuffer, TilesInRows) {
  // Five pictures of 1 x 2 in rows of three.
  const std::vector<std::uint8_t> pixels = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  PixelBuffer tiled;
  ASSERT_TRUE(TilePixels(pixels, {5, 1, 2, 1}, 3, tiled).ok());
  EXPECT_EQ(tiled.height, 2);
  EXPECT_EQ(tiled.width, 6);
  EXPECT_EQ(tiled.bytes, (std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0}));
  // No wider than there are pictures.
  ASSERT_TRUE(TilePixels(pixels, {5, 1, 2, 1}, kHuge, tiled).ok());
  EXPECT_EQ(tiled.width, 10);
  EXPECT_EQ(tiled.height, 1);
}

TEST(PixelBuffer, TilesWithinLimits) {
  const std::vector<std::uint8_t> pixels(70'000);
  PixelBuffer tiled;
  EXPECT_EQ(TilePixels(pixels, {70'000, 1, 1, 1}, 1, tiled).code(), StatusCode::kOutOfRange);
  EXPECT_EQ(TilePixels(pixels, {70'000, 1, 1, 1}, 70'000, tiled).code(), StatusCode::kOutOfRange);
  EXPECT_TRUE(TilePixels(pixels, {70'000, 1, 1, 1}, 300, tiled).ok());
}

PixelBuffer Black(std::int64_t height, std::int64_t width, std::int64_t channels) {
  return {height, width, channels,
          std::vector<std::uint8_t>(static_cast<std::size_t>(height * width * channels))};
}

bool IsDrawn(const PixelBuffer& picture, std::int64_t x, std::int64_t y) {
  const auto at = static_cast<std::size_t>((y * picture.width + x) * picture.channels);
  return picture.bytes[at] != 0 || picture.bytes[at + 1] != 0 || picture.bytes[at + 2] != 0;
}

TEST(BoxDrawing, FrameWithItsFarEdges) {
  const PixelBuffer picture = Black(20, 30, 3);
  const ImageBox box{.left = 4, .top = 5, .right = 10, .bottom = 12};
  const PixelBuffer drawn = DrawBoxes(ViewOf(picture), std::span(&box, 1));
  for (std::int64_t y = 0; y < 20; ++y) {
    for (std::int64_t x = 0; x < 30; ++x) {
      const bool inside = x >= 4 && x <= 10 && y >= 5 && y <= 12;
      const bool edge = inside && (x == 4 || x == 10 || y == 5 || y == 12);
      EXPECT_EQ(IsDrawn(drawn, x, y), edge) << x << ' ' << y;
    }
  }
}

TEST(BoxDrawing, AnywhereAtAll) {
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<ImageBox> outside = {
      {.left = -50, .top = -50, .right = -10, .bottom = -10, .label = "gone"},
      {.left = 1e300, .top = 0, .right = 1e301, .bottom = 5, .label = "gone"},
      {.left = nan, .top = 0, .right = 3, .bottom = 5, .label = "gone"},
      {.left = 0, .top = 0, .right = 3, .bottom = nan},
      {.left = -infinity, .top = -infinity, .right = infinity, .bottom = infinity},
  };
  const PixelBuffer picture = Black(9, 9, 3);
  EXPECT_EQ(DrawBoxes(ViewOf(picture), outside).bytes, picture.bytes);
  const std::string label(100'000, 'W');
  const std::vector<ImageBox> partly = {
      {.left = -1e9, .top = 4, .right = 1e9, .bottom = 1e9, .label = label},
      {.left = 8, .top = 8, .right = 0, .bottom = 0, .label = "turned"},
  };
  EXPECT_NE(DrawBoxes(ViewOf(picture), partly).bytes, picture.bytes);
  EXPECT_NE(DrawBoxes(ViewOf(Black(1, 1, 4)), partly).bytes, Black(1, 1, 4).bytes);
}

TEST(BoxDrawing, GreyBecomesColor) {
  PixelBuffer grey = Black(4, 4, 1);
  grey.bytes[0] = 50;
  const PixelBuffer drawn = DrawBoxes(ViewOf(grey), {});
  EXPECT_EQ(drawn.channels, 3);
  EXPECT_EQ(drawn.bytes[2], 50);
  PixelBuffer grey_alpha = Black(4, 4, 2);
  grey_alpha.bytes[1] = 60;
  const PixelBuffer transparent = DrawBoxes(ViewOf(grey_alpha), {});
  EXPECT_EQ(transparent.channels, 4);
  EXPECT_EQ(transparent.bytes[3], 60);
}

// The dark or light pixels of a label, as text.
std::string Ink(std::string_view label) {
  const PixelBuffer picture = Black(40, 60, 3);
  const ImageBox box{.left = 2, .top = 20, .right = 50, .bottom = 30, .label = label};
  const PixelBuffer drawn = DrawBoxes(ViewOf(picture), std::span(&box, 1));
  const auto color_at = [&](std::int64_t x, std::int64_t y) {
    const auto at = drawn.bytes.begin() + static_cast<std::ptrdiff_t>((y * drawn.width + x) * 3);
    return std::vector<std::uint8_t>(at, at + 3);
  };
  const std::vector<std::uint8_t> background = color_at(2, 11);
  std::string ink;
  for (std::int64_t y = 12; y < 19; ++y) {
    for (std::int64_t x = 3; x < 8; ++x) ink += color_at(x, y) == background ? '.' : '#';
  }
  return ink;
}

TEST(BoxDrawing, LabelsCanBeRead) {
  EXPECT_EQ(Ink("A"), ".###.#...##...##...#######...##...#");
  EXPECT_EQ(Ink("1"), "..#...##....#....#....#....#...###.");
  const std::string unknown = "######...##...##...##...##...######";
  EXPECT_EQ(Ink("\n"), unknown);
  EXPECT_EQ(Ink("\xC3\xA4"), unknown);
  EXPECT_EQ(Ink("\xFF"), unknown);
  // Every printable character has a shape of its own.
  std::vector<std::string> shapes = {unknown};
  for (char c = '!'; c <= '~'; ++c) shapes.push_back(Ink(std::string(1, c)));
  std::sort(shapes.begin(), shapes.end());
  EXPECT_EQ(std::adjacent_find(shapes.begin(), shapes.end()), shapes.end());
}

}  // namespace
}  // namespace sightglass::writer
