#pragma once

#include <atomic>

namespace sightglass::base {

// Says to work in progress that nobody waits for its result any more. Work that may take longer
// than a few milliseconds looks at it now and then and returns kCancelled.
//
// Threads: any thread may call anything.
class CancelFlag {
 public:
  void Cancel() { cancelled_.store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool cancelled() const { return cancelled_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> cancelled_ = false;
};

}  // namespace sightglass::base
