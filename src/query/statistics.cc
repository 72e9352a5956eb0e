#include "query/statistics.h"

namespace sightglass::query {
namespace {

std::optional<Statistics> FromSummary(const store::RangeSummary& summary) {
  if (summary.count == 0) return std::nullopt;
  Statistics statistics;
  statistics.count = summary.count;
  statistics.non_finite_count = summary.count - summary.finite_count;
  statistics.first = {summary.first_step, summary.first_wall_time, summary.first_value};
  statistics.last = {summary.last_step, summary.last_wall_time, summary.last_value};
  if (summary.finite_count > 0) {
    statistics.min = {summary.min_step, summary.min_value_wall_time, summary.min_value};
    statistics.max = {summary.max_step, summary.max_value_wall_time, summary.max_value};
  }
  return statistics;
}

}  // namespace

std::optional<Statistics> Describe(const ScalarPoints& points) {
  return FromSummary(points.summary());
}

std::optional<Statistics> Describe(const ScalarPoints& points, IndexRange range) {
  return FromSummary(points.Summarize(range.begin, range.end));
}

}  // namespace sightglass::query
