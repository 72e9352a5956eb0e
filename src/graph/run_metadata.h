#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "graph/graph.h"
#include "graph/graph_costs.h"

namespace sightglass::graph {

// An output of a node as it was when it was executed.
struct MeasuredOutput {
  std::uint32_t node = 0;
  std::uint32_t slot = 0;
  std::uint32_t dtype = 0;
  std::vector<std::int64_t> dims{};
  std::int64_t bytes = 0;  // that were asked for
};

// What a RunMetadata says of a graph's nodes.
struct RunCosts {
  CostTable table{};                      // by node, then by start
  std::vector<MeasuredOutput> outputs{};  // by node, then by slot
  // Nodes that were measured but are not in the graph: counted, and the first few named.
  std::uint64_t unknown_count = 0;
  std::vector<std::string> unknown{};
  std::vector<GraphIssue> issues{};
};

// kInvalidArgument: the bytes are no RunMetadata at all; one that is cut short gives what is whole,
// and an issue.
//
// A node is found by its name, also where the name ends in ":Op", as devices of accelerators have
// it. Nanoseconds count only where there are no microseconds.
base::Result<RunCosts> ReadRunMetadata(base::Bytes bytes, const Graph& graph);

}  // namespace sightglass::graph
