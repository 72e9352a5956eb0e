#pragma once

#include <chrono>

namespace sightglass::base {

// Where time comes from, so that tests can bring their own.
//
// Threads: any thread may call anything.
class Clock {
 public:
  virtual ~Clock() = default;

  // Time of day: for people. Jumps when the machine's clock is set.
  [[nodiscard]] virtual std::chrono::system_clock::time_point WallNow() const = 0;
  // For durations and deadlines: never goes back.
  [[nodiscard]] virtual std::chrono::steady_clock::time_point MonotonicNow() const = 0;
};

// The machine's own clock. Lives as long as the process.
Clock& SystemClock();

}  // namespace sightglass::base
