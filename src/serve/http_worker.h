#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "serve/event_loop.h"
#include "serve/http_session.h"
#include "serve/tls_transport.h"

namespace sightglass::serve {

// What all workers share. Everything outlives them.
struct WorkerContext {
  RequestPipeline& pipeline;
  base::ThreadPool& pool;
  const HttpLimits& limits;
  HttpCounters& counters;
  TaskGauge& tasks;
  TaskGauge& sessions;
  const TlsContext* tls = nullptr;  // null: no encryption
  bool access_log = false;
};

// One event loop with its thread, and the connections that belong to it.
//
// Threads: any thread may call anything.
class HttpWorker {
 public:
  static base::Result<std::unique_ptr<HttpWorker>> Create(const WorkerContext& context);
  // Joins the thread. REQUIRES: no session and no task of one is left.
  ~HttpWorker();
  HttpWorker(const HttpWorker&) = delete;
  HttpWorker& operator=(const HttpWorker&) = delete;

  // Serves a connection, or tells it that there are too many.
  void Adopt(SocketFd fd, Peer peer, bool refuse);
  // Takes no more connections; see HttpSession::BeginStop().
  void BeginStop();
  void CloseAll();
  [[nodiscard]] EventLoop& loop() { return *loop_; }

 private:
  HttpWorker(const WorkerContext& context, std::unique_ptr<EventLoop> loop);
  void Begin(SocketFd fd, Peer peer, bool refuse);
  bool Tick();

  const WorkerContext& context_;
  const std::unique_ptr<EventLoop> loop_;
  std::vector<char> scratch_;
  const SessionContext session_context_;
  // The loop's thread only.
  std::unordered_map<std::uint64_t, std::unique_ptr<HttpSession>> sessions_;
  std::uint64_t next_id_ = 0;
  bool ticking_ = false;
  bool stopping_ = false;
  // Last, so that it is joined while the rest still stands.
  std::jthread thread_;
};

}  // namespace sightglass::serve
