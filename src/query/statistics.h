#pragma once

#include <cstdint>
#include <optional>

#include "query/walk.h"
#include "store/point.h"

namespace sightglass::query {

struct Statistics {
  std::uint64_t count = 0;
  std::uint64_t non_finite_count = 0;  // NaN and the infinities
  store::ScalarPoint first;
  store::ScalarPoint last;
  // The first lowest and the first highest finite value; nullopt if no value is finite.
  std::optional<store::ScalarPoint> min;
  std::optional<store::ScalarPoint> max;
};

// Of all visible points; nullopt if there are none. Cost: constant, nothing is unpacked.
[[nodiscard]] std::optional<Statistics> Describe(const ScalarPoints& points);

// Of the points of `range`. Cost: page and block summaries, at most two blocks a file unpacked.
[[nodiscard]] std::optional<Statistics> Describe(const ScalarPoints& points, IndexRange range);

}  // namespace sightglass::query
