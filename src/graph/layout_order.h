#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace sightglass::graph {

// A graph whose edges all go from one layer to the next. Vertices below `nodes` are nodes, others
// are places where a long edge passes a layer.
class LayeredGraph {
 public:
  using Segment = std::pair<std::uint32_t, std::uint32_t>;  // upper, lower

  // REQUIRES: the lower vertex of each segment is one layer below the upper; no layer is empty.
  LayeredGraph(std::uint32_t nodes, std::vector<std::uint32_t> layer_of,
               std::span<const Segment> segments);

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(layer_of_.size()); }
  [[nodiscard]] std::uint32_t layer_of(std::uint32_t vertex) const { return layer_of_[vertex]; }
  [[nodiscard]] bool IsPassing(std::uint32_t vertex) const { return vertex >= nodes_; }
  [[nodiscard]] std::span<const std::uint32_t> up(std::uint32_t vertex) const {
    return std::span(up_).subspan(first_up_[vertex], first_up_[vertex + 1] - first_up_[vertex]);
  }
  [[nodiscard]] std::span<const std::uint32_t> down(std::uint32_t vertex) const {
    return std::span(down_).subspan(first_down_[vertex],
                                    first_down_[vertex + 1] - first_down_[vertex]);
  }
  [[nodiscard]] std::size_t segments() const { return up_.size(); }

  // Vertices of each layer from left to right.
  std::vector<std::vector<std::uint32_t>> layers;

 private:
  std::uint32_t nodes_;
  std::vector<std::uint32_t> layer_of_;
  std::vector<std::uint32_t> first_up_;
  std::vector<std::uint32_t> up_;
  std::vector<std::uint32_t> first_down_;
  std::vector<std::uint32_t> down_;
};

// Puts each layer in an order with few crossings: first as a walk from the top finds the vertices,
// then by the mean place of neighbours, from the top and from the bottom in turn, and by swapping
// neighbours. The best order that was met stays.
// Cost: bounded by a few million steps, however large the graph.
void OrderLayers(LayeredGraph& graph);

// How often segments cross.
std::uint64_t CountCrossings(const LayeredGraph& graph);

}  // namespace sightglass::graph
