#pragma once

#include <memory>
#include <span>
#include <string>

#include "base/bytes.h"
#include "base/result.h"
#include "graph/build_graph.h"
#include "graph/graph.h"
#include "graph/message_cursor.h"

namespace sightglass::graph {

// Reads a GraphDef with its library of functions. The arguments of a function become nodes
// "input_arg" and "output_arg". One that is cut short or damaged gives what is whole, and an issue.
//
// `issues` are put before those of the graph. kInvalidArgument: the bytes are no GraphDef at all.
// Errors of reading a file as io::File gives them. Cost: about a second for a million nodes.
// Attributes over a limit are passed over: of a file, their bytes are not even read.
base::Result<std::shared_ptr<const Graph>> ReadGraphDef(base::Bytes bytes,
                                                        const GraphLimits& limits = {});
base::Result<std::shared_ptr<const Graph>> ReadGraphDef(MessageCursor& cursor,
                                                        const GraphLimits& limits = {},
                                                        std::span<const std::string> issues = {});

}  // namespace sightglass::graph
