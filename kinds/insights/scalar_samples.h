#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "query/walk.h"

namespace sightglass::kinds::insights {

// Numbers beyond this are no measurement: they are left out like infinities, so that differences
// and squares of what is left are finite.
inline constexpr double kLargestSample = 1e150;

// Points of a scalar series by column; steps increase, values are within kLargestSample.
struct ScalarSamples {
  std::vector<base::Step> step;
  std::vector<double> value;

  [[nodiscard]] std::size_t size() const { return step.size(); }
};

// A series of up to this many points is read whole. Of a longer one so many stretches of
// neighbours, evenly spaced from its first point to its last: they tell level and noise alike.
inline constexpr std::uint64_t kWholeSeriesPoints = 4'096;
inline constexpr std::uint64_t kStretches = 64;
inline constexpr std::uint64_t kStretchPoints = 16;

// Cost: at most 4,096 points unpacked, or 65 blocks.
ScalarSamples ReadSamples(const query::ScalarPoints& points);

// The values at exactly these steps; NaN where there is no point. REQUIRES: steps increase.
// Cost: as ReadSamples() up to kWholeSeriesPoints points; beyond, two blocks for each step.
std::vector<double> SampleAt(const query::ScalarPoints& points, std::span<const base::Step> steps);

// At most `most` of the steps of `points`, evenly chosen, the first and the last among them.
// REQUIRES: most >= 2.
std::vector<base::Step> PickSteps(const query::ScalarPoints& points, std::size_t most);

}  // namespace sightglass::kinds::insights
