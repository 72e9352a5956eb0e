#include "query/pixel_axis.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sightglass::query {
namespace {

double Scaled(const AxisScale& scale, double x) {
  switch (scale.sort) {
    case ScaleSort::kLinear:
      return x;
    case ScaleSort::kLogarithmic:
      return std::log(x);  // not finite for what has no place
    case ScaleSort::kSymmetric:
      break;
  }
  return std::copysign(std::log1p(std::abs(x) / scale.constant), x);
}

double Unscaled(const AxisScale& scale, double at) {
  switch (scale.sort) {
    case ScaleSort::kLinear:
      return at;
    case ScaleSort::kLogarithmic:
      return std::exp(at);
    case ScaleSort::kSymmetric:
      break;
  }
  return std::copysign(std::expm1(std::abs(at)) * scale.constant, at);
}

}  // namespace

PixelAxis::PixelAxis(double begin, double end, std::size_t columns, const AxisScale& scale)
    : begin_(begin), end_(end) {
  const double low = Scaled(scale, begin);
  const double high = Scaled(scale, end);
  const bool sensible = columns > 0 && std::isfinite(begin) && std::isfinite(end) && begin <= end &&
                        std::isfinite(low) && std::isfinite(high);
  if (!sensible) {
    begin_ = std::numeric_limits<double>::infinity();
    end_ = -begin_;
    return;
  }
  edges_.resize(columns + 1);
  double previous = begin;
  for (std::size_t i = 0; i <= columns; ++i) {
    const double part = static_cast<double>(i) / static_cast<double>(columns);
    const double at = std::lerp(low, high, part);  // does not overflow, unlike low + part * width
    previous = std::clamp(Unscaled(scale, at), previous, end);
    edges_[i] = previous;
  }
  edges_.front() = begin;
  edges_.back() = std::nextafter(end, std::numeric_limits<double>::infinity());
}

std::size_t PixelAxis::ColumnOf(double x) const {
  // Counts the inner edges that are not above x.
  const auto after = std::upper_bound(edges_.begin() + 1, edges_.end() - 1, x);
  return static_cast<std::size_t>(after - edges_.begin()) - 1;
}

}  // namespace sightglass::query
