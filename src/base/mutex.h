#pragma once

#include <condition_variable>
#include <mutex>

// Clang checks these with -Wthread-safety; g++ sees nothing.
#ifdef __clang__
#define SIGHTGLASS_THREAD_ATTRIBUTE(x) __attribute__((x))
#else
#define SIGHTGLASS_THREAD_ATTRIBUTE(x)
#endif
#define CAPABILITY(x) SIGHTGLASS_THREAD_ATTRIBUTE(capability(x))
#define SCOPED_CAPABILITY SIGHTGLASS_THREAD_ATTRIBUTE(scoped_lockable)
#define GUARDED_BY(x) SIGHTGLASS_THREAD_ATTRIBUTE(guarded_by(x))
#define REQUIRES_LOCK(...) SIGHTGLASS_THREAD_ATTRIBUTE(requires_capability(__VA_ARGS__))
#define ACQUIRE(...) SIGHTGLASS_THREAD_ATTRIBUTE(acquire_capability(__VA_ARGS__))
#define RELEASE(...) SIGHTGLASS_THREAD_ATTRIBUTE(release_capability(__VA_ARGS__))
#define EXCLUDES(...) SIGHTGLASS_THREAD_ATTRIBUTE(locks_excluded(__VA_ARGS__))
#define NO_THREAD_SAFETY_ANALYSIS SIGHTGLASS_THREAD_ATTRIBUTE(no_thread_safety_analysis)

namespace sightglass::base {

// std::mutex that clang's thread-safety analysis understands.
class CAPABILITY("mutex") Mutex {
 public:
  void Lock() ACQUIRE() { mutex_.lock(); }
  void Unlock() RELEASE() { mutex_.unlock(); }

 private:
  friend class CondVar;
  std::mutex mutex_;
};

class SCOPED_CAPABILITY MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) ACQUIRE(mutex) : mutex_(mutex) { mutex_.Lock(); }
  ~MutexLock() RELEASE() { mutex_.Unlock(); }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

 private:
  Mutex& mutex_;
};

// A condition variable for Mutex. Wait in a loop around the condition, as always.
class CondVar {
 public:
  void Wait(Mutex& mutex) REQUIRES_LOCK(mutex) NO_THREAD_SAFETY_ANALYSIS {
    std::unique_lock<std::mutex> lock(mutex.mutex_, std::adopt_lock);
    condition_.wait(lock);
    lock.release();
  }

  // false when `duration` passed without a notification.
  template <class Duration>
  bool WaitFor(Mutex& mutex, Duration duration) REQUIRES_LOCK(mutex) NO_THREAD_SAFETY_ANALYSIS {
    std::unique_lock<std::mutex> lock(mutex.mutex_, std::adopt_lock);
    const bool notified = condition_.wait_for(lock, duration) == std::cv_status::no_timeout;
    lock.release();
    return notified;
  }

  void NotifyOne() { condition_.notify_one(); }
  void NotifyAll() { condition_.notify_all(); }

 private:
  std::condition_variable condition_;
};

}  // namespace sightglass::base
