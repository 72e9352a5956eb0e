#include "kinds/images/image_decode.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "kinds/images/image_codecs.h"
#include "tests/support/is_ok.h"
#include "tests/support/temp_dir.h"

namespace sightglass::kinds {
namespace {

using base::ErrorCode;
using testing::IsError;
using testing::IsOk;

// Files of tests/data/pictures: 16 x 12 pixels of red 16 x, green 20 y, blue 100, unless their
// names say otherwise.
constexpr std::uint32_t kWidth = 16;
constexpr std::uint32_t kHeight = 12;
constexpr PictureSize kAnyRoom{.width = 4096, .height = 4096};

std::string Load(const std::string& name) {
  return testing::ReadFileBytes(std::string(SIGHTGLASS_TEST_DATA) + "/pictures/" + name);
}

base::Result<Picture> Decode(std::string_view encoded, PictureSize room = kAnyRoom) {
  ASSIGN_OR_RETURN(const ImageHeader header, ReadImageHeader(base::AsBytes(encoded)));
  return DecodeToFit(base::AsBytes(encoded), header, room);
}

struct Color {
  int red = 0, green = 0, blue = 0, alpha = 0;
};

Color At(const Picture& picture, std::size_t x, std::size_t y) {
  const std::uint8_t* const pixel = picture.rgba.data() + (y * picture.width + x) * 4;
  return {pixel[0], pixel[1], pixel[2], pixel[3]};
}

int Distance(const Color& a, const Color& b) {
  return std::max({std::abs(a.red - b.red), std::abs(a.green - b.green), std::abs(a.blue - b.blue),
                   std::abs(a.alpha - b.alpha)});
}

Color Expected(std::size_t x, std::size_t y) {
  return {static_cast<int>(x) * 16, static_cast<int>(y) * 20, 100, 255};
}

// How far the worst pixel is from what it should be.
template <class Color>
int WorstPixel(const Picture& picture, Color color) {
  int worst = 0;
  for (std::size_t y = 0; y < picture.height; ++y) {
    for (std::size_t x = 0; x < picture.width; ++x) {
      worst = std::max(worst, Distance(At(picture, x, y), color(x, y)));
    }
  }
  return worst;
}

TEST(DecodeToFit, GivesThePixelsOfEveryFormat) {
  struct Case {
    std::string name;
    int tolerance;
  };
  for (const Case& each : std::vector<Case>{{"rgb.png", 0},
                                            {"palette.png", 0},
                                            {"interlaced.png", 0},
                                            {"animated.png", 0},
                                            {"palette.gif", 0},
                                            {"interlaced.gif", 0},
                                            {"animated.gif", 0},
                                            {"baseline.jpg", 12},
                                            {"progressive.jpg", 12},
                                            {"inks.jpg", 12},
                                            {"lossy.webp", 40},
                                            {"lossless.webp", 0},
                                            {"animated.webp", 0}}) {
    const auto picture = Decode(Load(each.name));
    ASSERT_THAT(picture, IsOk()) << each.name;
    ASSERT_EQ(picture->width, kWidth) << each.name;
    ASSERT_EQ(picture->height, kHeight) << each.name;
    EXPECT_TRUE(picture->opaque) << each.name;
    EXPECT_LE(WorstPixel(*picture, Expected), each.tolerance) << each.name;
  }
}

TEST(DecodeToFit, WidensGrayAndKeepsAlpha) {
  for (const std::string name : {"gray.png", "gray16.png", "gray.jpg"}) {
    const auto picture = Decode(Load(name));
    ASSERT_THAT(picture, IsOk()) << name;
    const auto gray = [](std::size_t x, std::size_t) {
      const int value = static_cast<int>(x) * 16;
      return Color{value, value, value, 255};
    };
    EXPECT_LE(WorstPixel(*picture, gray), name == "gray.jpg" ? 4 : 0) << name;
  }
  for (const std::string name : {"rgba.png", "alpha.webp"}) {
    const auto picture = Decode(Load(name));
    ASSERT_THAT(picture, IsOk()) << name;
    EXPECT_FALSE(picture->opaque) << name;
    const auto half = [](std::size_t x, std::size_t y) {
      return x < kWidth / 2 ? Expected(x, y) : Color{};
    };
    EXPECT_EQ(WorstPixel(*picture, half), 0) << name;
  }
}

TEST(DecodeToFit, MakesSmallerAsItUnpacks) {
  const auto half = [](std::size_t x, std::size_t y) {
    return Color{static_cast<int>(x) * 32 + 8, static_cast<int>(y) * 40 + 10, 100, 255};
  };
  for (const std::string name : {"rgb.png", "interlaced.png", "palette.gif", "lossless.webp"}) {
    const auto picture = Decode(Load(name), {.width = 8, .height = 8});
    ASSERT_THAT(picture, IsOk()) << name;
    EXPECT_EQ(picture->width, 8U);
    EXPECT_EQ(picture->height, 6U);
    EXPECT_LE(WorstPixel(*picture, half), 1) << name;
  }
  // 160 x 120, of which the library unpacks an eighth of each side.
  const auto picture = Decode(Load("large.jpg"), {.width = 8, .height = 100});
  ASSERT_THAT(picture, IsOk());
  EXPECT_EQ(picture->height, 6U);
  EXPECT_LE(WorstPixel(*picture, half), 12);
}

TEST(DecodeToFit, SaysWhatIsDamaged) {
  for (const std::string name : {"cut.png", "cut.jpg", "cut.gif", "cut.webp", "bad_checksum.png"}) {
    EXPECT_THAT(Decode(Load(name)), IsError(ErrorCode::kInvalidArgument)) << name;
  }
}

// No byte may be missing, wherever a file was cut: nothing crashes, and nothing passes as whole.
TEST(DecodeToFit, FindsEveryCut) {
  for (const std::string name : {"rgb.png", "interlaced.png", "palette.gif", "lossless.webp",
                                 "animated.gif", "baseline.jpg", "progressive.jpg"}) {
    const std::string whole = Load(name);
    std::size_t shortest_whole = whole.size();
    for (std::size_t size = 0; size < whole.size(); ++size) {
      if (Decode(whole.substr(0, size)).ok()) shortest_whole = std::min(shortest_whole, size);
    }
    // What ends an image after its last pixel need not be there, nor later frames.
    EXPECT_GT(shortest_whole, name == "animated.gif" ? whole.size() / 4 : whole.size() * 3 / 4)
        << name;
  }
}

TEST(DecodeToFit, SurvivesEveryFlippedByte) {
  for (const std::string name : {"rgb.png", "palette.gif", "lossy.webp", "baseline.jpg"}) {
    std::string bytes = Load(name);
    std::size_t shown = 0;
    for (char& byte : bytes) {
      byte = static_cast<char>(byte ^ 0x41);
      const auto picture = Decode(bytes);
      if (picture.ok()) {
        ++shown;
        EXPECT_EQ(picture->rgba.size(), std::size_t{picture->width} * picture->height * 4);
      }
      byte = static_cast<char>(byte ^ 0x41);
    }
    EXPECT_LT(shown, bytes.size()) << name;
  }
}

TEST(DecodeToFit, BelievesNoClaimAboveTheLimits) {
  for (const std::string name : {"huge_claim.png", "huge_claim.gif", "huge_claim.jpg"}) {
    EXPECT_THAT(Decode(Load(name)), IsError(ErrorCode::kOutOfRange)) << name;
  }
  // Few enough pixels, but not for a format that must be in memory as a whole.
  const ImageHeader header{.format = ImageFormat::kWebp, .width = 16'000, .height = 8'000};
  EXPECT_LT(header.pixels(), kMaxImagePixels);
  EXPECT_THAT(DecodeToFit({}, header, kAnyRoom), IsError(ErrorCode::kOutOfRange));
  EXPECT_THAT(Decode(Load("plain.bmp")), IsError(ErrorCode::kUnimplemented));
}

TEST(EncodeLike, WritesWhatReadsBack) {
  const auto picture = Decode(Load("rgb.png"));
  ASSERT_THAT(picture, IsOk());
  for (const ImageFormat source : {ImageFormat::kPng, ImageFormat::kGif, ImageFormat::kJpeg}) {
    const auto encoded = EncodeLike(*picture, source);
    ASSERT_THAT(encoded, IsOk());
    EXPECT_EQ(encoded->format,
              source == ImageFormat::kJpeg ? ImageFormat::kJpeg : ImageFormat::kPng);
    EXPECT_EQ(SniffImage(base::AsBytes(encoded->bytes)), encoded->format);
    const auto again = Decode(encoded->bytes);
    ASSERT_THAT(again, IsOk());
    EXPECT_LE(WorstPixel(*again, Expected), source == ImageFormat::kJpeg ? 40 : 0);
  }
  const auto transparent = Decode(Load("rgba.png"));
  ASSERT_THAT(transparent, IsOk());
  const auto encoded = EncodeLike(*transparent, ImageFormat::kWebp);
  ASSERT_THAT(encoded, IsOk());
  EXPECT_EQ(encoded->format, ImageFormat::kPng);
  EXPECT_EQ(Decode(encoded->bytes)->rgba, transparent->rgba);
}

TEST(DecodeBudget, LetsNoMoreInThanFit) {
  DecodeBudget budget(100);
  std::atomic<int> inside = 0;
  std::atomic<int> most = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 200; ++round) {
        // The last one is larger than all there is, and comes in when it is alone.
        const DecodeBudget::Share share(budget, round == 199 ? 1000 : 40);
        const int now = ++inside;
        int before = most;
        while (before < now && !most.compare_exchange_weak(before, now)) {
        }
        --inside;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(most, 2);
  EXPECT_GE(most, 1);
}

}  // namespace
}  // namespace sightglass::kinds
