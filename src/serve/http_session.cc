#include "serve/http_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "kind/header_value.h"
#include "serve/http_exchange.h"

namespace sightglass::serve {
namespace {

using Clock = std::chrono::steady_clock;
using Io = IoResult::State;
using ParserState = RequestParser::State;

// A refused request's body of at most this size is read and thrown away, so that the connection can
// go on.
constexpr std::uint64_t kMaxDiscardedBytes = std::uint64_t{64} << 10;
// A body of some hundred megabytes takes its time: a millisecond more for each of these.
constexpr std::uint64_t kSlowestBytesPerMillisecond = 500;
constexpr std::chrono::milliseconds kLingerTime{1'000};
constexpr std::size_t kMaxDrainedBytes = std::size_t{4} << 20;
constexpr std::size_t kMaxLoggedBytes = 500;

// The target as it may stand in a log: one line, and without what would let a reader of the log in.
std::string LoggedTarget(std::string_view target) {
  std::string text(target);
  const std::size_t query = text.find('?');
  if (query != std::string::npos && text.substr(0, query).ends_with("/auth")) {
    text.replace(query + 1, std::string::npos, "...");
  }
  return base::EscapeForDisplay(text, kMaxLoggedBytes);
}

}  // namespace

HttpSession::HttpSession(const SessionContext& context, Peer peer, std::function<void()> on_closed)
    : context_(context), peer_(std::move(peer)), on_closed_(std::move(on_closed)) {}

HttpSession::~HttpSession() { CHECK(exchange_ == nullptr); }

void HttpSession::Start(std::unique_ptr<FdWatch> watch, std::unique_ptr<Transport> transport) {
  watch_ = std::move(watch);
  transport_ = std::move(transport);
  SetDeadline(context_.limits.header_time);
  ContinueHandshake();
}

void HttpSession::StartRefusing(std::unique_ptr<FdWatch> watch,
                                std::unique_ptr<Transport> transport) {
  watch_ = std::move(watch);
  transport_ = std::move(transport);
  Refuse(503, fmt::format("all {} connections are taken", context_.limits.connections));
  Settle();
}

void HttpSession::SetDeadline(std::chrono::milliseconds from_now) {
  deadline_ = Clock::now() + from_now;
}

// `content_length` is at most what the route takes.
std::chrono::milliseconds HttpSession::BodyTime(std::uint64_t content_length) const {
  return context_.limits.body_time +
         std::chrono::milliseconds(content_length / kSlowestBytesPerMillisecond);
}

void HttpSession::ContinueHandshake() {
  switch (transport_->Handshake().state) {
    case Io::kDone:
      state_ = State::kReading;
      SetDeadline(context_.limits.idle_time);
      watch_->WaitReadable();
      return;
    case Io::kWantRead:
      watch_->WaitReadable();
      return;
    case Io::kWantWrite:
      watch_->WaitWritable();
      return;
    case Io::kEnd:
    case Io::kBroken:
      Close();
      return;
  }
}

void HttpSession::OnReadable() {
  switch (state_) {
    case State::kHandshake:
      ContinueHandshake();
      return;
    case State::kReading:
      ReadRequest();
      break;
    case State::kSending:
      // Encryption may need to read before it can write.
      Flush();
      if (state_ == State::kSending) ReadAhead();
      break;
    case State::kWorking:
    case State::kAsking:
    case State::kWaiting:
      ReadAhead();
      break;
    case State::kLingering:
      Drain();
      break;
    case State::kClosed:
      return;
  }
  Settle();
}

void HttpSession::OnWritable() {
  switch (state_) {
    case State::kHandshake:
      ContinueHandshake();
      return;
    case State::kReading:
      ReadRequest();
      break;
    case State::kSending:
      Flush();
      break;
    case State::kWorking:
    case State::kAsking:
    case State::kWaiting:
    case State::kLingering:
      break;
    case State::kClosed:
      return;
  }
  Settle();
}

// What every event ends with: goes on with input that waits, and asks for the events that matter
// now.
void HttpSession::Settle() {
  if (state_ == State::kReading && !input_.empty() && !request_began_) {
    const std::string waiting = std::exchange(input_, {});
    Consume(waiting);
  }
  switch (state_) {
    case State::kReading:
      if (input_ended_) {
        Close();
      } else {
        watch_->WaitReadable();
      }
      break;
    case State::kWorking:
    case State::kSending:
    case State::kAsking:
    case State::kWaiting:
      if (!input_ended_ && input_.size() < context_.limits.header_bytes) watch_->WaitReadable();
      break;
    case State::kLingering:
      watch_->WaitReadable();
      break;
    case State::kHandshake:
    case State::kClosed:
      break;
  }
}

void HttpSession::ReadRequest() {
  // A few rounds at most: other connections wait, too.
  for (int round = 0; round < 16 && state_ == State::kReading; ++round) {
    const IoResult result = transport_->Read(context_.scratch);
    switch (result.state) {
      case Io::kDone:
        break;
      case Io::kWantRead:
        return;
      case Io::kWantWrite:
        watch_->WaitWritable();
        return;
      case Io::kEnd:
      case Io::kBroken:
        Close();
        return;
    }
    const std::string_view bytes(context_.scratch.data(), result.bytes);
    if (input_.empty()) {
      Consume(bytes);
    } else {
      std::string all = std::exchange(input_, {});
      all += bytes;
      Consume(all);
    }
    if (result.bytes < context_.scratch.size()) return;
  }
}

// While an answer is made or sent: what is read is either the next request or the news that the
// client is gone.
void HttpSession::ReadAhead() {
  const IoResult result = transport_->Read(context_.scratch);
  switch (result.state) {
    case Io::kDone:
      input_.append(context_.scratch.data(), result.bytes);
      break;
    case Io::kWantRead:
    case Io::kWantWrite:
      break;
    case Io::kEnd:
      input_ended_ = true;
      gone_at_ = Clock::now() + context_.limits.half_closed_time;
      break;
    case Io::kBroken:
      Close();
      break;
  }
}

void HttpSession::Drain() {
  for (int round = 0; round < 16; ++round) {
    const IoResult result = transport_->Read(context_.scratch);
    if (result.state == Io::kWantRead) return;
    drained_ += result.bytes;
    if (result.state != Io::kDone || drained_ > kMaxDrainedBytes) {
      Close();
      return;
    }
  }
}

void HttpSession::Consume(std::string_view bytes) {
  while (state_ == State::kReading && !bytes.empty()) {
    if (!request_began_) {
      request_began_ = true;
      SetDeadline(context_.limits.header_time);
      if (parser_ == nullptr) {
        parser_ = std::make_unique<RequestParser>(
            RequestParserLimits{.header_bytes = context_.limits.header_bytes,
                                .target_bytes = context_.limits.target_bytes});
      }
    }
    bytes.remove_prefix(parser_->Feed(bytes));
    if (parser_->state() == ParserState::kHeaderDone && !OnHeader(!bytes.empty())) break;
    if (parser_->state() == ParserState::kBody && !bytes.empty()) {
      bytes.remove_prefix(parser_->Feed(bytes));
    }
    if (parser_->state() == ParserState::kFailed) {
      Refuse(parser_->failure_status(), parser_->failure());
      return;
    }
    if (parser_->state() != ParserState::kDone) break;
    OnRequest();
  }
  if (state_ == State::kClosed || state_ == State::kLingering) return;
  // The rest of a request waits for more, whole ones for their turn.
  input_.assign(bytes);
  // Line breaks between requests begin none.
  if (state_ == State::kReading && input_.empty() && !parser_->started()) request_began_ = false;
}

// false if the request is answered already, without its body.
bool HttpSession::OnHeader(bool more_came) {
  RawRequest& raw = parser_->request();
  exchange_ = std::make_shared<Exchange>();
  exchange_->session = this;
  exchange_->began = Clock::now();
  if (context_.access_log) {
    exchange_->line = fmt::format("{} {} {}", peer_.text, raw.method, LoggedTarget(raw.target));
  }
  const std::string expect = kind::LowerCase(raw.Header("expect"));
  const bool has_body = raw.chunked || raw.content_length > 0;
  const bool small = !raw.chunked && raw.content_length <= kMaxDiscardedBytes;
  PlannedRequest& planned = exchange_->planned;
  planned = context_.pipeline.Plan(raw, peer_);
  if (planned.refused) ++context_.counters.refused;
  if (!expect.empty() && expect != "100-continue") {
    Refuse(417, "an expectation other than 100-continue");
    return false;
  }
  if (planned.response && has_body && (!small || !expect.empty())) {
    planned.rules.keep_alive = false;
    OnRequest();
    return false;
  }
  if (planned.response) {
    parser_->ReadBody(kMaxDiscardedBytes, /*keep=*/false);
    return true;
  }
  parser_->ReadBody(RequestPipeline::MaxBodyBytes(planned), /*keep=*/true);
  if (!has_body) return true;
  SetDeadline(BodyTime(raw.content_length));
  if (!expect.empty() && raw.http11 && !more_came) {
    constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
    // All earlier answers are out, so there is room for these few bytes.
    if (transport_->Write(kContinue, {}).bytes != kContinue.size()) {
      Close();
      return false;
    }
  }
  return true;
}

void HttpSession::OnRequest() {
  ++context_.counters.requests;
  exchange_->planned.request.body = std::move(parser_->request().body);
  parser_->Reset();
  request_began_ = false;
  deadline_ = SessionTime::max();
  if (input_ended_) gone_at_ = Clock::now() + context_.limits.half_closed_time;
  if (auto answer = context_.pipeline.AnswerNow(exchange_->planned, exchange_->cancel)) {
    exchange_->answer = *std::move(answer);
    StartSending();
  } else {
    SubmitWork();
  }
}

// A connection that is closed while something unread has come is reset, and the client may lose the
// answer; so its end is waited for.
void HttpSession::Linger() {
  transport_->EndWriting();
  input_ = {};
  parser_ = nullptr;
  state_ = State::kLingering;
  SetDeadline(kLingerTime);
}

void HttpSession::OnTick(SessionTime now) {
  if (state_ == State::kClosed) return;
  if (now >= gone_at_ && exchange_ != nullptr) {
    gone_at_ = SessionTime::max();
    exchange_->cancel.Cancel();
    if (state_ == State::kWaiting) {
      Close();
      return;
    }
  }
  if (now < deadline_) return;
  if (state_ == State::kReading && request_began_) {
    Refuse(408,
           parser_->state() == ParserState::kBody
               ? fmt::format("no whole body within {} ms",
                             BodyTime(parser_->request().content_length).count())
               : fmt::format("no whole header within {} ms", context_.limits.header_time.count()));
    Settle();
    return;
  }
  Close();
}

void HttpSession::BeginStop() {
  stopping_ = true;
  switch (state_) {
    case State::kHandshake:
    case State::kReading:
      Close();
      return;
    case State::kWaiting:
      if (!exchange_->answer.event_stream) {
        Close();
        return;
      }
      EndSource();
      Settle();
      return;
    case State::kWorking:
      exchange_->cancel.Cancel();
      return;
    case State::kLingering:
      Close();
      return;
    case State::kAsking:
    case State::kSending:
    case State::kClosed:
      return;
  }
}

void HttpSession::Close() {
  if (state_ == State::kClosed) return;
  if (exchange_ != nullptr) {
    // While a task makes the answer it is not ours to look at.
    LogAccess(state_ == State::kWorking ? 499 : exchange_->answer.status);
    exchange_->cancel.Cancel();
    exchange_->session = nullptr;
    if (exchange_->wake != nullptr) exchange_->wake->session = nullptr;
    exchange_ = nullptr;
  }
  state_ = State::kClosed;
  transport_ = nullptr;
  watch_ = nullptr;
  on_closed_();
}

}  // namespace sightglass::serve
