#include "writer/animation_frames.h"

#include <algorithm>
#include <cstring>

namespace sightglass::writer {

PixelRect ChangedArea(const PixelView& before, const PixelView& after) {
  const auto row_bytes = static_cast<std::size_t>(after.width * after.channels);
  const auto row_differs = [&](std::int64_t y) {
    const std::size_t at = static_cast<std::size_t>(y) * row_bytes;
    return std::memcmp(before.bytes + at, after.bytes + at, row_bytes) != 0;
  };
  std::int64_t top = 0;
  while (top < after.height && !row_differs(top)) ++top;
  if (top == after.height) return {0, 0, 1, 1};
  std::int64_t bottom = after.height - 1;
  while (!row_differs(bottom)) --bottom;
  // The first and the last byte that differ in any row.
  std::size_t first = row_bytes;
  std::size_t last = 0;
  for (std::int64_t y = top; y <= bottom; ++y) {
    const std::uint8_t* const a = before.bytes + static_cast<std::size_t>(y) * row_bytes;
    const std::uint8_t* const b = after.bytes + static_cast<std::size_t>(y) * row_bytes;
    first = static_cast<std::size_t>(std::mismatch(a, a + first, b).first - a);
    std::size_t end = row_bytes;
    while (end > last + 1 && a[end - 1] == b[end - 1]) --end;
    if (end > 0 && a[end - 1] != b[end - 1]) last = std::max(last, end - 1);
  }
  const std::int64_t left = static_cast<std::int64_t>(first) / after.channels;
  const std::int64_t right = static_cast<std::int64_t>(last) / after.channels;
  return {left, top, right - left + 1, bottom - top + 1};
}

void CutOut(const PixelView& picture, const PixelRect& area, PixelBuffer& part) {
  part.height = area.height;
  part.width = area.width;
  part.channels = picture.channels;
  const auto row_bytes = static_cast<std::size_t>(area.width * picture.channels);
  part.bytes.resize(static_cast<std::size_t>(area.height) * row_bytes);
  for (std::int64_t y = 0; y < area.height; ++y) {
    const std::int64_t from = ((area.top + y) * picture.width + area.left) * picture.channels;
    std::memcpy(part.bytes.data() + static_cast<std::size_t>(y) * row_bytes, picture.bytes + from,
                row_bytes);
  }
}

}  // namespace sightglass::writer
