#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/result.h"
#include "graph/graph.h"

namespace sightglass::graph {

// What became of a node from the first graph to the second.
enum class NodeStatus : std::uint8_t {
  kSame,
  kAdded,    // only the second graph has it
  kRemoved,  // only the first graph has it
  kChanged,
};

// In what a node of both graphs differs; several may be set.
struct NodeChanges {
  bool op : 1 = false;
  bool attributes : 1 = false;
  bool inputs : 1 = false;  // or only their order
  bool shapes : 1 = false;  // of its outputs
  // By itself no change: the same model on another machine has another device at every node.
  bool device : 1 = false;

  [[nodiscard]] bool any() const { return op || attributes || inputs || shapes; }
};

// Two graphs in one: a node for every name that either has, so that one drawing shows both. What
// both have is as in the first graph; its inputs are those of both, each with the side that it is
// from. A node that only the second has stands behind the one that it follows there.
//
// Threads: immutable once made; shared by pointer. Memory: the three graphs, and 9 bytes a node.
// Cost of making: linear in both graphs.
class GraphUnion {
 public:
  // kOutOfRange: together they are too large for one graph.
  static base::Result<std::shared_ptr<const GraphUnion>> Make(std::shared_ptr<const Graph> first,
                                                              std::shared_ptr<const Graph> second);

  // Both in one. Its issues are those of both.
  [[nodiscard]] const std::shared_ptr<const Graph>& graph() const { return graph_; }
  [[nodiscard]] const Graph& first() const { return *first_; }
  [[nodiscard]] const Graph& second() const { return *second_; }

  // The node of graph() in each of them; kNoNode: it is not there.
  [[nodiscard]] std::uint32_t in_first(std::uint32_t node) const { return in_first_[node]; }
  [[nodiscard]] std::uint32_t in_second(std::uint32_t node) const { return in_second_[node]; }
  [[nodiscard]] NodeChanges changes(std::uint32_t node) const { return changes_[node]; }
  [[nodiscard]] NodeStatus status(std::uint32_t node) const {
    if (in_first_[node] == kNoNode) return NodeStatus::kAdded;
    if (in_second_[node] == kNoNode) return NodeStatus::kRemoved;
    return changes_[node].any() ? NodeStatus::kChanged : NodeStatus::kSame;
  }

  // Without graph(); both graphs are counted, though others may share them.
  [[nodiscard]] std::uint64_t memory_bytes() const;

 private:
  friend class GraphUnionMaker;
  GraphUnion() = default;

  std::shared_ptr<const Graph> first_;
  std::shared_ptr<const Graph> second_;
  std::shared_ptr<const Graph> graph_;
  std::vector<std::uint32_t> in_first_;
  std::vector<std::uint32_t> in_second_;
  std::vector<NodeChanges> changes_;
};

}  // namespace sightglass::graph
