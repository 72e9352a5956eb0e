#include "serve/event_loop.h"

// The thread sanitizer of g++ does not know fences. The loop does not need them: what threads hand
// over to it goes through its mutex.
#ifdef __SANITIZE_THREAD__
#define BOOST_ASIO_DISABLE_FENCED_BLOCK 1
#endif

#include <fmt/format.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <exception>
#include <utility>

#include "base/log.h"

namespace sightglass::serve {

namespace asio = boost::asio;
using Executor = asio::io_context::executor_type;
using Descriptor = asio::posix::basic_stream_descriptor<Executor>;
using boost::system::error_code;

// Shared with the calls that are on their way, which find `events` null once the watch is gone.
struct FdWatch::State : std::enable_shared_from_this<FdWatch::State> {
  explicit State(asio::io_context& context) : descriptor(context) {}

  void Wait(Descriptor::wait_type what, bool& waiting, void (FdEvents::*call)()) {
    if (std::exchange(waiting, true)) return;
    descriptor.async_wait(what, [self = shared_from_this(), &waiting, call](error_code) {
      waiting = false;
      if (self->events != nullptr) (self->events->*call)();
    });
  }

  Descriptor descriptor;
  FdEvents* events = nullptr;
  bool reading = false;
  bool writing = false;
};

FdWatch::FdWatch(std::shared_ptr<State> state) : state_(std::move(state)) {}

FdWatch::~FdWatch() {
  state_->events = nullptr;
  error_code ignored;
  state_->descriptor.close(ignored);
}

void FdWatch::WaitReadable() {
  state_->Wait(Descriptor::wait_read, state_->reading, &FdEvents::OnReadable);
}
void FdWatch::WaitWritable() {
  state_->Wait(Descriptor::wait_write, state_->writing, &FdEvents::OnWritable);
}
int FdWatch::fd() const { return state_->descriptor.native_handle(); }

namespace {

struct Ticker : std::enable_shared_from_this<Ticker> {
  Ticker(asio::io_context& context, std::chrono::milliseconds time, std::function<bool()> call)
      : timer(context), interval(time), fn(std::move(call)) {}

  void Next() {
    timer.expires_after(interval);
    timer.async_wait([self = shared_from_this()](const error_code& ec) {
      if (!ec && self->fn()) self->Next();
    });
  }

  asio::steady_timer timer;
  std::chrono::milliseconds interval;
  std::function<bool()> fn;
};

}  // namespace

struct EventLoop::Impl {
  asio::io_context context{1};
  asio::executor_work_guard<Executor> work{context.get_executor()};
};

base::Result<std::unique_ptr<EventLoop>> EventLoop::Create() {
  try {
    return std::unique_ptr<EventLoop>(new EventLoop(std::make_unique<Impl>()));
  } catch (const std::exception& thrown) {
    return base::Error{base::ErrorCode::kResourceExhausted,
                       fmt::format("cannot make an event loop: {}", thrown.what())};
  }
}

EventLoop::EventLoop(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
EventLoop::~EventLoop() = default;

void EventLoop::Run() {
  for (;;) {
    try {
      impl_->context.run();
      return;
    } catch (const std::exception& thrown) {
      // What threw is out of its turn; the other connections must not suffer for it.
      base::Log(base::LogLevel::kError, "event loop: {}", thrown.what());
    }
  }
}

void EventLoop::Stop() { impl_->context.stop(); }

void EventLoop::Post(std::function<void()> task) { asio::post(impl_->context, std::move(task)); }

void EventLoop::Every(std::chrono::milliseconds interval, std::function<bool()> fn) {
  std::make_shared<Ticker>(impl_->context, interval, std::move(fn))->Next();
}

std::unique_ptr<FdWatch> EventLoop::Watch(SocketFd fd, FdEvents& events) {
  auto state = std::make_shared<FdWatch::State>(impl_->context);
  error_code failed;
  state->descriptor.assign(fd.get(), failed);
  if (failed) return nullptr;
  static_cast<void>(fd.Release());
  state->events = &events;
  return std::unique_ptr<FdWatch>(new FdWatch(std::move(state)));
}

}  // namespace sightglass::serve
