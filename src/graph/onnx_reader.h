#pragma once

#include <memory>

#include "base/result.h"
#include "graph/build_graph.h"
#include "graph/graph.h"
#include "graph/message_cursor.h"

namespace sightglass::graph {

// Reads the graph of an ONNX model. Inputs and outputs become nodes "input/x" and "output/x",
// initializers nodes by their names with '/' for '.', so that they stand in the scopes that
// exporters make of modules. What a node has inside (the branches of If, the body of Loop) is a
// scope below it. Weights are passed over, and of a file not even read.
//
// kInvalidArgument: no ONNX model. One that is cut short gives what is whole, and an issue.
base::Result<std::shared_ptr<const Graph>> ReadOnnxModel(MessageCursor& cursor,
                                                         const GraphLimits& limits = {});

}  // namespace sightglass::graph
