#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace sightglass::bench {

struct Pixel {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
};

// A PNG of 8-bit RGB that every viewer opens. The pixels are stored, not compressed: the demo's
// pictures are small, and this needs no library. REQUIRES: width and height in 1..4096.
std::string EncodePng(std::uint32_t width, std::uint32_t height,
                      const std::function<Pixel(std::uint32_t x, std::uint32_t y)>& pixel);

}  // namespace sightglass::bench
