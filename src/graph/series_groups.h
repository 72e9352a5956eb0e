#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/scope_tree.h"

namespace sightglass::graph {

// Fewer are shown one by one.
inline constexpr std::size_t kMinSeriesNodes = 5;

// Nodes of one scope with one operation and names that count: "read_3", "read_4", ... The name
// without a number counts as 0: "read", "read_1", ...
struct SeriesGroup {
  std::string name;                  // full: "a/read_[0-7]"
  std::vector<std::uint32_t> ranks;  // in the order of their numbers
};

// The groups among the nodes of these ranks, all directly in `scope`, by their first rank. A group
// whose name is in `apart` (sorted) is left out.
// Cost: linear but for sorting.
std::vector<SeriesGroup> FindSeries(const ScopeTree& tree, std::uint32_t scope,
                                    std::span<const std::uint32_t> ranks,
                                    std::span<const std::string> apart);

// "read_12" is 12 of "read_"; "read" is 0 of "read_".
struct CountedName {
  std::string_view stem;
  std::uint64_t number = 0;
  bool bare = false;  // without a number: the stem lacks its "_"
};
CountedName SplitCountedName(std::string_view label);

}  // namespace sightglass::graph
