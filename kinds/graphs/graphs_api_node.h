#pragma once

#include "kind/router.h"
#include "kinds/graphs/graphs_api_choice.h"

namespace sightglass::kinds {

// POST /api/graphs/node
base::Result<kind::Response> HandleGraphNode(const kind::Request& request,
                                             const kind::RequestContext& context,
                                             GraphCache& cache);

}  // namespace sightglass::kinds
