#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/layout_graph.h"

namespace sightglass::graph {

// The layer of each node, from 0, so that every edge goes at least one layer down: by longest
// paths, then nodes are moved within their room to make edges short. Pinned nodes are alone in the
// layer before or after all others.
// REQUIRES: the edges have no circle, none comes into a node pinned first or out of one pinned
// last. Cost: linear, times a few rounds.
std::vector<std::uint32_t> AssignLayers(std::span<const LayoutNode> nodes,
                                        std::span<const LayoutEdge> edges);

}  // namespace sightglass::graph
