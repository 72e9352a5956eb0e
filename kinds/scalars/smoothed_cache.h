#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "query/smoothed_column.h"

namespace sightglass::kinds {

// Below this a series is smoothed anew for each request: that takes less than a millisecond, with
// windows a few.
inline constexpr std::uint64_t kMinRememberedPoints = 65'536;
// About 32 million points. Series beyond that are smoothed anew, too.
inline constexpr std::uint64_t kMaxRememberedBytes = std::uint64_t{256} << 20;

struct SmoothedCacheOptions {
  std::uint64_t min_points = kMinRememberedPoints;
  std::uint64_t max_bytes = kMaxRememberedBytes;
  // What was used within this time makes no room for others. Without that, a chart of more long
  // series than fit would throw out each of them just before it is wanted again.
  std::chrono::milliseconds busy_time = std::chrono::seconds(10);
  const base::Clock* clock = &base::SystemClock();  // must outlive the cache
};

// Smoothed values of long series, kept for the next request: one smoothing of one series each.
//
// A series is known by the origins of its segments (store/segment.h), so nothing of it is kept
// alive. One that grew is smoothed from where it grew, if the smoothing does not look ahead. Of a
// series that is gone, the values stay until others need the room.
//
// Threads: any. Several that want the same at once wait for the first, who makes it without the
// lock; nobody waits for another series.
class SmoothedCache {
 public:
  explicit SmoothedCache(const SmoothedCacheOptions& options = {}) : options_(options) {}

  // All of `points` smoothed; nullptr if they are too few or too many, there is no room, or nothing
  // to smooth: sort kNone, values that are all equal.
  // Cost: a search; the first time, and when the series changed, query::SmoothedColumn::Make().
  [[nodiscard]] std::shared_ptr<const query::SmoothedColumn> Get(const query::ScalarPoints& points,
                                                                 const query::Smoothing& smoothing)
      EXCLUDES(mutex_);

  // Of all columns that are kept or being made.
  [[nodiscard]] std::uint64_t memory_bytes() const EXCLUDES(mutex_);

 private:
  // Origin of the first segment, then the smoothing.
  using Key = std::tuple<std::uint64_t, query::SmoothingSort, double, std::size_t, double>;
  struct Entry {
    std::shared_ptr<const query::SmoothedColumn> column;
    std::uint64_t bytes = 0;
    std::chrono::steady_clock::time_point last_use;
    bool in_the_making = false;
  };
  class Making;

  // Lets others go until `bytes` fit, or none if that is not enough. Their columns go to `dropped`.
  bool MakeRoom(const Key& key, std::uint64_t bytes,
                std::vector<std::shared_ptr<const query::SmoothedColumn>>& dropped)
      REQUIRES_LOCK(mutex_);
  // REQUIRES: there is such an entry.
  std::shared_ptr<const query::SmoothedColumn> Erase(const Key& key) REQUIRES_LOCK(mutex_);

  const SmoothedCacheOptions options_;
  mutable base::Mutex mutex_;
  base::CondVar made_;
  std::map<Key, Entry> entries_ GUARDED_BY(mutex_);
  std::uint64_t bytes_ GUARDED_BY(mutex_) = 0;  // of all entries
};

}  // namespace sightglass::kinds
