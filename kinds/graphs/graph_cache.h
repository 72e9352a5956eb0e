#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "base/ids.h"
#include "base/mutex.h"
#include "base/result.h"
#include "graph/run_metadata.h"
#include "graph/scope_tree_index.h"

namespace sightglass::kinds {

enum class GraphType : std::uint8_t { kOp, kConceptual, kProfile };

// What names a graph that was read, for good: other bytes have another version.
struct GraphKey {
  std::uint64_t run_id = 0;
  std::uint64_t tag_id = 0;
  GraphType type = GraphType::kOp;
  base::Step step = 0;
  std::uint64_t version = 0;  // of the graph's point and the profile's

  auto operator<=>(const GraphKey&) const = default;
};

// A graph with what was measured of it.
struct LoadedGraph {
  std::shared_ptr<const graph::GraphIndex> index;
  std::vector<graph::MeasuredOutput> outputs{};  // by node and slot
  std::vector<graph::GraphIssue> issues{};       // of the profile
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

  [[nodiscard]] std::uint64_t memory_bytes() const EXCLUDES(mutex_);

 private:
  struct Entry {
    std::shared_ptr<const LoadedGraph> graph;  // null: in the making
    std::uint64_t bytes = 0;
    std::uint64_t last_use = 0;
  };
  class Making;

  void MakeRoom(std::vector<std::shared_ptr<const LoadedGraph>>& dropped) REQUIRES_LOCK(mutex_);

  const std::uint64_t max_bytes_;
  mutable base::Mutex mutex_;
  base::CondVar made_;
  std::map<GraphKey, Entry> entries_ GUARDED_BY(mutex_);
  std::uint64_t uses_ GUARDED_BY(mutex_) = 0;
  std::uint64_t bytes_ GUARDED_BY(mutex_) = 0;
};

}  // namespace sightglass::kinds
