#pragma once

#include <cstdint>
#include <vector>

#include "graph/layout_graph.h"
#include "graph/level_view.h"
#include "graph/level_view_routes.h"

namespace sightglass::graph {

enum class FlowDirection : std::uint8_t { kUp, kDown };

// Sizes of what is drawn: TensorBoard's, but ops and series are broad enough that short names stand
// inside and not on each other.
struct SceneSizes {
  double scope_width = 60;
  double scope_least_height = 15;  // of a scope with one node
  double scope_most_height = 60;   // of one with scope_most_nodes and more
  double scope_most_nodes = 200;
  double open_least_width = 60;  // for its name
  double op_width = 48;
  double op_height = 12;
  double chain_width = 48;  // a series whose nodes are connected: a stack
  double chain_height = 18;
  double row_width = 54;  // one whose nodes are not
  double row_height = 12;
  double annotation_width = 50;  // room for little nodes on a side
  double annotation_height = 9;  // of one
  double padding = 10;           // within an open item
  double title_height = 20;      // its name
  double aside_gap_x = 15;       // between columns of items aside
  double aside_gap_y = 20;
  LayoutGaps gaps{};
};

// Left, top, width and height.
struct SceneBox {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
};

// A line within a level; its ends are in its RoutedEdge.
struct SceneEdge {
  std::uint32_t level = 0;
  std::uint32_t edge = 0;  // of the level's routes
  // From the border of what it comes from to that of what it goes to; at least two. Lines between
  // them are straight or, where nothing else is near, may be rounded.
  std::vector<LayoutPoint> points{};
};

// A view ready to be drawn. x goes right and y down.
struct Scene {
  std::vector<SceneBox> boxes{};  // by item; embedded ones have none: all 0
  std::vector<SceneEdge> edges{};
  double width = 0;
  double height = 0;
};

// Open items are laid out before those that they are in. Items aside stand in columns to the right.
// No two boxes overlap but those of an item and what is in it.
Scene LayOutScene(const LevelView& view, const ViewRoutes& routes,
                  FlowDirection direction = FlowDirection::kUp, const SceneSizes& sizes = {});

}  // namespace sightglass::graph
