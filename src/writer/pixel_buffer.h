#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sightglass/status.h"
#include "sightglass/summary_values.h"

namespace sightglass::writer {

// No picture may have more pixels, and no list of pictures in all.
inline constexpr std::int64_t kMaxPixels = std::int64_t{1} << 28;
inline constexpr std::int64_t kMaxPixelSide = std::int64_t{1} << 16;

// A picture as the encoders take it: rows of pixels of 1 to 4 bytes, nothing between them.
struct PixelBuffer {
  std::int64_t height = 0;
  std::int64_t width = 0;
  std::int64_t channels = 0;
  std::vector<std::uint8_t> bytes;
};

// The same without owning it, so that bytes which already lie right are not copied.
struct PixelView {
  std::int64_t height = 0;
  std::int64_t width = 0;
  std::int64_t channels = 0;
  const std::uint8_t* bytes = nullptr;
};

inline PixelView ViewOf(const PixelBuffer& buffer) {
  return {buffer.height, buffer.width, buffer.channels, buffer.bytes.data()};
}

// Does `pixels` hold what `shape` says, of a type and within limits that can be drawn?
Status CheckPixels(const Numbers& pixels, const PixelShape& shape);

// The picture number `index`. `scratch` holds it where it had to be converted, else it is not
// touched. REQUIRES: CheckPixels() was content.
PixelView ConvertPixels(const Numbers& pixels, const PixelShape& shape, std::int64_t index,
                        PixelBuffer& scratch);

// All pictures in one, in rows of `columns`; black (transparent with alpha) where none is left.
// kOutOfRange beyond the limits. REQUIRES: CheckPixels() was content; columns >= 1.
Status TilePixels(const Numbers& pixels, const PixelShape& shape, std::int64_t columns,
                  PixelBuffer& tiled);

// An RGB (with alpha: RGBA) copy of `picture` with rectangles and their labels on it. Boxes may
// reach outside; what is outside is not drawn. NaN draws nothing.
PixelBuffer DrawBoxes(const PixelView& picture, std::span<const ImageBox> boxes);

}  // namespace sightglass::writer
