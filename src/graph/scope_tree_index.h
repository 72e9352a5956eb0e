#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "graph/graph.h"
#include "graph/graph_costs.h"
#include "graph/level_edges.h"
#include "graph/scope_tree.h"
#include "graph/scope_tree_facts.h"
#include "graph/templates.h"
#include "graph/tpu_compatibility.h"

namespace sightglass::graph {

// A graph with all that is computed of it once, to answer questions from.
//
// Threads: immutable once made; shared by pointer.
class GraphIndex {
 public:
  explicit GraphIndex(std::shared_ptr<const Graph> graph, CostTable costs = {});
  GraphIndex(const GraphIndex&) = delete;
  GraphIndex& operator=(const GraphIndex&) = delete;

  [[nodiscard]] const Graph& graph() const { return *graph_; }
  [[nodiscard]] const std::shared_ptr<const Graph>& shared_graph() const { return graph_; }
  [[nodiscard]] const ScopeTree& tree() const { return tree_; }
  [[nodiscard]] const LevelEdges& edges() const { return edges_; }
  [[nodiscard]] const ScopeTreeFacts& facts() const { return facts_; }
  [[nodiscard]] const GraphCosts& costs() const { return costs_; }
  [[nodiscard]] const TpuCompatibility& tpu() const { return tpu_; }
  [[nodiscard]] std::uint32_t template_of(std::uint32_t scope) const { return templates_[scope]; }
  // The graph included.
  [[nodiscard]] std::uint64_t memory_bytes() const;

 private:
  std::shared_ptr<const Graph> graph_;
  ScopeTree tree_;
  LevelEdges edges_;
  ScopeTreeFacts facts_;
  GraphCosts costs_;
  TpuCompatibility tpu_;
  std::vector<std::uint32_t> templates_;  // by scope
};

}  // namespace sightglass::graph
