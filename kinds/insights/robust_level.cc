#include "kinds/insights/robust_level.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "query/reduce.h"

namespace sightglass::kinds::insights {

double Median(std::vector<double> values) {
  CHECK(!values.empty());
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  if (values.size() % 2 == 1) return *middle;
  const double below = *std::max_element(values.begin(), middle);
  // Halves first: the sum of two large numbers would not be finite.
  return below / 2 + *middle / 2;
}

std::vector<Level> CutLevels(const ScalarSamples& samples, std::size_t begin, std::size_t end,
                             std::size_t count) {
  CHECK(count >= 1 && count <= end - begin);
  std::vector<Level> levels;
  levels.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t from = begin + i * (end - begin) / count;
    const std::size_t to = begin + (i + 1) * (end - begin) / count;
    const auto values = std::span(samples.value).subspan(from, to - from);
    levels.push_back({.value = Median({values.begin(), values.end()}),
                      .first = samples.step[from],
                      .last = samples.step[to - 1]});
  }
  return levels;
}

double NoiseOf(std::span<const Level> levels) {
  if (levels.size() < 3) return 0;
  std::vector<double> differences;
  for (std::size_t i = 1; i < levels.size(); ++i) {
    differences.push_back(levels[i].value - levels[i - 1].value);
  }
  const double slope = Median(differences);
  for (double& difference : differences) difference = std::abs(difference - slope);
  // A median of distances is 0.6745 deviations where errors are normal, and a difference has the
  // errors of two levels.
  constexpr double kDeviationsOfMedian = 1.4826;
  return kDeviationsOfMedian * Median(std::move(differences)) / std::sqrt(2.0);
}

const Level& Lowest(std::span<const Level> levels) {
  CHECK(!levels.empty());
  return *std::ranges::min_element(levels, {}, &Level::value);
}

std::size_t MiddleOf(const ScalarSamples& samples) {
  if (samples.size() == 0) return 0;
  const base::Step first = samples.step.front();
  const double half = query::StepDistance(samples.step.back(), first) / 2;
  const auto past = std::ranges::partition_point(
      samples.step, [&](base::Step step) { return query::StepDistance(step, first) <= half; });
  return static_cast<std::size_t>(past - samples.step.begin());
}

double StartLevel(const ScalarSamples& samples) {
  constexpr std::size_t kFewest = 3;
  constexpr std::size_t kPartOfAll = 50;
  const std::size_t count =
      std::min(samples.size(), std::max(kFewest, samples.size() / kPartOfAll));
  return Median(
      {samples.value.begin(), samples.value.begin() + static_cast<std::ptrdiff_t>(count)});
}

}  // namespace sightglass::kinds::insights
