#include "query/pixel_axis.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sightglass::query {

PixelAxis::PixelAxis(double begin, double end, std::size_t columns, bool logarithmic)
    : begin_(begin), end_(end) {
  const bool sensible = columns > 0 && std::isfinite(begin) && std::isfinite(end) && begin <= end &&
                        (!logarithmic || begin > 0);
  if (!sensible) {
    begin_ = std::numeric_limits<double>::infinity();
    end_ = -begin_;
    return;
  }
  edges_.resize(columns + 1);
  const double low = logarithmic ? std::log(begin) : begin;
  const double high = logarithmic ? std::log(end) : end;
  double previous = begin;
  for (std::size_t i = 0; i <= columns; ++i) {
    const double part = static_cast<double>(i) / static_cast<double>(columns);
    const double at = std::lerp(low, high, part);  // does not overflow, unlike low + part * width
    previous = std::clamp(logarithmic ? std::exp(at) : at, previous, end);
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
