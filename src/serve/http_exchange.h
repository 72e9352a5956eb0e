#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "base/cancel.h"
#include "serve/http_session.h"

namespace sightglass::serve {

// One request and its answer. Belongs to the loop, but for the time in which a task of the pool
// works on it.
struct HttpSession::Exchange {
  HttpSession* session = nullptr;
  PlannedRequest planned{};
  base::CancelFlag cancel{};
  Answer answer{};
  std::string piece{};  // what the source gave last
  kind::BodySource::State piece_state = kind::BodySource::State::kMore;
  std::shared_ptr<Wake> wake{};
  // For the log.
  std::string line{};
  std::uint64_t bytes = 0;
  SessionTime began{};
};

// What a source wakes. Apart from the exchange: whoever wakes must not become the last owner of a
// source that may be waking at this moment.
struct HttpSession::Wake {
  explicit Wake(EventLoop& its_loop) : loop(its_loop) {}
  EventLoop& loop;
  HttpSession* session = nullptr;  // the loop's thread only
  std::atomic<bool> woken = false;
};

}  // namespace sightglass::serve
