#include "store/series_info_pool.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

namespace sightglass::store {

std::size_t SeriesInfoPool::Hash::operator()(const SeriesInfo& info) const noexcept {
  std::size_t hash = info.data_class;
  for (const std::string* text :
       {&info.plugin, &info.plugin_content, &info.display_name, &info.description}) {
    hash = hash * 0x9e3779b97f4a7c15U + std::hash<std::string>()(*text);
  }
  return hash;
}

std::shared_ptr<const SeriesInfo> SeriesInfoPool::Intern(SeriesInfo info) {
  const base::MutexLock lock(mutex_);
  if (const auto found = entries_.find(info); found != entries_.end()) return *found;
  if (entries_.size() >= prune_at_) {
    // An entry that only the pool holds cannot gain a holder but through this function.
    std::erase_if(entries_, [](const Entry& entry) { return entry.use_count() == 1; });
    prune_at_ = std::max<std::size_t>(64, entries_.size() * 2);
  }
  return *entries_.insert(std::make_shared<const SeriesInfo>(std::move(info))).first;
}

std::size_t SeriesInfoPool::size() const {
  const base::MutexLock lock(mutex_);
  return entries_.size();
}

}  // namespace sightglass::store
