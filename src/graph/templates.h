#pragma once

#include <cstdint>
#include <vector>

#include "graph/level_edges.h"
#include "graph/scope_tree.h"

namespace sightglass::graph {

inline constexpr std::uint32_t kNoTemplate = ~0U;

// Which scopes are built alike: the number of its template for every scope, from 0 in the order in
// which they first occur; kNoTemplate for one that no other is like, and for the root.
//
// Scopes are alike if they hold the same operations in scopes that are alike, connected in the same
// way; names and order do not matter. That is told by 128 bits of hash, made from below: of each
// child its operation or its scope's hash, refined twice by what it is connected to. So two scopes
// might be called alike that only a search of all ways to match them would tell apart, as no
// network has them; never the other way round.
//
// Cost: linear in nodes, scopes and edges.
std::vector<std::uint32_t> FindTemplates(const ScopeTree& tree, const LevelEdges& edges);

}  // namespace sightglass::graph
