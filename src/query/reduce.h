#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "query/pixel_axis.h"
#include "query/smoothed_column.h"
#include "query/walk.h"

namespace sightglass::query {

enum class Axis : std::uint8_t {
  kStep,
  kWallTime,      // seconds since the epoch
  kRelativeTime,  // seconds since ReduceRequest::origin
  kOrdinal,       // number of the point: 0, 1, 2, ...
  kRelativeStep,  // steps since ReduceRequest::origin_step
};

struct ReduceRequest {
  Axis axis = Axis::kStep;
  // What is in view, both ends included. Steps beyond 2^53 are compared as doubles.
  double x_begin = 0;
  double x_end = 0;
  std::size_t columns = 0;     // pixels across
  double origin = 0;           // kRelativeTime: the wall time that is zero
  base::Step origin_step = 0;  // kRelativeStep: the step that is zero
  AxisScale scale{};
  // For a logarithmic y axis: values that are not above zero are left out, like those out of view.
  bool positive_values_only = false;
  // Add the nearest drawn point before the first and after the last one in view, so that lines
  // enter and leave it; also where no point is in view.
  bool neighbours = false;
};

// step - origin as a double, whatever they are.
[[nodiscard]] inline double StepDistance(base::Step step, base::Step origin) {
  // Unsigned, since the difference of two steps need not be a step.
  const auto number = [](base::Step each) { return static_cast<std::uint64_t>(each); };
  return step >= origin ? static_cast<double>(number(step) - number(origin))
                        : -static_cast<double>(number(origin) - number(step));
}

enum class NonFinite : std::uint8_t { kNan, kPlusInfinity, kMinusInfinity };

// The first point of its sort in a pixel column, for all of them.
struct NonFiniteMark {
  std::uint64_t index = 0;
  base::Step step = 0;   // zero where arrays were reduced
  double wall_time = 0;  // likewise
  NonFinite sort = NonFinite::kNan;
  std::uint64_t count = 0;

  bool operator==(const NonFiniteMark&) const = default;
};

// What to draw, in columns of one length: from left to right by pixel column, within one by index.
// Where wall times go back, a column holds what falls into it from all of the series.
struct Reduced {
  std::vector<base::Step> step;
  std::vector<double> wall_time;
  std::vector<double> value;
  std::vector<std::uint64_t> index;
  std::vector<NonFiniteMark> non_finite;  // in view only
};

// For each pixel column the first, last, first lowest and first highest finite value: they draw the
// same line as all points do. At most 4 * columns + 2 points, and 3 * columns marks.
// A request that makes no sense (see pixel_axis.h) gives nothing.
// Cost: pages and blocks wholly in one column by their summaries, others unpacked: see
// reduce_bench.cc.
[[nodiscard]] Reduced Reduce(const ScalarPoints& points, const ReduceRequest& request);

// The same of the smoothed values (see smooth.h), smoothed over all points first.
// Cost: one pass over all points up to the last in view; no memory per point.
[[nodiscard]] Reduced ReduceSmoothed(const ScalarPoints& points, double weight,
                                     const ReduceRequest& request);

// The same of values that were smoothed before. Cost: as Reduce().
// REQUIRES: column.IsOf(points).
[[nodiscard]] Reduced ReduceSmoothed(const ScalarPoints& points, const SmoothedColumn& column,
                                     const ReduceRequest& request);

struct ReducedArrays {
  std::vector<std::uint64_t> index;  // into the arrays
  std::vector<NonFiniteMark> non_finite;
};

// The same of values computed elsewhere: point i is at (x[i], y[i]). The request's axis and origin
// do not matter. Points whose x is NaN are left out. Cost: one pass.
// REQUIRES: arrays of one length.
[[nodiscard]] ReducedArrays ReduceArrays(std::span<const double> x, std::span<const double> y,
                                         const ReduceRequest& request);

}  // namespace sightglass::query
