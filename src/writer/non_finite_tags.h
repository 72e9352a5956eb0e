#pragma once

#include <atomic>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

namespace sightglass::writer {

// The histograms of a writer that had NaN or infinities among their numbers.
//
// Threads: any.
class NonFiniteTags {
 public:
  // Has any? Cost: one load.
  [[nodiscard]] bool any() const { return any_.load(std::memory_order_relaxed); }
  // Has `tag` had some, now or earlier?
  bool Note(std::string_view tag, bool some_now) {
    const std::scoped_lock lock(mutex_);
    if (!some_now) return tags_.contains(tag);
    tags_.emplace(tag);
    any_.store(true, std::memory_order_relaxed);
    return true;
  }

 private:
  std::atomic<bool> any_ = false;
  std::mutex mutex_;
  std::set<std::string, std::less<>> tags_;
};

}  // namespace sightglass::writer
