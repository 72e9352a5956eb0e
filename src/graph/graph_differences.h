#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "graph/graph_union.h"
#include "graph/scope_tree.h"
#include "graph/scope_tree_facts.h"

namespace sightglass::graph {

// Nodes of each status but kSame.
struct DifferenceCounts {
  std::uint64_t added = 0;
  std::uint64_t removed = 0;
  std::uint64_t changed = 0;

  [[nodiscard]] std::uint64_t all() const { return added + removed + changed; }
  bool operator==(const DifferenceCounts&) const = default;
};

// What a group of `nodes` nodes is as a whole: added or removed only if all of it is.
NodeStatus StatusOf(const DifferenceCounts& counts, std::uint64_t nodes);

// A place to stop at on a walk through all differences: a node, or a whole scope that was added or
// removed.
struct Difference {
  bool scope = false;
  std::uint32_t number = 0;  // of the scope, or rank of the node
  NodeStatus status = NodeStatus::kSame;
};

struct DifferenceList {
  std::vector<Difference> found{};  // a scope's own nodes before the scopes in it
  std::uint64_t total = 0;          // of the list, whatever its limit
};

// How two graphs differ, by the ranks of the graph that is both.
//
// Threads: immutable once made. Memory: 8 bytes a node that differs, and what the union has.
class GraphDifferences {
 public:
  // `tree` is of the united graph, and must outlive this.
  GraphDifferences(std::shared_ptr<const GraphUnion> both, const ScopeTree& tree);

  [[nodiscard]] const GraphUnion& both() const { return *both_; }
  [[nodiscard]] NodeStatus status_at(std::uint32_t rank) const {
    return both_->status(tree_->node_at(rank));
  }

  // In these ranges, which must not overlap. Cost: logarithmic for each.
  [[nodiscard]] DifferenceCounts Count(std::span<const RankRange> ranges) const;
  [[nodiscard]] DifferenceCounts Total() const;
  // Inputs that only the first graph has, and only the second.
  [[nodiscard]] std::uint64_t removed_inputs() const { return removed_inputs_; }
  [[nodiscard]] std::uint64_t added_inputs() const { return added_inputs_; }

  // From `skip` on, at most `limit`. Cost: linear in the scopes that have differences.
  [[nodiscard]] DifferenceList List(std::size_t skip, std::size_t limit) const;

  // The united graph not included: it is the index's.
  [[nodiscard]] std::uint64_t memory_bytes() const;

 private:
  using Ranks = std::vector<std::uint32_t>;

  std::shared_ptr<const GraphUnion> both_;
  const ScopeTree* tree_;
  Ranks added_;
  Ranks removed_;
  Ranks changed_;
  Ranks all_;
  std::uint64_t removed_inputs_ = 0;
  std::uint64_t added_inputs_ = 0;
};

}  // namespace sightglass::graph
