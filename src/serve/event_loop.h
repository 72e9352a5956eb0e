#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "base/result.h"
#include "serve/socket_fd.h"

namespace sightglass::serve {

// Hears when a socket is ready. Calls come on the thread of the loop.
class FdEvents {
 public:
  virtual ~FdEvents() = default;
  // There may be something to read, the end or an error included.
  virtual void OnReadable() = 0;
  virtual void OnWritable() = 0;
};

// A socket that a loop looks after. Use it on the loop's thread only.
class FdWatch {
 public:
  ~FdWatch();  // closes the socket; nothing is called any more
  FdWatch(const FdWatch&) = delete;
  FdWatch& operator=(const FdWatch&) = delete;

  // One call of OnReadable() or OnWritable() as soon as it is. Asked for again before that, it is
  // still one.
  void WaitReadable();
  void WaitWritable();
  [[nodiscard]] int fd() const;

 private:
  friend class EventLoop;
  struct State;
  explicit FdWatch(std::shared_ptr<State> state);
  std::shared_ptr<State> state_;
};

// Runs on one thread what is to be done when sockets are ready, when time has passed, and what
// other threads post.
//
// Threads: Post() and Stop() from any thread; the rest before Run(), or on the thread that runs it.
class EventLoop {
 public:
  // kResourceExhausted without descriptors.
  static base::Result<std::unique_ptr<EventLoop>> Create();
  ~EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  // Returns after Stop().
  void Run();
  void Stop();
  void Post(std::function<void()> task);
  // Calls `fn` every `interval` until it returns false.
  void Every(std::chrono::milliseconds interval, std::function<bool()> fn);
  // `fd` must not block. `events` must outlive the watch. nullptr if the system takes no more.
  std::unique_ptr<FdWatch> Watch(SocketFd fd, FdEvents& events);

 private:
  struct Impl;
  explicit EventLoop(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace sightglass::serve
