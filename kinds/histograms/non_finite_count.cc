#include "kinds/histograms/non_finite_count.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "store/series.h"

namespace sightglass::kinds {

std::optional<double> NonFiniteCount(const kind::SelectedSeries& histograms, base::Step step) {
  const store::Series* companion =
      histograms.run->Find(fmt::format("{}/non_finite", histograms.series->tag_name));
  if (companion == nullptr || companion->scalars() == nullptr || companion->size() == 0) {
    return std::nullopt;
  }
  const store::Points<store::ScalarPoint>& points = *companion->scalars();
  const std::uint64_t index = points.CountBelow(step);
  if (index == points.size()) return std::nullopt;
  std::vector<store::ScalarPoint> point;
  points.Read(index, index + 1, point);
  if (point.front().step == step) {
    const double count = point.front().value;
    return count >= 0 && std::isfinite(count) ? std::optional(count) : std::nullopt;
  }
  // Before its first value there were none.
  return index == 0 ? std::optional(0.0) : std::nullopt;
}

}  // namespace sightglass::kinds
