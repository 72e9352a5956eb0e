#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace sightglass::demo {

struct Color {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
};

// From `a` (at 0) to `b` (at 1, and beyond).
Color Mix(Color a, Color b, double t);

// A picture to draw on. What lies outside is left out.
class Canvas {
 public:
  Canvas(int width, int height, Color background);

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  // Red, green, blue of each pixel, rows from the top.
  [[nodiscard]] std::span<const std::uint8_t> pixels() const { return pixels_; }

  void Fill(int left, int top, int width, int height, Color color);
  // Grey values from 0 to 1, `columns` in a row; each becomes a square of `zoom` pixels.
  void Draw(int left, int top, std::span<const float> values, int columns, int zoom);
  // Digits, lower-case letters, '>', '%', '.' and blanks; anything else is a blank.
  void Write(int left, int top, std::string_view text, int zoom, Color color);
  // The same from bottom to top.
  void WriteUpwards(int left, int bottom, std::string_view text, int zoom, Color color);
  // How wide Write() makes `text`.
  [[nodiscard]] static int TextWidth(std::string_view text, int zoom);

 private:
  int width_;
  int height_;
  std::vector<std::uint8_t> pixels_;
};

}  // namespace sightglass::demo
