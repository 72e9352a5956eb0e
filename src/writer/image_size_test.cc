#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "writer/image_encoders.h"

namespace sightglass::writer {
namespace {

using namespace std::string_literals;

const std::string kBmp = "BM"s + std::string(12, '\0') + "\x28\0\0\0\x05\0\0\0\xFD\xFF\xFF\xFF"s;
const std::string kCoreBmp = "BM"s + std::string(12, '\0') + "\x0C\0\0\0\x05\0\x03\0"s;
// With a comment, fill bytes and a marker without a length before the frame.
const std::string kJpeg =
    "\xFF\xD8\xFF\xFE\0\x04hi\xFF\xFF\xFF\x01\xFF\xDB\0\x03x\xFF\xC2\0\x0B\x08\0\x03\0\x05"s;
const std::string kWebpLossy = "RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9D\x01\x2A\x05\xC0\x03\x40"s;
// 14 bits each, less one.
const std::string kWebpLossless = "RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2F\x04\x80\0\0"s;
const std::string kWebpExtended = "RIFF\0\0\0\0WEBPVP8X\x0A\0\0\0\0\0\0\0\x04\0\0\x02\0\0"s;

std::vector<std::string> Examples() {
  const std::vector<std::uint8_t> pixels(15);
  const PixelShape shape{1, 3, 5, 1, PixelLayout::kHwc};
  std::string png;
  AppendPng({3, 5, 1, pixels.data()}, png);
  std::string gif;
  EXPECT_TRUE(AppendGif(pixels, shape, 4, gif).ok());
  return {png, gif, kBmp, kCoreBmp, kJpeg, kWebpLossy, kWebpLossless, kWebpExtended};
}

TEST(ImageSize, EveryKind) {
  for (const std::string& file : Examples()) {
    ImageSize size;
    ASSERT_TRUE(ReadImageSize(file, size).ok()) << file.substr(0, 16);
    EXPECT_EQ(size.width, 5) << file.substr(0, 16);
    EXPECT_EQ(size.height, 3) << file.substr(0, 16);
  }
}

TEST(ImageSize, CutShort) {
  for (const std::string& file : Examples()) {
    bool refused = true;
    for (std::size_t length = 0; length < file.size(); ++length) {
      ImageSize size{7, 7};
      const Status status = ReadImageSize(file.substr(0, length), size);
      // Once enough is there, it stays enough, and before nothing is said about the size.
      if (!status.ok()) {
        EXPECT_TRUE(refused);
        EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
        EXPECT_EQ(size.width, 7);
      } else {
        refused = false;
        EXPECT_EQ(size.width, 5);
        EXPECT_EQ(size.height, 3);
      }
    }
  }
}

TEST(ImageSize, RefusesOthers) {
  ImageSize size;
  for (const std::string& file :
       {""s, "hello"s, "<svg/>"s, "\xFF\xD8\xFF\xDA\0\x04"s, "\xFF\xD8\xFF\xDB\0\0"s,
        "\xFF\xD8\xFFx"s, "RIFF\0\0\0\0WEBPabcd\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"s,
        "GIF89a\0\0\x05\0\0"s, "\x89PNG\r\n\x1A\n\0\0\0\x0DIDAT\0\0\0\1\0\0\0\1"s}) {
    EXPECT_EQ(ReadImageSize(file, size).code(), StatusCode::kInvalidArgument);
  }
}

}  // namespace
}  // namespace sightglass::writer
