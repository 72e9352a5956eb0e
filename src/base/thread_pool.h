#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace sightglass::base {

// A fixed number of threads that run tasks in the order given. Tasks must not throw and must not
// wait for later tasks.
//
// Threads: any thread may call Submit(), tasks included. The destructor runs what was submitted,
// then joins.
class ThreadPool {
 public:
  // 0 threads: as many as the process may run on (sched_getaffinity), at least one.
  explicit ThreadPool(std::size_t threads = 0);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  void Submit(std::function<void()> task);
  // Calls fn(0) ... fn(count - 1), each once, on this thread and on those of the pool that are
  // free, and returns when all have returned. A task may call it.
  void ForEach(std::size_t count, const std::function<void(std::size_t)>& fn);
  // Returns when nothing is queued or running. Not to be called from a task.
  void WaitIdle();
  [[nodiscard]] std::size_t threads() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sightglass::base
