#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "graph/graph_differences.h"
#include "graph/scope_tree_index.h"

namespace sightglass::graph {

enum class SearchBy : std::uint8_t {
  kName,       // of nodes and scopes
  kOp,         // of nodes
  kAttribute,  // "key" or "key=value", of nodes; found within "key=value" as a person reads it
  kShape,      // "32x784" with ? for any size, of what nodes give
};

struct SearchQuery {
  std::string text{};
  SearchBy by = SearchBy::kName;
  bool regex = false;  // otherwise found anywhere, with ASCII letters of either case; not of kShape
  std::size_t limit = 100;
  // Only nodes that differ, and scopes with such nodes; null: all.
  const GraphDifferences* differences = nullptr;
};

struct SearchHit {
  bool scope = false;
  std::uint32_t number = 0;  // of the scope, or rank of the node
};

struct SearchResult {
  std::vector<SearchHit> hits{};  // a scope, then its nodes, then the scopes in it
  bool more = false;              // there are others beyond the limit
};

// kInvalidArgument: `text` is no pattern, or no shape. kCancelled.
// Cost: linear in the bytes that are looked at: names of all nodes, or definitions.
base::Result<SearchResult> SearchGraph(const GraphIndex& index, const SearchQuery& query,
                                       const base::CancelFlag& cancel);

}  // namespace sightglass::graph
