#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

// Plain decoders of the files that the writer makes, for its tests: strict, and slow.
namespace sightglass::testing {

struct DecodedFrame {
  double delay_seconds = 0;
  std::vector<std::uint8_t> pixels;  // the whole picture as it is then shown
};

struct DecodedPicture {
  std::size_t width = 0;
  std::size_t height = 0;
  std::size_t channels = 0;  // GIF: 3
  bool animated = false;
  std::uint32_t repetitions = 0;  // 0: for ever
  std::vector<DecodedFrame> frames;
  std::vector<std::size_t> frame_areas;  // in pixels, as stored
};

// 8-bit PNG without interlacing, animated or not. nullopt for anything that the formats forbid:
// checksums, the order and numbers of chunks, sizes.
std::optional<DecodedPicture> DecodePng(std::string_view bytes);
std::optional<DecodedPicture> DecodeGif(std::string_view bytes);

}  // namespace sightglass::testing
