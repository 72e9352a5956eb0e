#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "graph/layout_scene.h"

namespace sightglass::graph {

// What must hold of every scene, whatever the graph; for tests and the fuzzer. Empty: it holds.
inline std::string WhatIsWrong(const LevelView& view, const ViewRoutes& routes,
                               const Scene& scene) {
  constexpr double kHair = 1e-6;
  const auto inside = [&](const SceneBox& inner, double x, double y, double right, double bottom) {
    return inner.x >= x - kHair && inner.y >= y - kHair && inner.x + inner.width <= right + kHair &&
           inner.y + inner.height <= bottom + kHair;
  };
  std::set<std::string> ids;
  std::uint64_t nodes = 0;
  for (std::uint32_t i = 0; i < view.items().size(); ++i) {
    const ViewItem& item = view.items()[i];
    if (!ids.insert(view.id(i)).second) return "twice: " + view.id(i);
    if (item.inner == kNoLevel) nodes += item.nodes;
    const SceneBox& box = scene.boxes[i];
    if (item.role == ItemRole::kEmbedded) continue;
    if (!std::isfinite(box.x + box.y) || box.width <= 0 || box.height <= 0) {
      return "no box: " + view.id(i);
    }
    const std::uint32_t around = view.parent(i);
    const SceneBox out =
        around == kNoItem ? SceneBox{0, 0, scene.width, scene.height} : scene.boxes[around];
    if (!inside(box, out.x, out.y, out.x + out.width, out.y + out.height)) {
      return "outside: " + view.id(i);
    }
  }
  if (nodes != view.index().graph().size()) return "nodes lost";
  for (const ViewLevel& level : view.levels()) {
    // By left edge; only those that begin before one ends can overlap it.
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = level.begin; i < level.end; ++i) {
      if (view.items()[i].role != ItemRole::kEmbedded) order.push_back(i);
    }
    std::ranges::sort(order, {}, [&](std::uint32_t i) { return scene.boxes[i].x; });
    for (std::size_t i = 0; i < order.size(); ++i) {
      const SceneBox& a = scene.boxes[order[i]];
      for (std::size_t j = i + 1; j < order.size(); ++j) {
        const SceneBox& b = scene.boxes[order[j]];
        if (b.x >= a.x + a.width - kHair) break;
        if (b.y < a.y + a.height - kHair && a.y < b.y + b.height - kHair) {
          return "overlap: " + view.id(order[i]) + " " + view.id(order[j]);
        }
      }
    }
  }
  std::size_t wanted = 0;
  for (const LevelRoutes& level : routes.levels) wanted += level.edges.size();
  if (scene.edges.size() != wanted) return "edges lost";
  for (const SceneEdge& edge : scene.edges) {
    const RoutedEdge& routed = routes.levels[edge.level].edges[edge.edge];
    if (edge.points.size() < 2) return "a line without points";
    const auto touches = [&](const RouteEnd& end, const LayoutPoint& point) {
      const std::uint32_t item = end.port ? view.levels()[edge.level].item : end.number;
      const SceneBox& box = scene.boxes[item];
      const bool across = point.x >= box.x - kHair && point.x <= box.x + box.width + kHair;
      const bool border =
          std::abs(point.y - box.y) < kHair || std::abs(point.y - box.y - box.height) < kHair;
      return across && border;
    };
    if (!touches(routed.from, edge.points.front())) return "a line begins nowhere";
    if (!touches(routed.to, edge.points.back())) return "a line ends nowhere";
  }
  return {};
}

}  // namespace sightglass::graph
