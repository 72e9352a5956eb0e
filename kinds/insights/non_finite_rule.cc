#include "kinds/insights/non_finite_rule.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "query/read_columns.h"
#include "query/reduce.h"
#include "query/statistics.h"

namespace sightglass::kinds::insights {

std::optional<Verdict> FindNonFinite(const query::ScalarPoints& points,
                                     const NonFiniteThresholds& thresholds) {
  const auto statistics = query::Describe(points);
  if (!statistics || statistics->non_finite_count == 0) return std::nullopt;
  const auto count = static_cast<double>(statistics->non_finite_count);
  if (count < thresholds.min_count) return std::nullopt;
  // One pixel column for all points: the first and the number of each sort.
  const query::Reduced reduced =
      query::Reduce(points, {.axis = query::Axis::kOrdinal,
                             .x_begin = 0,
                             .x_end = static_cast<double>(statistics->count),
                             .columns = 1});
  Verdict verdict{
      .severity = std::isfinite(statistics->last.value) ? Severity::kWarning : Severity::kProblem,
      .value = count,
      .threshold = thresholds.min_count};
  double nan = 0;
  double infinite = 0;
  std::uint64_t first = statistics->count;
  for (const query::NonFiniteMark& mark : reduced.non_finite) {
    (mark.sort == query::NonFinite::kNan ? nan : infinite) += static_cast<double>(mark.count);
    if (mark.index >= first) continue;
    first = mark.index;
    verdict.step = mark.step;
  }
  verdict.since = verdict.step;
  verdict.evidence = {{"count", count},
                      {"nan", nan},
                      {"infinite", infinite},
                      {"points", static_cast<double>(statistics->count)}};
  return verdict;
}

std::optional<Verdict> FindNonFiniteCounts(const query::ScalarPoints& counts,
                                           const NonFiniteThresholds& thresholds) {
  const auto statistics = query::Describe(counts);
  if (!statistics || !statistics->max || statistics->max->value <= 0) return std::nullopt;
  Verdict verdict{.severity = statistics->last.value > 0 ? Severity::kProblem : Severity::kWarning,
                  .threshold = thresholds.min_count};
  double steps = 0;
  query::PointColumns columns;
  constexpr std::uint64_t kSlice = 65'536;
  for (std::uint64_t begin = 0; begin < counts.size(); begin += kSlice) {
    query::ReadColumns(counts, {.begin = begin, .end = std::min(begin + kSlice, counts.size())},
                       {.wall_time = false}, columns);
    for (std::size_t i = 0; i < columns.step.size(); ++i) {
      const double value = columns.value[i];
      if (!(value > 0 && std::isfinite(value))) continue;
      if (steps == 0) verdict.step = columns.step[i];
      ++steps;
      verdict.value += value;
    }
  }
  if (verdict.value < thresholds.min_count) return std::nullopt;
  verdict.since = verdict.step;
  verdict.evidence = {{"count", verdict.value},
                      {"steps", steps},
                      {"points", static_cast<double>(statistics->count)}};
  return verdict;
}

}  // namespace sightglass::kinds::insights
