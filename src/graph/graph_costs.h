#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/scope_tree.h"
#include "graph/scope_tree_facts.h"

namespace sightglass::graph {

// One execution of a node.
struct CostEntry {
  std::uint32_t node = 0;
  std::uint32_t device = 0;  // in CostTable::devices
  std::int64_t start_micros = 0;
  std::int64_t end_micros = 0;
  std::int64_t bytes = 0;
};

// What a profile says of a graph.
struct CostTable {
  std::vector<CostEntry> entries{};
  std::vector<std::string> devices{};
};

// What a set of nodes cost.
struct GroupCost {
  std::uint64_t nodes = 0;  // that were executed
  // All executions together; those that ran side by side count each.
  std::int64_t sum_micros = 0;
  // From the first start to the last end, pauses included.
  std::int64_t span_micros = 0;
  std::int64_t bytes = 0;
};

// Whether StepStats tell of this device only what real ones did as well: streams and copies of a
// GPU, such as "/device:GPU:0/stream:all" and "/gpu:0/memcpy". With them all counts twice.
bool IsPseudoDevice(std::string_view name);

// Costs by rank, to be summed up over scopes.
//
// Threads: immutable once made. Memory: 32 bytes an execution.
class GraphCosts {
 public:
  GraphCosts(const ScopeTree& tree, CostTable table);

  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] const std::vector<std::string>& devices() const { return devices_; }
  // Of the executions on devices whose flag in `on` is set; devices beyond its end are on. nullopt:
  // none of the nodes was executed there.
  // Cost: linear in the executions in these ranges.
  [[nodiscard]] std::optional<GroupCost> Sum(std::span<const RankRange> ranges,
                                             const std::vector<bool>& on) const;
  [[nodiscard]] std::uint64_t memory_bytes() const { return entries_.capacity() * sizeof(Entry); }

 private:
  struct Entry {
    std::int64_t start_micros = 0;
    std::int64_t end_micros = 0;
    std::int64_t bytes = 0;
    std::uint32_t rank = 0;
    std::uint32_t device = 0;
  };

  std::vector<Entry> entries_;  // by rank
  std::vector<std::string> devices_;
};

}  // namespace sightglass::graph
