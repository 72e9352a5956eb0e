#include "demo/canvas.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sightglass::demo {
namespace {

constexpr int kGlyphWidth = 5;
constexpr int kGlyphHeight = 7;
constexpr int kAdvance = kGlyphWidth + 1;

using Glyph = std::array<std::uint8_t, kGlyphHeight>;  // a row each, the left pixel is bit 4

constexpr std::array<Glyph, 10> kDigitGlyphs = {{
    {0x0E, 0x11, 0x13, 0x15, 0x19, 0x11, 0x0E},
    {0x04, 0x0C, 0x04, 0x04, 0x04, 0x04, 0x0E},
    {0x0E, 0x11, 0x01, 0x06, 0x08, 0x10, 0x1F},
    {0x0E, 0x11, 0x01, 0x06, 0x01, 0x11, 0x0E},
    {0x02, 0x06, 0x0A, 0x12, 0x1F, 0x02, 0x02},
    {0x1F, 0x10, 0x1E, 0x01, 0x01, 0x11, 0x0E},
    {0x06, 0x08, 0x10, 0x1E, 0x11, 0x11, 0x0E},
    {0x1F, 0x01, 0x02, 0x04, 0x08, 0x08, 0x08},
    {0x0E, 0x11, 0x11, 0x0E, 0x11, 0x11, 0x0E},
    {0x0E, 0x11, 0x11, 0x0F, 0x01, 0x02, 0x0C},
}};

constexpr std::array<Glyph, 26> kLetterGlyphs = {{
    {0x00, 0x00, 0x0E, 0x01, 0x0F, 0x11, 0x0F}, {0x10, 0x10, 0x1E, 0x11, 0x11, 0x11, 0x1E},
    {0x00, 0x00, 0x0E, 0x10, 0x10, 0x10, 0x0E}, {0x01, 0x01, 0x0F, 0x11, 0x11, 0x11, 0x0F},
    {0x00, 0x00, 0x0E, 0x11, 0x1F, 0x10, 0x0E}, {0x06, 0x08, 0x1C, 0x08, 0x08, 0x08, 0x08},
    {0x00, 0x0F, 0x11, 0x11, 0x0F, 0x01, 0x0E}, {0x10, 0x10, 0x1E, 0x11, 0x11, 0x11, 0x11},
    {0x04, 0x00, 0x0C, 0x04, 0x04, 0x04, 0x0E}, {0x02, 0x00, 0x06, 0x02, 0x02, 0x12, 0x0C},
    {0x10, 0x10, 0x12, 0x14, 0x18, 0x14, 0x12}, {0x0C, 0x04, 0x04, 0x04, 0x04, 0x04, 0x0E},
    {0x00, 0x00, 0x1A, 0x15, 0x15, 0x15, 0x15}, {0x00, 0x00, 0x1E, 0x11, 0x11, 0x11, 0x11},
    {0x00, 0x00, 0x0E, 0x11, 0x11, 0x11, 0x0E}, {0x00, 0x00, 0x1E, 0x11, 0x1E, 0x10, 0x10},
    {0x00, 0x00, 0x0F, 0x11, 0x0F, 0x01, 0x01}, {0x00, 0x00, 0x16, 0x19, 0x10, 0x10, 0x10},
    {0x00, 0x00, 0x0F, 0x10, 0x0E, 0x01, 0x1E}, {0x08, 0x08, 0x1C, 0x08, 0x08, 0x09, 0x06},
    {0x00, 0x00, 0x11, 0x11, 0x11, 0x11, 0x0F}, {0x00, 0x00, 0x11, 0x11, 0x11, 0x0A, 0x04},
    {0x00, 0x00, 0x11, 0x15, 0x15, 0x15, 0x0A}, {0x00, 0x00, 0x11, 0x0A, 0x04, 0x0A, 0x11},
    {0x00, 0x11, 0x11, 0x11, 0x0F, 0x01, 0x0E}, {0x00, 0x00, 0x1F, 0x02, 0x04, 0x08, 0x1F},
}};

constexpr Glyph kBlank = {};
constexpr Glyph kGreater = {0x10, 0x08, 0x04, 0x02, 0x04, 0x08, 0x10};
constexpr Glyph kPercent = {0x18, 0x19, 0x02, 0x04, 0x08, 0x13, 0x03};
constexpr Glyph kPoint = {0x00, 0x00, 0x00, 0x00, 0x00, 0x0C, 0x0C};

const Glyph& GlyphOf(char c) {
  if (c >= '0' && c <= '9') return kDigitGlyphs[static_cast<std::size_t>(c - '0')];
  if (c >= 'a' && c <= 'z') return kLetterGlyphs[static_cast<std::size_t>(c - 'a')];
  if (c == '>') return kGreater;
  if (c == '%') return kPercent;
  if (c == '.') return kPoint;
  return kBlank;
}

std::uint8_t ToByte(double value) {
  // NaN compares false, and becomes 0.
  return value > 0 ? static_cast<std::uint8_t>(std::lround(std::min(value, 1.0) * 255)) : 0;
}

// Calls fill(x, y) for each set pixel of `text`, in pixels of the font.
template <class Fill>
void EachPixel(std::string_view text, const Fill& fill) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const Glyph& glyph = GlyphOf(text[i]);
    for (int y = 0; y < kGlyphHeight; ++y) {
      for (int x = 0; x < kGlyphWidth; ++x) {
        const unsigned bit = 1U << static_cast<unsigned>(kGlyphWidth - 1 - x);
        if ((glyph[static_cast<std::size_t>(y)] & bit) != 0) {
          fill(static_cast<int>(i) * kAdvance + x, y);
        }
      }
    }
  }
}

}  // namespace

Color Mix(Color a, Color b, double t) {
  const double share = t > 0 ? std::min(t, 1.0) : 0;
  const auto mix = [share](std::uint8_t from, std::uint8_t to) {
    return static_cast<std::uint8_t>(
        std::lround(static_cast<double>(from) + static_cast<double>(to - from) * share));
  };
  return {mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue)};
}

Canvas::Canvas(int width, int height, Color background)
    : width_(width), height_(height), pixels_(static_cast<std::size_t>(width * height * 3)) {
  Fill(0, 0, width, height, background);
}

void Canvas::Fill(int left, int top, int width, int height, Color color) {
  const int right = std::min(left + width, width_);
  const int bottom = std::min(top + height, height_);
  for (int y = std::max(top, 0); y < bottom; ++y) {
    for (int x = std::max(left, 0); x < right; ++x) {
      const int first_byte = (y * width_ + x) * 3;
      std::uint8_t* const pixel = &pixels_[static_cast<std::size_t>(first_byte)];
      pixel[0] = color.red;
      pixel[1] = color.green;
      pixel[2] = color.blue;
    }
  }
}

void Canvas::Draw(int left, int top, std::span<const float> values, int columns, int zoom) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const int x = static_cast<int>(i) % columns;
    const int y = static_cast<int>(i) / columns;
    const std::uint8_t grey = ToByte(static_cast<double>(values[i]));
    Fill(left + x * zoom, top + y * zoom, zoom, zoom, {grey, grey, grey});
  }
}

void Canvas::Write(int left, int top, std::string_view text, int zoom, Color color) {
  EachPixel(text, [&](int x, int y) { Fill(left + x * zoom, top + y * zoom, zoom, zoom, color); });
}

void Canvas::WriteUpwards(int left, int bottom, std::string_view text, int zoom, Color color) {
  EachPixel(text, [&](int x, int y) {
    Fill(left + y * zoom, bottom - (x + 1) * zoom, zoom, zoom, color);
  });
}

int Canvas::TextWidth(std::string_view text, int zoom) {
  return text.empty() ? 0 : (static_cast<int>(text.size()) * kAdvance - 1) * zoom;
}

}  // namespace sightglass::demo
