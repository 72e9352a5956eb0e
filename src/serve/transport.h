#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace sightglass::serve {

// What came of trying to move bytes without waiting.
struct IoResult {
  enum class State : std::uint8_t {
    kDone,       // `bytes` were moved, at least one
    kWantRead,   // try again when the socket is readable
    kWantWrite,  // ... writable
    kEnd,        // the other side sends no more
    kBroken,     // the connection is gone
  };
  State state = State::kBroken;
  std::size_t bytes = 0;
};

// Bytes over a socket that does not block, plain or encrypted. Never raises SIGPIPE.
//
// Threads: none of its own; use it from one thread at a time.
class Transport {
 public:
  virtual ~Transport() = default;

  // To be called until kDone, before anything else.
  virtual IoResult Handshake() = 0;
  virtual IoResult Read(std::span<char> into) = 0;
  // From `first`, and then from `second`. What did not go is to be given again.
  virtual IoResult Write(std::string_view first, std::string_view second) = 0;
  // Nothing more will be written. Reading goes on.
  virtual void EndWriting() = 0;
};

// `fd` must outlive it.
std::unique_ptr<Transport> MakePlainTransport(int fd);

}  // namespace sightglass::serve
