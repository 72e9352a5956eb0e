#include "kinds/scalars/scalars_query.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <numeric>
#include <span>
#include <unordered_map>
#include <utility>

#include "base/check.h"
#include "query/join_steps.h"
#include "query/range.h"
#include "query/smooth.h"
#include "query/window_smooth.h"

namespace sightglass::kinds {
namespace {

using query::IndexRange;
using query::ScalarPoints;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The smallest step that, as a double, is at least `x`; nullopt if there is none.
std::optional<base::Step> FirstStepFrom(double x, double (*place)(base::Step, base::Step),
                                        base::Step origin) {
  base::Step low = std::numeric_limits<base::Step>::min();
  base::Step high = std::numeric_limits<base::Step>::max();
  if (!(place(high, origin) >= x)) return std::nullopt;
  while (low < high) {
    // The mean without overflow, rounded down.
    const base::Step middle = (low & high) + ((low ^ high) >> 1);
    if (place(middle, origin) >= x) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

double StepPlace(base::Step step, base::Step /*origin*/) { return static_cast<double>(step); }

struct Extent {
  double begin = kInfinity;
  double end = -kInfinity;
};

// Where the points lie, from their summary alone; nothing if there are none. On the axis of another
// tag, where they may lie.
Extent ExtentOf(const SeriesAxis& axis, const ScalarPoints& points) {
  if (points.size() == 0) return {};
  const store::RangeSummary& summary = points.summary();
  switch (axis.x) {
    case XAxis::kStep:
      return {.begin = static_cast<double>(summary.first_step),
              .end = static_cast<double>(summary.last_step)};
    case XAxis::kRelativeStep:
      return {.begin = query::StepDistance(summary.first_step, axis.origin_step),
              .end = query::StepDistance(summary.last_step, axis.origin_step)};
    case XAxis::kWall:
    case XAxis::kRelative:
      return {.begin = summary.min_wall_time - axis.origin,
              .end = summary.max_wall_time - axis.origin};
    case XAxis::kActive:
      return {.begin = 0, .end = axis.active.duration};
    case XAxis::kOrdinal:
      return {.begin = 0, .end = static_cast<double>(points.size() - 1)};
    case XAxis::kTag:
      break;
  }
  if (axis.joined == nullptr || axis.joined->summary().finite_count == 0) return {};
  return {.begin = axis.joined->summary().min_value, .end = axis.joined->summary().max_value};
}

// A range of indices that holds every point in view, and few others.
IndexRange IndicesInView(const ScalarPoints& points, const SeriesAxis& axis) {
  const std::uint64_t size = points.size();
  if (!axis.bounded || size == 0) return {.begin = 0, .end = size};
  switch (axis.x) {
    case XAxis::kStep:
    case XAxis::kRelativeStep: {
      const auto place = axis.x == XAxis::kStep ? StepPlace : query::StepDistance;
      const auto first = FirstStepFrom(axis.begin, place, axis.origin_step);
      const auto beyond =
          FirstStepFrom(std::nextafter(axis.end, kInfinity), place, axis.origin_step);
      const std::uint64_t begin = first ? points.CountBelow(*first) : size;
      const std::uint64_t end = beyond ? points.CountBelow(*beyond) : size;
      return {.begin = begin, .end = std::max(begin, end)};
    }
    case XAxis::kWall:
    case XAxis::kRelative: {
      // x is a rounded difference; the exact comparison comes later, this may take in a few more.
      const double slack =
          4 * std::numeric_limits<double>::epsilon() *
          (std::abs(axis.origin) + std::max(std::abs(axis.begin), std::abs(axis.end)));
      return query::RangeByWallTime(points, axis.begin + axis.origin - slack,
                                    axis.end + axis.origin + slack);
    }
    case XAxis::kOrdinal: {
      const auto clamp = [&](double x) {
        return static_cast<std::uint64_t>(std::clamp(x, 0.0, static_cast<double>(size)));
      };
      const std::uint64_t begin = clamp(std::ceil(axis.begin));
      return {.begin = begin, .end = std::max(begin, clamp(std::floor(axis.end) + 1))};
    }
    case XAxis::kActive:
    case XAxis::kTag:
      break;
  }
  return {.begin = 0, .end = size};
}

// x of points that are there by column, the first being number `first_index`.
// REQUIRES: not on the axis of active time, where x hangs on all points before.
std::vector<double> PlacesOf(const SeriesAxis& axis, std::span<const base::Step> steps,
                             std::span<const double> wall_times, std::uint64_t first_index) {
  std::vector<double> x(axis.x == XAxis::kWall || axis.x == XAxis::kRelative ? wall_times.size()
                                                                             : steps.size());
  switch (axis.x) {
    case XAxis::kStep:
      std::ranges::transform(steps, x.begin(),
                             [](base::Step step) { return static_cast<double>(step); });
      break;
    case XAxis::kRelativeStep:
      std::ranges::transform(steps, x.begin(), [&](base::Step step) {
        return query::StepDistance(step, axis.origin_step);
      });
      break;
    case XAxis::kWall:
    case XAxis::kRelative:
      std::ranges::transform(wall_times, x.begin(),
                             [&](double wall_time) { return wall_time - axis.origin; });
      break;
    case XAxis::kOrdinal:
      std::iota(x.begin(), x.end(), static_cast<double>(first_index));
      break;
    case XAxis::kTag:
      if (axis.joined != nullptr) return query::JoinBySteps(steps, *axis.joined);
      std::ranges::fill(x, std::numeric_limits<double>::quiet_NaN());
      break;
    case XAxis::kActive:
      CHECK(false);
  }
  return x;
}

// x of the points of `range`, of which the columns are given.
std::vector<double> PlacesOfRange(const SeriesAxis& axis, const ScalarPoints& points,
                                  IndexRange range, std::span<const base::Step> steps,
                                  std::span<const double> wall_times) {
  if (axis.x == XAxis::kActive) {
    return query::ActiveTimes(points, axis.active.gap_limit, range);
  }
  return PlacesOf(axis, steps, wall_times, range.begin);
}

// Smoothed values of points [range.begin, range.end), from `column` where there is one.
std::vector<double> SmoothedValues(const Smoothing& smoothing, const ScalarPoints& points,
                                   const query::SmoothedColumn* column, IndexRange range) {
  if (column == nullptr) return query::SmoothedValues(smoothing, points, range);
  std::vector<double> values(static_cast<std::size_t>(range.size()));
  column->Read(range, values);
  return values;
}

query::ReduceRequest ReduceRequestOf(const ScalarsRequest& request, const SeriesAxis& axis) {
  query::ReduceRequest reduce = {.x_begin = axis.begin,
                                 .x_end = axis.end,
                                 .columns = request.width,
                                 .origin = axis.origin,
                                 .origin_step = axis.origin_step,
                                 .scale = request.scale,
                                 .positive_values_only = request.positive_only,
                                 .neighbours = request.neighbours};
  switch (axis.x) {
    case XAxis::kStep:
    case XAxis::kActive:  // reduced as arrays, like another tag
    case XAxis::kTag:
      reduce.axis = query::Axis::kStep;
      break;
    case XAxis::kRelativeStep:
      reduce.axis = query::Axis::kRelativeStep;
      break;
    case XAxis::kWall:
      reduce.axis = query::Axis::kWallTime;
      break;
    case XAxis::kRelative:
      reduce.axis = query::Axis::kRelativeTime;
      break;
    case XAxis::kOrdinal:
      reduce.axis = query::Axis::kOrdinal;
      break;
  }
  return reduce;
}

// How many pixel columns the points may fall into.
double ColumnsCovered(const ScalarsRequest& request, const SeriesAxis& axis, const Extent& own) {
  const auto width = static_cast<double>(request.width);
  if (request.scale.sort != query::ScaleSort::kLinear || own.begin > own.end ||
      !(axis.end > axis.begin))
    return width;
  const double part =
      (std::min(own.end, axis.end) - std::max(own.begin, axis.begin)) / (axis.end - axis.begin);
  return std::clamp(part * width + 1, 1.0, width);
}

// Keeps the elements of each column whose place is in `keep`, which increases.
template <class Value>
void Keep(std::span<const std::uint64_t> keep, std::vector<Value>& column) {
  if (column.empty()) return;
  for (std::size_t i = 0; i < keep.size(); ++i) {
    column[i] = column[static_cast<std::size_t>(keep[i])];
  }
  column.resize(keep.size());
}

// The elements at `indices`, in any order.
template <class Value>
std::vector<Value> Gather(const std::vector<Value>& column,
                          std::span<const std::uint64_t> indices) {
  std::vector<Value> gathered;
  if (column.empty()) return gathered;
  gathered.reserve(indices.size());
  for (const std::uint64_t index : indices) {
    gathered.push_back(column[static_cast<std::size_t>(index)]);
  }
  return gathered;
}

bool IsSmoothed(const ScalarsRequest& request) {
  return request.smoothing.sort != SmoothingSort::kNone;
}

// Columns that an answer needs, its axis included.
query::ColumnChoice ColumnsToRead(const ScalarsRequest& request, const SeriesAxis& axis,
                                  bool needs_x) {
  const bool by_time = axis.x == XAxis::kWall || axis.x == XAxis::kRelative;
  const bool value =
      IsSmoothed(request) ? request.columns.raw : request.columns.value || request.columns.raw;
  return {.step = request.columns.step || (needs_x && !by_time),
          .wall_time = request.columns.wall_time || (needs_x && by_time),
          .value = value};
}

// Every point of `range` that is in view.
void SendAll(const ScalarsRequest& request, const ScalarPoints& points,
             const query::SmoothedColumn* column, const SeriesAxis& axis, IndexRange range,
             SeriesAnswer& answer) {
  const bool needs_x = axis.bounded || request.columns.x;
  query::PointColumns columns = {.step = std::move(answer.step),
                                 .wall_time = std::move(answer.wall_time),
                                 .value = std::move(answer.value)};
  query::ReadColumns(points, range, ColumnsToRead(request, axis, needs_x), columns);
  answer.step = std::move(columns.step);
  answer.wall_time = std::move(columns.wall_time);
  answer.value = std::move(columns.value);
  if (IsSmoothed(request)) {
    answer.raw = std::move(answer.value);
    answer.value = SmoothedValues(request.smoothing, points, column, range);
  } else if (request.columns.raw) {
    answer.raw = answer.value;
  }
  answer.size = static_cast<std::size_t>(range.size());
  if (request.columns.index) {
    answer.index.resize(answer.size);
    std::iota(answer.index.begin(), answer.index.end(), range.begin);
  }
  if (!needs_x) return;
  answer.x = PlacesOfRange(axis, points, range, answer.step, answer.wall_time);
  if (!axis.bounded) return;
  std::vector<std::uint64_t> keep;
  keep.reserve(answer.x.size());
  for (std::size_t i = 0; i < answer.x.size(); ++i) {
    if (answer.x[i] >= axis.begin && answer.x[i] <= axis.end) keep.push_back(i);
  }
  if (keep.size() == answer.size) return;
  answer.size = keep.size();
  Keep(keep, answer.step);
  Keep(keep, answer.wall_time);
  Keep(keep, answer.value);
  Keep(keep, answer.raw);
  Keep(keep, answer.x);
  Keep(keep, answer.index);
}

// Reduces points of `range` that are unpacked first: for what query::Reduce() does not know.
void ReduceUnpacked(const ScalarsRequest& request, const ScalarPoints& points,
                    const query::SmoothedColumn* column, const SeriesAxis& axis, IndexRange range,
                    SeriesAnswer& answer) {
  query::PointColumns columns;
  const bool smoothed = IsSmoothed(request);
  query::ReadColumns(points, range, {.value = !smoothed || request.columns.raw}, columns);
  const std::vector<double> x = PlacesOfRange(axis, points, range, columns.step, columns.wall_time);
  const std::vector<double> smooth =
      smoothed ? SmoothedValues(request.smoothing, points, column, range) : std::vector<double>();
  const std::vector<double>& y = smoothed ? smooth : columns.value;
  query::ReducedArrays reduced = query::ReduceArrays(x, y, ReduceRequestOf(request, axis));
  answer.size = reduced.index.size();
  answer.step = Gather(columns.step, reduced.index);
  answer.wall_time = Gather(columns.wall_time, reduced.index);
  answer.value = Gather(y, reduced.index);
  if (request.columns.raw) answer.raw = Gather(columns.value, reduced.index);
  if (request.columns.x) answer.x = Gather(x, reduced.index);
  for (query::NonFiniteMark& mark : reduced.non_finite) {
    if (request.columns.x) answer.non_finite_x.push_back(x[static_cast<std::size_t>(mark.index)]);
    mark.step = columns.step[static_cast<std::size_t>(mark.index)];
    mark.wall_time = columns.wall_time[static_cast<std::size_t>(mark.index)];
    mark.index += range.begin;
  }
  answer.non_finite = std::move(reduced.non_finite);
  for (std::uint64_t& index : reduced.index) index += range.begin;
  answer.index = std::move(reduced.index);
}

// REQUIRES: a column, if smoothing looks ahead.
void ReducePacked(const ScalarsRequest& request, const ScalarPoints& points,
                  const query::SmoothedColumn* column, const SeriesAxis& axis,
                  SeriesAnswer& answer) {
  const query::ReduceRequest reduce = ReduceRequestOf(request, axis);
  query::Reduced reduced = column != nullptr ? query::ReduceSmoothed(points, *column, reduce)
                           : IsSmoothed(request)
                               ? query::ReduceSmoothed(points, request.smoothing.weight, reduce)
                               : query::Reduce(points, reduce);
  answer.size = reduced.index.size();
  answer.step = std::move(reduced.step);
  answer.wall_time = std::move(reduced.wall_time);
  answer.value = std::move(reduced.value);
  answer.index = std::move(reduced.index);
  answer.non_finite = std::move(reduced.non_finite);
  if (request.columns.raw) answer.raw = query::ValuesAt(points, answer.index);
  if (!request.columns.x) return;
  if (axis.x == XAxis::kOrdinal) {
    answer.x.assign(answer.index.begin(), answer.index.end());
  } else {
    answer.x = PlacesOf(axis, answer.step, answer.wall_time, 0);
  }
  for (const query::NonFiniteMark& mark : answer.non_finite) {
    answer.non_finite_x.push_back(
        PlacesOf(axis, std::span(&mark.step, 1), std::span(&mark.wall_time, 1), mark.index)
            .front());
  }
}

void AddSuperseded(const ScalarsRequest& request, const ScalarPoints& points,
                   const SeriesAxis& axis, SeriesAnswer& answer) {
  std::vector<store::ScalarPoint> all;
  points.ReadSuperseded(all);
  for (const store::ScalarPoint& point : all) {
    answer.superseded_step.push_back(point.step);
    answer.superseded_wall_time.push_back(point.wall_time);
    answer.superseded_value.push_back(point.value);
  }
  answer.superseded_x = PlacesOf(axis, answer.superseded_step, answer.superseded_wall_time, 0);
  std::vector<std::uint64_t> keep;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double x = answer.superseded_x[i];
    if (!axis.bounded || (x >= axis.begin && x <= axis.end)) keep.push_back(i);
  }
  if (request.width > 0 && keep.size() > 4 * request.width) {
    keep = query::ReduceArrays(answer.superseded_x, answer.superseded_value,
                               ReduceRequestOf(request, axis))
               .index;
    // In the order of the points, which is that of branches: they are drawn as lines.
    std::ranges::sort(keep);
  }
  if (keep.size() < all.size()) {
    Keep(keep, answer.superseded_step);
    Keep(keep, answer.superseded_wall_time);
    Keep(keep, answer.superseded_value);
    Keep(keep, answer.superseded_x);
  }
}

}  // namespace

SeriesAxis AxisOf(const ScalarsRequest& request, const kind::SelectedSeries& series) {
  const ScalarPoints& points = *series.series->scalars();
  const store::RangeSummary& summary = points.summary();
  SeriesAxis axis = {.x = request.x};
  if (request.x == XAxis::kTag) {
    const store::Series* joined = series.run->Find(request.x_tag);
    axis.joined = joined == nullptr ? nullptr : joined->scalars();
  }
  axis.origin_step = request.x == XAxis::kRelativeStep ? summary.first_step : 0;
  if (request.x == XAxis::kRelative) {
    axis.origin = request.origin == XOrigin::kFixed ? request.origin_wall_time
                  : request.origin == XOrigin::kRun
                      ? series.run->first_wall_time.value_or(summary.first_wall_time)
                      : summary.first_wall_time;
  }
  if (request.x == XAxis::kActive) axis.active = query::MeasureActiveTime(points, points.size());
  const Extent extent = ExtentOf(axis, points);
  axis.begin = extent.begin;
  axis.end = extent.end;
  return axis;
}

std::vector<SeriesAxis> AxesOf(const ScalarsRequest& request,
                               const std::vector<kind::SelectedSeries>& series) {
  std::vector<SeriesAxis> axes;
  axes.reserve(series.size());
  std::unordered_map<base::TagId, std::pair<double, double>> views;
  for (const kind::SelectedSeries& each : series) {
    axes.push_back(AxisOf(request, each));
    auto& [begin, end] =
        views.try_emplace(each.series->tag, std::pair(kInfinity, -kInfinity)).first->second;
    begin = std::min(begin, axes.back().begin);
    end = std::max(end, axes.back().end);
  }
  for (std::size_t i = 0; i < series.size(); ++i) {
    auto [begin, end] = views.at(series[i].series->tag);
    SeriesAxis& axis = axes[i];
    const bool logarithmic = request.scale.sort == query::ScaleSort::kLogarithmic;
    axis.bounded = request.range.begin || request.range.end || logarithmic;
    // A logarithmic axis of whole numbers begins at the first that has a place on it.
    if (logarithmic && begin <= 0) begin = 1;
    axis.begin = request.range.begin.value_or(begin);
    axis.end = request.range.end.value_or(end);
    // Where only one side was asked for, the points may all lie beyond it.
    if (request.range.begin) axis.end = std::max(axis.begin, axis.end);
    if (request.range.end) axis.begin = std::min(axis.begin, axis.end);
  }
  return axes;
}

std::uint64_t KeptOfAnswer(const ScalarsRequest& request, const ScalarPoints& points,
                           const SeriesAxis& axis, std::uint64_t kept, std::uint64_t joined_kept) {
  kept = std::min(kept, points.size());
  switch (request.smoothing.sort) {
    case SmoothingSort::kNone:
      break;
    case SmoothingSort::kEma: {
      // Equal values are not smoothed, so what was sent of them changes a little when others come.
      const store::RangeSummary summary = points.Summarize(0, kept);
      const bool was_constant =
          summary.finite_count == 0 ||
          (summary.finite_count == summary.count && summary.min_value == summary.max_value);
      if (was_constant && !query::IsConstant(points)) return 0;
      break;
    }
    case SmoothingSort::kMean:
    case SmoothingSort::kGaussian: {
      const std::uint64_t reach = request.smoothing.sort == SmoothingSort::kMean
                                      ? query::RunningMeanReach(request.smoothing.window)
                                      : query::GaussianReach(request.smoothing.sigma);
      const store::RangeSummary summary = points.Summarize(0, kept);
      if (summary.finite_count == summary.count && summary.min_value == summary.max_value) return 0;
      kept -= std::min(kept, reach);
      break;
    }
  }
  if (axis.x == XAxis::kActive) {
    // Places hang on what a pause is, and that on all intervals.
    return query::MeasureActiveTime(points, kept).gap_limit == axis.active.gap_limit ? kept : 0;
  }
  if (axis.x != XAxis::kTag) return kept;
  if (axis.joined == nullptr || joined_kept == 0) return 0;
  // Up to the last point of the tag that stayed, x is as it was.
  query::PointColumns last;
  const std::uint64_t end = std::min(joined_kept, axis.joined->size());
  if (end == 0) return 0;
  query::ReadColumns(*axis.joined, {.begin = end - 1, .end = end}, {}, last);
  const base::Step step = last.step.front();
  const bool is_highest = step == std::numeric_limits<base::Step>::max();
  return std::min(kept, is_highest ? points.size() : points.CountBelow(step + 1));
}

void QuerySeries(const ScalarsRequest& request, const ScalarPoints& points, const SeriesAxis& axis,
                 std::uint64_t kept, SmoothedCache& cache, SeriesAnswer& answer) {
  answer.reduced = false;
  answer.size = 0;
  // Steps, times and values are overwritten in any case; cleared, they would be filled with zeros
  // first.
  answer.raw.clear();
  answer.x.clear();
  answer.index.clear();
  answer.non_finite.clear();
  answer.non_finite_x.clear();
  answer.superseded_step.clear();
  answer.superseded_wall_time.clear();
  answer.superseded_value.clear();
  answer.superseded_x.clear();
  if (request.superseded && points.superseded_size() > 0) {
    AddSuperseded(request, points, axis, answer);
  }
  IndexRange range = IndicesInView(points, axis);
  range.begin = std::max(range.begin, std::min(kept, points.size()));
  range.end = std::max(range.begin, range.end);

  const store::RangeSummary& summary = points.summary();
  // A line that only enters the view, or values to be left out, need a look at each point.
  const bool plain =
      (!request.neighbours || !axis.bounded) && (!request.positive_only || summary.min_value > 0);
  bool few = request.width == 0;
  if (!few && plain) {
    Extent own = {.begin = axis.begin, .end = axis.end};
    if (range.begin == 0 && range.end == points.size()) own = ExtentOf(axis, points);
    // First, last, lowest and highest of each column would be no fewer.
    few = static_cast<double>(range.size()) <= 4 * ColumnsCovered(request, axis, own);
  }
  // Who wants all points wants them once; who gives a width draws, and will zoom.
  const std::shared_ptr<const query::SmoothedColumn> column =
      request.width > 0 ? cache.Get(points, request.smoothing) : nullptr;
  if (few) {
    SendAll(request, points, column.get(), axis, range, answer);
    return;
  }
  answer.reduced = true;
  const bool packed =
      kept == 0 && axis.x != XAxis::kTag && axis.x != XAxis::kActive &&
      (column != nullptr || !IsSmoothed(request) || request.smoothing.sort == SmoothingSort::kEma);
  if (packed) {
    ReducePacked(request, points, column.get(), axis, answer);
    return;
  }
  if (request.neighbours) range = {.begin = std::min(kept, points.size()), .end = points.size()};
  ReduceUnpacked(request, points, column.get(), axis, range, answer);
}

QueryEstimate EstimateQuery(const ScalarsRequest& request, const ScalarPoints& points,
                            const SeriesAxis& axis, std::uint64_t kept) {
  IndexRange range = IndicesInView(points, axis);
  range.begin = std::max(range.begin, std::min(kept, points.size()));
  range.end = std::max(range.begin, range.end);
  QueryEstimate estimate;
  estimate.points = range.size();
  if (request.width > 0) {
    estimate.points = std::min<std::uint64_t>(estimate.points, 4 * request.width + 2);
  }
  if (request.superseded) estimate.points += points.superseded_size();
  const bool joined = request.x == XAxis::kTag;
  const bool active = request.x == XAxis::kActive;
  const bool windowed = request.smoothing.sort == SmoothingSort::kMean ||
                        request.smoothing.sort == SmoothingSort::kGaussian;
  if (windowed || active) {
    estimate.unpacked = points.size();
  } else if (joined && axis.joined != nullptr) {
    estimate.unpacked = std::max(range.size(), axis.joined->size());
  }
  // Windows take memory for all points when they are not remembered yet, so not many at a time.
  const bool remembered = request.smoothing.sort == SmoothingSort::kEma && request.width > 0 &&
                          points.size() >= kMinRememberedPoints;
  // Blocks at the edges of pixel columns are unpacked, and about one to a column.
  estimate.cost = (IsSmoothed(request) && !remembered) || active ? points.size()
                  : request.width == 0 || joined
                      ? range.size()
                      : std::min<std::uint64_t>(range.size(), request.width * store::kBlockPoints);
  return estimate;
}

}  // namespace sightglass::kinds
