#pragma once

#include <cstdint>
#include <string>

namespace sightglass::bench {

// Fewer nodes are no transformer.
inline constexpr std::uint64_t kLeastTransformerNodes = 500;

// A serialized GraphDef of exactly so many nodes. REQUIRES: nodes >= kLeastTransformerNodes.
std::string TransformerGraph(std::uint64_t nodes, std::uint64_t seed);

// The same of one level: every operation takes one or two of the few dozens before it, and none has
// a name that looks like the next of a series.
std::string FlatGraph(std::uint64_t nodes, std::uint64_t seed);

}  // namespace sightglass::bench
