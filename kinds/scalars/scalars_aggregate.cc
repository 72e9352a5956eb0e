#include "kinds/scalars/scalars_aggregate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "query/pixel_axis.h"
#include "query/reduce.h"

namespace sightglass::kinds {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

// What stands for a pixel column in a band.
enum class Band : std::uint8_t { kHere, kLowest, kHighest };

// For each point the pixel column that it is in; none for those out of view.
constexpr std::size_t kOutside = std::numeric_limits<std::size_t>::max();

std::vector<std::size_t> ColumnsOf(std::span<const double> x, const query::PixelAxis& axis) {
  std::vector<std::size_t> columns(x.size(), kOutside);
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (axis.Contains(x[i])) columns[i] = axis.ColumnOf(x[i]);
  }
  return columns;
}

// `values` at `picks`, or the lowest or highest of the pixel column that a pick stands for: a band
// then covers whatever it would cover with all points.
template <class Value>
std::vector<Value> Pick(const std::vector<Value>& values, std::span<const std::uint64_t> picks,
                        std::span<const std::size_t> columns, std::size_t width, Band band) {
  std::vector<Value> picked;
  picked.reserve(picks.size());
  if (band == Band::kHere) {
    for (const std::uint64_t pick : picks) picked.push_back(values[static_cast<std::size_t>(pick)]);
    return picked;
  }
  std::vector<Value> extremes(width);
  std::vector<bool> used(width);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t column = columns[i];
    if (column == kOutside || std::isnan(static_cast<double>(values[i]))) continue;
    const bool further =
        band == Band::kLowest ? values[i] < extremes[column] : values[i] > extremes[column];
    if (!used[column] || further) extremes[column] = values[i];
    used[column] = true;
  }
  for (const std::uint64_t pick : picks) {
    const std::size_t column = columns[static_cast<std::size_t>(pick)];
    picked.push_back(used[column] ? extremes[column] : values[static_cast<std::size_t>(pick)]);
  }
  return picked;
}

Band BandOf(double quantile) {
  return quantile < 0.5 ? Band::kLowest : quantile > 0.5 ? Band::kHighest : Band::kHere;
}

// The quantiles to compute: those asked for, and the median behind them if it is needed.
std::vector<double> QuantilesNeeded(const AggregateRequest& request) {
  std::vector<double> quantiles = request.quantiles;
  if (request.outputs.median || request.line == ExactLine::kMedian) quantiles.push_back(0.5);
  return quantiles;
}

// Which points are sent: those in view, or of those what draws the line.
struct Picks {
  bool reduced = false;
  std::vector<std::uint64_t> index;
  std::vector<std::size_t> columns;
};

Picks ChoosePicks(const AggregateRequest& request, std::span<const base::Step> steps,
                  std::span<const double> line) {
  Picks picks;
  std::vector<double> x(steps.begin(), steps.end());
  const bool some = !x.empty();
  double first = some ? x.front() : 0;
  if (request.scale.sort == query::ScaleSort::kLogarithmic) first = std::max(first, 1.0);
  const double begin =
      request.range.begin.value_or(request.range.end ? std::min(first, *request.range.end) : first);
  const double end = request.range.end.value_or(std::max(begin, some ? x.back() : 0));
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] >= begin && x[i] <= end) picks.index.push_back(i);
  }
  picks.reduced = request.width > 0 && picks.index.size() > 4 * request.width;
  if (!picks.reduced) return picks;
  picks.index =
      query::ReduceArrays(
          x, line,
          {.x_begin = begin, .x_end = end, .columns = request.width, .scale = request.scale})
          .index;
  picks.columns = ColumnsOf(x, query::PixelAxis(begin, end, request.width, request.scale));
  return picks;
}

}  // namespace

Result<AggregateAnswer> AggregateSeries(const AggregateRequest& request,
                                        std::vector<query::StepsAndValues> runs) {
  const std::uint64_t steps = query::CountUnionSteps(runs);
  if (steps * runs.size() > kMaxAggregateCells) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("{} runs at {} steps together are more than {} to look at",
                             runs.size(), steps, kMaxAggregateCells)};
  }
  const std::vector<double> quantiles = QuantilesNeeded(request);
  query::Aggregated all =
      query::AggregateRuns(runs, {.align = request.align, .quantiles = quantiles});
  const std::vector<double>& line =
      request.line == ExactLine::kMedian ? all.quantiles.back() : all.mean;
  const Picks picks = ChoosePicks(request, all.step, line);
  const auto pick = [&](bool wanted, const auto& values, Band band) {
    using Values = std::decay_t<decltype(values)>;
    if (!wanted) return Values();
    return Pick(values, picks.index, picks.columns, request.width,
                picks.reduced ? band : Band::kHere);
  };
  const AggregateOutputs& outputs = request.outputs;
  AggregateAnswer answer;
  answer.reduced = picks.reduced;
  answer.steps = all.step.size();
  answer.non_finite = all.non_finite;
  answer.step = pick(true, all.step, Band::kHere);
  answer.count = pick(outputs.count, all.count, Band::kLowest);
  answer.mean = pick(outputs.mean, all.mean, Band::kHere);
  answer.deviation = pick(outputs.deviation, all.deviation, Band::kHighest);
  answer.error = pick(outputs.error, all.error, Band::kHighest);
  answer.min = pick(outputs.min, all.min, Band::kLowest);
  answer.max = pick(outputs.max, all.max, Band::kHighest);
  for (std::size_t i = 0; i < request.quantiles.size(); ++i) {
    answer.quantiles.push_back(pick(true, all.quantiles[i], BandOf(request.quantiles[i])));
  }
  if (outputs.median) answer.median = pick(true, all.quantiles.back(), Band::kHere);
  return answer;
}

}  // namespace sightglass::kinds
