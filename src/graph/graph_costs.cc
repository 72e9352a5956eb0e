#include "graph/graph_costs.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace sightglass::graph {
namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

// Files may say anything. REQUIRES: b >= 0.
std::int64_t AddUpTo(std::int64_t a, std::int64_t b) { return a > kMost - b ? kMost : a + b; }

}  // namespace

bool IsPseudoDevice(std::string_view name) {
  const std::string_view last = name.substr(name.rfind('/') + 1);
  return last.starts_with("stream:") || last.starts_with("memcpy");
}

GraphCosts::GraphCosts(const ScopeTree& tree, CostTable table)
    : devices_(std::move(table.devices)) {
  entries_.reserve(table.entries.size());
  for (const CostEntry& entry : table.entries) {
    if (entry.node >= tree.graph().size()) continue;
    // Starts before the epoch and ends before starts are nonsense of the writer.
    const std::int64_t start = std::max<std::int64_t>(entry.start_micros, 0);
    entries_.push_back({.start_micros = start,
                        .end_micros = std::max(start, entry.end_micros),
                        .bytes = std::max<std::int64_t>(entry.bytes, 0),
                        .rank = tree.rank_of(entry.node),
                        .device = entry.device});
  }
  std::ranges::sort(entries_, {}, [](const Entry& entry) {
    return std::tuple(entry.rank, entry.start_micros, entry.device, entry.end_micros, entry.bytes);
  });
}

std::optional<GroupCost> GraphCosts::Sum(std::span<const RankRange> ranges,
                                         const std::vector<bool>& on) const {
  GroupCost cost;
  std::int64_t first = kMost;
  std::int64_t last = 0;
  for (const RankRange& range : ranges) {
    std::uint32_t before = kNoNode;
    for (auto at = std::ranges::lower_bound(entries_, range.begin, {}, &Entry::rank);
         at != entries_.end() && at->rank < range.end; ++at) {
      if (at->device < on.size() && !on[at->device]) continue;
      if (std::exchange(before, at->rank) != at->rank) ++cost.nodes;
      cost.sum_micros = AddUpTo(cost.sum_micros, at->end_micros - at->start_micros);
      cost.bytes = AddUpTo(cost.bytes, at->bytes);
      first = std::min(first, at->start_micros);
      last = std::max(last, at->end_micros);
    }
  }
  if (cost.nodes == 0) return std::nullopt;
  cost.span_micros = last - first;
  return cost;
}

}  // namespace sightglass::graph
