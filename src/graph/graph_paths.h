#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "graph/level_view.h"

namespace sightglass::graph {

enum class TraceDirection : std::uint8_t { kInputs, kOutputs };

// Everything that the nodes in `ranges` take, however far back; or all that takes of them. By rank:
// true for those and for the nodes themselves.
// Cost: linear in what is found.
base::Result<std::vector<bool>> TraceNodes(const GraphIndex& index,
                                           std::span<const RankRange> ranges,
                                           TraceDirection direction,
                                           const base::CancelFlag& cancel);

// A closed item of a view with how many of its nodes were found.
struct TracedItem {
  std::uint32_t item = 0;
  std::uint32_t nodes = 0;
};

// What a trace finds, as far as a view shows it.
struct FoldedTrace {
  std::vector<TracedItem> items{};     // by number; embedded ones included
  std::vector<std::uint32_t> edges{};  // of the view, by number: some edge in it was followed
  std::uint64_t nodes = 0;
};
FoldedTrace FoldTrace(const LevelView& view, const std::vector<bool>& traced);

// A shortest way along edges from any node of `from` to any of `to`: ranks, both ends included.
// nullopt: there is none.
// Cost: linear in nodes and edges.
base::Result<std::optional<std::vector<std::uint32_t>>> FindPath(const GraphIndex& index,
                                                                 std::span<const RankRange> from,
                                                                 std::span<const RankRange> to,
                                                                 const base::CancelFlag& cancel);

// The nodes that a name stands for: a node, or all in and below a scope; the node if it is both and
// `whole` is not set. nullopt: neither.
std::optional<RankRange> RanksOf(const GraphIndex& index, std::string_view name, bool whole);

}  // namespace sightglass::graph
