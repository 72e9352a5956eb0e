#include "bench/request_load.h"

#include <fmt/format.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <optional>
#include <string_view>

#include "base/check.h"
#include "bench/answer_reader.h"
#include "io/unique_fd.h"

namespace sightglass::bench {
namespace {

using std::chrono::steady_clock;

constexpr std::uint64_t kMaxErrors = 1'000;
constexpr std::size_t kReceiveBytes = std::size_t{256} << 10;
constexpr int kWakeMillis = 100;  // how often time limits are looked at
constexpr std::uint64_t kTimerId = ~std::uint64_t{0};

std::chrono::nanoseconds Nanos(double seconds) {
  return std::chrono::nanoseconds(static_cast<std::int64_t>(seconds * 1e9));
}

struct Client {
  std::optional<LoadSocket> socket;
  AnswerReader reader;
  std::size_t request = 0;
  std::string_view unsent;
  SteadyTime start;
  bool busy = false;
  bool counts = false;
  bool waits_to_send = false;  // as epoll was told
};

class Load {
 public:
  explicit Load(const RequestLoadOptions& options)
      : options_(options), clients_(options.clients), buffer_(kReceiveBytes, '\0') {}

  base::Result<RequestLoadResult> Run() {
    epoll_ = io::UniqueFd(::epoll_create1(EPOLL_CLOEXEC));
    if (!epoll_.valid()) return LoadError("cannot make an epoll", errno);
    if (options_.rate > 0) RETURN_IF_ERROR(StartTimer());
    started_ = steady_clock::now();
    std::array<epoll_event, 64> events{};
    while (true) {
      IssueDue(steady_clock::now());
      if (busy_ == 0 && AllIssued(steady_clock::now())) break;
      const int count =
          ::epoll_wait(epoll_.get(), events.data(), static_cast<int>(events.size()), kWakeMillis);
      if (count < 0 && errno != EINTR) return LoadError("cannot wait for events", errno);
      for (int i = 0; i < count; ++i) {
        const epoll_event& event = events.at(static_cast<std::size_t>(i));
        if (event.data.u64 == kTimerId) {
          ClearTimer();
        } else {
          Advance(clients_[static_cast<std::size_t>(event.data.u64)]);
        }
      }
      if (const SteadyTime now = steady_clock::now(); now - looked_ > Nanos(0.1)) EndOverdue(now);
    }
    if (first_counted_) {
      result_.seconds = std::chrono::duration<double>(last_answer_ - *first_counted_).count();
    }
    return std::move(result_);
  }

 private:
  base::Status StartTimer() {
    timer_ = io::UniqueFd(::timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC));
    if (!timer_.valid()) return LoadError("cannot make a timer", errno);
    const auto nanos = static_cast<long>(1e9 / options_.rate);
    itimerspec times{};
    times.it_interval = {.tv_sec = nanos / 1'000'000'000, .tv_nsec = nanos % 1'000'000'000};
    times.it_value = times.it_interval;
    if (::timerfd_settime(timer_.get(), 0, &times, nullptr) != 0) {
      return LoadError("cannot set a timer", errno);
    }
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = kTimerId;
    if (::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, timer_.get(), &event) != 0) {
      return LoadError("cannot watch a timer", errno);
    }
    return base::OkStatus();
  }

  void ClearTimer() const {
    std::uint64_t fired = 0;
    static_cast<void>(!::read(timer_.get(), &fired, sizeof(fired)));
  }

  // Has the last request been sent?
  [[nodiscard]] bool AllIssued(SteadyTime now) const {
    if (result_.errors >= kMaxErrors) return true;
    if (issued_ < options_.warm_up) return false;
    if (options_.count > 0 && issued_ - options_.warm_up >= options_.count) return true;
    return options_.seconds > 0 && first_counted_ &&
           now - *first_counted_ >= Nanos(options_.seconds);
  }

  [[nodiscard]] SteadyTime DueTime() const {
    return started_ + Nanos(static_cast<double>(issued_) / options_.rate);
  }

  // Starts what is due with clients that are free.
  void IssueDue(SteadyTime now) {
    if (busy_ == clients_.size()) return;
    for (Client& client : clients_) {
      // A request may fail at once, so that this client is free again.
      while (!client.busy && !AllIssued(now) && (options_.rate <= 0 || DueTime() <= now)) {
        Begin(client, options_.rate > 0 ? DueTime() : now);
        now = steady_clock::now();
      }
    }
  }

  void Begin(Client& client, SteadyTime start) {
    client.request = static_cast<std::size_t>(issued_ % options_.requests.size());
    client.unsent = options_.requests[client.request].bytes;
    client.start = start;
    client.counts = issued_ >= options_.warm_up;
    client.busy = true;
    client.reader.Reset();
    ++issued_;
    ++busy_;
    if (client.counts && !first_counted_) first_counted_ = start;
    if (!client.socket) {
      base::Result<LoadSocket> socket = LoadSocket::Connect(options_.address);
      if (!socket.ok()) return Fail(client, socket.error().message);
      client.socket.emplace(std::move(socket).value());
      ++result_.connections;
      Watch(client, EPOLL_CTL_ADD);
    }
    Send(client);
  }

  void Watch(Client& client, int operation) {
    epoll_event event{};
    client.waits_to_send = !client.unsent.empty();
    event.events = client.waits_to_send ? EPOLLIN | EPOLLOUT : EPOLLIN;
    event.data.u64 = static_cast<std::uint64_t>(&client - clients_.data());
    CHECK(::epoll_ctl(epoll_.get(), operation, client.socket->descriptor(), &event) == 0);
  }

  void Send(Client& client) {
    const base::Result<std::size_t> sent = client.socket->Send(client.unsent);
    if (!sent.ok()) return Fail(client, sent.error().message);
    client.unsent.remove_prefix(*sent);
    if (client.waits_to_send == client.unsent.empty()) Watch(client, EPOLL_CTL_MOD);
  }

  // Something happened on the client's connection.
  void Advance(Client& client) {
    if (!client.socket) return;
    if (client.busy && !client.unsent.empty()) {
      Send(client);
      if (!client.busy) return;
    }
    while (true) {
      const base::Result<LoadSocket::Received> received = client.socket->Receive(buffer_);
      if (!received.ok()) return Fail(client, received.error().message);
      if (received->closed) {
        if (!client.busy) return Fail(client, "the server dropped an idle connection");
        const base::Status closed = client.reader.Close();
        return closed.ok() ? Finish(client) : Fail(client, closed.error().message);
      }
      if (received->bytes.empty()) return;
      const base::Status fed = client.reader.Feed(received->bytes, nullptr);
      if (!fed.ok()) return Fail(client, fed.error().message);
      if (client.reader.done()) return Finish(client);
      if (received->bytes.size() < buffer_.size()) return;
    }
  }

  void Finish(Client& client) {
    const SteadyTime now = steady_clock::now();
    const std::uint64_t bytes = client.reader.body_bytes();
    if (client.reader.status() != 200) {
      return Fail(client, fmt::format("status {}", client.reader.status()));
    }
    if (!options_.expected_bytes.empty() && options_.expected_bytes[client.request] != bytes) {
      return Fail(client, fmt::format("answer of {} bytes, expected {}", bytes,
                                      options_.expected_bytes[client.request]));
    }
    if (client.counts) {
      result_.latencies.Add(now - client.start);
      result_.body_bytes += bytes;
      last_answer_ = now;
    }
    if (client.reader.closes()) client.socket.reset();
    client.busy = false;
    --busy_;
  }

  void Fail(Client& client, std::string_view why) {
    if (result_.errors++ == 0) {
      result_.first_error = fmt::format("{}: {}", options_.requests[client.request].name, why);
    }
    last_answer_ = steady_clock::now();
    client.socket.reset();
    if (client.busy) --busy_;
    client.busy = false;
  }

  void EndOverdue(SteadyTime now) {
    looked_ = now;
    for (Client& client : clients_) {
      if (client.busy && now - client.start > Nanos(options_.timeout_seconds)) {
        Fail(client, fmt::format("no whole answer within {} s", options_.timeout_seconds));
      }
    }
  }

  const RequestLoadOptions& options_;
  std::vector<Client> clients_;
  std::string buffer_;
  io::UniqueFd epoll_;
  io::UniqueFd timer_;
  RequestLoadResult result_;
  std::uint64_t issued_ = 0;
  std::size_t busy_ = 0;
  SteadyTime started_;
  SteadyTime looked_;
  SteadyTime last_answer_;
  std::optional<SteadyTime> first_counted_;
};

}  // namespace

base::Result<RequestLoadResult> RunRequestLoad(const RequestLoadOptions& options) {
  CHECK(!options.requests.empty());
  CHECK(options.expected_bytes.empty() || options.expected_bytes.size() == options.requests.size());
  return Load(options).Run();
}

}  // namespace sightglass::bench
