#include "tests/support/fake_clock.h"

#include "base/check.h"

namespace sightglass::testing {

std::chrono::system_clock::time_point FakeClock::WallNow() const {
  const base::MutexLock lock(mutex_);
  return wall_;
}

std::chrono::steady_clock::time_point FakeClock::MonotonicNow() const {
  const base::MutexLock lock(mutex_);
  return monotonic_;
}

void FakeClock::Advance(std::chrono::nanoseconds duration) {
  CHECK(duration.count() >= 0);
  const base::MutexLock lock(mutex_);
  wall_ += std::chrono::duration_cast<std::chrono::system_clock::duration>(duration);
  monotonic_ += std::chrono::duration_cast<std::chrono::steady_clock::duration>(duration);
}

void FakeClock::SetWall(std::chrono::system_clock::time_point now) {
  const base::MutexLock lock(mutex_);
  wall_ = now;
}

}  // namespace sightglass::testing
