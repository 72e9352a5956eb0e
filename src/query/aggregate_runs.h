#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"

namespace sightglass::query {

// How runs that lack a step take part in it.
enum class Align : std::uint8_t {
  kExact,        // not at all
  kInterpolate,  // on the line between their points before and after; not beyond their ends
  kLast,         // by their last value before it
};

// One run's series. Steps strictly increase; values may be anything.
struct StepsAndValues {
  std::vector<base::Step> step;
  std::vector<double> value;
};

struct AggregateOptions {
  Align align = Align::kExact;
  std::vector<double> quantiles{};  // each from 0 to 1
};

// Columns of one length, by step: one for each step at which any run has a finite value.
struct Aggregated {
  std::vector<base::Step> step;
  std::vector<std::uint64_t> count;  // runs that take part
  std::vector<double> mean;
  std::vector<double> deviation;  // of the sample (n - 1); NaN where only one run takes part
  std::vector<double> error;      // of the mean: deviation / sqrt(n)
  std::vector<double> min;
  std::vector<double> max;
  std::vector<std::vector<double>> quantiles;  // as asked for
  std::uint64_t non_finite = 0;                // values left out
};

// How many runs and steps must be looked at: what bounds the cost. Cost: a sort of all steps.
[[nodiscard]] std::uint64_t CountUnionSteps(std::span<const StepsAndValues> runs);

// Cost: runs times steps of the union; with quantiles a sort at each step.
[[nodiscard]] Aggregated AggregateRuns(std::span<const StepsAndValues> runs,
                                       const AggregateOptions& options);

// Between the values, as numpy's default has it: `q` of the way from the first to the last.
// REQUIRES: sorted, not empty, 0 <= q <= 1.
[[nodiscard]] double Quantile(std::span<const double> sorted, double q);

}  // namespace sightglass::query
