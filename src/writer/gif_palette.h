#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sightglass::writer {

// The colours of all frames in no more than 256: exactly if there are no more, otherwise by median
// cut over a grid of 32 x 32 x 32. Without dithering: it would make still parts flicker from frame
// to frame and files several times larger.
//
// Add() all frames, then Finish(), then IndexOf().
class GifPalette {
 public:
  using Color = std::array<std::uint8_t, 3>;

  GifPalette();
  // Pixels of three bytes.
  void Add(std::span<const std::uint8_t> rgb);
  void Finish();

  [[nodiscard]] const std::vector<Color>& colors() const { return colors_; }  // 1 to 256
  // REQUIRES: the pixels were added.
  void IndexOf(std::span<const std::uint8_t> rgb, std::span<std::uint8_t> indices) const;

 private:
  static constexpr std::size_t kMaxColors = 256;
  static constexpr std::size_t kCells = 32 * 32 * 32;
  // Open addressing: places by colour, filled up to a quarter.
  static constexpr std::size_t kSlots = 4 * kMaxColors;
  static constexpr std::uint32_t kEmpty = 0xFFFF'FFFF;

  struct Cell {
    std::uint64_t count = 0;
    std::array<std::uint64_t, 3> sums{};  // of the channels
  };
  struct Box {
    std::array<std::uint8_t, 3> low;  // of cells that hold something
    std::array<std::uint8_t, 3> high;
    std::uint64_t count;
  };

  static std::size_t SlotOf(std::uint32_t color) { return (color * 0x9E3779B1U) >> 22; }
  static std::size_t CellOf(const std::uint8_t* rgb);
  void AddExact(const std::uint8_t* rgb);
  [[nodiscard]] Box Shrink(Box box) const;
  [[nodiscard]] bool Split(Box& box, Box& other) const;
  void MedianCut();

  std::array<std::uint32_t, kSlots> slots_;  // colours, exact as long as there are few
  std::array<std::uint8_t, kSlots> slot_indices_{};
  std::size_t exact_colors_ = 0;
  std::vector<Cell> cells_;
  std::vector<std::uint8_t> cell_indices_;  // empty while exact
  std::vector<Color> colors_;
};

}  // namespace sightglass::writer
