#include "graph/layout_layers.h"

#include <algorithm>
#include <limits>

#include "base/check.h"
#include "graph/layout_adjacency.h"

namespace sightglass::graph {
namespace {

constexpr int kRounds = 8;

class Layerer {
 public:
  Layerer(std::span<const LayoutNode> nodes, std::span<const LayoutEdge> edges)
      : nodes_(nodes),
        edges_(edges),
        in_(nodes.size(), edges, Side::kIn),
        out_(nodes.size(), edges, Side::kOut),
        layer_(nodes.size(), 0) {}

  std::vector<std::uint32_t> Assign() {
    Sort();
    for (const std::uint32_t node : order_) {
      for (const std::uint32_t edge : in_[node]) {
        const std::uint32_t from = edges_[edge].from;
        if (IsFree(from)) layer_[node] = std::max(layer_[node], layer_[from] + 1);
      }
    }
    bool moved = true;
    for (int round = 0; round < kRounds && moved; ++round) {
      moved = false;
      for (auto node = order_.rbegin(); node != order_.rend(); ++node) moved |= Move(*node);
      for (const std::uint32_t node : order_) moved |= Move(node);
    }
    PinAndClose();
    return {layer_.begin(), layer_.end()};
  }

 private:
  [[nodiscard]] bool IsFree(std::uint32_t node) const {
    return nodes_[node].pin == LayoutPin::kFree;
  }

  void Sort() {
    std::vector<std::uint32_t> waits(nodes_.size());
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
      waits[node] = static_cast<std::uint32_t>(in_[node].size());
      if (waits[node] == 0) order_.push_back(node);
    }
    for (std::size_t i = 0; i < order_.size(); ++i) {
      for (const std::uint32_t edge : out_[order_[i]]) {
        if (--waits[edges_[edge].to] == 0) order_.push_back(edges_[edge].to);
      }
    }
    CHECK(order_.size() == nodes_.size());
  }

  // To the end of its room that makes its edges shorter in all. Pinned nodes do not count: their
  // layer is set at the end.
  bool Move(std::uint32_t node) {
    if (!IsFree(node)) return false;
    std::int64_t low = std::numeric_limits<std::int64_t>::min();
    std::int64_t high = std::numeric_limits<std::int64_t>::max();
    double pull = 0;  // above 0: down
    for (const std::uint32_t edge : in_[node]) {
      if (!IsFree(edges_[edge].from)) continue;
      low = std::max(low, layer_[edges_[edge].from] + 1);
      pull -= edges_[edge].weight;
    }
    for (const std::uint32_t edge : out_[node]) {
      if (!IsFree(edges_[edge].to)) continue;
      high = std::min(high, layer_[edges_[edge].to] - 1);
      pull += edges_[edge].weight;
    }
    std::int64_t wanted = layer_[node];
    if (pull > 0 && high != std::numeric_limits<std::int64_t>::max()) wanted = high;
    if (pull < 0 && low != std::numeric_limits<std::int64_t>::min()) wanted = low;
    if (wanted == layer_[node]) return false;
    layer_[node] = wanted;
    return true;
  }

  // Numbers layers from 0 without holes.
  void PinAndClose() {
    std::int64_t lowest = std::numeric_limits<std::int64_t>::max();
    std::int64_t highest = std::numeric_limits<std::int64_t>::min();
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
      if (!IsFree(node)) continue;
      lowest = std::min(lowest, layer_[node]);
      highest = std::max(highest, layer_[node]);
    }
    if (lowest > highest) lowest = highest = 0;
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
      if (nodes_[node].pin == LayoutPin::kFirst) layer_[node] = lowest - 1;
      if (nodes_[node].pin == LayoutPin::kLast) layer_[node] = highest + 1;
    }
    std::vector<std::int64_t> used(layer_.begin(), layer_.end());
    std::ranges::sort(used);
    used.erase(std::unique(used.begin(), used.end()), used.end());
    for (std::int64_t& layer : layer_) {
      layer = std::ranges::lower_bound(used, layer) - used.begin();
    }
  }

  std::span<const LayoutNode> nodes_;
  std::span<const LayoutEdge> edges_;
  Adjacency in_;
  Adjacency out_;
  std::vector<std::int64_t> layer_;
  std::vector<std::uint32_t> order_;  // every node after those it hangs on
};

}  // namespace

std::vector<std::uint32_t> AssignLayers(std::span<const LayoutNode> nodes,
                                        std::span<const LayoutEdge> edges) {
  return Layerer(nodes, edges).Assign();
}

}  // namespace sightglass::graph
