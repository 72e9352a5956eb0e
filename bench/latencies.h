#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/json_writer.h"

namespace sightglass::bench {

using SteadyTime = std::chrono::steady_clock::time_point;

// How long each of many things took. Every one is kept, so percentiles are exact.
class Latencies {
 public:
  void Add(std::chrono::nanoseconds time) { nanos_.push_back(time.count()); }
  [[nodiscard]] std::size_t count() const { return nanos_.size(); }

  // {"count":..,"mean":..,"p50":..,"p90":..,"p99":..,"max":..} in microseconds; all 0 without any.
  // A percentile is the smallest time that at least that share of all did not exceed.
  void WriteMicros(base::JsonWriter& json);

 private:
  std::vector<std::int64_t> nanos_;
};

}  // namespace sightglass::bench
