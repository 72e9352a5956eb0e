#pragma once

#include <span>
#include <vector>

#include "graph/layout_graph.h"
#include "graph/layout_order.h"

namespace sightglass::graph {

// The middle of each vertex from left to right, so that within a layer nothing overlaps, gaps are
// kept, and long edges run straight: by the method of Brandes and Köpf, with four drawings aligned
// to each corner and the mean of the middle two. `widths` by vertex.
// Cost: linear in vertices and segments.
std::vector<double> PlaceVertices(const LayeredGraph& graph, std::span<const double> widths,
                                  const LayoutGaps& gaps);

}  // namespace sightglass::graph
