#include "kinds/insights/scalar_samples.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "query/lookup.h"
#include "query/read_columns.h"

namespace sightglass::kinds::insights {
namespace {

void Append(const query::ScalarPoints& points, query::IndexRange range,
            query::PointColumns& columns, ScalarSamples& samples) {
  query::ReadColumns(points, range, {.wall_time = false}, columns);
  for (std::size_t i = 0; i < columns.step.size(); ++i) {
    // Also false for NaN.
    if (!(std::abs(columns.value[i]) <= kLargestSample)) continue;
    samples.step.push_back(columns.step[i]);
    samples.value.push_back(columns.value[i]);
  }
}

}  // namespace

ScalarSamples ReadSamples(const query::ScalarPoints& points) {
  ScalarSamples samples;
  query::PointColumns columns;
  const std::uint64_t size = points.size();
  if (size <= kWholeSeriesPoints) {
    Append(points, {.begin = 0, .end = size}, columns, samples);
    return samples;
  }
  for (std::uint64_t i = 0; i < kStretches; ++i) {
    const std::uint64_t begin = i * (size - kStretchPoints) / (kStretches - 1);
    Append(points, {.begin = begin, .end = begin + kStretchPoints}, columns, samples);
  }
  return samples;
}

std::vector<double> SampleAt(const query::ScalarPoints& points, std::span<const base::Step> steps) {
  std::vector<double> values(steps.size(), std::numeric_limits<double>::quiet_NaN());
  if (points.size() > kWholeSeriesPoints) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (const auto found = query::PointAtStep(points, steps[i])) values[i] = found->point.value;
    }
    return values;
  }
  query::PointColumns columns;
  query::ReadColumns(points, {.begin = 0, .end = points.size()}, {.wall_time = false}, columns);
  auto at = columns.step.begin();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    at = std::lower_bound(at, columns.step.end(), steps[i]);
    if (at == columns.step.end()) break;
    if (*at == steps[i]) {
      values[i] = columns.value[static_cast<std::size_t>(at - columns.step.begin())];
    }
  }
  return values;
}

std::vector<base::Step> PickSteps(const query::ScalarPoints& points, std::size_t most) {
  std::vector<base::Step> steps;
  const std::uint64_t size = points.size();
  if (size <= most) {
    query::PointColumns columns;
    query::ReadColumns(points, {.begin = 0, .end = size}, {.wall_time = false, .value = false},
                       columns);
    return std::move(columns.step);
  }
  steps.reserve(most);
  for (std::size_t i = 0; i < most; ++i) {
    steps.push_back(query::PointAt(points, i * (size - 1) / (most - 1)).point.step);
  }
  return steps;
}

}  // namespace sightglass::kinds::insights
