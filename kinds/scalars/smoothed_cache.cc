#include "kinds/scalars/smoothed_cache.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "query/smooth.h"

namespace sightglass::kinds {
namespace {

// REQUIRES: some point is visible.
std::uint64_t FirstOrigin(const query::ScalarPoints& points) {
  return std::ranges::find_if(points.parts(), [](const auto& part) { return part.visible > 0; })
      ->segment->origin;
}

}  // namespace

// An entry that is being made. Whatever happens meanwhile, even if memory runs out, nobody waits
// for it for ever.
class SmoothedCache::Making {
 public:
  Making(SmoothedCache& cache, const Key& key) : cache_(cache), key_(key) {}
  ~Making() {
    const base::MutexLock lock(cache_.mutex_);
    if (column_ == nullptr) {
      static_cast<void>(cache_.Erase(key_));
    } else {
      Entry& entry = cache_.entries_.at(key_);
      entry.column = std::move(column_);
      entry.in_the_making = false;
    }
    cache_.made_.NotifyAll();
  }
  Making(const Making&) = delete;
  Making& operator=(const Making&) = delete;

  void Finish(std::shared_ptr<const query::SmoothedColumn> column) { column_ = std::move(column); }

 private:
  SmoothedCache& cache_;
  const Key& key_;
  std::shared_ptr<const query::SmoothedColumn> column_;
};

std::shared_ptr<const query::SmoothedColumn> SmoothedCache::Get(const query::ScalarPoints& points,
                                                                const query::Smoothing& smoothing) {
  if (smoothing.sort == query::SmoothingSort::kNone || points.size() == 0 ||
      points.size() < options_.min_points || query::IsConstant(points) ||
      !query::SmoothedColumn::CanKnow(points)) {
    return nullptr;
  }
  const Key key(FirstOrigin(points), smoothing.sort, smoothing.weight, smoothing.window,
                smoothing.sigma);
  std::shared_ptr<const query::SmoothedColumn> earlier;
  // Let go of without the lock: to give back some hundred megabytes takes a while.
  std::vector<std::shared_ptr<const query::SmoothedColumn>> dropped;
  {
    const base::MutexLock lock(mutex_);
    auto found = entries_.find(key);
    while (found != entries_.end() && found->second.in_the_making) {
      made_.Wait(mutex_);
      found = entries_.find(key);
    }
    const auto now = options_.clock->MonotonicNow();
    if (found != entries_.end()) {
      Entry& entry = found->second;
      entry.last_use = now;
      if (entry.column->IsOf(points)) return entry.column;
      earlier = Erase(key);
    }
    const std::uint64_t bytes = query::SmoothedColumn::MemoryBytes(points);
    if (!MakeRoom(key, bytes, dropped)) return nullptr;
    entries_.emplace(
        key, Entry{.column = nullptr, .bytes = bytes, .last_use = now, .in_the_making = true});
    bytes_ += bytes;
  }
  dropped.clear();
  Making making(*this, key);
  auto column = query::SmoothedColumn::Make(points, smoothing, earlier.get());
  making.Finish(column);
  return column;
}

std::uint64_t SmoothedCache::memory_bytes() const {
  const base::MutexLock lock(mutex_);
  return bytes_;
}

bool SmoothedCache::MakeRoom(const Key& key, std::uint64_t bytes,
                             std::vector<std::shared_ptr<const query::SmoothedColumn>>& dropped) {
  if (bytes > options_.max_bytes) return false;
  const auto now = options_.clock->MonotonicNow();
  // First the same series smoothed otherwise: somebody is trying out weights. Then the least
  // recently used.
  struct Victim {
    bool other_series = false;
    std::chrono::steady_clock::time_point last_use;
    Key key;
    std::uint64_t bytes = 0;
  };
  std::vector<Victim> victims;
  for (const auto& [each, entry] : entries_) {
    const bool other_series = std::get<0>(each) != std::get<0>(key);
    const bool busy = other_series && now - entry.last_use < options_.busy_time;
    if (entry.in_the_making || busy) continue;
    victims.push_back({other_series, entry.last_use, each, entry.bytes});
  }
  std::ranges::sort(victims, {}, [](const Victim& victim) {
    return std::pair(victim.other_series, victim.last_use);
  });
  std::uint64_t rest = bytes_;
  auto end = victims.begin();
  while (rest + bytes > options_.max_bytes && end != victims.end()) rest -= (end++)->bytes;
  if (rest + bytes > options_.max_bytes) return false;
  for (auto victim = victims.begin(); victim != end; ++victim) {
    dropped.push_back(Erase(victim->key));
  }
  return true;
}

std::shared_ptr<const query::SmoothedColumn> SmoothedCache::Erase(const Key& key) {
  const auto found = entries_.find(key);
  auto column = std::move(found->second.column);
  bytes_ -= found->second.bytes;
  entries_.erase(found);
  return column;
}

}  // namespace sightglass::kinds
