#include "base/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <thread>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/cpu_count.h"
#include "base/mutex.h"

namespace sightglass::base {

struct ThreadPool::Impl {
  void RunTasks() EXCLUDES(mutex) {
    mutex.Lock();
    for (;;) {
      while (queue.empty() && !stopping) work_came.Wait(mutex);
      if (queue.empty()) break;
      std::function<void()> task = std::move(queue.front());
      queue.pop_front();
      ++running;
      mutex.Unlock();
      task();
      // What the task holds is let go before it counts as done.
      task = nullptr;
      mutex.Lock();
      --running;
      if (running == 0 && queue.empty()) idle.NotifyAll();
    }
    mutex.Unlock();
  }

  Mutex mutex;
  CondVar work_came;
  CondVar idle;
  std::deque<std::function<void()>> queue GUARDED_BY(mutex);
  std::size_t running GUARDED_BY(mutex) = 0;
  bool stopping GUARDED_BY(mutex) = false;
  // Last, so that the threads are joined while the rest still stands.
  std::vector<std::jthread> workers;
};

ThreadPool::ThreadPool(std::size_t threads) : impl_(std::make_unique<Impl>()) {
  if (threads == 0) threads = AvailableCpus();
  impl_->workers.reserve(threads);
  for (std::size_t i = 0; i < threads; ++i) {
    impl_->workers.emplace_back([impl = impl_.get()] { impl->RunTasks(); });
  }
}

ThreadPool::~ThreadPool() {
  {
    const MutexLock lock(impl_->mutex);
    impl_->stopping = true;
  }
  impl_->work_came.NotifyAll();
  impl_->workers.clear();
}

void ThreadPool::Submit(std::function<void()> task) {
  CHECK(task != nullptr);
  {
    const MutexLock lock(impl_->mutex);
    impl_->queue.push_back(std::move(task));
  }
  impl_->work_came.NotifyOne();
}

namespace {

// What ForEach() and its tasks share. A task that starts late finds no index left, and so never
// touches `fn`, which is gone by then.
struct Work {
  Work(std::size_t indices, const std::function<void(std::size_t)>& function)
      : count(indices), fn(function) {}

  void Take() {
    std::size_t taken = 0;
    for (std::size_t index = next.fetch_add(1); index < count; index = next.fetch_add(1)) {
      fn(index);
      ++taken;
    }
    if (taken == 0) return;
    const MutexLock lock(mutex);
    done += taken;
    if (done == count) all_done.NotifyAll();
  }

  const std::size_t count;
  const std::function<void(std::size_t)>& fn;
  std::atomic<std::size_t> next = 0;
  Mutex mutex;
  CondVar all_done;
  std::size_t done GUARDED_BY(mutex) = 0;
};

}  // namespace

void ThreadPool::ForEach(std::size_t count, const std::function<void(std::size_t)>& fn) {
  if (count == 0) return;
  const auto work = std::make_shared<Work>(count, fn);
  for (std::size_t i = 0; i < std::min(threads(), count - 1); ++i) {
    Submit([work] { work->Take(); });
  }
  work->Take();
  const MutexLock lock(work->mutex);
  while (work->done < count) work->all_done.Wait(work->mutex);
}

void ThreadPool::WaitIdle() {
  const MutexLock lock(impl_->mutex);
  while (!impl_->queue.empty() || impl_->running > 0) impl_->idle.Wait(impl_->mutex);
}

std::size_t ThreadPool::threads() const { return impl_->workers.size(); }

}  // namespace sightglass::base
