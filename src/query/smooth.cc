#include "query/smooth.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sightglass::query {
namespace {

class SmoothingVisitor {
 public:
  SmoothingVisitor(Smoother smoother, bool constant, std::vector<double>& out)
      : smoother_(smoother), constant_(constant), out_(out) {}

  static Visit Whole(std::uint64_t /*first_index*/, const store::RangeSummary& /*summary*/) {
    return Visit::kDescend;
  }

  bool Block(std::uint64_t /*first_index*/, const ScalarBlock& block, std::size_t begin,
             std::size_t end) {
    std::array<double, store::kBlockPoints> values;
    block.UnpackValues(std::span(values).first(end));
    const auto used = std::span(values).subspan(begin, end - begin);
    if (!constant_) smoother_.Apply(used);
    out_.insert(out_.end(), used.begin(), used.end());
    return true;
  }

 private:
  Smoother smoother_;
  bool constant_;
  std::vector<double>& out_;
};

}  // namespace

double Smoother::Next(double value) {
  if (!std::isfinite(value)) return value;
  state_ = state_ * weight_ + (1 - weight_) * value;
  if (!debiasing_) return state_;
  finite_count_ += 1;
  const double debias = 1 - std::pow(weight_, finite_count_);
  // From here on the division would change nothing, and pow() costs ten times the rest.
  if (debias == 1) debiasing_ = false;
  return state_ / debias;
}

void Smoother::Apply(std::span<double> values) {
  std::size_t i = 0;
  while (i < values.size() && debiasing_) {
    values[i] = Next(values[i]);
    ++i;
  }
  // In a register: by way of memory the chain would be half as long again.
  double state = state_;
  for (; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) [[unlikely]]
      continue;
    state = state * weight_ + (1 - weight_) * values[i];
    values[i] = state;
  }
  state_ = state;
}

std::vector<double> Smooth(std::span<const double> values, double weight) {
  std::vector<double> smoothed(values.begin(), values.end());
  // NaN equals nothing, itself included, so it makes a series vary: as in the original.
  const bool constant =
      std::ranges::all_of(values, [&](double value) { return value == values.front(); });
  if (constant) return smoothed;
  Smoother(weight).Apply(smoothed);
  return smoothed;
}

bool IsConstant(const ScalarPoints& points) {
  const store::RangeSummary& summary = points.summary();
  // Where nothing is finite everything passes through, constant or not.
  if (summary.finite_count == 0) return true;
  return summary.finite_count == summary.count && summary.min_value == summary.max_value;
}

std::vector<double> SmoothAll(const ScalarPoints& points, double weight) {
  std::vector<double> smoothed;
  smoothed.reserve(static_cast<std::size_t>(points.size()));
  SmoothingVisitor visitor(Smoother(weight), IsConstant(points), smoothed);
  Walk(points, {.begin = 0, .end = points.size()}, visitor);
  return smoothed;
}

}  // namespace sightglass::query
