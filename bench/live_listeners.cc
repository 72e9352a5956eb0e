#include "bench/live_listeners.h"

#include <fmt/format.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "bench/answer_reader.h"
#include "bench/event_stream.h"
#include "bench/latencies.h"
#include "io/unique_fd.h"

namespace sightglass::bench {
namespace {

using std::chrono::steady_clock;

constexpr std::size_t kReceiveBytes = std::size_t{256} << 10;
constexpr int kWakeMillis = 50;
constexpr std::uint64_t kInputId = ~std::uint64_t{0};
// Everything before the list of runs.
constexpr std::size_t kKeptBytes = 512;
constexpr double kQuietSeconds = 0.5;
constexpr double kMostDrainSeconds = 10;

double Since(SteadyTime time) {
  return std::chrono::duration<double>(steady_clock::now() - time).count();
}

struct Listener {
  std::optional<LoadSocket> socket;
  AnswerReader reader;
  EventStream stream;
  std::string_view unsent;
  std::uint64_t events = 0;
  std::string last_id;
  SteadyTime last_bytes;
};

class Listening {
 public:
  explicit Listening(const ListenOptions& options)
      : options_(options), listeners_(options.listeners), buffer_(kReceiveBytes, '\0') {}

  base::Result<ListenResult> Run() {
    epoll_ = io::UniqueFd(::epoll_create1(EPOLL_CLOEXEC));
    if (!epoll_.valid()) return LoadError("cannot make an epoll", errno);
    if (options_.seconds <= 0 && !Add(STDIN_FILENO, EPOLLIN, kInputId).ok()) {
      return base::Error{base::ErrorCode::kInvalidArgument,
                         "standard input must be a pipe or terminal, or give --seconds"};
    }
    const SteadyTime start = steady_clock::now();
    for (Listener& listener : listeners_) {
      Open(listener);
      RETURN_IF_ERROR(Poll(0));  // answers are read while others connect
    }
    while (!ended_) {
      RETURN_IF_ERROR(Poll(kWakeMillis));
      if (options_.seconds > 0 && Since(start) >= options_.seconds) ended_ = true;
    }
    // What is under way belongs to the result: it ends when the server has been quiet for a while.
    const SteadyTime end = steady_clock::now();
    while (Since(last_bytes_) < kQuietSeconds && Since(end) < kMostDrainSeconds) {
      RETURN_IF_ERROR(Poll(kWakeMillis));
    }
    return Summary();
  }

 private:
  base::Status Add(int descriptor, std::uint32_t events, std::uint64_t id) const {
    epoll_event event{};
    event.events = events;
    event.data.u64 = id;
    if (::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, descriptor, &event) == 0) return base::OkStatus();
    return LoadError("cannot wait for", errno);
  }

  void Open(Listener& listener) {
    base::Result<LoadSocket> socket = LoadSocket::Connect(options_.address);
    if (!socket.ok()) return Fail(listener, socket.error().message);
    listener.socket.emplace(std::move(socket).value());
    listener.unsent = options_.request.bytes;
    listener.last_bytes = steady_clock::now();
    const auto id = static_cast<std::uint64_t>(&listener - listeners_.data());
    const base::Status added = Add(listener.socket->descriptor(), EPOLLIN | EPOLLOUT, id);
    if (!added.ok()) Fail(listener, added.error().message);
  }

  base::Status Poll(int millis) {
    std::array<epoll_event, 256> events{};
    const int count =
        ::epoll_wait(epoll_.get(), events.data(), static_cast<int>(events.size()), millis);
    if (count < 0 && errno != EINTR) return LoadError("cannot wait for events", errno);
    for (int i = 0; i < count; ++i) {
      const std::uint64_t id = events.at(static_cast<std::size_t>(i)).data.u64;
      if (id == kInputId) {
        ReadInput();
      } else {
        Advance(listeners_[static_cast<std::size_t>(id)], id);
      }
    }
    return base::OkStatus();
  }

  void ReadInput() {
    std::array<char, 256> ignored{};
    if (::read(STDIN_FILENO, ignored.data(), ignored.size()) > 0) return;
    ended_ = true;
    ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, STDIN_FILENO, nullptr);  // it would wake us for ever
  }

  void Advance(Listener& listener, std::uint64_t id) {
    if (!listener.socket) return;
    if (!listener.unsent.empty()) {
      const base::Result<std::size_t> sent = listener.socket->Send(listener.unsent);
      if (!sent.ok()) return Fail(listener, sent.error().message);
      listener.unsent.remove_prefix(*sent);
      if (!listener.unsent.empty()) return;
      epoll_event event{};
      event.events = EPOLLIN;
      event.data.u64 = id;
      ::epoll_ctl(epoll_.get(), EPOLL_CTL_MOD, listener.socket->descriptor(), &event);
    }
    const base::Result<LoadSocket::Received> received = listener.socket->Receive(buffer_);
    if (!received.ok()) return Fail(listener, received.error().message);
    if (received->closed) return Fail(listener, "the server ended the stream");
    if (!received->bytes.empty()) Take(listener, received->bytes);
  }

  void Take(Listener& listener, std::string_view bytes) {
    const SteadyTime now = steady_clock::now();
    const std::chrono::duration<double> silence = now - listener.last_bytes;
    result_.longest_silence_seconds = std::max(result_.longest_silence_seconds, silence.count());
    listener.last_bytes = last_bytes_ = now;
    result_.bytes += bytes.size();

    const bool was_open = listener.reader.head_read();
    body_.clear();
    const base::Status fed = listener.reader.Feed(bytes, &body_);
    if (!fed.ok()) return Fail(listener, fed.error().message);
    if (!listener.reader.head_read()) return;
    if (listener.reader.status() != 200) {
      return Fail(listener, fmt::format("status {}", listener.reader.status()));
    }
    if (!was_open) CountReady();
    events_.clear();
    listener.stream.Feed(body_, kKeptBytes, events_);
    for (const StreamEvent& event : events_) TakeEvent(listener, event);
    if (listener.reader.done()) Fail(listener, "the server ended the stream");
  }

  void TakeEvent(Listener& listener, const StreamEvent& event) {
    ++listener.events;
    if (event.id == listener.last_id) return;  // it came without one
    const std::optional<LiveId> id = ParseLiveId(event.id);
    if (!id) return Fail(listener, fmt::format("an event with the id '{}'", event.id));
    if (const std::optional<LiveId> last = ParseLiveId(listener.last_id)) {
      if (last->epoch != id->epoch || last->revision >= id->revision) ++result_.out_of_order;
      if (event.data.find("\"reset\":true") != std::string::npos) {
        ++result_.resets;
      } else if (NumberInData(event.data, "since") != last->revision) {
        ++result_.gaps;
      }
    }
    listener.last_id = event.id;
  }

  void CountReady() {
    if (++ready_ == listeners_.size() && options_.on_ready) options_.on_ready();
  }

  void Fail(Listener& listener, std::string_view why) {
    if (result_.failed++ == 0) result_.first_error = why;
    listener.socket.reset();
    if (!listener.reader.head_read() || listener.reader.status() != 200) CountReady();
  }

  ListenResult Summary() {
    std::uint64_t newest = 0;
    for (const Listener& listener : listeners_) {
      const std::optional<LiveId> id = ParseLiveId(listener.last_id);
      if (id && id->revision >= newest) {
        newest = id->revision;
        result_.newest_id = listener.last_id;
      }
      result_.events += listener.events;
      result_.most_events = std::max(result_.most_events, listener.events);
    }
    result_.fewest_events = result_.most_events;
    for (const Listener& listener : listeners_) {
      result_.fewest_events = std::min(result_.fewest_events, listener.events);
      if (listener.last_id != result_.newest_id) ++result_.behind;
    }
    return std::move(result_);
  }

  const ListenOptions& options_;
  std::vector<Listener> listeners_;
  std::string buffer_;
  std::string body_;
  std::vector<StreamEvent> events_;
  io::UniqueFd epoll_;
  ListenResult result_;
  SteadyTime last_bytes_;
  std::size_t ready_ = 0;
  bool ended_ = false;
};

}  // namespace

base::Result<ListenResult> RunListeners(const ListenOptions& options) {
  return Listening(options).Run();
}

}  // namespace sightglass::bench
