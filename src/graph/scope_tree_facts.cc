#include "graph/scope_tree_facts.h"

#include <algorithm>
#include <functional>
#include <map>

#include "graph/level_edges_table.h"

namespace sightglass::graph {
namespace {

using Counts = std::map<std::string_view, std::uint64_t>;

std::vector<TextCount> ByCount(const Counts& counts) {
  std::vector<TextCount> sorted(counts.begin(), counts.end());
  std::ranges::stable_sort(sorted, std::greater<>(), &TextCount::second);
  return sorted;
}

// Equal texts of a graph are the same bytes.
std::uint64_t Address(std::string_view text) {
  return reinterpret_cast<std::uintptr_t>(text.data());
}

void SortOnce(std::vector<std::string_view>& texts) {
  std::ranges::sort(texts);
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
  std::erase(texts, std::string_view{});
}

}  // namespace

ScopeTreeFacts::ScopeTreeFacts(const ScopeTree& tree) {
  const Graph& graph = tree.graph();
  fact_at_.resize(graph.size());
  KeyTable devices;
  KeyTable clusters;
  KeyTable places;  // device and cluster
  KeyTable facts;   // operation and place
  for (std::uint32_t rank = 0; rank < graph.size(); ++rank) {
    const std::uint32_t node = tree.node_at(rank);
    const std::uint32_t place =
        places.Number(PairKey(devices.Number(Address(graph.device(node))),
                              clusters.Number(Address(graph.xla_cluster(node)))));
    const std::uint32_t fact = facts.Number(PairKey(graph.op_id(node), place));
    if (fact == facts_.size()) {
      facts_.push_back({graph.op(node), graph.device(node), graph.xla_cluster(node)});
    }
    fact_at_[rank] = fact;
  }
  for (const Fact& fact : facts_) {
    devices_.push_back(fact.device);
    clusters_.push_back(fact.cluster);
  }
  SortOnce(devices_);
  SortOnce(clusters_);
}

GroupFacts ScopeTreeFacts::Count(std::span<const RankRange> ranges) const {
  GroupFacts found;
  Counts ops;
  Counts devices;
  Counts clusters;
  const auto add = [&](const Fact& fact, std::uint64_t nodes) {
    ops[fact.op] += nodes;
    if (!fact.device.empty()) devices[fact.device] += nodes;
    if (!fact.cluster.empty()) clusters[fact.cluster] += nodes;
  };
  for (const RankRange& range : ranges) found.nodes += range.end - range.begin;
  // A few nodes are not worth a table of all facts.
  if (found.nodes * 4 < facts_.size()) {
    for (const RankRange& range : ranges) {
      for (std::uint32_t rank = range.begin; rank < range.end; ++rank)
        add(facts_[fact_at_[rank]], 1);
    }
  } else {
    std::vector<std::uint64_t> counts(facts_.size());
    for (const RankRange& range : ranges) {
      for (std::uint32_t rank = range.begin; rank < range.end; ++rank) ++counts[fact_at_[rank]];
    }
    for (std::size_t i = 0; i < facts_.size(); ++i) {
      if (counts[i] > 0) add(facts_[i], counts[i]);
    }
  }
  found.ops = ByCount(ops);
  found.devices = ByCount(devices);
  found.clusters = ByCount(clusters);
  return found;
}

}  // namespace sightglass::graph
