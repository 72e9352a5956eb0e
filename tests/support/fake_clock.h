#pragma once

#include <chrono>

#include "base/clock.h"
#include "base/mutex.h"

namespace sightglass::testing {

// A clock that stands still until told otherwise. Both times start at 1,700,000,000 seconds.
//
// Threads: any thread may call anything.
class FakeClock : public base::Clock {
 public:
  [[nodiscard]] std::chrono::system_clock::time_point WallNow() const override;
  [[nodiscard]] std::chrono::steady_clock::time_point MonotonicNow() const override;

  // Moves both forward. REQUIRES: duration >= 0.
  void Advance(std::chrono::nanoseconds duration);
  // Sets the time of day alone, also back, as an administrator does.
  void SetWall(std::chrono::system_clock::time_point now);

 private:
  mutable base::Mutex mutex_;
  std::chrono::system_clock::time_point wall_ GUARDED_BY(mutex_){std::chrono::seconds(1700000000)};
  std::chrono::steady_clock::time_point monotonic_ GUARDED_BY(mutex_){
      std::chrono::seconds(1700000000)};
};

}  // namespace sightglass::testing
