#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "base/result.h"
#include "bench/load_socket.h"

namespace sightglass::bench {

struct ListenOptions {
  ServerAddress address{};
  LoadRequest request{};  // GET /api/live
  std::size_t listeners = 1;
  double seconds = 0;  // 0: until standard input is at its end
  // Called once, when every listener has the head of its answer or has failed.
  std::function<void()> on_ready{};
};

struct ListenResult {
  std::uint64_t events = 0;  // of all listeners together
  std::uint64_t fewest_events = 0;
  std::uint64_t most_events = 0;
  std::uint64_t bytes = 0;
  std::uint64_t failed = 0;  // could not be opened, were dropped, or sent what is no event
  std::string first_error{};
  std::uint64_t out_of_order =
      0;                     // events whose id is not above the one before, or of another epoch
  std::uint64_t gaps = 0;    // events that do not begin where the one before ended
  std::uint64_t resets = 0;  // events behind a listener's first that tell it to begin anew
  // Listeners that did not end with the newest id any of them saw.
  std::uint64_t behind = 0;
  std::string newest_id{};
  double longest_silence_seconds = 0;  // between any two pieces of one stream
};

// Listens to live events over many connections. Threads: the caller's.
base::Result<ListenResult> RunListeners(const ListenOptions& options);

}  // namespace sightglass::bench
