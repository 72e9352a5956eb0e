#pragma once

#include <cstddef>
#include <memory>
#include <unordered_set>

#include "base/mutex.h"
#include "store/series.h"

namespace sightglass::store {

// Equal SeriesInfos become the same object: a log directory has many series but few sorts of
// metadata. What no series uses any more is forgotten in time.
//
// Threads: any thread may call anything.
class SeriesInfoPool {
 public:
  // Never null.
  std::shared_ptr<const SeriesInfo> Intern(SeriesInfo info);
  // Including what is no longer used but not forgotten yet.
  [[nodiscard]] std::size_t size() const;

 private:
  using Entry = std::shared_ptr<const SeriesInfo>;
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(const SeriesInfo& info) const noexcept;
    std::size_t operator()(const Entry& entry) const noexcept { return (*this)(*entry); }
  };
  struct Equal {
    using is_transparent = void;
    static const SeriesInfo& Of(const SeriesInfo& info) { return info; }
    static const SeriesInfo& Of(const Entry& entry) { return *entry; }
    bool operator()(const auto& a, const auto& b) const { return Of(a) == Of(b); }
  };

  mutable base::Mutex mutex_;
  std::unordered_set<Entry, Hash, Equal> entries_ GUARDED_BY(mutex_);
  std::size_t prune_at_ GUARDED_BY(mutex_) = 64;
};

}  // namespace sightglass::store
