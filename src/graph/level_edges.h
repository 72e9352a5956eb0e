#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/scope_tree.h"

namespace sightglass::graph {

// One input of one node.
struct Edge {
  static constexpr std::uint32_t kControl = 1U << 31;
  static constexpr std::uint32_t kReference = 1U << 30;
  static constexpr std::uint32_t kOnlyFirst = 1U << 29;
  static constexpr std::uint32_t kOnlySecond = 1U << 28;

  std::uint32_t from = 0;  // ranks
  std::uint32_t to = 0;
  std::uint32_t tensor = 0;  // number of a shape, and the bits above

  [[nodiscard]] bool control() const { return (tensor & kControl) != 0; }
  // What flows is a variable that the taker changes, not its value.
  [[nodiscard]] bool reference() const { return (tensor & kReference) != 0; }
  // Of two graphs in one, which of them has it.
  [[nodiscard]] GraphSide side() const {
    if ((tensor & kOnlyFirst) != 0) return GraphSide::kFirst;
    return (tensor & kOnlySecond) != 0 ? GraphSide::kSecond : GraphSide::kBoth;
  }
  [[nodiscard]] std::uint32_t shape() const { return tensor & (kOnlySecond - 1); }
};

// The shape of a tensor that nothing is said of.
inline constexpr std::uint32_t kUnknownShape = 0;

// All edges of a graph by the lowest scope that holds both ends, so that to draw an open scope
// costs the edges that are seen in it and no others. A node that takes itself has no edge here.
//
// Threads: immutable once made. Memory: 16 bytes an edge, 4 a node and 4 a scope.
class LevelEdges {
 public:
  explicit LevelEdges(const ScopeTree& tree);

  // Edges between nodes in different children of `scope`, nodes directly in it being children.
  [[nodiscard]] std::span<const Edge> in(std::uint32_t scope) const {
    return std::span(edges_).subspan(first_edge_[scope],
                                     first_edge_[scope + 1] - first_edge_[scope]);
  }
  [[nodiscard]] std::uint64_t size() const { return edges_.size(); }

  // Ranks of the nodes that take something of this one, in order, each as often as it does.
  [[nodiscard]] std::span<const std::uint32_t> takers(std::uint32_t rank) const {
    return std::span(takers_).subspan(first_taker_[rank],
                                      first_taker_[rank + 1] - first_taker_[rank]);
  }

  // "32×784"; "" if unknown, "scalar" for no dimensions. Unknown sizes are "?".
  [[nodiscard]] std::string_view shape_text(std::uint32_t shape) const { return texts_[shape]; }
  // How many numbers such a tensor has, where unknown sizes count as 1.
  [[nodiscard]] double elements(std::uint32_t shape) const { return elements_[shape]; }
  [[nodiscard]] std::uint32_t shapes() const { return static_cast<std::uint32_t>(texts_.size()); }

  [[nodiscard]] std::uint64_t memory_bytes() const;

 private:
  std::uint32_t ShapeNumber(const Shape& shape);

  std::vector<Edge> edges_;                // by scope
  std::vector<std::uint32_t> first_edge_;  // one more than scopes
  std::vector<std::uint32_t> takers_;
  std::vector<std::uint32_t> first_taker_;  // one more than nodes
  std::vector<std::string> texts_;          // by shape
  std::vector<double> elements_;
  std::unordered_map<std::string, std::uint32_t> shape_numbers_;
};

// "32×784" as above.
std::string EdgeShapeText(const Shape& shape);

// The lowest scope that holds both ranks.
std::uint32_t CommonScope(const ScopeTree& tree, std::uint32_t a, std::uint32_t b);

}  // namespace sightglass::graph
