#pragma once

#include <span>
#include <string>

#include "base/arena.h"
#include "graph/graph.h"

namespace sightglass::graph {

// Shapes of a node's outputs as a text that is the same only for equal lists. Few lists are
// different, so that a graph keeps each once.
std::string OutputsKey(std::span<const Shape> outputs);

// A copy that lives as long as `arena`.
std::span<const Shape> CopyOutputs(std::span<const Shape> outputs, base::Arena& arena);

}  // namespace sightglass::graph
