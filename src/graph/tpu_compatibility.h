#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "graph/scope_tree.h"
#include "graph/scope_tree_facts.h"

namespace sightglass::graph {

// Whether a TPU can run this operation of TensorFlow.
bool IsTpuOperation(std::string_view op);

// The same of a node: one without an operation, or placed on another device, stands in no way.
bool IsTpuCompatible(std::string_view op, std::string_view device);

// Which nodes of a graph keep it from running on a TPU. Those of library functions count for
// nothing: the node that calls one does.
//
// Threads: immutable once made. Memory: 4 bytes a node that does.
class TpuCompatibility {
 public:
  // `tree` must outlive this.
  explicit TpuCompatibility(const ScopeTree& tree);

  // Some operation of the graph is one of TensorFlow's that a TPU can run: otherwise nothing is
  // known about any.
  [[nodiscard]] bool is_known() const { return is_listed_; }
  // In these ranges, which must not overlap. Cost: logarithmic for each.
  [[nodiscard]] std::uint64_t Incompatible(std::span<const RankRange> ranges) const;
  // By count, the most frequent first, then by name.
  [[nodiscard]] std::vector<TextCount> IncompatibleOps(const RankRange& range) const;
  [[nodiscard]] std::uint64_t memory_bytes() const {
    return incompatible_.capacity() * sizeof(std::uint32_t);
  }

 private:
  const ScopeTree* tree_;
  std::vector<std::uint32_t> incompatible_;  // ranks, sorted
  bool is_listed_ = false;
};

}  // namespace sightglass::graph
