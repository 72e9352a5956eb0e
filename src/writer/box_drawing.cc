#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "writer/pixel_buffer.h"

namespace sightglass::writer {
namespace {

constexpr std::int64_t kGlyphWidth = 5;
constexpr std::int64_t kGlyphHeight = 7;

// One character per row, top first, for five pixels: 0-9 and A-V are 0 to 31, 16 is the left one.
// From the space on, in the order of ASCII.
constexpr std::array<const char*, 95> kGlyphs = {
    "0000000", "4444404", "AA00000", "AAVAVAA", "4FKE5U4", "OP248J3", "CIK8LID", "4400000",
    "2488842", "8422248", "04LEL40", "044V440", "0000C48", "000V000", "00000CC", "01248G0",
    "EHJLPHE", "4C4444E", "EH1248V", "V2421HE", "26AIV22", "VGU11HE", "68GUHHE", "V124888",
    "EHHEHHE", "EHHF12C", "0CC0CC0", "0CC0C48", "248G842", "00V0V00", "8421248", "EH12404",
    "EH1DLLE", "EHHHVHH", "UHHUHHU", "EHGGGHE", "SIHHHIS", "VGGUGGV", "VGGUGGG", "EHGNHHF",
    "HHHVHHH", "E44444E", "72222IC", "HIKOKIH", "GGGGGGV", "HRLLHHH", "HHPLJHH", "EHHHHHE",
    "UHHUGGG", "EHHHLID", "UHHUKIH", "FGGE11U", "V444444", "HHHHHHE", "HHHHHA4", "HHHLLLA",
    "HHA4AHH", "HHA4444", "V1248GV", "E88888E", "0G84210", "E22222E", "4AH0000", "000000V",
    "8420000", "00E1FHF", "GGMPHHU", "00EGGHE", "11DJHHF", "00EHVGE", "698S888", "0FHHF1E",
    "GGMPHHH", "40C444E", "20622IC", "GGIKOKI", "C44444E", "00QLLHH", "00MPHHH", "00EHHHE",
    "00UHUGG", "00DJF11", "00MPGGG", "00EGE1U", "88S8896", "00HHHJD", "00HHHA4", "00HHLLA",
    "00HA4AH", "00HHF1E", "00V248V", "2448442", "4444444", "8442448", "008L200",
};
constexpr const char* kUnknownGlyph = "VHHHHHV";

const char* GlyphOf(char character) {
  const auto code = static_cast<unsigned char>(character);
  return code < 32 || code > 126 ? kUnknownGlyph : kGlyphs[code - 32U];
}

// Does this byte go on with a character of several?
bool IsContinuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

using Color = std::array<std::uint8_t, 3>;

constexpr std::array<Color, 10> kColors = {{{230, 25, 75},
                                            {60, 180, 75},
                                            {0, 110, 220},
                                            {245, 130, 48},
                                            {145, 30, 180},
                                            {0, 160, 170},
                                            {240, 50, 230},
                                            {128, 128, 0},
                                            {154, 99, 36},
                                            {255, 200, 25}}};

// The same label has the same colour in every picture.
Color ColorOf(std::string_view label) {
  std::uint32_t hash = 2'166'136'261U;
  for (const char byte : label) hash = (hash ^ static_cast<unsigned char>(byte)) * 16'777'619U;
  return kColors[(hash >> 8) % kColors.size()];
}

// All coordinates may lie outside, up to 2^20 in any direction.
class Canvas {
 public:
  explicit Canvas(PixelBuffer& buffer) : buffer_(buffer) {}

  // Edges belong to it.
  void Fill(std::int64_t left, std::int64_t top, std::int64_t right, std::int64_t bottom,
            Color color) {
    left = std::max<std::int64_t>(left, 0);
    top = std::max<std::int64_t>(top, 0);
    right = std::min(right, buffer_.width - 1);
    bottom = std::min(bottom, buffer_.height - 1);
    for (std::int64_t y = top; y <= bottom; ++y) {
      for (std::int64_t x = left; x <= right; ++x) {
        std::uint8_t* const pixel =
            buffer_.bytes.data() +
            static_cast<std::size_t>((y * buffer_.width + x) * buffer_.channels);
        std::copy(color.begin(), color.end(), pixel);
        if (buffer_.channels == 4) pixel[3] = 255;
      }
    }
  }

  void Frame(std::int64_t left, std::int64_t top, std::int64_t right, std::int64_t bottom,
             std::int64_t thickness, Color color) {
    const std::int64_t inner = thickness - 1;
    Fill(left, top, right, std::min(top + inner, bottom), color);
    Fill(left, std::max(bottom - inner, top), right, bottom, color);
    Fill(left, top, std::min(left + inner, right), bottom, color);
    Fill(std::max(right - inner, left), top, right, bottom, color);
  }

  // Above the place (left, bottom), or below it where there is no room above.
  void Label(std::int64_t left, std::int64_t bottom, std::string_view text, Color color) {
    const auto characters =
        std::count_if(text.begin(), text.end(), [](char byte) { return !IsContinuation(byte); });
    if (characters == 0) return;
    constexpr std::int64_t kMargin = 1;
    constexpr std::int64_t kHeight = kGlyphHeight + 2 * kMargin;
    // No more than fit, so that an endless label costs nothing.
    const std::int64_t shown =
        std::min<std::int64_t>(characters, buffer_.width / (kGlyphWidth + 1) + 1);
    const std::int64_t width = shown * (kGlyphWidth + 1) + kMargin;
    left = std::max<std::int64_t>(std::min(left, buffer_.width - width), 0);
    const std::int64_t top = std::max<std::int64_t>(bottom - kHeight, 0);
    Fill(left, top, left + width - 1, top + kHeight - 1, color);
    const int luminance = 299 * color[0] + 587 * color[1] + 114 * color[2];
    const Color ink = luminance > 128'000 ? Color{0, 0, 0} : Color{255, 255, 255};
    std::int64_t x = left + kMargin;
    std::int64_t drawn = 0;
    for (const char byte : text) {
      if (IsContinuation(byte)) continue;
      if (drawn++ == shown) break;
      Glyph(x, top + kMargin, GlyphOf(byte), ink);
      x += kGlyphWidth + 1;
    }
  }

 private:
  void Glyph(std::int64_t left, std::int64_t top, const char* rows, Color ink) {
    for (std::int64_t y = 0; y < kGlyphHeight; ++y) {
      const char row = rows[y];
      const int bits = row <= '9' ? row - '0' : row - 'A' + 10;
      for (std::int64_t x = 0; x < kGlyphWidth; ++x) {
        if (((bits >> (kGlyphWidth - 1 - x)) & 1) != 0) {
          Fill(left + x, top + y, left + x, top + y, ink);
        }
      }
    }
  }

  PixelBuffer& buffer_;
};

PixelBuffer CopyInColor(const PixelView& picture) {
  const bool alpha = picture.channels % 2 == 0;
  PixelBuffer copy{picture.height, picture.width, alpha ? 4 : 3, {}};
  const auto pixels = static_cast<std::size_t>(picture.height * picture.width);
  const auto from_channels = static_cast<std::size_t>(picture.channels);
  const auto to_channels = static_cast<std::size_t>(copy.channels);
  copy.bytes.resize(pixels * to_channels);
  if (from_channels == to_channels) {
    std::memcpy(copy.bytes.data(), picture.bytes, copy.bytes.size());
    return copy;
  }
  for (std::size_t i = 0; i < pixels; ++i) {
    const std::uint8_t* const from = picture.bytes + i * from_channels;
    std::uint8_t* const to = copy.bytes.data() + i * to_channels;
    to[0] = to[1] = to[2] = from[0];
    if (alpha) to[3] = from[1];
  }
  return copy;
}

// A coordinate as a pixel, no further outside than can be told apart.
std::int64_t PixelOf(double coordinate) {
  constexpr double kFar = 1 << 20;
  return std::llround(std::clamp(coordinate, -kFar, kFar));
}

}  // namespace

PixelBuffer DrawBoxes(const PixelView& picture, std::span<const ImageBox> boxes) {
  PixelBuffer drawn = CopyInColor(picture);
  Canvas canvas(drawn);
  const std::int64_t thickness = std::min(picture.height, picture.width) >= 200 ? 2 : 1;
  for (const ImageBox& box : boxes) {
    if (std::isnan(box.left) || std::isnan(box.top) || std::isnan(box.right) ||
        std::isnan(box.bottom)) {
      continue;
    }
    const std::int64_t left = PixelOf(std::min(box.left, box.right));
    const std::int64_t right = PixelOf(std::max(box.left, box.right));
    const std::int64_t top = PixelOf(std::min(box.top, box.bottom));
    const std::int64_t bottom = PixelOf(std::max(box.top, box.bottom));
    // Nothing of it is in the picture, so neither is its label.
    if (right < 0 || bottom < 0 || left >= picture.width || top >= picture.height) continue;
    const Color color = ColorOf(box.label);
    canvas.Frame(left, top, right, bottom, thickness, color);
    canvas.Label(left, top, box.label, color);
  }
  return drawn;
}

}  // namespace sightglass::writer
