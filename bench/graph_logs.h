#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "bench/log_file.h"

namespace sightglass::bench {

// A run with a graph of exactly so many nodes: a transformer in training, nested as
// model/stage_0/block_0/layer_0/attention/query/MatMul, with gradients and updates nested alike; or
// one level of operations that no scope holds.
struct GraphOptions {
  std::uint64_t nodes = 100'000;
  bool flat = false;
  std::uint64_t seed = 1;
};
// kInvalidArgument for fewer nodes than the smallest network has.
base::Result<Totals> MakeGraph(const std::string& directory, const GraphOptions& options);

}  // namespace sightglass::bench
