#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/json_writer.h"
#include "graph/graph_differences.h"
#include "graph/level_view.h"
#include "kind/router.h"
#include "kinds/graphs/graph_cache.h"

namespace sightglass::kinds {

// POST /api/graphs/differences
base::Result<kind::Response> HandleGraphDifferences(const kind::Request& request,
                                                    const kind::RequestContext& context,
                                                    GraphCache& cache);

// "same", "added", "removed", "changed"
std::string_view NodeStatusName(graph::NodeStatus status);

// {"status":"changed","added":1,"removed":0,"changed":2} of these nodes under "diff"; nothing where
// they are the same. Of one node, only its status.
void WriteDifference(const graph::GraphDifferences& differences,
                     std::span<const graph::RankRange> ranges, bool group, base::JsonWriter& json);

// {"added":1,"removed":2} of the tensors and control edges of a line, under "diff".
void WriteEdgeDifference(const graph::EdgeSum& sum, base::JsonWriter& json);

// Of the graph as a whole, under "diff".
void WriteDifferenceFacts(const graph::GraphDifferences& differences, base::JsonWriter& json);

// What a node of both graphs has in each, under "diff".
void WriteNodeDifference(const graph::GraphUnion& both, std::uint32_t node, base::JsonWriter& json);

}  // namespace sightglass::kinds
