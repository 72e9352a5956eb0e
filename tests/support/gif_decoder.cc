#include <string>

#include "tests/support/picture_decoder.h"

namespace sightglass::testing {
namespace {

// Bytes from the front; once they run out, everything is 0 and bad() is true.
class Input {
 public:
  explicit Input(std::string_view bytes) : bytes_(bytes) {}

  std::string_view Take(std::size_t size) {
    if (size > bytes_.size()) {
      bad_ = true;
      return {};
    }
    const std::string_view taken = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return taken;
  }
  std::uint8_t Byte() {
    const std::string_view byte = Take(1);
    return byte.empty() ? std::uint8_t{0} : static_cast<std::uint8_t>(byte[0]);
  }
  std::size_t Word() {
    const std::size_t low = Byte();
    return low | (std::size_t{Byte()} << 8);
  }
  // Blocks up to the empty one, put together.
  std::string Blocks() {
    std::string all;
    for (std::size_t size = Byte(); size > 0 && !bad_; size = Byte()) all += Take(size);
    return all;
  }
  [[nodiscard]] bool bad() const { return bad_; }
  [[nodiscard]] bool empty() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
  bool bad_ = false;
};

// The indices of a frame, which must be ended by the code for it, at the very end of the bytes.
std::optional<std::string> ReadLzw(std::string_view bytes, int index_bits) {
  const std::size_t clear = std::size_t{1} << index_bits;
  std::vector<std::string> table;
  std::string out;
  std::string before;
  bool has_before = false;
  int width = index_bits + 1;
  std::size_t bit = 0;
  const auto reset = [&] {
    table.assign(clear + 2, {});
    for (std::size_t i = 0; i < clear; ++i) table[i] = std::string(1, static_cast<char>(i));
    width = index_bits + 1;
    has_before = false;
  };
  reset();
  for (bool first = true;; first = false) {
    if (bit + static_cast<std::size_t>(width) > 8 * bytes.size()) return std::nullopt;
    std::size_t code = 0;
    for (int i = 0; i < width; ++i, ++bit) {
      const auto byte = static_cast<unsigned char>(bytes[bit / 8]);
      code |= ((std::size_t{byte} >> (bit % 8)) & 1U) << i;
    }
    if (first && code != clear) return std::nullopt;
    if (code == clear) {
      reset();
      continue;
    }
    if (code == clear + 1) break;
    std::string now;
    if (code < table.size()) {
      now = table[code];
    } else if (code == table.size() && has_before) {
      now = before + before[0];
    } else {
      return std::nullopt;
    }
    out += now;
    if (has_before) {
      if (table.size() == 4096) return std::nullopt;
      table.push_back(before + now[0]);
      if (table.size() == std::size_t{1} << width && width < 12) ++width;
    }
    before = now;
    has_before = true;
  }
  return (bit + 7) / 8 == bytes.size() ? std::optional(out) : std::nullopt;
}

struct Frame {
  std::size_t left;
  std::size_t top;
  std::size_t width;
  std::size_t height;
};

bool PutFrame(const Frame& area, const std::string& indices, const std::string& palette,
              DecodedPicture& picture, double delay) {
  if (area.left + area.width > picture.width || area.top + area.height > picture.height ||
      indices.size() != area.width * area.height || indices.empty()) {
    return false;
  }
  DecodedFrame frame;
  frame.delay_seconds = delay;
  frame.pixels = picture.frames.empty()
                     ? std::vector<std::uint8_t>(picture.width * picture.height * 3)
                     : picture.frames.back().pixels;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const auto index = static_cast<unsigned char>(indices[i]);
    if (3 * (index + std::size_t{1}) > palette.size()) return false;
    const std::size_t x = area.left + i % area.width;
    const std::size_t y = area.top + i / area.width;
    for (std::size_t c = 0; c < 3; ++c) {
      frame.pixels[3 * (y * picture.width + x) + c] =
          static_cast<std::uint8_t>(palette[3 * index + c]);
    }
  }
  picture.frames.push_back(std::move(frame));
  picture.frame_areas.push_back(indices.size());
  return true;
}

}  // namespace

std::optional<DecodedPicture> DecodeGif(std::string_view bytes) {
  Input input(bytes);
  if (input.Take(6) != "GIF89a") return std::nullopt;
  DecodedPicture picture;
  picture.channels = 3;
  picture.width = input.Word();
  picture.height = input.Word();
  const std::uint8_t flags = input.Byte();
  input.Take(2);
  if ((flags & 0x80U) == 0) return std::nullopt;
  const std::string palette(input.Take(3 * (std::size_t{2} << (flags & 7U))));
  double delay = 0;
  picture.repetitions = 1;
  while (!input.bad()) {
    switch (input.Byte()) {
      case 0x21: {
        const std::uint8_t label = input.Byte();
        const std::string data = input.Blocks();
        if (label == 0xF9 && data.size() == 4) {
          if (data[0] != 0x04) return std::nullopt;  // stays, nothing transparent
          delay = static_cast<double>(static_cast<unsigned char>(data[1]) +
                                      256 * static_cast<unsigned char>(data[2])) /
                  100;
        } else if (label == 0xFF && data == std::string("NETSCAPE2.0\x01\0\0", 14)) {
          picture.animated = true;
          picture.repetitions = 0;
        } else {
          return std::nullopt;
        }
        break;
      }
      case 0x2C: {
        Frame area{};
        area.left = input.Word();
        area.top = input.Word();
        area.width = input.Word();
        area.height = input.Word();
        if (input.Byte() != 0) return std::nullopt;
        const std::uint8_t index_bits = input.Byte();
        if (index_bits < 2 || index_bits > 8) return std::nullopt;
        const auto indices = ReadLzw(input.Blocks(), index_bits);
        if (!indices || !PutFrame(area, *indices, palette, picture, delay)) return std::nullopt;
        break;
      }
      case 0x3B:
        if (input.bad() || !input.empty()) return std::nullopt;
        return picture;
      default:
        return std::nullopt;
    }
  }
  return std::nullopt;
}

}  // namespace sightglass::testing
