// The second half of a session: from a whole request to the last byte of its answer.

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "base/log.h"
#include "serve/http_exchange.h"
#include "serve/http_session.h"

namespace sightglass::serve {

using Clock = std::chrono::steady_clock;
using Io = IoResult::State;
using kind::BodySource;

void HttpSession::SubmitWork() {
  state_ = State::kWorking;
  context_.tasks.Add();
  context_.pool.Submit([&context = context_, exchange = exchange_]() mutable {
    exchange->answer = context.pipeline.AnswerSlowly(exchange->planned, exchange->cancel);
    context.loop.Post([exchange] {
      if (exchange->session != nullptr) exchange->session->OnAnswer();
    });
    exchange = nullptr;
    context.tasks.Done();
  });
}

void HttpSession::OnAnswer() {
  StartSending();
  Settle();
}

void HttpSession::Refuse(int status, std::string_view message) {
  if (exchange_ == nullptr) {
    exchange_ = std::make_shared<Exchange>();
    exchange_->session = this;
    exchange_->began = Clock::now();
    if (context_.access_log) exchange_->line = fmt::format("{} - -", peer_.text);
  }
  ++context_.counters.refused;
  exchange_->answer = RequestPipeline::Refusal(status, message);
  request_began_ = false;
  StartSending();
}

void HttpSession::StartSending() {
  // The request has served its turn, and may be large.
  exchange_->planned = {};
  state_ = State::kSending;
  sent_ = 0;
  SetDeadline(context_.limits.write_time);
  Flush();
}

void HttpSession::Flush() {
  const Answer& answer = exchange_->answer;
  while (sent_ < answer.head.size() + answer.body.size()) {
    const std::size_t of_head = std::min(sent_, answer.head.size());
    const IoResult result =
        transport_->Write(std::string_view(answer.head).substr(of_head),
                          std::string_view(answer.body).substr(sent_ - of_head));
    switch (result.state) {
      case Io::kDone:
        sent_ += result.bytes;
        exchange_->bytes += result.bytes;
        SetDeadline(context_.limits.write_time);
        break;
      case Io::kWantWrite:
        watch_->WaitWritable();
        return;
      case Io::kWantRead:
        watch_->WaitReadable();
        return;
      case Io::kEnd:
      case Io::kBroken:
        Close();
        return;
    }
  }
  OnFlushed();
}

void HttpSession::OnFlushed() {
  deadline_ = SessionTime::max();
  exchange_->answer.head = {};
  exchange_->answer.body = {};
  const bool started = exchange_->wake != nullptr;
  if (exchange_->answer.source == nullptr ||
      (started && exchange_->piece_state == BodySource::State::kEnd)) {
    FinishExchange();
  } else if (!started) {
    StartSource();
  } else if (stopping_ && exchange_->answer.event_stream) {
    EndSource();
  } else if (exchange_->piece_state == BodySource::State::kMore || exchange_->wake->woken) {
    AskSource();
  } else {
    state_ = State::kWaiting;
    parser_ = nullptr;
    // Whatever the strings and the parser held is given back by now; this may wait for hours.
    exchange_->piece = {};
  }
}

void HttpSession::StartSource() {
  exchange_->wake = std::make_shared<Wake>(context_.loop);
  exchange_->wake->session = this;
  exchange_->answer.source->SetWake([wake = exchange_->wake] {
    if (wake->woken.exchange(true)) return;
    wake->loop.Post([wake] {
      if (wake->session != nullptr) wake->session->OnWake();
    });
  });
  AskSource();
}

void HttpSession::AskSource() {
  state_ = State::kAsking;
  // Before the question: what wakes during it must be asked for again.
  exchange_->wake->woken = false;
  context_.tasks.Add();
  context_.pool.Submit([&context = context_, exchange = exchange_]() mutable {
    exchange->piece.clear();
    try {
      exchange->piece_state = exchange->answer.source->Next(exchange->piece);
    } catch (const std::exception& thrown) {
      base::Log(base::LogLevel::kError, "a body's source: {}", thrown.what());
      exchange->cancel.Cancel();
    }
    context.loop.Post([exchange] {
      if (exchange->session != nullptr) exchange->session->OnPiece();
    });
    exchange = nullptr;
    context.tasks.Done();
  });
}

void HttpSession::OnPiece() {
  Exchange& exchange = *exchange_;
  if (exchange.cancel.cancelled()) {
    // Cut short: without the last chunk the client sees that something is missing.
    Close();
    return;
  }
  if (stopping_ && exchange.answer.event_stream) exchange.piece_state = BodySource::State::kEnd;
  if (exchange.answer.chunked) {
    if (!exchange.piece.empty()) {
      exchange.answer.head = fmt::format("{:x}\r\n", exchange.piece.size());
      exchange.answer.body = std::move(exchange.piece);
      exchange.answer.body += "\r\n";
    }
    if (exchange.piece_state == BodySource::State::kEnd) exchange.answer.body += "0\r\n\r\n";
  } else {
    exchange.answer.body = std::move(exchange.piece);
  }
  state_ = State::kSending;
  sent_ = 0;
  SetDeadline(context_.limits.write_time);
  Flush();
  Settle();
}

void HttpSession::OnWake() {
  if (state_ == State::kWaiting) AskSource();
}

// Ends an event stream in good order.
void HttpSession::EndSource() {
  exchange_->piece_state = BodySource::State::kEnd;
  if (exchange_->answer.chunked) exchange_->answer.body = "0\r\n\r\n";
  state_ = State::kSending;
  sent_ = 0;
  SetDeadline(context_.limits.write_time);
  Flush();
}

void HttpSession::FinishExchange() {
  LogAccess(exchange_->answer.status);
  const bool close = exchange_->answer.close || stopping_;
  exchange_->session = nullptr;
  if (exchange_->wake != nullptr) exchange_->wake->session = nullptr;
  exchange_ = nullptr;
  gone_at_ = SessionTime::max();
  if (!close) {
    state_ = State::kReading;
    SetDeadline(context_.limits.idle_time);
  } else if (input_ended_ || (stopping_ && input_.empty())) {
    Close();
  } else {
    Linger();
  }
}

void HttpSession::LogAccess(int status) const {
  if (!context_.access_log) return;
  const std::chrono::duration<double, std::milli> took = Clock::now() - exchange_->began;
  base::Log(base::LogLevel::kInfo, "{} {} {} {:.1f} ms", exchange_->line, status, exchange_->bytes,
            took.count());
}

}  // namespace sightglass::serve
