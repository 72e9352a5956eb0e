#include <algorithm>
#include <cstdlib>
#include <string>

#include "tests/support/deflate_reader.h"
#include "tests/support/picture_decoder.h"

namespace sightglass::testing {
namespace {

std::uint32_t Big(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < size; ++i) {
    value = (value << 8) | static_cast<unsigned char>(bytes.at(at + i));
  }
  return value;
}

struct Chunk {
  std::string_view type;
  std::string_view data;
};

std::optional<std::vector<Chunk>> ReadChunks(std::string_view bytes) {
  constexpr std::string_view kSignature = "\x89PNG\r\n\x1A\n";
  if (!bytes.starts_with(kSignature)) return std::nullopt;
  bytes.remove_prefix(kSignature.size());
  std::vector<Chunk> chunks;
  while (!bytes.empty()) {
    if (bytes.size() < 12) return std::nullopt;
    const std::size_t size = Big(bytes, 0, 4);
    if (bytes.size() - 12 < size) return std::nullopt;
    chunks.push_back({bytes.substr(4, 4), bytes.substr(8, size)});
    if (Big(bytes, 8 + size, 4) != ReferenceCrc32(bytes.substr(4, 4 + size))) return std::nullopt;
    bytes.remove_prefix(12 + size);
  }
  return chunks;
}

int PaethOf(int left, int above, int diagonal) {
  const int estimate = left + above - diagonal;
  const int to_left = std::abs(estimate - left);
  const int to_above = std::abs(estimate - above);
  const int to_diagonal = std::abs(estimate - diagonal);
  if (to_left <= to_above && to_left <= to_diagonal) return left;
  return to_above <= to_diagonal ? above : diagonal;
}

std::optional<std::vector<std::uint8_t>> ReadPixels(std::string_view zlib, std::size_t width,
                                                    std::size_t height, std::size_t channels) {
  const std::size_t row = width * channels;
  const std::optional<std::string> rows = ReadZlib(zlib, height * (row + 1));
  if (!rows || rows->size() != height * (row + 1)) return std::nullopt;
  std::vector<std::uint8_t> pixels(height * row);
  for (std::size_t y = 0; y < height; ++y) {
    const char filter = (*rows)[y * (row + 1)];
    for (std::size_t x = 0; x < row; ++x) {
      const int left = x < channels ? 0 : pixels[y * row + x - channels];
      const int above = y == 0 ? 0 : pixels[(y - 1) * row + x];
      const int diagonal = x < channels || y == 0 ? 0 : pixels[(y - 1) * row + x - channels];
      int predicted = 0;
      switch (filter) {
        case 0:
          break;
        case 1:
          predicted = left;
          break;
        case 2:
          predicted = above;
          break;
        case 3:
          predicted = (left + above) / 2;
          break;
        case 4:
          predicted = PaethOf(left, above, diagonal);
          break;
        default:
          return std::nullopt;
      }
      pixels[y * row + x] = static_cast<std::uint8_t>((*rows)[y * (row + 1) + 1 + x] + predicted);
    }
  }
  return pixels;
}

struct FrameControl {
  std::size_t width = 0;
  std::size_t height = 0;
  std::size_t left = 0;
  std::size_t top = 0;
  double delay_seconds = 0;
};

// Puts a frame onto the one before.
bool AddFrame(const FrameControl& control, std::string_view zlib, DecodedPicture& picture) {
  if (control.width == 0 || control.height == 0 || control.left + control.width > picture.width ||
      control.top + control.height > picture.height) {
    return false;
  }
  const auto part = ReadPixels(zlib, control.width, control.height, picture.channels);
  if (!part) return false;
  DecodedFrame frame;
  frame.delay_seconds = control.delay_seconds;
  frame.pixels = picture.frames.empty()
                     ? std::vector<std::uint8_t>(picture.width * picture.height * picture.channels)
                     : picture.frames.back().pixels;
  const std::size_t row = control.width * picture.channels;
  for (std::size_t y = 0; y < control.height; ++y) {
    const std::size_t to = ((control.top + y) * picture.width + control.left) * picture.channels;
    std::copy_n(part->begin() + static_cast<std::ptrdiff_t>(y * row), row,
                frame.pixels.begin() + static_cast<std::ptrdiff_t>(to));
  }
  picture.frames.push_back(std::move(frame));
  picture.frame_areas.push_back(control.width * control.height);
  return true;
}

}  // namespace

std::optional<DecodedPicture> DecodePng(std::string_view bytes) {
  const auto chunks = ReadChunks(bytes);
  if (!chunks || chunks->size() < 3) return std::nullopt;
  const std::string_view header = chunks->front().data;
  if (chunks->front().type != "IHDR" || header.size() != 13 || header[8] != 8 ||
      header.substr(10) != std::string_view("\0\0\0", 3)) {
    return std::nullopt;
  }
  DecodedPicture picture;
  picture.width = Big(header, 0, 4);
  picture.height = Big(header, 4, 4);
  constexpr std::size_t kChannels[] = {1, 0, 3, 0, 2, 0, 4};
  const auto color_type = static_cast<unsigned char>(header[9]);
  if (color_type > 6 || kChannels[color_type] == 0) return std::nullopt;
  picture.channels = kChannels[color_type];

  std::uint32_t announced = 1;
  std::uint32_t number = 0;
  FrameControl control{picture.width, picture.height, 0, 0, 0};
  for (std::size_t i = 1; i < chunks->size(); ++i) {
    const Chunk& chunk = (*chunks)[i];
    if (chunk.type == "acTL") {
      if (chunk.data.size() != 8 || !picture.frames.empty()) return std::nullopt;
      picture.animated = true;
      announced = Big(chunk.data, 0, 4);
      picture.repetitions = Big(chunk.data, 4, 4);
    } else if (chunk.type == "fcTL") {
      if (chunk.data.size() != 26 || Big(chunk.data, 0, 4) != number++) return std::nullopt;
      control = {Big(chunk.data, 4, 4), Big(chunk.data, 8, 4), Big(chunk.data, 12, 4),
                 Big(chunk.data, 16, 4),
                 static_cast<double>(Big(chunk.data, 20, 2)) / Big(chunk.data, 22, 2)};
      if (Big(chunk.data, 24, 2) != 0) return std::nullopt;  // stays, replaces
    } else if (chunk.type == "IDAT") {
      if (!picture.frames.empty() || !AddFrame(control, chunk.data, picture)) return std::nullopt;
    } else if (chunk.type == "fdAT") {
      if (picture.frames.empty() || Big(chunk.data, 0, 4) != number++ ||
          !AddFrame(control, chunk.data.substr(4), picture)) {
        return std::nullopt;
      }
    } else if (chunk.type == "IEND") {
      if (i + 1 != chunks->size() || !chunk.data.empty() || picture.frames.size() != announced) {
        return std::nullopt;
      }
      return picture;
    } else {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

}  // namespace sightglass::testing
