#include "graph/layout_graph.h"

#include <algorithm>
#include <numeric>

#include "graph/layout_cycles.h"
#include "graph/layout_layers.h"
#include "graph/layout_order.h"
#include "graph/layout_pack.h"
#include "graph/layout_places.h"

namespace sightglass::graph {
namespace {

// A part of the graph that is laid out by itself: numbers of its nodes and edges.
struct Part {
  std::vector<std::uint32_t> nodes;
  std::vector<std::uint32_t> edges;
  bool pinned = false;
};

class Joined {
 public:
  explicit Joined(std::size_t nodes) : parent_(nodes) {
    std::iota(parent_.begin(), parent_.end(), 0U);
  }
  std::uint32_t Find(std::uint32_t node) {
    while (parent_[node] != node) node = parent_[node] = parent_[parent_[node]];
    return node;
  }
  void Join(std::uint32_t a, std::uint32_t b) {
    a = Find(a);
    b = Find(b);
    // The lowest number stands for all.
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

// What hangs together, by the first node; all parts with pinned nodes as one.
std::vector<Part> PartsOf(std::span<const LayoutNode> nodes, std::span<const LayoutEdge> edges) {
  Joined joined(nodes.size());
  for (const LayoutEdge& edge : edges) joined.Join(edge.from, edge.to);
  std::uint32_t pinned = ~0U;
  for (std::uint32_t node = 0; node < nodes.size(); ++node) {
    if (nodes[node].pin == LayoutPin::kFree) continue;
    if (pinned == ~0U) pinned = node;
    joined.Join(pinned, node);
  }
  std::vector<Part> parts;
  std::vector<std::uint32_t> part_of(nodes.size());
  for (std::uint32_t node = 0; node < nodes.size(); ++node) {
    const std::uint32_t first = joined.Find(node);
    if (first == node) {
      part_of[node] = static_cast<std::uint32_t>(parts.size());
      parts.emplace_back();
    }
    parts[part_of[first]].nodes.push_back(node);
    parts[part_of[first]].pinned |= nodes[node].pin != LayoutPin::kFree;
  }
  for (std::uint32_t edge = 0; edge < edges.size(); ++edge) {
    if (edges[edge].from == edges[edge].to) continue;
    parts[part_of[joined.Find(edges[edge].from)]].edges.push_back(edge);
  }
  return parts;
}

// One part, with its own numbers of nodes and edges.
class PartLayout {
 public:
  PartLayout(std::span<const LayoutNode> nodes, std::span<const LayoutEdge> edges,
             const LayoutGaps& gaps, std::size_t max_passed)
      : nodes_(nodes), gaps_(gaps), edges_(edges.begin(), edges.end()) {
    upward_ = TurnedEdges(static_cast<std::uint32_t>(nodes.size()), edges_);
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      if (upward_[i]) std::swap(edges_[i].from, edges_[i].to);
    }
    layer_of_ = AssignLayers(nodes, edges_);
    PassLayers(max_passed);
  }

  Layout Make() {
    LayeredGraph layered(static_cast<std::uint32_t>(nodes_.size()), layer_of_, segments_);
    OrderLayers(layered);
    std::vector<double> widths(layered.size(), 0);
    for (std::size_t i = 0; i < nodes_.size(); ++i) widths[i] = nodes_[i].width;
    std::vector<double> x = PlaceVertices(layered, widths, gaps_);

    Layout layout;
    layout.upward = upward_;
    double left = 0;
    double right = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double low = x[i] - widths[i] / 2;
      const double high = x[i] + widths[i] / 2;
      left = i == 0 ? low : std::min(left, low);
      right = i == 0 ? high : std::max(right, high);
    }
    for (double& each : x) each -= left;
    layout.width = right - left;
    PlaceLayers(layered, layout);
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      layout.centers.push_back({x[i], middle_[layer_of_[i]]});
    }
    layout.bends.resize(edges_.size());
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      for (std::uint32_t vertex = first_passing_[i]; vertex < first_passing_[i + 1]; ++vertex) {
        // Straight through the whole layer, so that tall neighbours are not touched.
        const std::uint32_t layer = layer_of_[vertex];
        const double half = height_[layer] / 2;
        layout.bends[i].push_back({x[vertex], middle_[layer] - half});
        if (half > 0) layout.bends[i].push_back({x[vertex], middle_[layer] + half});
      }
    }
    return layout;
  }

 private:
  // Gives each edge a vertex in every layer that it passes, short edges first while there is room.
  void PassLayers(std::size_t max_passed) {
    const auto passed = [this](const LayoutEdge& edge) {
      return layer_of_[edge.to] - layer_of_[edge.from] - 1;
    };
    std::uint64_t wanted = 0;
    for (const LayoutEdge& edge : edges_) wanted += passed(edge);
    std::uint32_t longest = ~0U;
    if (wanted > max_passed) {
      std::vector<std::uint32_t> lengths;
      for (const LayoutEdge& edge : edges_) lengths.push_back(passed(edge));
      std::ranges::sort(lengths);
      std::uint64_t sum = 0;
      longest = 0;
      for (const std::uint32_t length : lengths) {
        sum += length;
        if (sum > max_passed) break;
        longest = length;
      }
    }
    std::uint64_t used = 0;
    for (const LayoutEdge& edge : edges_) {
      first_passing_.push_back(static_cast<std::uint32_t>(layer_of_.size()));
      const std::uint32_t count = passed(edge);
      if (count > longest || used + count > max_passed) continue;
      used += count;
      std::uint32_t above = edge.from;
      for (std::uint32_t i = 0; i < count; ++i) {
        const auto vertex = static_cast<std::uint32_t>(layer_of_.size());
        layer_of_.push_back(layer_of_[edge.from] + 1 + i);
        segments_.emplace_back(above, vertex);
        above = vertex;
      }
      segments_.emplace_back(above, edge.to);
    }
    first_passing_.push_back(static_cast<std::uint32_t>(layer_of_.size()));
  }

  void PlaceLayers(const LayeredGraph& layered, Layout& layout) {
    double y = 0;
    for (const auto& layer : layered.layers) {
      double height = 0;
      for (const std::uint32_t vertex : layer) {
        if (!layered.IsPassing(vertex)) height = std::max(height, nodes_[vertex].height);
      }
      middle_.push_back(y + height / 2);
      height_.push_back(height);
      layout.height = y + height;
      y += height + gaps_.layer;
    }
  }

  std::span<const LayoutNode> nodes_;
  const LayoutGaps& gaps_;
  std::vector<LayoutEdge> edges_;  // all downwards
  std::vector<bool> upward_;       // those that were turned
  std::vector<std::uint32_t> layer_of_;
  std::vector<LayeredGraph::Segment> segments_;
  std::vector<std::uint32_t> first_passing_;  // by edge, its vertices; one more than edges
  std::vector<double> middle_;                // of each layer
  std::vector<double> height_;
};

Layout LayOutPart(const Part& part, std::span<const LayoutNode> nodes,
                  std::span<const LayoutEdge> edges, const LayoutGaps& gaps,
                  std::vector<std::uint32_t>& own_number) {
  std::vector<LayoutNode> own_nodes;
  for (const std::uint32_t node : part.nodes) {
    own_number[node] = static_cast<std::uint32_t>(own_nodes.size());
    own_nodes.push_back(nodes[node]);
  }
  if (part.edges.empty() && part.nodes.size() == 1) {
    return {.centers = {{own_nodes[0].width / 2, own_nodes[0].height / 2}},
            .width = own_nodes[0].width,
            .height = own_nodes[0].height};
  }
  std::vector<LayoutEdge> own_edges;
  for (const std::uint32_t edge : part.edges) {
    own_edges.push_back(
        {own_number[edges[edge].from], own_number[edges[edge].to], edges[edge].weight});
  }
  const std::size_t share = std::max<std::size_t>(
      1'000, kMaxPassed / std::max<std::size_t>(edges.size(), 1) * part.edges.size());
  return PartLayout(own_nodes, own_edges, gaps, std::min(share, kMaxPassed)).Make();
}

}  // namespace

Layout LayOutGraph(std::span<const LayoutNode> nodes, std::span<const LayoutEdge> edges,
                   const LayoutGaps& gaps) {
  Layout whole;
  whole.centers.resize(nodes.size());
  whole.bends.resize(edges.size());
  whole.upward.assign(edges.size(), false);
  const std::vector<Part> parts = PartsOf(nodes, edges);
  std::vector<Layout> layouts;
  std::vector<PackBox> boxes;
  std::vector<std::uint32_t> own_number(nodes.size());
  for (const Part& part : parts) {
    layouts.push_back(LayOutPart(part, nodes, edges, gaps, own_number));
    boxes.push_back({layouts.back().width, layouts.back().height, part.pinned});
  }
  const Packing packing = PackBoxes(boxes, gaps);
  whole.width = packing.width;
  whole.height = packing.height;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const LayoutPoint corner = packing.corners[i];
    for (std::size_t j = 0; j < parts[i].nodes.size(); ++j) {
      const LayoutPoint center = layouts[i].centers[j];
      whole.centers[parts[i].nodes[j]] = {center.x + corner.x, center.y + corner.y};
    }
    for (std::size_t j = 0; j < parts[i].edges.size(); ++j) {
      const std::uint32_t edge = parts[i].edges[j];
      whole.upward[edge] = layouts[i].upward[j];
      for (const LayoutPoint& bend : layouts[i].bends[j]) {
        whole.bends[edge].push_back({bend.x + corner.x, bend.y + corner.y});
      }
    }
  }
  return whole;
}

}  // namespace sightglass::graph
