#include "bench/latencies.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sightglass::bench {
namespace {

// `sorted` may be empty.
double PercentileMicros(const std::vector<std::int64_t>& sorted, double percent) {
  if (sorted.empty()) return 0;
  const double rank = std::ceil(static_cast<double>(sorted.size()) * percent / 100);
  const auto index = static_cast<std::size_t>(std::max(rank, 1.0)) - 1;
  return static_cast<double>(sorted[std::min(index, sorted.size() - 1)]) / 1e3;
}

}  // namespace

void Latencies::WriteMicros(base::JsonWriter& json) {
  std::ranges::sort(nanos_);
  const double sum = std::accumulate(nanos_.begin(), nanos_.end(), 0.0);
  json.BeginObject();
  json.Key("count");
  json.UInt(nanos_.size());
  json.Key("mean");
  json.Double(nanos_.empty() ? 0 : sum / static_cast<double>(nanos_.size()) / 1e3);
  json.Key("p50");
  json.Double(PercentileMicros(nanos_, 50));
  json.Key("p90");
  json.Double(PercentileMicros(nanos_, 90));
  json.Key("p99");
  json.Double(PercentileMicros(nanos_, 99));
  json.Key("max");
  json.Double(PercentileMicros(nanos_, 100));
  json.EndObject();
}

}  // namespace sightglass::bench
