#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "graph/level_view.h"

namespace sightglass::graph {

// An open level with more neighbours than this on a side has one port for all of them.
inline constexpr std::size_t kMaxPorts = 6;
// Little nodes at one side of an item; the rest is counted.
inline constexpr std::size_t kMaxAnnotations = 5;

// Where edges cross the border of an open item.
struct Port {
  bool out = false;  // what goes through it leaves the item
  std::uint32_t neighbour =
      kNoItem;  // the item at the other end, where both meet; kNoItem: several
};

// One end of an edge within a level: an item of it, or a port.
struct RouteEnd {
  std::uint32_t number = 0;  // of the item, or of the port in its level
  bool port = false;

  bool operator==(const RouteEnd&) const = default;
};

// A line to be drawn within one level.
struct RoutedEdge {
  RouteEnd from{};
  RouteEnd to{};
  EdgeSum sum{};
};

// What is drawn in one level.
struct LevelRoutes {
  std::vector<Port> ports{};
  std::vector<RoutedEdge> edges{};
};

// A little node at an item: stands for an edge that is not drawn.
struct Annotation {
  std::uint32_t item = 0;  // the other end
  EdgeSum sum{};
};

struct Annotations {
  std::vector<Annotation> shown{};
  std::uint64_t more = 0;
};

// How the edges of a view are drawn: every edge as a line in the level where its ends meet, led on
// through ports into open items on both sides; or, where an end is aside or has too many control
// edges, as little nodes at both ends.
struct ViewRoutes {
  std::vector<LevelRoutes> levels{};  // by level of the view
  std::vector<Annotations> in{};      // by item: what it takes
  std::vector<Annotations> out{};     // what it gives
};

ViewRoutes RouteEdges(const LevelView& view);

// The port of `level` for this neighbour, or that for all; nullopt: none.
std::optional<std::uint32_t> FindPort(const LevelRoutes& level, bool out, std::uint32_t neighbour);

}  // namespace sightglass::graph
