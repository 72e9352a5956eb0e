#include "graph/layout_pack.h"

#include <algorithm>
#include <cmath>

namespace sightglass::graph {
namespace {

// Of the whole: screens are wide.
constexpr double kWidthToHeight = 1.6;

}  // namespace

Packing PackBoxes(std::span<const PackBox> boxes, const LayoutGaps& gaps) {
  Packing packing;
  packing.corners.resize(boxes.size());
  double left = 0;
  double pinned_height = 0;
  double area = 0;
  double widest = 0;
  for (const PackBox& box : boxes) {
    if (box.pinned) {
      left = box.width + gaps.layer;
      packing.width = box.width;
      pinned_height = box.height;
      continue;
    }
    area += (box.width + gaps.node) * (box.height + gaps.layer);
    widest = std::max(widest, box.width);
  }
  const double wanted = std::max(widest, std::sqrt(area * kWidthToHeight));
  double x = 0;
  double y = 0;
  double row = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (boxes[i].pinned) continue;
    if (x > 0 && x + boxes[i].width > wanted) {
      x = 0;
      y += row + gaps.layer;
      row = 0;
    }
    packing.corners[i] = {left + x, y};
    packing.width = std::max(packing.width, left + x + boxes[i].width);
    row = std::max(row, boxes[i].height);
    packing.height = std::max(packing.height, y + row);
    x += boxes[i].width + gaps.node;
  }
  packing.height = std::max(packing.height, pinned_height);
  return packing;
}

Packing PackColumns(std::span<const PackBox> boxes, double height, double gap_x, double gap_y) {
  Packing packing;
  double x = 0;
  double y = 0;
  double column = 0;
  for (const PackBox& box : boxes) {
    if (y > 0 && y + box.height > height) {
      x += column + gap_x;
      y = 0;
      column = 0;
    }
    packing.corners.push_back({x, y});
    column = std::max(column, box.width);
    packing.width = std::max(packing.width, x + column);
    packing.height = std::max(packing.height, y + box.height);
    y += box.height + gap_y;
  }
  return packing;
}

}  // namespace sightglass::graph
