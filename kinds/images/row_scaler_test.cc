#include "kinds/images/row_scaler.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <random>
#include <vector>

namespace sightglass::kinds {
namespace {

TEST(FitInto, KeepsTheShapeAndNeverEnlarges) {
  const auto fit = [](std::uint32_t width, std::uint32_t height, std::uint32_t room_width,
                      std::uint32_t room_height) {
    return FitInto({.width = width, .height = height},
                   {.width = room_width, .height = room_height});
  };
  EXPECT_EQ(fit(100, 50, 200, 200), (PictureSize{100, 50}));
  EXPECT_EQ(fit(100, 50, 50, 50), (PictureSize{50, 25}));
  EXPECT_EQ(fit(50, 100, 50, 50), (PictureSize{25, 50}));
  EXPECT_EQ(fit(100'000, 2, 64, 64), (PictureSize{64, 1}));
  EXPECT_EQ(fit(2, 100'000, 64, 64), (PictureSize{1, 64}));
  EXPECT_EQ(fit(3, 3, 1, 1), (PictureSize{1, 1}));
  EXPECT_EQ(fit(4'000'000'000U, 4'000'000'000U, 4096, 4096), (PictureSize{4096, 4096}));
}

std::vector<std::uint8_t> RandomPixels(std::uint32_t width, std::uint32_t height, bool opaque) {
  std::mt19937 random(width * 31 + height);
  std::vector<std::uint8_t> rgba(std::size_t{width} * height * 4);
  for (std::size_t i = 0; i < rgba.size(); ++i) {
    rgba[i] = opaque && i % 4 == 3 ? 255 : static_cast<std::uint8_t>(random());
  }
  return rgba;
}

Picture Scale(const std::vector<std::uint8_t>& rgba, PictureSize from, PictureSize room) {
  RowScaler scaler(room);
  scaler.Begin(from);
  const std::size_t row = std::size_t{from.width} * 4;
  for (std::size_t y = 0; y < from.height; ++y) scaler.Add({rgba.data() + y * row, row});
  return scaler.Finish();
}

// The mean of an area, computed the long way.
double Mean(const std::vector<std::uint8_t>& rgba, PictureSize from, PictureSize to, std::size_t x,
            std::size_t y, std::size_t channel) {
  const double wide = static_cast<double>(from.width) / to.width;
  const double high = static_cast<double>(from.height) / to.height;
  const auto overlap = [](double begin, double end, std::size_t i) {
    const auto at = static_cast<double>(i);
    return std::max(0.0, std::min(end, at + 1) - std::max(begin, at));
  };
  double sum = 0;
  double alphas = 0;
  for (std::size_t v = 0; v < from.height; ++v) {
    for (std::size_t u = 0; u < from.width; ++u) {
      const auto left = static_cast<double>(x) * wide;
      const auto top = static_cast<double>(y) * high;
      const double area = overlap(left, left + wide, u) * overlap(top, top + high, v);
      const std::uint8_t* const pixel = rgba.data() + (v * from.width + u) * 4;
      alphas += area * pixel[3];
      sum += area * pixel[3] * (channel == 3 ? 1 : pixel[channel]);
    }
  }
  if (channel == 3) return sum / (wide * high);
  return alphas > 0 ? sum / alphas : 0;
}

TEST(RowScaler, GivesTheMeanOfTheAreaOfEachPixel) {
  for (const bool opaque : {true, false}) {
    for (const PictureSize from : {PictureSize{16, 12}, PictureSize{17, 11}, PictureSize{1, 40},
                                   PictureSize{40, 1}, PictureSize{7, 7}, PictureSize{33, 64}}) {
      const auto rgba = RandomPixels(from.width, from.height, opaque);
      const Picture picture = Scale(rgba, from, {.width = 7, .height = 5});
      EXPECT_EQ(picture.opaque, opaque);
      const PictureSize to{picture.width, picture.height};
      EXPECT_EQ(to, FitInto(from, {.width = 7, .height = 5}));
      for (std::size_t i = 0; i < picture.rgba.size(); ++i) {
        const std::size_t pixel = i / 4;
        const double mean = Mean(rgba, from, to, pixel % to.width, pixel / to.width, i % 4);
        EXPECT_NEAR(picture.rgba[i], mean, 0.51) << from.width << " x " << from.height << " " << i;
      }
    }
  }
}

TEST(RowScaler, ChangesNothingOfWhatFits) {
  const auto rgba = RandomPixels(9, 5, true);
  EXPECT_EQ(Scale(rgba, {.width = 9, .height = 5}, {.width = 9, .height = 5}).rgba, rgba);
}

TEST(RowScaler, LeavesMissingRowsTransparentAndTakesNoMoreThanThereAre) {
  const std::vector<std::uint8_t> row(8, 255);
  RowScaler scaler({.width = 100, .height = 100});
  scaler.Begin({.width = 2, .height = 3});
  scaler.Add(row);
  const Picture cut = scaler.Finish();
  EXPECT_FALSE(cut.opaque);
  ASSERT_EQ(cut.rgba.size(), 24U);
  EXPECT_EQ(cut.rgba[7], 255);
  EXPECT_EQ(cut.rgba[11], 0);

  RowScaler full({.width = 100, .height = 100});
  full.Begin({.width = 2, .height = 1});
  full.Add(row);
  full.Add(row);
  EXPECT_EQ(full.Finish().rgba, row);
}

}  // namespace
}  // namespace sightglass::kinds
