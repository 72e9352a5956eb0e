#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sightglass::graph {

struct LayoutPoint {
  double x = 0;
  double y = 0;

  bool operator==(const LayoutPoint&) const = default;
};

// Where a node must stand.
enum class LayoutPin : std::uint8_t { kFree, kFirst, kLast };  // alone in the first or last layer

struct LayoutNode {
  double width = 0;  // of the room that it takes
  double height = 0;
  LayoutPin pin = LayoutPin::kFree;
};

struct LayoutEdge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  double weight = 1;  // how much it matters that it is short and goes with the flow
};

// Room between things.
struct LayoutGaps {
  double node = 5;    // side by side
  double edge = 5;    // between edges that pass a layer, and from them to nodes
  double layer = 25;  // from layer to layer
};

// A drawing of layers from top (y = 0) to bottom. Edges go down, but for those that close a circle.
struct Layout {
  std::vector<LayoutPoint> centers{};  // by node
  // By edge: the places where it passes from layer to layer between its ends, top down, ends not
  // included.
  std::vector<std::vector<LayoutPoint>> bends{};
  std::vector<bool> upward{};  // by edge: it goes up
  double width = 0;
  double height = 0;
};

// Lays a graph out in layers (Sugiyama's method): circles are cut (layout_cycles.h), nodes get
// layers (layout_layers.h), long edges get a place in each layer that they pass, layers are ordered
// for few crossings (layout_order.h), and places follow (layout_places.h). Parts that hang together
// with pinned nodes stand left, others are packed beside.
//
// Which node stands left of which depends on nodes and edges only, not on sizes: a node that grows
// pushes others away, but nothing changes places. The same input gives the same drawing.
// Edges from a node to itself have no bends.
// Cost: linear in nodes, edges and the layers that edges pass, of which at most kMaxPassed are laid
// out; longer edges are drawn straight.
Layout LayOutGraph(std::span<const LayoutNode> nodes, std::span<const LayoutEdge> edges,
                   const LayoutGaps& gaps = {});

inline constexpr std::size_t kMaxPassed = 100'000;

}  // namespace sightglass::graph
