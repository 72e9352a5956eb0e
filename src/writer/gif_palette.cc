#include "writer/gif_palette.h"

#include <algorithm>

namespace sightglass::writer {
namespace {

std::uint32_t PackedColor(const std::uint8_t* rgb) {
  return (std::uint32_t{rgb[0]} << 16) | (std::uint32_t{rgb[1]} << 8) | rgb[2];
}

}  // namespace

GifPalette::GifPalette() : cells_(kCells) { slots_.fill(kEmpty); }

std::size_t GifPalette::CellOf(const std::uint8_t* rgb) {
  return (std::size_t{rgb[0]} >> 3 << 10) | (std::size_t{rgb[1]} >> 3 << 5) |
         (std::size_t{rgb[2]} >> 3);
}

void GifPalette::AddExact(const std::uint8_t* rgb) {
  const std::uint32_t color = PackedColor(rgb);
  std::size_t slot = SlotOf(color);
  while (slots_[slot] != color) {
    if (slots_[slot] == kEmpty) {
      slots_[slot] = color;
      ++exact_colors_;
      return;
    }
    slot = (slot + 1) % kSlots;
  }
}

void GifPalette::Add(std::span<const std::uint8_t> rgb) {
  for (std::size_t i = 0; i + 3 <= rgb.size(); i += 3) {
    const std::uint8_t* const pixel = rgb.data() + i;
    if (exact_colors_ <= kMaxColors) AddExact(pixel);
    Cell& cell = cells_[CellOf(pixel)];
    ++cell.count;
    for (std::size_t c = 0; c < 3; ++c) cell.sums[c] += pixel[c];
  }
}

void GifPalette::Finish() {
  if (exact_colors_ > kMaxColors) {
    MedianCut();
    return;
  }
  // Sorted, so that the same colours give the same file whatever the order they came in.
  std::vector<std::uint32_t> sorted;
  for (const std::uint32_t color : slots_) {
    if (color != kEmpty) sorted.push_back(color);
  }
  std::sort(sorted.begin(), sorted.end());
  for (const std::uint32_t color : sorted) {
    colors_.push_back({static_cast<std::uint8_t>(color >> 16),
                       static_cast<std::uint8_t>(color >> 8), static_cast<std::uint8_t>(color)});
  }
  for (std::size_t slot = 0; slot < kSlots; ++slot) {
    if (slots_[slot] == kEmpty) continue;
    const auto found = std::lower_bound(sorted.begin(), sorted.end(), slots_[slot]);
    slot_indices_[slot] = static_cast<std::uint8_t>(found - sorted.begin());
  }
  if (colors_.empty()) colors_.push_back({0, 0, 0});
}

GifPalette::Box GifPalette::Shrink(Box box) const {
  Box tight{{31, 31, 31}, {0, 0, 0}, 0};
  for (std::uint8_t r = box.low[0]; r <= box.high[0]; ++r) {
    for (std::uint8_t g = box.low[1]; g <= box.high[1]; ++g) {
      for (std::uint8_t b = box.low[2]; b <= box.high[2]; ++b) {
        const std::uint64_t count =
            cells_[(std::size_t{r} << 10) | (std::size_t{g} << 5) | b].count;
        if (count == 0) continue;
        tight.count += count;
        const std::array<std::uint8_t, 3> at = {r, g, b};
        for (std::size_t c = 0; c < 3; ++c) {
          tight.low[c] = std::min(tight.low[c], at[c]);
          tight.high[c] = std::max(tight.high[c], at[c]);
        }
      }
    }
  }
  return tight;
}

// Cuts along the longest side, so that about half of the pixels lie on each side of the cut.
bool GifPalette::Split(Box& box, Box& other) const {
  std::size_t axis = 0;
  for (std::size_t c = 1; c < 3; ++c) {
    if (box.high[c] - box.low[c] > box.high[axis] - box.low[axis]) axis = c;
  }
  if (box.high[axis] == box.low[axis]) return false;
  std::array<std::uint64_t, 32> slices{};
  for (std::size_t r = box.low[0]; r <= box.high[0]; ++r) {
    for (std::size_t g = box.low[1]; g <= box.high[1]; ++g) {
      for (std::size_t b = box.low[2]; b <= box.high[2]; ++b) {
        slices[axis == 0 ? r : axis == 1 ? g : b] += cells_[(r << 10) | (g << 5) | b].count;
      }
    }
  }
  std::uint8_t cut = box.low[axis];
  std::uint64_t below = slices[cut];
  while (cut + 1 < box.high[axis] && below + slices[cut + 1U] <= box.count / 2) {
    ++cut;
    below += slices[cut];
  }
  other = box;
  box.high[axis] = cut;
  other.low[axis] = static_cast<std::uint8_t>(cut + 1);
  box = Shrink(box);
  other = Shrink(other);
  return true;
}

void GifPalette::MedianCut() {
  std::vector<Box> boxes = {Shrink({{0, 0, 0}, {31, 31, 31}, 0})};
  // A box counts by its pixels and its length: many pixels of nearly one colour need no more.
  const auto weight = [](const Box& box) {
    int longest = 0;
    for (std::size_t c = 0; c < 3; ++c) longest = std::max(longest, box.high[c] - box.low[c]);
    return box.count * static_cast<std::uint64_t>(longest);
  };
  while (boxes.size() < kMaxColors) {
    const auto heaviest =
        std::max_element(boxes.begin(), boxes.end(),
                         [&](const Box& a, const Box& b) { return weight(a) < weight(b); });
    Box other;
    if (!Split(*heaviest, other)) break;
    boxes.push_back(other);
  }
  cell_indices_.assign(kCells, 0);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Box& box = boxes[i];
    std::array<std::uint64_t, 3> sums{};
    for (std::size_t r = box.low[0]; r <= box.high[0]; ++r) {
      for (std::size_t g = box.low[1]; g <= box.high[1]; ++g) {
        for (std::size_t b = box.low[2]; b <= box.high[2]; ++b) {
          const std::size_t place = (r << 10) | (g << 5) | b;
          cell_indices_[place] = static_cast<std::uint8_t>(i);
          for (std::size_t c = 0; c < 3; ++c) sums[c] += cells_[place].sums[c];
        }
      }
    }
    Color color{};
    for (std::size_t c = 0; c < 3; ++c) {
      color[c] = static_cast<std::uint8_t>((sums[c] + box.count / 2) / box.count);
    }
    colors_.push_back(color);
  }
}

void GifPalette::IndexOf(std::span<const std::uint8_t> rgb, std::span<std::uint8_t> indices) const {
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const std::uint8_t* const pixel = rgb.data() + 3 * i;
    if (!cell_indices_.empty()) {
      indices[i] = cell_indices_[CellOf(pixel)];
      continue;
    }
    const std::uint32_t color = PackedColor(pixel);
    std::size_t slot = SlotOf(color);
    while (slots_[slot] != color) slot = (slot + 1) % kSlots;
    indices[i] = slot_indices_[slot];
  }
}

}  // namespace sightglass::writer
