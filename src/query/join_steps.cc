#include "query/join_steps.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "query/read_columns.h"

namespace sightglass::query {

std::vector<double> JoinBySteps(std::span<const base::Step> steps, const ScalarPoints& other) {
  PointColumns columns;
  ReadColumns(other, {.begin = 0, .end = other.size()}, {.wall_time = false}, columns);
  std::vector<double> joined;
  joined.reserve(steps.size());
  std::size_t passed = 0;  // points of `other` that are not after the step
  for (const base::Step step : steps) {
    if (passed > 0 && columns.step[passed - 1] > step) {
      const auto after = std::ranges::upper_bound(columns.step, step);
      passed = static_cast<std::size_t>(after - columns.step.begin());
    }
    while (passed < columns.step.size() && columns.step[passed] <= step) ++passed;
    joined.push_back(passed == 0 ? std::numeric_limits<double>::quiet_NaN()
                                 : columns.value[passed - 1]);
  }
  return joined;
}

}  // namespace sightglass::query
