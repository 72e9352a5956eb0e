#include "histograms/value_range.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>

#include "histograms/measures.h"
#include "histograms/rebin.h"

namespace sightglass::histograms {
namespace {

// Doubles in their order as whole numbers: half way between two of them is half way in digits, too,
// so that a range of any size is searched in 64 steps.
std::int64_t OrderOf(double value) {
  const auto bits = std::bit_cast<std::int64_t>(value);
  return bits >= 0 ? bits : std::numeric_limits<std::int64_t>::min() - bits;
}

double ValueOfOrder(std::int64_t order) {
  return std::bit_cast<double>(order >= 0 ? order
                                          : std::numeric_limits<std::int64_t>::min() - order);
}

// The lowest place up to which `wanted` of all values lie.
double PlaceOf(std::span<const Histogram* const> histograms, ValueRange range, double wanted) {
  std::int64_t low = OrderOf(range.low);
  std::int64_t high = OrderOf(range.high);
  while (low < high) {
    const std::int64_t middle = std::midpoint(low, high);  // rounds towards low
    double below = 0;
    for (const Histogram* histogram : histograms) {
      below += CountBelow(*histogram, ValueOfOrder(middle)).at_or_below;
    }
    if (below >= wanted) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return ValueOfOrder(low);
}

}  // namespace

ValueRange RangeOf(std::span<const Histogram* const> histograms, double clip) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  ValueRange range{.low = kNone, .high = kNone};
  double total = 0;
  for (const Histogram* histogram : histograms) {
    if (histogram->empty()) continue;
    range.low = std::fmin(range.low, histogram->min());
    range.high = std::fmax(range.high, histogram->max());
    total += histogram->total;
  }
  if (!(clip > 0) || std::isnan(range.low)) return range;
  return {.low = PlaceOf(histograms, range, clip * total),
          .high = PlaceOf(histograms, range, (1 - clip) * total)};
}

double LinearWidthOf(std::span<const Histogram* const> histograms) {
  std::vector<double> widths;
  for (const Histogram* histogram : histograms) {
    if (!histogram->empty()) widths.push_back(SuggestLinearWidth(*histogram));
  }
  if (widths.empty()) return 1;
  const auto middle = widths.begin() + static_cast<std::ptrdiff_t>(widths.size() / 2);
  std::ranges::nth_element(widths, middle);
  return *middle;
}

}  // namespace sightglass::histograms
