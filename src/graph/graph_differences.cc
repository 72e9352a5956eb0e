#include "graph/graph_differences.h"

#include <algorithm>
#include <utility>

namespace sightglass::graph {
namespace {

std::uint64_t CountIn(const std::vector<std::uint32_t>& ranks, const RankRange& range) {
  const auto begin = std::ranges::lower_bound(ranks, range.begin);
  return static_cast<std::uint64_t>(std::lower_bound(begin, ranks.end(), range.end) - begin);
}

}  // namespace

NodeStatus StatusOf(const DifferenceCounts& counts, std::uint64_t nodes) {
  if (counts.all() == 0) return NodeStatus::kSame;
  if (counts.added == nodes) return NodeStatus::kAdded;
  if (counts.removed == nodes) return NodeStatus::kRemoved;
  return NodeStatus::kChanged;
}

GraphDifferences::GraphDifferences(std::shared_ptr<const GraphUnion> both, const ScopeTree& tree)
    : both_(std::move(both)), tree_(&tree) {
  const Graph& graph = tree.graph();
  for (std::uint32_t rank = 0; rank < graph.size(); ++rank) {
    const std::uint32_t node = tree.node_at(rank);
    const NodeStatus status = both_->status(node);
    if (status == NodeStatus::kAdded) added_.push_back(rank);
    if (status == NodeStatus::kRemoved) removed_.push_back(rank);
    if (status == NodeStatus::kChanged) changed_.push_back(rank);
    if (status != NodeStatus::kSame) all_.push_back(rank);
    for (const Input& input : graph.inputs(node)) {
      if (input.side == GraphSide::kFirst) ++removed_inputs_;
      if (input.side == GraphSide::kSecond) ++added_inputs_;
    }
  }
  for (Ranks* const ranks : {&added_, &removed_, &changed_, &all_}) ranks->shrink_to_fit();
}

DifferenceCounts GraphDifferences::Count(std::span<const RankRange> ranges) const {
  DifferenceCounts counts;
  for (const RankRange& range : ranges) {
    counts.added += CountIn(added_, range);
    counts.removed += CountIn(removed_, range);
    counts.changed += CountIn(changed_, range);
  }
  return counts;
}

DifferenceCounts GraphDifferences::Total() const {
  return {.added = added_.size(), .removed = removed_.size(), .changed = changed_.size()};
}

DifferenceList GraphDifferences::List(std::size_t skip, std::size_t limit) const {
  DifferenceList list;
  const auto add = [&](const Difference& difference) {
    if (list.total >= skip && list.found.size() < limit) list.found.push_back(difference);
    ++list.total;
  };
  std::uint32_t scope = kRootScope;
  while (scope < tree_->size()) {
    const RankRange range{tree_->first_rank(scope), tree_->end_rank(scope)};
    const DifferenceCounts counts = Count({&range, 1});
    const NodeStatus status = StatusOf(counts, range.end - range.begin);
    const bool is_whole = status == NodeStatus::kAdded || status == NodeStatus::kRemoved;
    if (status == NodeStatus::kSame || (is_whole && scope != kRootScope)) {
      if (is_whole) add({.scope = true, .number = scope, .status = status});
      scope = tree_->end(scope);
      continue;
    }
    auto own = std::ranges::lower_bound(all_, range.begin);
    for (; own != all_.end() && *own < tree_->own_end_rank(scope); ++own) {
      add({.scope = false, .number = *own, .status = status_at(*own)});
    }
    ++scope;
  }
  return list;
}

std::uint64_t GraphDifferences::memory_bytes() const {
  return both_->memory_bytes() +
         (added_.capacity() + removed_.capacity() + changed_.capacity() + all_.capacity()) *
             sizeof(std::uint32_t);
}

}  // namespace sightglass::graph
