#include "graph/scope_tree_index.h"

#include <utility>

namespace sightglass::graph {

GraphIndex::GraphIndex(std::shared_ptr<const Graph> graph, CostTable costs)
    : graph_(std::move(graph)),
      tree_(*graph_),
      edges_(tree_),
      facts_(tree_),
      costs_(tree_, std::move(costs)),
      tpu_(tree_),
      templates_(FindTemplates(tree_, edges_)) {}

std::uint64_t GraphIndex::memory_bytes() const {
  return graph_->memory_bytes() + tree_.memory_bytes() + edges_.memory_bytes() +
         facts_.memory_bytes() + costs_.memory_bytes() + tpu_.memory_bytes() +
         templates_.capacity() * sizeof(templates_[0]);
}

}  // namespace sightglass::graph
