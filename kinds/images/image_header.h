#pragma once

#include <cstdint>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"

namespace sightglass::kinds {

enum class ImageFormat : std::uint8_t { kUnknown, kPng, kJpeg, kGif, kWebp, kBmp, kAvif, kSvg };

// What the bytes begin like.
ImageFormat SniffImage(base::Bytes encoded);

// "png", ...; "unknown".
std::string_view ImageFormatName(ImageFormat format);
// What a browser may show as a picture. SVG can hold scripts and whatever is not known can hold
// anything: both are application/octet-stream.
std::string_view ImageContentType(ImageFormat format);
// The same in TensorBoard's routes, which know fewer.
std::string_view TensorboardContentType(ImageFormat format);

// What a picture says of itself, unproven: nothing is unpacked.
struct ImageHeader {
  ImageFormat format = ImageFormat::kUnknown;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t bit_depth = 0;  // of a channel; of an index where there is a palette
  std::uint32_t channels = 0;   // as shown: 3 or 4 with a palette
  std::uint32_t frames = 1;     // more than one: it is animated
  bool interlaced = false;      // rows do not come in order

  [[nodiscard]] std::uint64_t pixels() const { return std::uint64_t{width} * height; }
  bool operator==(const ImageHeader&) const = default;
};

// kInvalidArgument: empty, of no known format, or the header is damaged or cut; kUnimplemented for
// AVIF and SVG, of which only the name is known here.
// Cost: chunk and block heads only, whatever their lengths.
base::Result<ImageHeader> ReadImageHeader(base::Bytes encoded);

}  // namespace sightglass::kinds
