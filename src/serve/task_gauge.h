#pragma once

#include <chrono>
#include <cstddef>

#include "base/mutex.h"

namespace sightglass::serve {

// Counts what still refers to the server: tasks on the request pool, or sessions. Any thread may
// call anything.
class TaskGauge {
 public:
  void Add() EXCLUDES(mutex_);
  void Done() EXCLUDES(mutex_);
  void WaitForNone() EXCLUDES(mutex_);
  // false if some are left.
  bool WaitForNone(std::chrono::milliseconds at_most) EXCLUDES(mutex_);

 private:
  base::Mutex mutex_;
  base::CondVar none_;
  std::size_t tasks_ GUARDED_BY(mutex_) = 0;
};

}  // namespace sightglass::serve
