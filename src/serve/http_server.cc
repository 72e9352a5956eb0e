#include "serve/http_server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <future>
#include <utility>

#include "base/mutex.h"
#include "serve/http_worker.h"
#include "serve/listening_socket.h"

namespace sightglass::serve {
namespace {

// Descriptors that are not connections: event files, loops, the log.
constexpr std::uint64_t kOtherDescriptors = 1024;
// So many clients beyond the limit are told so; further ones are only closed.
constexpr std::uint64_t kMaxRefusals = 128;

Peer PeerOf(const sockaddr_storage& address, bool with_text) {
  Peer peer;
  std::array<char, INET6_ADDRSTRLEN> text{};
  std::uint16_t port = 0;
  if (address.ss_family == AF_INET) {
    const auto& in = reinterpret_cast<const sockaddr_in&>(address);
    peer.loopback = ntohl(in.sin_addr.s_addr) >> 24 == 127;
    port = ntohs(in.sin_port);
    if (with_text) inet_ntop(AF_INET, &in.sin_addr, text.data(), text.size());
  } else if (address.ss_family == AF_INET6) {
    const auto& in = reinterpret_cast<const sockaddr_in6&>(address);
    const bool mapped = IN6_IS_ADDR_V4MAPPED(&in.sin6_addr);
    peer.loopback =
        IN6_IS_ADDR_LOOPBACK(&in.sin6_addr) || (mapped && in.sin6_addr.s6_addr[12] == 127);
    port = ntohs(in.sin6_port);
    if (with_text) inet_ntop(AF_INET6, &in.sin6_addr, text.data(), text.size());
  }
  if (with_text) peer.text = text[0] == '\0' ? "unix" : fmt::format("{}:{}", text.data(), port);
  return peer;
}

// Takes connections and gives them to the workers in turn. Lives on the loop of the first.
class Acceptor final : public FdEvents {
 public:
  Acceptor(EventLoop& loop, const HttpOptions& options, HttpCounters& counters,
           const std::vector<std::unique_ptr<HttpWorker>>& workers)
      : loop_(loop), options_(options), counters_(counters), workers_(workers) {}

  // false if the system takes no more.
  bool Start(SocketFd fd) {
    watch_ = loop_.Watch(std::move(fd), *this);
    if (watch_ == nullptr) return false;
    watch_->WaitReadable();
    return true;
  }

  void OnReadable() override {
    // A few at a time: connections that exist have a right, too.
    for (int i = 0; i < 64; ++i) {
      sockaddr_storage address{};
      socklen_t size = sizeof(address);
      SocketFd fd(::accept4(watch_->fd(), reinterpret_cast<sockaddr*>(&address), &size,
                            SOCK_NONBLOCK | SOCK_CLOEXEC));
      if (!fd.valid()) {
        if (errno == EAGAIN || errno == EWOULDBLOCK) break;
        if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
          if (ShedOne()) continue;
          WaitAWhile();
          return;
        }
        continue;  // a connection that broke before it was taken
      }
      Take(std::move(fd), address);
    }
    watch_->WaitReadable();
  }
  void OnWritable() override {}

 private:
  void Take(SocketFd fd, const sockaddr_storage& address) {
    const std::uint64_t open = ++counters_.connections;
    if (open > options_.limits.connections + kMaxRefusals) {
      --counters_.connections;
      ++counters_.refused;
      return;
    }
    if (address.ss_family != AF_UNIX) {
      const int on = 1;
      ::setsockopt(fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
      // Finds out in the end about clients that vanished while nothing was sent.
      ::setsockopt(fd.get(), SOL_SOCKET, SO_KEEPALIVE, &on, sizeof(on));
    }
    HttpWorker& worker = *workers_[next_++ % workers_.size()];
    worker.Adopt(std::move(fd), PeerOf(address, options_.access_log),
                 open > options_.limits.connections);
  }

  // Without descriptors a connection can be neither taken nor refused, and would be announced again
  // and again. One is kept in reserve to take it and let it go.
  bool ShedOne() {
    if (!spare_.valid()) spare_ = OpenSpare();
    if (!spare_.valid()) return false;
    spare_ = SocketFd();
    const bool shed = SocketFd(::accept4(watch_->fd(), nullptr, nullptr, SOCK_CLOEXEC)).valid();
    if (shed) ++counters_.refused;
    spare_ = OpenSpare();
    return shed;
  }

  // Somebody else took the reserve: looks again a little later.
  void WaitAWhile() {
    loop_.Every(std::chrono::milliseconds(50), [this, alive = std::weak_ptr(alive_)] {
      if (!alive.expired()) watch_->WaitReadable();
      return false;
    });
  }

  static SocketFd OpenSpare() { return SocketFd(::open("/dev/null", O_RDONLY | O_CLOEXEC)); }

  EventLoop& loop_;
  const HttpOptions& options_;
  HttpCounters& counters_;
  const std::vector<std::unique_ptr<HttpWorker>>& workers_;
  std::unique_ptr<FdWatch> watch_;
  SocketFd spare_ = OpenSpare();
  std::size_t next_ = 0;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace

struct HttpServer::Impl {
  Impl(const HttpOptions& given, PipelineOptions pipeline_options, const kind::Router& router,
       const store::RevisionLog& revisions, base::ThreadPool& pool)
      : options(given),
        pipeline(std::move(pipeline_options), router, revisions, pool),
        context{.pipeline = pipeline,
                .pool = pool,
                .limits = options.limits,
                .counters = counters,
                .tasks = tasks,
                .sessions = sessions,
                .access_log = options.access_log} {}

  // Runs `fn` on the loop of `worker`, behind all that was posted before, and waits for it.
  static void RunOn(HttpWorker& worker, const std::function<void()>& fn) {
    std::promise<void> done;
    worker.loop().Post([&fn, &done] {
      fn();
      done.set_value();
    });
    done.get_future().wait();
  }

  base::Status StartWorkers(SocketFd fd) {
    for (std::size_t i = 0; i < std::max<std::size_t>(options.threads, 1); ++i) {
      ASSIGN_OR_RETURN(std::unique_ptr<HttpWorker> worker, HttpWorker::Create(context));
      workers.push_back(std::move(worker));
    }
    acceptor = std::make_unique<Acceptor>(workers.front()->loop(), options, counters, workers);
    bool started = false;
    RunOn(*workers.front(), [&] { started = acceptor->Start(std::move(fd)); });
    if (started) return base::OkStatus();
    return base::Error{base::ErrorCode::kResourceExhausted, "no descriptor to listen with"};
  }

  void Stop(std::chrono::milliseconds grace) EXCLUDES(stop_mutex) {
    const base::MutexLock lock(stop_mutex);
    if (workers.empty()) return;
    RunOn(*workers.front(), [this] { acceptor = nullptr; });
    for (const auto& worker : workers) worker->BeginStop();
    if (!sessions.WaitForNone(grace)) {
      for (const auto& worker : workers) worker->CloseAll();
    }
    // Sessions first: until the last is gone it may start a task.
    sessions.WaitForNone();
    tasks.WaitForNone();
    // The last tasks posted what they made to sessions that are gone. It holds sources, which must
    // end while there is a loop that they can wake.
    for (const auto& worker : workers) RunOn(*worker, [] {});
    workers.clear();
    RemoveSocketFile(options);
  }

  const HttpOptions options;
  HttpAddress address;
  std::unique_ptr<TlsContext> tls;
  RequestPipeline pipeline;
  HttpCounters counters;
  TaskGauge tasks;
  TaskGauge sessions;
  WorkerContext context;
  base::Mutex stop_mutex;
  std::vector<std::unique_ptr<HttpWorker>> workers;
  std::unique_ptr<Acceptor> acceptor;
};

base::Result<std::unique_ptr<HttpServer>> HttpServer::Start(const HttpOptions& options,
                                                            const kind::Router& router,
                                                            const store::RevisionLog& revisions,
                                                            base::ThreadPool& pool) {
  std::unique_ptr<TlsContext> tls;
  if (options.tls_cert.empty() != options.tls_key.empty()) {
    return base::Error{base::ErrorCode::kInvalidArgument,
                       "a certificate needs a key, and a key a certificate"};
  }
  if (!options.tls_cert.empty()) {
    ASSIGN_OR_RETURN(tls, TlsContext::Load(options.tls_cert, options.tls_key));
  }
  RaiseDescriptorLimit(options.limits.connections + kMaxRefusals + kOtherDescriptors);
  ASSIGN_OR_RETURN(ListeningSocket socket, Listen(options));
  std::vector<std::string> hosts = options.allowed_hosts;
  hosts.insert(hosts.end(), socket.machine_names.begin(), socket.machine_names.end());
  if (!options.bind_all) hosts.push_back(options.host);
  auto impl =
      std::make_unique<Impl>(options,
                             PipelineOptions{.access = {.token = options.token,
                                                        .allowed_hosts = std::move(hosts),
                                                        .path_prefix = options.path_prefix,
                                                        .port = socket.address.port,
                                                        .tls = tls != nullptr,
                                                        .any_host = !options.unix_socket.empty()},
                                             .path_prefix = options.path_prefix,
                                             .frame_ancestors = options.frame_ancestors},
                             router, revisions, pool);
  impl->address = std::move(socket.address);
  impl->tls = std::move(tls);
  impl->context.tls = impl->tls.get();
  const base::Status started = impl->StartWorkers(std::move(socket.fd));
  std::unique_ptr<HttpServer> server(new HttpServer(std::move(impl)));
  if (!started.ok()) {
    RemoveSocketFile(options);
    return started.error();
  }
  return server;
}

HttpServer::HttpServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
HttpServer::~HttpServer() { Stop(); }

const HttpAddress& HttpServer::address() const { return impl_->address; }

std::string HttpServer::MakeOneTimeLink() {
  if (!impl_->pipeline.needs_token()) return {};
  const std::string code = impl_->pipeline.MakeCode();
  // A socket has no address that a browser could open.
  if (!impl_->options.unix_socket.empty()) {
    return fmt::format("{}/auth?code={}", impl_->options.path_prefix, code);
  }
  return fmt::format("{}auth?code={}", impl_->address.url, code);
}

void HttpServer::set_on_link_used(std::function<void()> callback) {
  impl_->pipeline.set_on_link_used(std::move(callback));
}

void HttpServer::Stop(std::chrono::milliseconds grace) { impl_->Stop(grace); }

HttpServer::Counts HttpServer::counts() const {
  return {.connections = impl_->counters.connections,
          .requests = impl_->counters.requests,
          .refused = impl_->counters.refused};
}

}  // namespace sightglass::serve
