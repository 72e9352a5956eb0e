#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "graph/level_view.h"

namespace sightglass::graph {

// As TensorBoard has them: below so many items, or with fewer neighbours, nothing is taken out.
inline constexpr std::size_t kMinItemsToExtract = 15;
inline constexpr std::uint32_t kMinDegreeToExtract = 5;
// More control edges than this are drawn as little nodes at both ends.
inline constexpr std::uint32_t kMaxControlEdges = 4;

// Whether a node is so small a part of its neighbours that it is drawn at them: a constant that
// only nodes in or below its scope take, or a summary of such nodes that only summaries take.
// Cost: its inputs and takers.
bool IsEmbedded(const GraphIndex& index, std::uint32_t rank);

// Says of the items of every level which are taken out of the drawing, and to which side: those
// that the options name; operations that do nothing but wait; and those whose neighbours are far
// more than is usual in their level, since their edges would cover all others. What is open within
// an item makes no difference to its role, so that nothing jumps when something is opened.
void AssignRoles(const ViewOptions& options, LevelView& view);

// Where two items meet: the level that holds both, and what holds each of them there.
struct Meeting {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
};
// REQUIRES: neither is within the other.
Meeting MeetingOf(const LevelView& view, std::uint32_t from, std::uint32_t to);

// Control edges of each item with others of its level: how many neighbours.
std::vector<std::uint32_t> ControlDegrees(const LevelView& view);

}  // namespace sightglass::graph
