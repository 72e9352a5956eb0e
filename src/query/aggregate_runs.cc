#include "query/aggregate_runs.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <optional>

#include "base/check.h"
#include "query/reduce.h"

namespace sightglass::query {
namespace {

// One run on the way through the steps. Values that are not finite are passed over.
class Cursor {
 public:
  explicit Cursor(const StepsAndValues& run) : run_(run) { Skip(); }

  [[nodiscard]] bool AtEnd() const { return at_ == run_.step.size(); }
  [[nodiscard]] base::Step step() const { return run_.step[at_]; }
  [[nodiscard]] std::uint64_t skipped() const { return skipped_; }

  // The run's value at `step`, which is not above step() or any step yet to come; goes past it.
  std::optional<double> Take(base::Step step, Align align) {
    if (!AtEnd() && run_.step[at_] == step) {
      last_ = at_++;
      Skip();
      return run_.value[*last_];
    }
    if (!last_ || align == Align::kExact) return std::nullopt;
    if (align == Align::kLast) return run_.value[*last_];
    if (AtEnd()) return std::nullopt;
    const double part =
        StepDistance(step, run_.step[*last_]) / StepDistance(run_.step[at_], run_.step[*last_]);
    return std::lerp(run_.value[*last_], run_.value[at_], part);
  }

 private:
  void Skip() {
    while (!AtEnd() && !std::isfinite(run_.value[at_])) {
      ++at_;
      ++skipped_;
    }
  }

  const StepsAndValues& run_;
  std::size_t at_ = 0;
  std::optional<std::size_t> last_;  // the last point taken
  std::uint64_t skipped_ = 0;
};

void Append(std::span<double> values, const AggregateOptions& options, Aggregated& result) {
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double deviation = values.size() > 1 ? std::sqrt(squares / (count - 1))
                                             : std::numeric_limits<double>::quiet_NaN();
  result.count.push_back(values.size());
  result.mean.push_back(mean);
  result.deviation.push_back(deviation);
  result.error.push_back(deviation / std::sqrt(count));
  if (options.quantiles.empty()) {
    const auto [low, high] = std::ranges::minmax(values);
    result.min.push_back(low);
    result.max.push_back(high);
    return;
  }
  std::ranges::sort(values);
  result.min.push_back(values.front());
  result.max.push_back(values.back());
  for (std::size_t i = 0; i < options.quantiles.size(); ++i) {
    result.quantiles[i].push_back(Quantile(values, options.quantiles[i]));
  }
}

}  // namespace

double Quantile(std::span<const double> sorted, double q) {
  CHECK(!sorted.empty() && q >= 0 && q <= 1);
  const double place = q * static_cast<double>(sorted.size() - 1);
  const auto below = std::min(static_cast<std::size_t>(place), sorted.size() - 1);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], place - static_cast<double>(below));
}

std::uint64_t CountUnionSteps(std::span<const StepsAndValues> runs) {
  std::vector<base::Step> steps;
  for (const StepsAndValues& run : runs) {
    // Runs mostly share their steps; what is the same as before adds nothing.
    if (&run != runs.data() && run.step == (&run - 1)->step) continue;
    steps.insert(steps.end(), run.step.begin(), run.step.end());
  }
  std::ranges::sort(steps);
  return static_cast<std::uint64_t>(std::unique(steps.begin(), steps.end()) - steps.begin());
}

Aggregated AggregateRuns(std::span<const StepsAndValues> runs, const AggregateOptions& options) {
  Aggregated result;
  result.quantiles.resize(options.quantiles.size());
  std::vector<Cursor> cursors;
  cursors.reserve(runs.size());
  for (const StepsAndValues& run : runs) {
    CHECK(run.step.size() == run.value.size());
    cursors.emplace_back(run);
  }
  std::vector<double> values;
  while (true) {
    std::optional<base::Step> next;
    for (const Cursor& cursor : cursors) {
      if (!cursor.AtEnd() && (!next || cursor.step() < *next)) next = cursor.step();
    }
    if (!next) break;
    values.clear();
    for (Cursor& cursor : cursors) {
      if (const auto value = cursor.Take(*next, options.align)) values.push_back(*value);
    }
    result.step.push_back(*next);
    Append(values, options, result);
  }
  for (const Cursor& cursor : cursors) result.non_finite += cursor.skipped();
  return result;
}

}  // namespace sightglass::query
