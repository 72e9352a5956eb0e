#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "base/mutex.h"
#include "base/result.h"
#include "graph/graph_differences.h"
#include "graph/run_metadata.h"
#include "graph/scope_tree_index.h"
#include "kinds/graphs/opened_graphs.h"

namespace sightglass::kinds {

enum class GraphType : std::uint8_t { kOp, kConceptual, kProfile };

// What names a graph that was read, for good: other bytes have another version.
struct GraphKey {
  std::uint64_t run_id = 0;
  std::uint64_t tag_id = 0;
  GraphType type = GraphType::kOp;
  base::Step step = 0;
  std::uint64_t version = 0;  // of the graph's point and the profile's
  bool is_opened = false;     // one of OpenedGraphs, whose id stands in place of a run's

  auto operator<=>(const GraphKey&) const = default;
};

// A graph with what was measured of it, or two in one.
struct LoadedGraph {
  std::shared_ptr<const graph::GraphIndex> index;
  std::vector<graph::MeasuredOutput> outputs{};  // by node and slot
  std::vector<graph::GraphIssue> issues{};       // of the profile
  // How the two differ; null where it is one graph.
  std::shared_ptr<const graph::GraphDifferences> differences{};
};

// Graphs that somebody looks at, parsed. The least recently used go when there is no room; the
// newest stays, however large it is.
//
// Threads: any. Several that want the same at once wait for the first, who makes it without the
// lock.
class GraphCache {
 public:
  static constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 30;

  using Made = base::Result<std::shared_ptr<const LoadedGraph>>;

  explicit GraphCache(std::uint64_t max_bytes = kMaxBytes) : max_bytes_(max_bytes) {}

  // What is kept under `key`, or what `make` gives. An error is not kept.
  Made Get(const GraphKey& key, const std::function<Made()>& make) EXCLUDES(mutex_);
  // The same for what two graphs make together. `make` may ask for each of them.
  Made GetUnion(const GraphKey& first, const GraphKey& second, const std::function<Made()>& make)
      EXCLUDES(mutex_);

  [[nodiscard]] std::uint64_t memory_bytes() const EXCLUDES(mutex_);

  // Graphs that are in no log directory. Those that were sent do not count as kept here.
  [[nodiscard]] OpenedGraphs& opened() { return opened_; }
  [[nodiscard]] const OpenedGraphs& opened() const { return opened_; }

 private:
  // One graph, or two that are compared.
  using EntryKey = std::pair<GraphKey, std::optional<GraphKey>>;
  struct Entry {
    std::shared_ptr<const LoadedGraph> graph;  // null: in the making
    std::uint64_t bytes = 0;
    std::uint64_t last_use = 0;
  };
  class Making;

  Made GetEntry(const EntryKey& key, const std::function<Made()>& make) EXCLUDES(mutex_);
  void MakeRoom(std::vector<std::shared_ptr<const LoadedGraph>>& dropped) REQUIRES_LOCK(mutex_);

  const std::uint64_t max_bytes_;
  OpenedGraphs opened_;
  mutable base::Mutex mutex_;
  base::CondVar made_;
  std::map<EntryKey, Entry> entries_ GUARDED_BY(mutex_);
  std::uint64_t uses_ GUARDED_BY(mutex_) = 0;
  std::uint64_t bytes_ GUARDED_BY(mutex_) = 0;
};

}  // namespace sightglass::kinds
