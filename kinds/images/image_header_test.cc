#include "kinds/images/image_header.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/is_ok.h"
#include "tests/support/temp_dir.h"

namespace sightglass::kinds {
namespace {

using base::ErrorCode;
using testing::IsError;
using testing::IsOk;

std::string Load(const std::string& name) {
  return testing::ReadFileBytes(std::string(SIGHTGLASS_TEST_DATA) + "/pictures/" + name);
}

base::Result<ImageHeader> Read(std::string_view bytes) {
  return ReadImageHeader(base::AsBytes(bytes));
}

struct Facts {
  std::string name;
  ImageFormat format;
  std::uint32_t bit_depth;
  std::uint32_t channels;
  std::uint32_t frames = 1;
  bool interlaced = false;
};

class ImageHeaderTest : public ::testing::TestWithParam<Facts> {};

TEST_P(ImageHeaderTest, TellsWhatAPictureSays) {
  const Facts& facts = GetParam();
  const auto header = Read(Load(facts.name));
  ASSERT_THAT(header, IsOk());
  EXPECT_EQ(*header, (ImageHeader{.format = facts.format,
                                  .width = 16,
                                  .height = 12,
                                  .bit_depth = facts.bit_depth,
                                  .channels = facts.channels,
                                  .frames = facts.frames,
                                  .interlaced = facts.interlaced}));
}

INSTANTIATE_TEST_SUITE_P(
    Pictures, ImageHeaderTest,
    ::testing::Values(
        Facts{"rgb.png", ImageFormat::kPng, 8, 3}, Facts{"rgba.png", ImageFormat::kPng, 8, 4},
        Facts{"palette.png", ImageFormat::kPng, 8, 3}, Facts{"gray.png", ImageFormat::kPng, 8, 1},
        Facts{"gray16.png", ImageFormat::kPng, 16, 1},
        Facts{"interlaced.png", ImageFormat::kPng, 8, 3, 1, true},
        Facts{"animated.png", ImageFormat::kPng, 8, 3, 3},
        Facts{"palette.gif", ImageFormat::kGif, 8, 3},
        Facts{"interlaced.gif", ImageFormat::kGif, 8, 3, 1, true},
        Facts{"animated.gif", ImageFormat::kGif, 8, 4, 3},
        Facts{"baseline.jpg", ImageFormat::kJpeg, 8, 3},
        Facts{"progressive.jpg", ImageFormat::kJpeg, 8, 3, 1, true},
        Facts{"gray.jpg", ImageFormat::kJpeg, 8, 1}, Facts{"inks.jpg", ImageFormat::kJpeg, 8, 4},
        Facts{"lossy.webp", ImageFormat::kWebp, 8, 3},
        Facts{"lossless.webp", ImageFormat::kWebp, 8, 3},
        Facts{"alpha.webp", ImageFormat::kWebp, 8, 4},
        Facts{"animated.webp", ImageFormat::kWebp, 8, 3, 3},
        Facts{"plain.bmp", ImageFormat::kBmp, 8, 3}),
    [](const auto& test) {
      std::string name = test.param.name;
      name[name.find('.')] = '_';
      return name;
    });

TEST(ImageHeader, RefusesWhatIsNone) {
  EXPECT_THAT(Read(""), IsError(ErrorCode::kInvalidArgument));
  EXPECT_THAT(Read("<html><script>"), IsError(ErrorCode::kInvalidArgument));
  EXPECT_THAT(Read("BM"), IsError(ErrorCode::kInvalidArgument));
  EXPECT_THAT(Read("RIFFWEBP"), IsError(ErrorCode::kInvalidArgument));
  EXPECT_THAT(Read("<svg xmlns='http://www.w3.org/2000/svg'/>"),
              IsError(ErrorCode::kUnimplemented));
}

// However short: an error, and never a size that was not read.
TEST(ImageHeader, SurvivesEveryCut) {
  for (const std::string name : {"rgba.png", "animated.gif", "progressive.jpg", "animated.webp",
                                 "lossy.webp", "plain.bmp"}) {
    const std::string whole = Load(name);
    for (std::size_t size = 0; size < whole.size(); ++size) {
      const auto header = Read(whole.substr(0, size));
      if (!header.ok()) {
        EXPECT_EQ(header.error().code, ErrorCode::kInvalidArgument) << name << " " << size;
      } else {
        EXPECT_EQ(header->width, 16U) << name << " " << size;
      }
    }
  }
}

TEST(ImageFormat, DecidesWhatABrowserMayShow) {
  const auto type = [](std::string_view bytes) {
    return ImageContentType(SniffImage(base::AsBytes(bytes)));
  };
  EXPECT_EQ(type(Load("rgb.png")), "image/png");
  EXPECT_EQ(type(Load("baseline.jpg")), "image/jpeg");
  EXPECT_EQ(type(Load("palette.gif")), "image/gif");
  EXPECT_EQ(type(Load("lossy.webp")), "image/webp");
  EXPECT_EQ(type(Load("plain.bmp")), "image/bmp");
  EXPECT_EQ(type(std::string_view("\0\0\0\x1c"
                                  "ftypavif",
                                  12)),
            "image/avif");
  EXPECT_EQ(type("<?xml version='1.0'?><svg onload='x()'/>"), "application/octet-stream");
  EXPECT_EQ(type("<html><script>"), "application/octet-stream");
  EXPECT_EQ(type(""), "application/octet-stream");
  EXPECT_EQ(TensorboardContentType(ImageFormat::kWebp), "application/octet-stream");
  EXPECT_EQ(TensorboardContentType(ImageFormat::kPng), "image/png");
}

}  // namespace
}  // namespace sightglass::kinds
