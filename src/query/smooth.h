#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "query/walk.h"

namespace sightglass::query {

// Exponential smoothing as TensorBoard defines it, one value at a time:
//   s = weight * s + (1 - weight) * x, from 0;  result s / (1 - weight^n)
// where n counts the finite values so far. Values that are not finite pass through and change
// nothing. The weight is per point, whatever the distance of steps or times.
//
// The rule has one exception that needs the whole series: one whose values are all equal is not
// smoothed at all. See IsConstant().
class Smoother {
 public:
  // `weight` from 0 (nothing) to 1 (exclusive, for a sensible result; 1 gives zeros).
  explicit Smoother(double weight) : weight_(weight), debiasing_(weight != 1) {}

  double Next(double value);
  // Next() of each, in place. Cost: a multiplication and an addition that wait for those of the
  // value before, 8 cycles a value; nothing can be computed ahead without rounding otherwise.
  void Apply(std::span<double> values);

 private:
  double weight_;
  bool debiasing_;  // until weight^n is too small to count
  double state_ = 0;
  double finite_count_ = 0;
};

// `values` smoothed, all at once. Cost: one pass.
[[nodiscard]] std::vector<double> Smooth(std::span<const double> values, double weight);

// Every visible value, smoothed. Cost: one pass; 8 bytes a point.
[[nodiscard]] std::vector<double> SmoothAll(const ScalarPoints& points, double weight);

// Whether all values are equal: then smoothing leaves them alone. Constant time from the summary.
[[nodiscard]] bool IsConstant(const ScalarPoints& points);

}  // namespace sightglass::query
