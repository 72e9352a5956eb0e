#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/layout_graph.h"

namespace sightglass::graph {

// Which edges to turn so that no circle is left: true for those. Few and light ones, by the method
// of Eades, Lin and Smyth: sinks go last, sources first, and else what gives most more than it
// takes. An edge from a node to itself is not turned.
// Cost: linear in nodes and edges, times the logarithm of nodes where there are circles.
std::vector<bool> TurnedEdges(std::uint32_t nodes, std::span<const LayoutEdge> edges);

}  // namespace sightglass::graph
