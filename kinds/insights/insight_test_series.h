#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "histograms/histogram.h"
#include "histograms/measure_cache.h"
#include "kinds/insights/scalar_samples.h"

// Series for the tests of this folder.
namespace sightglass::kinds::insights {

// value(0) ... value(count - 1) at steps 0, 10, 20, ...
inline ScalarSamples MakeSamples(std::size_t count, const std::function<double(double)>& value) {
  ScalarSamples samples;
  for (std::size_t i = 0; i < count; ++i) {
    samples.step.push_back(static_cast<base::Step>(10 * i));
    samples.value.push_back(value(static_cast<double>(i)));
  }
  return samples;
}

// Noise between -1 and 1, the same at every call.
inline double Scatter(double i) {
  std::uint32_t bits = static_cast<std::uint32_t>(i) * 2'654'435'761U;
  bits ^= bits >> 15U;
  bits *= 2'246'822'519U;
  return static_cast<double>(bits >> 8U) / static_cast<double>(1U << 23U) - 1;
}

using Buckets = std::vector<format::HistogramBucket>;  // {left, right, count}

// The measures of a histogram at each of steps 0, 10, 20, ...
inline std::vector<histograms::MeasuredStep> MakeSteps(
    std::size_t count, const std::function<Buckets(double)>& buckets) {
  std::vector<histograms::MeasuredStep> steps;
  for (std::size_t i = 0; i < count; ++i) {
    const auto histogram = histograms::MakeSane(buckets(static_cast<double>(i)));
    steps.push_back(
        {.index = i,
         .measures = histograms::Measure(histogram, static_cast<base::Step>(10 * i), 1000.5)});
  }
  return steps;
}

}  // namespace sightglass::kinds::insights
