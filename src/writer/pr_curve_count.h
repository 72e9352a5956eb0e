#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sightglass/numbers.h"
#include "sightglass/status.h"

namespace sightglass::writer {

inline constexpr std::int64_t kMaxPrThresholds = 100'000;

// Six rows of `thresholds` floats: true positives, false positives, true negatives, false
// negatives, precision, recall at the thresholds 0, 1/(thresholds-1), ..., 1. `weights` may be
// empty. kInvalidArgument for sizes that differ, predictions outside 0..1 or NaN (names the first),
// thresholds below 2; kOutOfRange above kMaxPrThresholds.
Status CountPrCurve(const Numbers& labels, const Numbers& predictions, const Numbers& weights,
                    std::int64_t thresholds, std::vector<float>& rows);

}  // namespace sightglass::writer
