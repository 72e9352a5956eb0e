#pragma once

#include <string>

#include "base/bytes.h"
#include "base/result.h"

namespace sightglass::graph {

// The op graph of a RunMetadata as a GraphDef: what functions looked like before they were
// optimized. None gives an empty graph, one is itself. Of several, TensorBoard's rule: what belongs
// to the i-th is named "graph_i/..." (functions "graph_i_..."), and all must be of one version.
//
// kInvalidArgument: the bytes are no RunMetadata, or the versions differ.
base::Result<std::string> MergeFunctionGraphs(base::Bytes run_metadata);

}  // namespace sightglass::graph
