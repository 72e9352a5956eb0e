#pragma once

#include "graph/graph_search.h"
#include "kind/router.h"
#include "kinds/graphs/graphs_api_choice.h"

namespace sightglass::kinds {

// POST /api/graphs/search, /api/graphs/trace and /api/graphs/path
base::Result<kind::Response> HandleGraphSearch(const kind::Request& request,
                                               const kind::RequestContext& context,
                                               GraphCache& cache);
base::Result<kind::Response> HandleGraphTrace(const kind::Request& request,
                                              const kind::RequestContext& context,
                                              GraphCache& cache);
base::Result<kind::Response> HandleGraphPath(const kind::Request& request,
                                             const kind::RequestContext& context,
                                             GraphCache& cache);

// A node or a scope that was found, with the scopes around it.
void WriteHit(const LoadedGraph& loaded, const graph::SearchHit& hit, base::JsonWriter& json);

}  // namespace sightglass::kinds
