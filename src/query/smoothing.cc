#include "query/smoothing.h"

#include <algorithm>

#include "base/check.h"
#include "query/read_columns.h"
#include "query/smooth.h"
#include "query/window_smooth.h"

namespace sightglass::query {
namespace {

// Piece by piece: points before the range count but are not kept.
std::vector<double> EmaValues(double weight, const ScalarPoints& points, IndexRange range) {
  constexpr std::uint64_t kSlice = 65'536;
  const bool constant = IsConstant(points);
  Smoother smoother(weight);
  PointColumns columns;
  std::vector<double> smoothed;
  smoothed.reserve(static_cast<std::size_t>(range.size()));
  for (std::uint64_t begin = constant ? range.begin : 0; begin < range.end; begin += kSlice) {
    const IndexRange slice = {.begin = begin, .end = std::min(begin + kSlice, range.end)};
    ReadColumns(points, slice, {.step = false, .wall_time = false}, columns);
    if (!constant) smoother.Apply(columns.value);
    const std::uint64_t skipped =
        std::min(range.begin > begin ? range.begin - begin : 0, slice.size());
    smoothed.insert(smoothed.end(), columns.value.begin() + static_cast<std::ptrdiff_t>(skipped),
                    columns.value.end());
  }
  return smoothed;
}

}  // namespace

std::vector<double> SmoothedValues(const Smoothing& smoothing, const ScalarPoints& points,
                                   IndexRange range) {
  CHECK(smoothing.sort != SmoothingSort::kNone);
  if (smoothing.sort == SmoothingSort::kEma) return EmaValues(smoothing.weight, points, range);
  PointColumns columns;
  ReadColumns(points, {.begin = 0, .end = points.size()}, {.step = false, .wall_time = false},
              columns);
  std::vector<double> all = smoothing.sort == SmoothingSort::kMean
                                ? RunningMean(columns.value, smoothing.window)
                                : GaussianSmooth(columns.value, smoothing.sigma);
  all.resize(static_cast<std::size_t>(range.end));
  all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(range.begin));
  return all;
}

}  // namespace sightglass::query
