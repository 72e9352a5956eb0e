#include "query/window_smooth.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sightglass::query {
namespace {

struct Window {
  std::size_t before = 0;
  std::size_t after = 0;
};

Window CentredWindow(std::size_t size) { return {.before = (size - 1) / 2, .after = size / 2}; }

// sums[i] = the sum of values[i - before ... i + after], as far as there are such.
//
// Values are cut into blocks as long as the window. A window is the end of one block and the
// beginning of the next: two sums that grow value by value.
void SumWindows(std::span<const double> values, Window window, std::vector<double>& sums) {
  const std::size_t size = values.size();
  sums.assign(size, 0);
  if (size == 0) return;
  const std::size_t before = std::min(window.before, size);
  const std::size_t length = before + std::min(window.after, size) + 1;
  // Value k of a list with zeros in front of and behind the values; window i begins at its i.
  const auto padded = [&](std::size_t k) {
    return k >= before && k - before < size ? values[k - before] : 0.0;
  };
  std::vector<double> ends(length);  // ends[t]: the sum of the block from its value t on
  for (std::size_t block = 0; block < size; block += length) {
    double sum = 0;
    for (std::size_t t = length; t-- > 0;) {
      sum += padded(block + t);
      ends[t] = sum;
    }
    double beginning = 0;  // of the next block
    for (std::size_t t = 0; t < length && block + t < size; ++t) {
      sums[block + t] = ends[t] + beginning;
      beginning += padded(block + length + t);
    }
  }
}

// Values that count, the others as zeros; and their weights, 1 or 0.
struct Weighted {
  std::vector<double> values;
  std::vector<double> weights;
};

Weighted WeightedFinite(std::span<const double> values) {
  Weighted weighted{.values = {values.begin(), values.end()},
                    .weights = std::vector<double>(values.size(), 1.0)};
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i])) continue;
    weighted.values[i] = 0;
    weighted.weights[i] = 0;
  }
  return weighted;
}

bool AllEqual(std::span<const double> values) {
  return std::ranges::all_of(values, [&](double value) { return value == values.front(); });
}

std::vector<double> Divide(std::span<const double> values, const Weighted& sums) {
  std::vector<double> smoothed(values.begin(), values.end());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i])) smoothed[i] = sums.values[i] / sums.weights[i];
  }
  return smoothed;
}

void SumBoth(Window window, Weighted& sums) {
  std::vector<double> next;
  for (std::vector<double>* each : {&sums.values, &sums.weights}) {
    SumWindows(*each, window, next);
    each->swap(next);
  }
}

constexpr std::size_t kPasses = 4;

// Odd windows whose variances, (w * w - 1) / 12 each, add up to sigma * sigma as nearly as can be:
// some of one size, the others of the next.
std::array<std::size_t, kPasses> WindowsFor(double sigma) {
  const double ideal = std::sqrt(12 * sigma * sigma / kPasses + 1);
  const std::size_t small = (static_cast<std::size_t>(ideal) - 1) / 2 * 2 + 1;
  const auto variance = [](std::size_t window) {
    const auto w = static_cast<double>(window);
    return (w * w - 1) / 12;
  };
  const double rest = sigma * sigma - kPasses * variance(small);
  const double each = variance(small + 2) - variance(small);
  const auto large = static_cast<std::size_t>(
      std::clamp(std::round(rest / each), 0.0, static_cast<double>(kPasses)));
  std::array<std::size_t, kPasses> windows{};
  for (std::size_t i = 0; i < kPasses; ++i) windows[i] = i < large ? small + 2 : small;
  return windows;
}

std::vector<double> Kernel(double sigma) {
  std::vector<double> half(GaussianReach(sigma) + 1);
  for (std::size_t i = 0; i < half.size(); ++i) {
    const double distance = static_cast<double>(i) / sigma;
    half[i] = std::exp(-distance * distance / 2);
  }
  return half;
}

std::vector<double> Convolve(std::span<const double> values, std::span<const double> half) {
  std::vector<double> smoothed(values.begin(), values.end());
  const Weighted weighted = WeightedFinite(values);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) continue;
    double sum = weighted.values[i] * half[0];
    double weights = half[0];
    const std::size_t left = std::min(i, half.size() - 1);
    const std::size_t right = std::min(values.size() - 1 - i, half.size() - 1);
    for (std::size_t k = 1; k <= left; ++k) {
      sum += weighted.values[i - k] * half[k];
      weights += weighted.weights[i - k] * half[k];
    }
    for (std::size_t k = 1; k <= right; ++k) {
      sum += weighted.values[i + k] * half[k];
      weights += weighted.weights[i + k] * half[k];
    }
    smoothed[i] = sum / weights;
  }
  return smoothed;
}

}  // namespace

std::uint64_t RunningMeanReach(std::size_t window) { return CentredWindow(window).after; }

std::vector<double> RunningMean(std::span<const double> values, std::size_t window) {
  if (AllEqual(values)) return {values.begin(), values.end()};
  Weighted sums = WeightedFinite(values);
  SumBoth(CentredWindow(window), sums);
  return Divide(values, sums);
}

std::uint64_t GaussianReach(double sigma) {
  if (sigma <= kMaxDirectSigma) return static_cast<std::uint64_t>(std::ceil(3 * sigma));
  std::uint64_t reach = 0;
  for (const std::size_t window : WindowsFor(sigma)) reach += window / 2;
  return reach;
}

std::vector<double> GaussianSmooth(std::span<const double> values, double sigma) {
  if (AllEqual(values)) return {values.begin(), values.end()};
  if (sigma <= kMaxDirectSigma) return Convolve(values, Kernel(sigma));
  // What a pass spreads beyond the ends is cut off, from values and weights alike: what remains is
  // a weighted mean all the same.
  Weighted sums = WeightedFinite(values);
  for (const std::size_t window : WindowsFor(sigma)) {
    SumBoth(CentredWindow(window), sums);
    const auto length = static_cast<double>(window);  // else four windows might overflow
    for (double& value : sums.values) value /= length;
    for (double& weight : sums.weights) weight /= length;
  }
  return Divide(values, sums);
}

}  // namespace sightglass::query
