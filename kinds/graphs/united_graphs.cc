#include "kinds/graphs/united_graphs.h"

#include <utility>

#include "graph/graph_union.h"

namespace sightglass::kinds {

base::Result<std::shared_ptr<const LoadedGraph>> UniteGraphs(const LoadedGraph& first,
                                                             const LoadedGraph& second) {
  ASSIGN_OR_RETURN(const auto both, graph::GraphUnion::Make(first.index->shared_graph(),
                                                            second.index->shared_graph()));
  auto loaded = std::make_shared<LoadedGraph>();
  loaded->index = std::make_shared<const graph::GraphIndex>(both->graph());
  loaded->differences =
      std::make_shared<const graph::GraphDifferences>(both, loaded->index->tree());
  return std::shared_ptr<const LoadedGraph>(std::move(loaded));
}

}  // namespace sightglass::kinds
