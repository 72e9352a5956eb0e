#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"

namespace sightglass::bench {

// What this machine can do at best with these bytes; no loader that reads and checks them all can
// be faster. Rates are bytes per second, the best of three passes with all threads together.
struct SpeedLimits {
  std::uint64_t bytes = 0;
  std::uint64_t threads = 0;
  double read_rate = 0;            // pread of 256 KiB blocks out of the page cache
  double checksum_rate = 0;        // CRC-32C of 256 KiB blocks in the processor's cache
  double short_checksum_rate = 0;  // the same, 52 bytes at a time: scalar records
  double read_and_checksum_rate = 0;
};

// `path`: a file, or a directory with everything below it.
base::Result<SpeedLimits> MeasureSpeedLimits(const std::string& path, std::uint64_t threads);

}  // namespace sightglass::bench
