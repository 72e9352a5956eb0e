#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/thread_pool.h"
#include "serve/event_loop.h"
#include "serve/http_server.h"
#include "serve/request_pipeline.h"
#include "serve/task_gauge.h"
#include "serve/transport.h"

namespace sightglass::serve {

using SessionTime = std::chrono::steady_clock::time_point;

struct HttpCounters {
  std::atomic<std::uint64_t> connections = 0;
  std::atomic<std::uint64_t> requests = 0;
  std::atomic<std::uint64_t> refused = 0;
};

// What the sessions of one loop share. Everything outlives them.
struct SessionContext {
  EventLoop& loop;
  RequestPipeline& pipeline;
  base::ThreadPool& pool;
  const HttpLimits& limits;
  HttpCounters& counters;
  TaskGauge& tasks;
  bool access_log = false;
  std::span<char> scratch;  // to read into
};

// One connection: reads requests, has them answered one after the other, writes the answers.
//
// Invariants:
// 1. There is an exchange from the headers of a request to the last byte of its answer, and then
//    nothing else is parsed: what a client sends ahead waits, and past limits.header_bytes is left
//    in the socket.
// 2. A task on the pool holds the exchange, never the session; an exchange whose session is gone
//    has a null pointer to it. So a session may end at any time.
// 3. A connection that waits (for a request, or for a source) holds no buffers.
//
// Threads: all on the loop's.
class HttpSession final : public FdEvents {
 public:
  // `on_closed` is called once, on the loop; the session is to be destroyed soon after, not from
  // within the call.
  HttpSession(const SessionContext& context, Peer peer, std::function<void()> on_closed);
  ~HttpSession() override;
  HttpSession(const HttpSession&) = delete;
  HttpSession& operator=(const HttpSession&) = delete;

  void Start(std::unique_ptr<FdWatch> watch, std::unique_ptr<Transport> transport);
  // Instead of Start(): one client too many.
  void StartRefusing(std::unique_ptr<FdWatch> watch, std::unique_ptr<Transport> transport);
  // Ends whatever took too long. Called often.
  void OnTick(SessionTime now);
  // Takes no further request; what runs is cancelled, what is being sent may finish.
  void BeginStop();
  void Close();

  void OnReadable() override;
  void OnWritable() override;

 private:
  struct Exchange;
  struct Wake;
  enum class State : std::uint8_t {
    kHandshake,
    kReading,    // a request, or waiting for one
    kWorking,    // on its answer, on the pool
    kSending,    // bytes of an answer
    kAsking,     // its source for the next piece, on the pool
    kWaiting,    // for its source to have one
    kLingering,  // all is sent; the client must see that before the connection goes
    kClosed,
  };

  void ContinueHandshake();
  void ReadRequest();
  void ReadAhead();
  void Drain();
  void Consume(std::string_view bytes);
  bool OnHeader(bool more_came);
  void OnRequest();
  void OnAnswer();
  void Refuse(int status, std::string_view message);
  void SubmitWork();
  void StartSending();
  void Flush();
  void OnFlushed();
  void StartSource();
  void AskSource();
  void OnPiece();
  void OnWake();
  void EndSource();
  void FinishExchange();
  void Linger();
  void Settle();
  void LogAccess(int status) const;
  void SetDeadline(std::chrono::milliseconds from_now);
  [[nodiscard]] std::chrono::milliseconds BodyTime(std::uint64_t content_length) const;

  const SessionContext& context_;
  const Peer peer_;
  const std::function<void()> on_closed_;
  std::unique_ptr<FdWatch> watch_;
  std::unique_ptr<Transport> transport_;
  std::unique_ptr<RequestParser> parser_;
  std::shared_ptr<Exchange> exchange_;
  std::string input_;  // came, and is not parsed yet
  State state_ = State::kHandshake;
  bool request_began_ = false;  // some of the next request is here
  bool input_ended_ = false;
  bool stopping_ = false;
  std::size_t sent_ = 0;     // of the head and body at hand
  std::size_t drained_ = 0;  // while lingering
  SessionTime deadline_ = SessionTime::max();
  SessionTime gone_at_ = SessionTime::max();  // when a client that sends no more counts as gone
};

}  // namespace sightglass::serve
