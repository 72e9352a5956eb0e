#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "bench/latencies.h"
#include "bench/load_socket.h"

namespace sightglass::bench {

struct AppendOptions {
  ServerAddress address{};
  LoadRequest request{};  // GET /api/live
  std::string log_directory{};
  std::string run = "appended";  // a folder of the log directory; must not exist
  std::string tag = "written";
  std::uint64_t count = 100;
  double interval_seconds = 0.02;  // between an event and the next point, give or take half
  double timeout_seconds = 10;     // for each point's event
  std::uint64_t seed = 1;
};

// From just before the write() of a point to the last byte of the live event that tells of it. The
// first point, which makes the run, is apart: the directory must be found and watched first.
struct AppendResult {
  Latencies latencies{};
  double first_seconds = 0;
  std::uint64_t bytes = 0;  // of events
};

// Appends points to an event file and listens. kDeadlineExceeded if an event does not come.
base::Result<AppendResult> RunAppend(const AppendOptions& options);

// How many points an event says the series has; nullopt if it does not speak of it.
std::optional<std::uint64_t> PointsInEvent(std::string_view data, std::string_view run,
                                           std::string_view tag);

}  // namespace sightglass::bench
