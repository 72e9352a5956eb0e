#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/ids.h"
#include "kinds/insights/scalar_samples.h"

namespace sightglass::kinds::insights {

// The middle one, or the mean of the two in the middle. REQUIRES: not empty, no NaN.
double Median(std::vector<double> values);

// The median of some neighbouring points: a level that single outliers do not move.
struct Level {
  double value = 0;
  base::Step first = 0;
  base::Step last = 0;
};

// Points [begin, end) in `count` windows of as equal numbers as there can be.
// REQUIRES: 1 <= count <= end - begin.
std::vector<Level> CutLevels(const ScalarSamples& samples, std::size_t begin, std::size_t end,
                             std::size_t count);

// How far levels scatter around the line they follow: the deviation of one, from the differences
// of neighbours, by medians. 0 of fewer than three.
double NoiseOf(std::span<const Level> levels);

// The first of the lowest. REQUIRES: not empty.
const Level& Lowest(std::span<const Level> levels);

// Number of the first point past the middle between the first step and the last.
std::size_t MiddleOf(const ScalarSamples& samples);

// The level of the first points: the median of the first three, or of the first fiftieth.
// REQUIRES: not empty.
double StartLevel(const ScalarSamples& samples);

}  // namespace sightglass::kinds::insights
