#include "graph/graph_paths.h"

#include <algorithm>
#include <utility>

#include "graph/level_edges_table.h"

namespace sightglass::graph {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::size_t kStride = 16'384;

Error Cancelled() { return Error{ErrorCode::kCancelled, "the client is gone"}; }

}  // namespace

Result<std::vector<bool>> TraceNodes(const GraphIndex& index, std::span<const RankRange> ranges,
                                     TraceDirection direction, const base::CancelFlag& cancel) {
  const Graph& graph = index.graph();
  const ScopeTree& tree = index.tree();
  std::vector<bool> found(graph.size());
  std::vector<std::uint32_t> to_do;
  const auto meet = [&](std::uint32_t rank) {
    if (found[rank]) return;
    found[rank] = true;
    to_do.push_back(rank);
  };
  for (const RankRange& range : ranges) {
    for (std::uint32_t rank = range.begin; rank < range.end; ++rank) meet(rank);
  }
  for (std::size_t done = 0; !to_do.empty(); ++done) {
    if (done % kStride == 0 && cancel.cancelled()) return Cancelled();
    const std::uint32_t rank = to_do.back();
    to_do.pop_back();
    if (direction == TraceDirection::kOutputs) {
      for (const std::uint32_t taker : index.edges().takers(rank)) meet(taker);
      continue;
    }
    for (const Input& input : graph.inputs(tree.node_at(rank))) {
      if (input.node != kNoNode) meet(tree.rank_of(input.node));
    }
  }
  return found;
}

FoldedTrace FoldTrace(const LevelView& view, const std::vector<bool>& traced) {
  FoldedTrace folded;
  std::vector<std::uint32_t> nodes(view.items().size());
  for (std::uint32_t rank = 0; rank < traced.size(); ++rank) {
    if (!traced[rank]) continue;
    ++nodes[view.item_at(rank)];
    ++folded.nodes;
  }
  for (std::uint32_t item = 0; item < nodes.size(); ++item) {
    if (nodes[item] > 0) folded.items.push_back({item, nodes[item]});
  }
  // An edge was followed where both its ends were found: all that a found node takes is found.
  KeyTable pairs(view.edges().size());
  for (const ViewEdge& edge : view.edges()) pairs.Number(PairKey(edge.from, edge.to));
  std::vector<bool> followed(view.edges().size());
  for (const ViewLevel& level : view.levels()) {
    for (const Edge& edge : view.index().edges().in(level.scope)) {
      if (!traced[edge.from] || !traced[edge.to]) continue;
      const std::uint64_t key = PairKey(view.item_at(edge.from), view.item_at(edge.to));
      if (pairs.Has(key)) followed[pairs.Number(key)] = true;
    }
  }
  for (std::uint32_t i = 0; i < followed.size(); ++i) {
    if (followed[i]) folded.edges.push_back(i);
  }
  return folded;
}

Result<std::optional<std::vector<std::uint32_t>>> FindPath(const GraphIndex& index,
                                                           std::span<const RankRange> from,
                                                           std::span<const RankRange> to,
                                                           const base::CancelFlag& cancel) {
  const Graph& graph = index.graph();
  const ScopeTree& tree = index.tree();
  const auto is_from = [&](std::uint32_t rank) {
    return std::ranges::any_of(
        from, [&](const RankRange& range) { return rank >= range.begin && rank < range.end; });
  };
  // Backwards, since a graph tells what a node takes. By rank, the node that led to it.
  std::vector<std::uint32_t> next(graph.size(), kNoNode);
  std::vector<std::uint32_t> to_do;
  for (const RankRange& range : to) {
    for (std::uint32_t rank = range.begin; rank < range.end; ++rank) {
      next[rank] = rank;
      to_do.push_back(rank);
    }
  }
  for (std::size_t done = 0; done < to_do.size(); ++done) {
    if (done % kStride == 0 && cancel.cancelled()) return Cancelled();
    std::uint32_t rank = to_do[done];
    if (is_from(rank)) {
      std::vector<std::uint32_t> path = {rank};
      while (next[rank] != rank) path.push_back(rank = next[rank]);
      return std::optional(std::move(path));
    }
    for (const Input& input : graph.inputs(tree.node_at(rank))) {
      if (input.node == kNoNode) continue;
      const std::uint32_t before = tree.rank_of(input.node);
      if (next[before] != kNoNode) continue;
      next[before] = rank;
      to_do.push_back(before);
    }
  }
  return std::optional<std::vector<std::uint32_t>>();
}

std::optional<RankRange> RanksOf(const GraphIndex& index, std::string_view name, bool whole) {
  const ScopeTree& tree = index.tree();
  const auto node = index.graph().Find(name);
  const auto scope = tree.Find(name);
  if (scope && (whole || !node)) return RankRange{tree.first_rank(*scope), tree.end_rank(*scope)};
  if (!node) return std::nullopt;
  const std::uint32_t rank = tree.rank_of(*node);
  return RankRange{rank, rank + 1};
}

}  // namespace sightglass::graph
