#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "sightglass/status.h"
#include "writer/pixel_buffer.h"

namespace sightglass::writer {

// Appends a PNG file. Cost: about one read of the pixels; see png_encoder.cc for the choice of
// filter and compression, and docs/design/writer.md for what it was measured against.
void AppendPng(const PixelView& picture, std::string& out);

// Appends an animated GIF or PNG of pictures of one size that repeats for ever.
// REQUIRES: at least one frame; 0 < frames_per_second; CheckPixels() was content with `shape`.
// kOutOfRange for GIFs with a side above 65,535.
Status AppendGif(const Numbers& frames, const PixelShape& shape, double frames_per_second,
                 std::string& out);
Status AppendAnimatedPng(const Numbers& frames, const PixelShape& shape, double frames_per_second,
                         std::string& out);

// Width and height by the head of a PNG, JPEG, GIF, WebP or BMP file. kInvalidArgument if it is
// none of them or too short.
struct ImageSize {
  std::int64_t width = 0;
  std::int64_t height = 0;
};
Status ReadImageSize(std::string_view bytes, ImageSize& size);

}  // namespace sightglass::writer
