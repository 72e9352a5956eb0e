#include "kinds/histograms/baseline_histograms.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "histograms/tensorboard_histograms.h"
#include "kind/series_selection.h"
#include "values/value_points.h"

namespace sightglass::kinds {
namespace {

using base::Error;
using base::ErrorCode;
using histograms::ReadStep;
using histograms::RequestedSeries;
using values::ValuePoint;

// Those of `points` that are nearest at or before a point of `wanted`. Both ascend.
std::vector<ValuePoint> NearestBefore(const store::Points<store::RefPoint>& points,
                                      const std::vector<ValuePoint>& wanted) {
  std::vector<ValuePoint> all;
  values::ReadPoints(points, 0, points.size(), all);
  std::vector<ValuePoint> chosen;
  std::size_t next = 0;  // the first one after the wanted step
  for (const ValuePoint& each : wanted) {
    while (next < all.size() && all[next].point.step <= each.point.step) ++next;
    if (next == 0) continue;
    if (chosen.empty() || chosen.back().index != all[next - 1].index) {
      chosen.push_back(all[next - 1]);
    }
  }
  return chosen;
}

}  // namespace

base::Result<BaselineHistograms> BaselineHistograms::Read(const store::Run& run,
                                                          std::span<const RequestedSeries> series,
                                                          const kind::RequestContext& context,
                                                          histograms::ProblemList& problems) {
  const kind::SeriesFilter is_histogram = kind::IsRefSeriesOf(histograms::kPlugin);
  std::vector<RequestedSeries> requested;
  std::vector<std::uint32_t> numbers;  // of the series that each of them is compared with
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < series.size(); ++i) {
    const store::Series* same = run.Find(series[i].selected.series->tag_name);
    if (same == nullptr || !is_histogram(*same)) continue;
    auto points = NearestBefore(*same->refs(), series[i].chosen.points);
    requested.push_back(
        {.selected = {.run = &run, .series = same}, .chosen = {.points = std::move(points)}});
    numbers.push_back(static_cast<std::uint32_t>(i));
    bytes += requested.back().bytes();
  }
  if (bytes > histograms::kMaxHeldBytes) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("baseline: its histograms have {} bytes, limit {}; ask for fewer "
                             "series, or for fewer steps",
                             bytes, histograms::kMaxHeldBytes)};
  }
  BaselineHistograms baseline;
  baseline.entries_.resize(series.size());
  RETURN_IF_ERROR(
      histograms::ReadSelected(requested, context, [&](std::uint32_t number, ReadStep&& step) {
        if (!step.error.empty()) problems.Add(requested[number].selected, step.step, step.error);
        baseline.entries_[numbers[number]].push_back({step.step, std::move(step.histogram)});
      }));
  return baseline;
}

const histograms::Histogram* BaselineHistograms::At(std::uint32_t series, base::Step step) const {
  const std::vector<Entry>& entries = entries_[series];
  const auto after = std::ranges::upper_bound(entries, step, {}, &Entry::step);
  return after == entries.begin() ? nullptr : &std::prev(after)->histogram;
}

}  // namespace sightglass::kinds
