#include "serve/task_gauge.h"

namespace sightglass::serve {

using Clock = std::chrono::steady_clock;

void TaskGauge::Add() {
  const base::MutexLock lock(mutex_);
  ++tasks_;
}

void TaskGauge::Done() {
  const base::MutexLock lock(mutex_);
  if (--tasks_ == 0) none_.NotifyAll();
}

void TaskGauge::WaitForNone() {
  const base::MutexLock lock(mutex_);
  while (tasks_ > 0) none_.Wait(mutex_);
}

bool TaskGauge::WaitForNone(std::chrono::milliseconds at_most) {
  const Clock::time_point end = Clock::now() + at_most;
  const base::MutexLock lock(mutex_);
  while (tasks_ > 0) {
    const auto left = end - Clock::now();
    if (left <= Clock::duration::zero()) return false;
    none_.WaitFor(mutex_, left);
  }
  return true;
}

}  // namespace sightglass::serve
