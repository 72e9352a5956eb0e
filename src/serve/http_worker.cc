#include "serve/http_worker.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace sightglass::serve {
namespace {

constexpr std::size_t kScratchBytes = std::size_t{64} << 10;

// Often enough that no limit is passed by more than a quarter, and rarely enough to cost nothing.
std::chrono::milliseconds TickTime(const HttpLimits& limits) {
  const auto shortest = std::min({limits.header_time, limits.body_time, limits.idle_time,
                                  limits.write_time, limits.half_closed_time});
  return std::clamp(shortest / 4, std::chrono::milliseconds(5), std::chrono::milliseconds(250));
}

}  // namespace

base::Result<std::unique_ptr<HttpWorker>> HttpWorker::Create(const WorkerContext& context) {
  ASSIGN_OR_RETURN(std::unique_ptr<EventLoop> loop, EventLoop::Create());
  return std::unique_ptr<HttpWorker>(new HttpWorker(context, std::move(loop)));
}

HttpWorker::HttpWorker(const WorkerContext& context, std::unique_ptr<EventLoop> loop)
    : context_(context),
      loop_(std::move(loop)),
      scratch_(kScratchBytes),
      session_context_{.loop = *loop_,
                       .pipeline = context.pipeline,
                       .pool = context.pool,
                       .limits = context.limits,
                       .counters = context.counters,
                       .tasks = context.tasks,
                       .access_log = context.access_log,
                       .scratch = scratch_},
      thread_([this] { loop_->Run(); }) {}

HttpWorker::~HttpWorker() {
  loop_->Stop();
  thread_.join();
  CHECK(sessions_.empty());
}

void HttpWorker::Adopt(SocketFd fd, Peer peer, bool refuse) {
  context_.sessions.Add();
  // A task must be copyable, and a socket is not.
  loop_->Post([this, raw = fd.Release(), peer = std::move(peer), refuse] {
    Begin(SocketFd(raw), peer, refuse);
  });
}

void HttpWorker::Begin(SocketFd fd, Peer peer, bool refuse) {
  const std::uint64_t id = next_id_++;
  const auto forget = [this] {
    --context_.counters.connections;
    context_.sessions.Done();
  };
  if (stopping_) return forget();
  auto session =
      std::make_unique<HttpSession>(session_context_, std::move(peer), [this, id, forget] {
        loop_->Post([this, id, forget] {
          sessions_.erase(id);
          forget();
        });
      });
  const int raw = fd.get();
  std::unique_ptr<FdWatch> watch = loop_->Watch(std::move(fd), *session);
  std::unique_ptr<Transport> transport = context_.tls != nullptr && !refuse
                                             ? context_.tls->MakeTransport(raw)
                                             : MakePlainTransport(raw);
  // A client that must be refused cannot be told so before the handshake, which is the costly part.
  if (watch == nullptr || transport == nullptr || (refuse && context_.tls != nullptr)) {
    return forget();
  }
  HttpSession& added = *(sessions_[id] = std::move(session));
  if (!std::exchange(ticking_, true)) {
    loop_->Every(TickTime(context_.limits), [this] { return Tick(); });
  }
  if (refuse) {
    added.StartRefusing(std::move(watch), std::move(transport));
  } else {
    added.Start(std::move(watch), std::move(transport));
  }
}

bool HttpWorker::Tick() {
  const SessionTime now = std::chrono::steady_clock::now();
  for (const auto& [id, session] : sessions_) session->OnTick(now);
  ticking_ = !sessions_.empty();
  return ticking_;
}

void HttpWorker::BeginStop() {
  loop_->Post([this] {
    stopping_ = true;
    for (const auto& [id, session] : sessions_) session->BeginStop();
  });
}

void HttpWorker::CloseAll() {
  loop_->Post([this] {
    for (const auto& [id, session] : sessions_) session->Close();
  });
}

}  // namespace sightglass::serve
