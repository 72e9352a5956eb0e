#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "bench/latencies.h"
#include "bench/load_socket.h"

namespace sightglass::bench {

struct RequestLoadOptions {
  ServerAddress address{};
  std::vector<LoadRequest> requests{};  // sent in turn; at least one
  // Of each request's answer; an answer of another size is an error. Empty: any size.
  std::vector<std::uint64_t> expected_bytes{};
  std::size_t clients = 1;
  // Requests a second of all clients together, sent when they are due whether or not the server
  // keeps up, and timed from then. 0: each client sends its next request after its last answer.
  double rate = 0;
  std::uint64_t warm_up = 0;  // requests that do not count, before the others
  // Until one of these is reached; 0: no such end. What is under way then is waited for.
  double seconds = 0;
  std::uint64_t count = 0;
  double timeout_seconds = 60;  // of one request
};

struct RequestLoadResult {
  Latencies latencies{};     // of requests that were answered 200 and of the right size
  std::uint64_t errors = 0;  // the others
  std::string first_error{};
  std::uint64_t connections = 0;  // opened, warm-up included
  std::uint64_t body_bytes = 0;   // without the warm-up
  double seconds = 0;             // from the first request that counts to the last answer
};

// Asks a server from many clients at once. Keeps connections while the server does; a request on
// a new connection is timed from before it is opened, as a user would.
//
// Threads: the caller's alone, so that at most one processor is taken from the server.
// Gives up after 1,000 errors: the server is gone. An Error is one of the machine, not the
// server's.
base::Result<RequestLoadResult> RunRequestLoad(const RequestLoadOptions& options);

}  // namespace sightglass::bench
