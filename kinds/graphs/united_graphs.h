#pragma once

#include <memory>

#include "base/result.h"
#include "kinds/graphs/graph_cache.h"

namespace sightglass::kinds {

// Two graphs in one, with how they differ. What was measured of them is left out: times of two runs
// in one sum tell nothing. kOutOfRange: together they are too large.
base::Result<std::shared_ptr<const LoadedGraph>> UniteGraphs(const LoadedGraph& first,
                                                             const LoadedGraph& second);

}  // namespace sightglass::kinds
