#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <memory>

#include "writer/animation_frames.h"
#include "writer/gif_palette.h"
#include "writer/image_encoders.h"
#include "writer/text_pieces.h"

namespace sightglass::writer {
namespace {

constexpr std::int64_t kMaxSide = 65'535;

void Append16(std::int64_t value, std::string& out) {
  out.push_back(static_cast<char>(value));
  out.push_back(static_cast<char>(value >> 8));
}

// Codes of growing width, in blocks of up to 255 bytes.
class CodeWriter {
 public:
  explicit CodeWriter(std::string& out) : out_(out) {}

  void Put(std::uint32_t code, int width) {
    bits_ |= code << count_;
    count_ += width;
    for (; count_ >= 8; count_ -= 8, bits_ >>= 8) PutByte(static_cast<char>(bits_));
  }
  void Finish() {
    if (count_ > 0) PutByte(static_cast<char>(bits_));
    PutBlock();
    out_.push_back(0);
  }

 private:
  void PutByte(char byte) {
    block_[size_++] = byte;
    if (size_ == block_.size()) PutBlock();
  }
  void PutBlock() {
    if (size_ == 0) return;
    out_.push_back(static_cast<char>(size_));
    out_.append(block_.data(), size_);
    size_ = 0;
  }

  std::string& out_;
  std::uint32_t bits_ = 0;
  int count_ = 0;
  std::array<char, 255> block_;
  std::size_t size_ = 0;
};

// LZW as GIF has it: codes of up to 12 bits, and a new start when they are used up.
class LzwEncoder {
 public:
  LzwEncoder() : slots_(std::make_unique<std::uint32_t[]>(kSlots)) {}

  // REQUIRES: indices below 2^index_bits, at least one; 2 <= index_bits <= 8.
  void Append(std::span<const std::uint8_t> indices, int index_bits, std::string& out) {
    const std::uint32_t clear = 1U << index_bits;
    out.push_back(static_cast<char>(index_bits));
    CodeWriter writer(out);
    int width = index_bits + 1;
    std::uint32_t last_code = clear + 1;  // taken by the end
    Reset();
    writer.Put(clear, width);
    std::uint32_t prefix = indices[0];
    for (const std::uint8_t index : indices.subspan(1)) {
      const std::uint32_t key = (prefix << 8) | index;
      std::size_t slot = (key * 0x9E3779B1U) >> (32 - kSlotBits);
      while (slots_[slot] != kEmpty && slots_[slot] >> 12 != key) slot = (slot + 1) % kSlots;
      if (slots_[slot] != kEmpty) {
        prefix = slots_[slot] & 0xFFFU;
        continue;
      }
      writer.Put(prefix, width);
      slots_[slot] = (key << 12) | ++last_code;
      // Readers learn a code one later than it is made here.
      if (last_code == 1U << width) ++width;
      if (last_code == kLastCode) {
        writer.Put(clear, width);
        Reset();
        width = index_bits + 1;
        last_code = clear + 1;
      }
      prefix = index;
    }
    writer.Put(prefix, width);
    writer.Put(clear + 1, NextWidth(width, last_code));
    writer.Finish();
  }

 private:
  static constexpr int kSlotBits = 13;
  static constexpr std::size_t kSlots = std::size_t{1} << kSlotBits;
  // No prefix is ever the last code, so no entry looks like this.
  static constexpr std::uint32_t kEmpty = 0xFFFF'FFFFU;
  static constexpr std::uint32_t kLastCode = 4'095;

  // A reader makes one more code on the last prefix.
  static int NextWidth(int width, std::uint32_t last_code) {
    return last_code + 1 == 1U << width && width < 12 ? width + 1 : width;
  }
  void Reset() { std::fill_n(slots_.get(), kSlots, kEmpty); }

  const std::unique_ptr<std::uint32_t[]> slots_;  // prefix and index (20 bits), code (12 bits)
};

// Three bytes a pixel. What is transparent shows white behind it: GIF knows no half-transparent
// pixels, and edges would look torn.
void ToRgb(const PixelView& picture, std::vector<std::uint8_t>& rgb) {
  const auto pixels = static_cast<std::size_t>(picture.height * picture.width);
  const auto channels = static_cast<std::size_t>(picture.channels);
  rgb.resize(3 * pixels);
  for (std::size_t i = 0; i < pixels; ++i) {
    const std::uint8_t* const from = picture.bytes + i * channels;
    const std::uint32_t alpha = channels % 2 == 0 ? from[channels - 1] : 255U;
    for (std::size_t c = 0; c < 3; ++c) {
      const std::uint32_t value = channels < 3 ? from[0] : from[c];
      rgb[3 * i + c] = static_cast<std::uint8_t>((value * alpha + 255 * (255 - alpha) + 127) / 255);
    }
  }
}

void AppendHead(const PixelShape& shape, const GifPalette& palette, int palette_bits,
                std::string& out) {
  out.append("GIF89a");
  Append16(shape.width, out);
  Append16(shape.height, out);
  out.push_back(static_cast<char>(0xF0 | (palette_bits - 1)));  // one palette for all frames
  out.append(2, '\0');                                          // background, shape of pixels
  for (const GifPalette::Color& color : palette.colors()) {
    for (const std::uint8_t channel : color) out.push_back(static_cast<char>(channel));
  }
  out.append(3 * ((std::size_t{1} << palette_bits) - palette.colors().size()), '\0');
  out.append("\x21\xFF\x0BNETSCAPE2.0\x03\x01", 16);
  Append16(0, out);  // for ever
  out.push_back(0);
}

void AppendFrameHead(const PixelRect& area, std::int64_t delay, std::string& out) {
  out.append("\x21\xF9\x04\x04", 4);  // the frame stays where the next does not cover it
  Append16(delay, out);
  out.append(2, '\0');
  out.push_back('\x2C');
  Append16(area.left, out);
  Append16(area.top, out);
  Append16(area.width, out);
  Append16(area.height, out);
  out.push_back(0);
}

}  // namespace

Status AppendGif(const Numbers& frames, const PixelShape& shape, double frames_per_second,
                 std::string& out) {
  if (shape.width > kMaxSide || shape.height > kMaxSide) {
    return {StatusCode::kOutOfRange, JoinPieces({"a GIF of ", shape.width, " x ", shape.height,
                                                 " pixels: no side may be above ", kMaxSide})};
  }
  PixelBuffer scratch;
  std::vector<std::uint8_t> rgb;
  GifPalette palette;
  for (std::int64_t i = 0; i < shape.count; ++i) {
    ToRgb(ConvertPixels(frames, shape, i, scratch), rgb);
    palette.Add(rgb);
  }
  palette.Finish();
  const int palette_bits =
      std::max(1, static_cast<int>(std::bit_width(palette.colors().size() - 1)));
  AppendHead(shape, palette, palette_bits, out);

  // Browsers take less than two hundredths of a second for a tenth.
  const auto delay =
      static_cast<std::int64_t>(std::round(std::clamp(100 / frames_per_second, 2.0, 65'535.0)));
  const auto pixels = static_cast<std::size_t>(shape.height * shape.width);
  PixelBuffer before{shape.height, shape.width, 1, std::vector<std::uint8_t>(pixels)};
  PixelBuffer now = before;
  PixelBuffer part;
  LzwEncoder encoder;
  for (std::int64_t i = 0; i < shape.count; ++i) {
    ToRgb(ConvertPixels(frames, shape, i, scratch), rgb);
    palette.IndexOf(rgb, now.bytes);
    const PixelRect area = i == 0 ? PixelRect{0, 0, shape.width, shape.height}
                                  : ChangedArea(ViewOf(before), ViewOf(now));
    CutOut(ViewOf(now), area, part);
    AppendFrameHead(area, delay, out);
    encoder.Append(part.bytes, std::max(2, palette_bits), out);
    before.bytes.swap(now.bytes);
  }
  out.push_back('\x3B');
  return {};
}

}  // namespace sightglass::writer
