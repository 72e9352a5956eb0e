#pragma once

#include <cstdint>

#include "writer/pixel_buffer.h"

namespace sightglass::writer {

struct PixelRect {
  std::int64_t left = 0;
  std::int64_t top = 0;
  std::int64_t width = 0;
  std::int64_t height = 0;
};

// The smallest rectangle outside of which both pictures are the same; one pixel if they are equal,
// because no animation has frames without any. REQUIRES: one size and number of channels.
PixelRect ChangedArea(const PixelView& before, const PixelView& after);

// That part of a picture by itself, in `part`.
void CutOut(const PixelView& picture, const PixelRect& area, PixelBuffer& part);

}  // namespace sightglass::writer
