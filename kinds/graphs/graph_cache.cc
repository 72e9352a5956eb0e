#include "kinds/graphs/graph_cache.h"

#include <algorithm>
#include <utility>

namespace sightglass::kinds {

// An entry that is being made. Whatever happens meanwhile, nobody waits for it for ever.
class GraphCache::Making {
 public:
  Making(GraphCache& cache, const EntryKey& key) : cache_(cache), key_(key) {}
  ~Making() {
    const base::MutexLock lock(cache_.mutex_);
    const auto entry = cache_.entries_.find(key_);
    if (graph_ == nullptr) {
      cache_.entries_.erase(entry);
    } else {
      entry->second.bytes = graph_->index->memory_bytes();
      if (graph_->differences != nullptr) {
        entry->second.bytes += graph_->differences->memory_bytes();
      }
      entry->second.graph = std::move(graph_);
      cache_.bytes_ += entry->second.bytes;
      cache_.MakeRoom(dropped_);
    }
    cache_.made_.NotifyAll();
  }
  Making(const Making&) = delete;
  Making& operator=(const Making&) = delete;

  void Finish(std::shared_ptr<const LoadedGraph> graph) { graph_ = std::move(graph); }

 private:
  GraphCache& cache_;
  const EntryKey& key_;
  std::shared_ptr<const LoadedGraph> graph_;
  // Let go of after the lock: to give back some hundred megabytes takes a while.
  std::vector<std::shared_ptr<const LoadedGraph>> dropped_;
};

GraphCache::Made GraphCache::Get(const GraphKey& key, const std::function<Made()>& make) {
  return GetEntry({key, std::nullopt}, make);
}

GraphCache::Made GraphCache::GetUnion(const GraphKey& first, const GraphKey& second,
                                      const std::function<Made()>& make) {
  return GetEntry({first, second}, make);
}

GraphCache::Made GraphCache::GetEntry(const EntryKey& key, const std::function<Made()>& make) {
  {
    const base::MutexLock lock(mutex_);
    auto found = entries_.find(key);
    while (found != entries_.end() && found->second.graph == nullptr) {
      made_.Wait(mutex_);
      found = entries_.find(key);
    }
    if (found != entries_.end()) {
      found->second.last_use = ++uses_;
      return found->second.graph;
    }
    entries_.emplace(key, Entry{.graph = nullptr, .bytes = 0, .last_use = ++uses_});
  }
  Making making(*this, key);
  Made made = make();
  if (made.ok()) making.Finish(*made);
  return made;
}

std::uint64_t GraphCache::memory_bytes() const {
  const base::MutexLock lock(mutex_);
  return bytes_;
}

void GraphCache::MakeRoom(std::vector<std::shared_ptr<const LoadedGraph>>& dropped) {
  while (bytes_ > max_bytes_) {
    auto oldest = entries_.end();
    std::uint64_t newest_use = 0;
    for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
      if (entry->second.graph == nullptr) continue;
      newest_use = std::max(newest_use, entry->second.last_use);
      if (oldest == entries_.end() || entry->second.last_use < oldest->second.last_use) {
        oldest = entry;
      }
    }
    if (oldest == entries_.end() || oldest->second.last_use == newest_use) return;
    bytes_ -= oldest->second.bytes;
    dropped.push_back(std::move(oldest->second.graph));
    entries_.erase(oldest);
  }
}

}  // namespace sightglass::kinds
