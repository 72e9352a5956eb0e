#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graph/layout_graph.h"

namespace sightglass::graph {

enum class Side : std::uint8_t { kIn, kOut };

// The edges into or out of each node, by their numbers, in order. Edges from a node to itself are
// left out.
class Adjacency {
 public:
  Adjacency(std::size_t nodes, std::span<const LayoutEdge> edges, Side side)
      : first_(nodes + 1, 0) {
    const auto end = [side](const LayoutEdge& edge) {
      return side == Side::kIn ? edge.to : edge.from;
    };
    for (const LayoutEdge& edge : edges) {
      if (edge.from != edge.to) ++first_[end(edge) + 1];
    }
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    numbers_.resize(first_.back());
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (std::uint32_t i = 0; i < edges.size(); ++i) {
      if (edges[i].from != edges[i].to) numbers_[next[end(edges[i])]++] = i;
    }
  }

  [[nodiscard]] std::span<const std::uint32_t> operator[](std::uint32_t node) const {
    return std::span(numbers_).subspan(first_[node], first_[node + 1] - first_[node]);
  }

 private:
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> numbers_;
};

}  // namespace sightglass::graph
