#pragma once

#include <array>
#include <cstdint>

#include "base/ids.h"

namespace sightglass::store {

struct ScalarPoint {
  base::Step step = 0;
  double wall_time = 0;  // finite: ingest sees to it
  double value = 0;      // any double

  bool operator==(const ScalarPoint&) const = default;
};

// A value that stays in its file.
struct RefPoint {
  base::Step step = 0;
  double wall_time = 0;      // finite
  std::uint64_t offset = 0;  // of the value's bytes in the file
  std::uint32_t bytes = 0;
  std::uint32_t header = 0;  // in the snapshot's RefHeader table

  bool operator==(const RefPoint&) const = default;
};

// What is known of a RefPoint's value without reading it. Few values differ, so points share them
// by number. The store does not look inside: `form` and `dtype` are numbers of the format layer.
struct RefHeader {
  std::uint8_t form = 0;
  std::uint32_t dtype = 0;
  std::uint32_t rank = 0;
  std::array<std::int64_t, 4> dims{};  // the first four
  std::array<std::int64_t, 3>
      detail{};  // images: width, height, pictures; audio: rate, channels, frames or clips

  bool operator==(const RefHeader&) const = default;
};

}  // namespace sightglass::store
