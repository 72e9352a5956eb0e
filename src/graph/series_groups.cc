#include "graph/series_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <compare>

#include "base/hash.h"
#include "graph/level_edges_table.h"

namespace sightglass::graph {
namespace {

// Longer numbers are parts of names, not counts.
constexpr std::size_t kMaxDigits = 9;

struct Member {
  std::uint64_t family = 0;  // a hash of operation and stem
  std::uint64_t number = 0;
  std::uint32_t rank = 0;

  auto operator<=>(const Member&) const = default;
};

std::string_view LabelIn(const ScopeTree& tree, std::uint32_t scope, std::uint32_t rank) {
  const std::string_view name = tree.graph().name(tree.node_at(rank));
  return scope == kRootScope ? name : name.substr(tree.path(scope).size() + 1);
}

std::string StemOf(std::string_view label) {
  const CountedName split = SplitCountedName(label);
  return std::string(split.stem) + (split.bare ? "_" : "");
}

}  // namespace

CountedName SplitCountedName(std::string_view label) {
  std::size_t digits = 0;
  while (digits < label.size() && label[label.size() - 1 - digits] >= '0' &&
         label[label.size() - 1 - digits] <= '9') {
    ++digits;
  }
  if (digits == 0 || digits > kMaxDigits) return {.stem = label, .number = 0, .bare = true};
  CountedName split{.stem = label.substr(0, label.size() - digits)};
  for (const char c : label.substr(label.size() - digits)) {
    split.number = split.number * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return split;
}

std::vector<SeriesGroup> FindSeries(const ScopeTree& tree, std::uint32_t scope,
                                    std::span<const std::uint32_t> ranks,
                                    std::span<const std::string> apart) {
  std::vector<SeriesGroup> groups;
  if (ranks.size() < kMinSeriesNodes) return groups;
  const Graph& graph = tree.graph();
  std::vector<Member> members;
  members.reserve(ranks.size());
  for (const std::uint32_t rank : ranks) {
    if (tree.IsNamedAsScope(rank)) continue;
    const CountedName split = SplitCountedName(LabelIn(tree, scope, rank));
    // "x" and "x_3" have the same family: what stands before the "_", and that there is one.
    const bool underscore = split.bare || split.stem.ends_with('_');
    const std::string_view stem = split.stem.ends_with('_') && !split.bare
                                      ? split.stem.substr(0, split.stem.size() - 1)
                                      : split.stem;
    const std::uint64_t op = graph.op_id(tree.node_at(rank));
    members.push_back(
        {base::HashBytes(stem, op * 2 + (underscore ? 1 : 0) + 1), split.number, rank});
  }
  std::ranges::sort(members);

  std::vector<std::uint32_t> run;
  const auto finish = [&] {
    if (run.size() >= kMinSeriesNodes) {
      const std::string_view first = LabelIn(tree, scope, run.front());
      const std::string_view last = LabelIn(tree, scope, run.back());
      std::string name(tree.path(scope));
      if (scope != kRootScope) name += '/';
      name += fmt::format("{}[{}-{}]", StemOf(first), SplitCountedName(first).number,
                          SplitCountedName(last).number);
      if (!std::ranges::binary_search(apart, name)) groups.push_back({std::move(name), run});
    }
    run.clear();
  };
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (!run.empty()) {
      const Member& before = members[i - 1];
      const bool same_family =
          members[i].family == before.family &&
          // Hashes only bring likely ones together.
          graph.op_id(tree.node_at(members[i].rank)) == graph.op_id(tree.node_at(before.rank)) &&
          StemOf(LabelIn(tree, scope, members[i].rank)) ==
              StemOf(LabelIn(tree, scope, before.rank));
      if (same_family && members[i].number == before.number) {
        // "x_1" and "x_01": the second stays by itself, but does not end the count.
        members[i] = before;
        continue;
      }
      if (!same_family || members[i].number != before.number + 1) finish();
    }
    run.push_back(members[i].rank);
  }
  finish();
  std::ranges::sort(groups, {},
                    [](const SeriesGroup& group) { return std::ranges::min(group.ranks); });
  return groups;
}

}  // namespace sightglass::graph
