#pragma once

#include <span>
#include <vector>

#include "base/ids.h"
#include "query/walk.h"

namespace sightglass::query {

// For each of `steps` the value that `other` has at that step, else the last one before it; NaN
// where `other` begins later. For plotting one tag over another of the same run.
// Cost: `other` unpacked, 16 bytes a point; one pass where steps increase, else a search each.
[[nodiscard]] std::vector<double> JoinBySteps(std::span<const base::Step> steps,
                                              const ScalarPoints& other);

}  // namespace sightglass::query
