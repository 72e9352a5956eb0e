#pragma once

#include <span>
#include <vector>

#include "graph/layout_graph.h"

namespace sightglass::graph {

struct PackBox {
  double width = 0;
  double height = 0;
  bool pinned = false;  // stands left of all others, from top to bottom
};

struct Packing {
  std::vector<LayoutPoint> corners{};  // left and top, by box
  double width = 0;
  double height = 0;
};

// Puts boxes in rows, in their order, so that the whole is a little wider than high.
// REQUIRES: at most one is pinned.
Packing PackBoxes(std::span<const PackBox> boxes, const LayoutGaps& gaps);

// The same in columns of at most `height`, or as high as the highest box.
Packing PackColumns(std::span<const PackBox> boxes, double height, double gap_x, double gap_y);

}  // namespace sightglass::graph
