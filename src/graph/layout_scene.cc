#include "graph/layout_scene.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "graph/layout_pack.h"

namespace sightglass::graph {
namespace {

// What was laid out of one level: everything relative to its left and top, flow downwards.
struct LevelScene {
  std::vector<LayoutPoint> centers;  // by item of the level
  std::vector<double> ports;         // x, by port
  std::vector<std::vector<LayoutPoint>> lines;
  double width = 0;
  double height = 0;
};

struct Size {
  double width = 0;
  double height = 0;
};

class SceneMaker {
 public:
  SceneMaker(const LevelView& view, const ViewRoutes& routes, FlowDirection direction,
             const SceneSizes& sizes)
      : view_(view),
        routes_(routes),
        upwards_(direction == FlowDirection::kUp),
        sizes_(sizes),
        levels_(view.levels().size()),
        core_(view.items().size()),
        room_(view.items().size()) {}

  Scene Make() {
    for (std::size_t level = levels_.size(); level-- > 0;) {
      LayOutLevel(static_cast<std::uint32_t>(level));
    }
    Scene scene;
    scene.boxes.resize(view_.items().size());
    scene.width = levels_[0].width;
    scene.height = levels_[0].height;
    std::vector<LayoutPoint> corners(levels_.size());
    for (std::uint32_t level = 0; level < levels_.size(); ++level) {
      PlaceLevel(level, corners, scene);
    }
    return scene;
  }

 private:
  [[nodiscard]] bool IsDrawn(std::uint32_t item) const {
    return view_.items()[item].role != ItemRole::kEmbedded;
  }

  // The item's own box, and the room it takes: with little nodes on both sides, and so that its
  // middle stays the middle.
  void Measure(std::uint32_t number) {
    const ViewItem& item = view_.items()[number];
    Size core;
    if (item.inner != kNoLevel) {
      const LevelScene& inner = levels_[item.inner];
      core = {std::max(sizes_.open_least_width, inner.width + 2 * sizes_.padding),
              inner.height + 2 * sizes_.padding + sizes_.title_height};
    } else if (item.kind == ItemKind::kOp) {
      core = {sizes_.op_width, sizes_.op_height};
    } else if (item.kind == ItemKind::kSeries) {
      core = item.inner_edges > 0 ? Size{sizes_.chain_width, sizes_.chain_height}
                                  : Size{sizes_.row_width, sizes_.row_height};
    } else {
      const double part =
          std::min(1.0, std::max(0.0, (item.nodes - 1.0) / (sizes_.scope_most_nodes - 1)));
      core = {sizes_.scope_width, sizes_.scope_least_height + part * (sizes_.scope_most_height -
                                                                      sizes_.scope_least_height)};
    }
    const auto entries = [](const Annotations& annotations) {
      return annotations.shown.size() + (annotations.more > 0 ? 1 : 0);
    };
    // Within an open item, what its edges lead to has them.
    const bool open = item.inner != kNoLevel;
    const std::size_t in = open ? 0 : entries(routes_.in[number]);
    const std::size_t out = open ? 0 : entries(routes_.out[number]);
    Size room = core;
    if (in + out > 0) room.width += 2 * sizes_.annotation_width;
    room.height =
        std::max(room.height, static_cast<double>(std::max(in, out)) * sizes_.annotation_height);
    core_[number] = core;
    room_[number] = room;
  }

  void LayOutLevel(std::uint32_t number) {
    const ViewLevel& level = view_.levels()[number];
    const LevelRoutes& routes = routes_.levels[number];
    std::vector<LayoutNode> nodes;
    std::vector<std::uint32_t> node_of(level.end - level.begin, ~0U);
    for (std::uint32_t i = level.begin; i < level.end; ++i) {
      if (!IsDrawn(i)) continue;
      Measure(i);
      if (view_.items()[i].role != ItemRole::kMain) continue;
      node_of[i - level.begin] = static_cast<std::uint32_t>(nodes.size());
      nodes.push_back({room_[i].width, room_[i].height});
    }
    const auto first_port = static_cast<std::uint32_t>(nodes.size());
    for (const Port& port : routes.ports) {
      nodes.push_back({0, 0, port.out ? LayoutPin::kLast : LayoutPin::kFirst});
    }
    const auto node = [&](const RouteEnd& end) {
      return end.port ? first_port + end.number : node_of[end.number - level.begin];
    };
    std::vector<LayoutEdge> edges;
    for (const RoutedEdge& edge : routes.edges) {
      // Many tensors pull more, but not many times more.
      const double weight = edge.sum.tensors == 0 ? 0.5 : 1 + std::log2(edge.sum.tensors);
      edges.push_back({node(edge.from), node(edge.to), weight});
    }
    const Layout layout = LayOutGraph(nodes, edges, sizes_.gaps);

    LevelScene& scene = levels_[number];
    scene.centers.resize(level.end - level.begin);
    for (std::uint32_t i = level.begin; i < level.end; ++i) {
      if (node_of[i - level.begin] != ~0U) {
        scene.centers[i - level.begin] = layout.centers[node_of[i - level.begin]];
      }
    }
    scene.width = layout.width;
    scene.height = layout.height;
    PlaceAside(level, scene);
    for (std::size_t i = 0; i < routes.ports.size(); ++i) {
      scene.ports.push_back(layout.centers[first_port + i].x);
    }
    for (std::size_t i = 0; i < routes.edges.size(); ++i) {
      scene.lines.push_back(Line(number, routes.edges[i], layout.bends[i], layout.upward[i]));
    }
  }

  // Sources, sinks, then functions: columns to the right.
  void PlaceAside(const ViewLevel& level, LevelScene& scene) {
    const double height = std::max(scene.height, 20 * sizes_.scope_least_height);
    for (const ItemRole role : {ItemRole::kSource, ItemRole::kSink, ItemRole::kFunctions}) {
      std::vector<std::uint32_t> items;
      std::vector<PackBox> boxes;
      for (std::uint32_t i = level.begin; i < level.end; ++i) {
        if (view_.items()[i].role != role) continue;
        items.push_back(i);
        boxes.push_back({room_[i].width, room_[i].height});
      }
      if (items.empty()) continue;
      const Packing packing = PackColumns(boxes, height, sizes_.aside_gap_x, sizes_.aside_gap_y);
      const double left = scene.width > 0 ? scene.width + sizes_.aside_gap_x : 0;
      for (std::size_t i = 0; i < items.size(); ++i) {
        scene.centers[items[i] - level.begin] = {left + packing.corners[i].x + boxes[i].width / 2,
                                                 packing.corners[i].y + boxes[i].height / 2};
      }
      scene.width = left + packing.width;
      scene.height = std::max(scene.height, packing.height);
    }
  }

  // Where a line that comes from or goes to x touches an end: the border of its box, at a port
  // where it is open.
  LayoutPoint Touch(std::uint32_t level, const RouteEnd& end, bool leaves, bool at_bottom,
                    std::uint32_t neighbour, double x) const {
    const LevelScene& scene = levels_[level];
    if (end.port) {
      return {scene.ports[end.number],
              routes_.levels[level].ports[end.number].out ? scene.height : 0};
    }
    const LayoutPoint center = scene.centers[end.number - view_.levels()[level].begin];
    const Size& core = core_[end.number];
    const double y = center.y + (at_bottom ? core.height / 2 : -core.height / 2);
    const ViewItem& item = view_.items()[end.number];
    if (item.inner != kNoLevel) {
      const auto port = FindPort(routes_.levels[item.inner], leaves, neighbour);
      if (port) {
        const LevelScene& inner = levels_[item.inner];
        return {center.x - inner.width / 2 + inner.ports[*port], y};
      }
    }
    const double reach = item.kind == ItemKind::kOp ? 0 : core.width * 0.35;
    return {std::clamp(x, center.x - reach, center.x + reach), y};
  }

  // The neighbour by which the ports of an open end know this edge.
  [[nodiscard]] std::uint32_t NeighbourOf(std::uint32_t level, const RouteEnd& other) const {
    return other.port ? routes_.levels[level].ports[other.number].neighbour : other.number;
  }

  std::vector<LayoutPoint> Line(std::uint32_t level, const RoutedEdge& edge,
                                const std::vector<LayoutPoint>& bends, bool upward) const {
    const RouteEnd& top = upward ? edge.to : edge.from;
    const RouteEnd& bottom = upward ? edge.from : edge.to;
    const auto middle = [&](const RouteEnd& end) {
      return end.port ? levels_[level].ports[end.number]
                      : levels_[level].centers[end.number - view_.levels()[level].begin].x;
    };
    const double near_top = bends.empty() ? middle(bottom) : bends.front().x;
    const double near_bottom = bends.empty() ? middle(top) : bends.back().x;
    std::vector<LayoutPoint> points;
    points.push_back(Touch(level, top, !upward, true, NeighbourOf(level, bottom), near_top));
    points.insert(points.end(), bends.begin(), bends.end());
    points.push_back(Touch(level, bottom, upward, false, NeighbourOf(level, top), near_bottom));
    if (upward) std::ranges::reverse(points);
    return points;
  }

  // `corners`: left and top of each level's content, as it is drawn.
  void PlaceLevel(std::uint32_t number, std::vector<LayoutPoint>& corners, Scene& scene) {
    const ViewLevel& level = view_.levels()[number];
    LevelScene& own = levels_[number];
    const LayoutPoint corner = corners[number];
    const auto turn = [&](double y) { return corner.y + (upwards_ ? own.height - y : y); };
    for (std::uint32_t i = level.begin; i < level.end; ++i) {
      if (!IsDrawn(i)) continue;
      const LayoutPoint center = own.centers[i - level.begin];
      SceneBox& box = scene.boxes[i];
      box = {corner.x + center.x - core_[i].width / 2, turn(center.y) - core_[i].height / 2,
             core_[i].width, core_[i].height};
      if (view_.items()[i].inner == kNoLevel) continue;
      const double inner_width = levels_[view_.items()[i].inner].width;
      corners[view_.items()[i].inner] = {box.x + (box.width - inner_width) / 2,
                                         box.y + sizes_.padding + sizes_.title_height};
    }
    for (std::uint32_t i = 0; i < own.lines.size(); ++i) {
      SceneEdge edge{.level = number, .edge = i, .points = std::move(own.lines[i])};
      for (LayoutPoint& point : edge.points) point = {corner.x + point.x, turn(point.y)};
      LeadToBorder(number, scene, edge);
      scene.edges.push_back(std::move(edge));
    }
  }

  // Ports lie where the content ends; the line goes on over padding and title to the border.
  void LeadToBorder(std::uint32_t number, const Scene& scene, SceneEdge& edge) const {
    const RoutedEdge& routed = routes_.levels[number].edges[edge.edge];
    if (!routed.from.port && !routed.to.port) return;
    const SceneBox& box = scene.boxes[view_.levels()[number].item];
    // What leaves goes out at the end of the flow.
    const bool at_top = routed.to.port == upwards_;
    const double border = at_top ? box.y : box.y + box.height;
    if (routed.to.port) {
      edge.points.push_back({edge.points.back().x, border});
    } else {
      edge.points.insert(edge.points.begin(), LayoutPoint{edge.points.front().x, border});
    }
  }

  const LevelView& view_;
  const ViewRoutes& routes_;
  const bool upwards_;
  const SceneSizes& sizes_;
  std::vector<LevelScene> levels_;
  std::vector<Size> core_;  // by item
  std::vector<Size> room_;
};

}  // namespace

Scene LayOutScene(const LevelView& view, const ViewRoutes& routes, FlowDirection direction,
                  const SceneSizes& sizes) {
  return SceneMaker(view, routes, direction, sizes).Make();
}

}  // namespace sightglass::graph
