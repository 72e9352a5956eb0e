#include "query/reduce.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include "base/check.h"
#include "query/lookup.h"
#include "query/pixel_axis.h"
#include "query/pixel_columns.h"
#include "query/smooth.h"

namespace sightglass::query {
namespace {

constexpr std::uint64_t kNowhere = std::numeric_limits<std::uint64_t>::max();

PixelAxis AxisOf(const ReduceRequest& request) {
  return PixelAxis(request.x_begin, request.x_end, request.columns, request.scale);
}

bool IsDrawn(double value, const ReduceRequest& request) {
  return std::isfinite(value) && (!request.positive_values_only || value > 0);
}

// x of a point, and of the ends of a node.
class Places {
 public:
  explicit Places(const ReduceRequest& request)
      : axis_(request.axis), origin_(request.origin), origin_step_(request.origin_step) {}

  [[nodiscard]] double Of(std::uint64_t index, base::Step step, double wall_time) const {
    switch (axis_) {
      case Axis::kStep:
        return static_cast<double>(step);
      case Axis::kWallTime:
        return wall_time;
      case Axis::kRelativeTime:
        return wall_time - origin_;
      case Axis::kRelativeStep:
        return StepDistance(step, origin_step_);
      case Axis::kOrdinal:
        break;
    }
    return static_cast<double>(index);
  }

  // x of points [begin, end) of a block.
  void Fill(std::uint64_t first_index, std::span<const base::Step> steps,
            std::span<const double> wall_times, std::size_t begin, std::size_t end,
            std::span<double> xs) const {
    // The usual axis in a loop of its own, which takes a third of the time.
    if (axis_ == Axis::kStep) {
      for (std::size_t i = begin; i < end; ++i) xs[i] = static_cast<double>(steps[i]);
      return;
    }
    for (std::size_t i = begin; i < end; ++i) xs[i] = Of(first_index + i, steps[i], wall_times[i]);
  }

  // Whether x never decreases from one point to the next: steps do, times need not.
  [[nodiscard]] bool Rises() const {
    return axis_ != Axis::kWallTime && axis_ != Axis::kRelativeTime;
  }

  // None of these decreases from the lowest to the highest of what it is made of, rounding
  // included: all points of the node are between the two.
  [[nodiscard]] double Lowest(std::uint64_t first_index, const store::RangeSummary& summary) const {
    return Of(first_index, summary.first_step, summary.min_wall_time);
  }
  [[nodiscard]] double Highest(std::uint64_t first_index,
                               const store::RangeSummary& summary) const {
    return Of(first_index + summary.count - 1, summary.last_step, summary.max_wall_time);
  }

 private:
  Axis axis_;
  double origin_;
  base::Step origin_step_;
};

// Which points are in view. Points must come in the order of their indices.
class View {
 public:
  explicit View(const PixelAxis& axis) : axis_(axis) {}

  void Add(std::uint64_t index, double x) {
    if (axis_.Contains(x)) {
      AddInside(index, index);
    } else if (x > axis_.end()) {
      AddBeyond(index);
    }
  }
  // Points `first` to `last`, inclusive.
  void AddInside(std::uint64_t first, std::uint64_t last) {
    if (first_inside_ == kNowhere) first_inside_ = first;
    last_inside_ = last;
  }
  // Points from `first` on are right of the view.
  void AddBeyond(std::uint64_t first) { first_beyond_ = std::min(first_beyond_, first); }

  // The smallest range that holds every point in view. With none, where a line crosses it: at the
  // first point right of it, or at the end.
  [[nodiscard]] IndexRange Range(std::uint64_t size) const {
    if (first_inside_ != kNowhere) return {.begin = first_inside_, .end = last_inside_ + 1};
    const std::uint64_t at = std::min(first_beyond_, size);
    return {.begin = at, .end = at};
  }

 private:
  const PixelAxis& axis_;
  std::uint64_t first_inside_ = kNowhere;
  std::uint64_t last_inside_ = 0;
  std::uint64_t first_beyond_ = kNowhere;
};

class ViewFinder {
 public:
  ViewFinder(const PixelAxis& axis, const Places& places)
      : axis_(axis), places_(places), view_(axis) {}

  [[nodiscard]] const View& view() const { return view_; }

  Visit Whole(std::uint64_t first_index, const store::RangeSummary& summary) {
    const double low = places_.Lowest(first_index, summary);
    const double high = places_.Highest(first_index, summary);
    if (high < axis_.begin()) return Visit::kDone;
    if (low > axis_.end()) {
      view_.AddBeyond(first_index);
      return Visit::kDone;
    }
    if (!axis_.Contains(low) || !axis_.Contains(high)) return Visit::kDescend;
    view_.AddInside(first_index, first_index + summary.count - 1);
    return Visit::kDone;
  }

  bool Block(std::uint64_t first_index, const ScalarBlock& block, std::size_t begin,
             std::size_t end) {
    std::array<base::Step, store::kBlockPoints> steps;
    std::array<double, store::kBlockPoints> wall_times;
    block.UnpackSteps(std::span(steps).first(end));
    block.UnpackWallTimes(std::span(wall_times).first(end));
    for (std::size_t i = begin; i < end; ++i) {
      view_.Add(first_index + i, places_.Of(first_index + i, steps[i], wall_times[i]));
    }
    return true;
  }

 private:
  const PixelAxis& axis_;
  const Places& places_;
  View view_;
};

// Summaries and values are those of a smoothed column, where there is one.
const store::RangeSummary& SummaryWith(const SmoothedColumn* column, std::uint64_t first_index,
                                       const store::RangeSummary& plain) {
  return column != nullptr ? column->SummaryOf(first_index, plain.count) : plain;
}

// Values [begin, end) of a block to their places in `values`; those before may be there too.
void ReadValues(const SmoothedColumn* column, std::uint64_t first_index, const ScalarBlock& block,
                std::size_t begin, std::size_t end, std::span<double> values) {
  if (column == nullptr) {
    block.UnpackValues(values.first(end));
  } else {
    column->Read({.begin = first_index + begin, .end = first_index + end},
                 values.subspan(begin, end - begin));
  }
}

struct Extremes {
  std::size_t lowest = 0;  // the first of the lowest, and of the highest
  std::size_t highest = 0;
};

// Of values that are all finite. Several at once, so that the compiler can use wide registers: a
// plain loop has to wait for each comparison.
Extremes FindExtremes(std::span<const double> values) {
  constexpr std::size_t kLanes = 8;
  std::array<double, kLanes> low;
  std::array<double, kLanes> high;
  low.fill(values.front());
  high.fill(values.front());
  std::size_t i = 0;
  for (; i + kLanes <= values.size(); i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const double value = values[i + lane];
      low[lane] = value < low[lane] ? value : low[lane];
      high[lane] = value > high[lane] ? value : high[lane];
    }
  }
  double min = *std::ranges::min_element(low);
  double max = *std::ranges::max_element(high);
  for (; i < values.size(); ++i) {
    min = std::min(min, values[i]);
    max = std::max(max, values[i]);
  }
  return {.lowest = static_cast<std::size_t>(std::ranges::find(values, min) - values.begin()),
          .highest = static_cast<std::size_t>(std::ranges::find(values, max) - values.begin())};
}

// Finds a drawn point: the first of a Walk(), the last of a WalkBack().
class DrawnFinder {
 public:
  DrawnFinder(const ReduceRequest& request, const SmoothedColumn* column, bool forward)
      : request_(request), column_(column), forward_(forward) {}

  [[nodiscard]] std::optional<std::uint64_t> found() const { return found_; }

  Visit Whole(std::uint64_t first_index, const store::RangeSummary& plain) const {
    const store::RangeSummary& summary = SummaryWith(column_, first_index, plain);
    const bool some =
        summary.finite_count > 0 && (!request_.positive_values_only || summary.max_value > 0);
    return some ? Visit::kDescend : Visit::kDone;
  }

  bool Block(std::uint64_t first_index, const ScalarBlock& block, std::size_t begin,
             std::size_t end) {
    std::array<double, store::kBlockPoints> values;
    ReadValues(column_, first_index, block, begin, end, values);
    for (std::size_t i = 0; i < end - begin; ++i) {
      const std::size_t at = forward_ ? begin + i : end - 1 - i;
      if (IsDrawn(values[at], request_)) {
        found_ = first_index + at;
        return false;
      }
    }
    return true;
  }

 private:
  const ReduceRequest& request_;
  const SmoothedColumn* column_;
  bool forward_;
  std::optional<std::uint64_t> found_;
};

// Walks the pyramid and fills pixel columns.
class Reducer {
 public:
  // `view` is what ViewFinder found. With a smoother every point is looked at, its value replaced,
  // and the neighbours of the view are noted on the way; a column, which may be null, spares that.
  Reducer(const ReduceRequest& request, const PixelAxis& axis, const Places& places,
          IndexRange view, std::optional<Smoother> smoother, const SmoothedColumn* column)
      : request_(request),
        axis_(axis),
        places_(places),
        view_(view),
        smoother_(smoother),
        column_(column),
        columns_(axis.columns()) {}

  [[nodiscard]] const PixelColumns& columns() const { return columns_; }
  [[nodiscard]] const std::optional<Pick>& before() const { return before_; }
  [[nodiscard]] const std::optional<Pick>& after() const { return after_; }

  Visit Whole(std::uint64_t first_index, const store::RangeSummary& plain) {
    if (smoother_) return Visit::kDescend;
    const store::RangeSummary& summary = SummaryWith(column_, first_index, plain);
    const double low = places_.Lowest(first_index, summary);
    const double high = places_.Highest(first_index, summary);
    if (high < axis_.begin() || low > axis_.end()) return Visit::kDone;
    if (!AreAllDrawn(summary) || !axis_.Contains(low)) return Visit::kDescend;
    const std::size_t column = axis_.ColumnOf(low);
    if (!axis_.InColumn(column, high)) return Visit::kDescend;
    columns_.Add(column,
                 {first_index, summary.first_step, summary.first_wall_time, summary.first_value},
                 {first_index + summary.count - 1, summary.last_step, summary.last_wall_time,
                  summary.last_value},
                 {first_index + summary.min_index, summary.min_step, summary.min_value_wall_time,
                  summary.min_value},
                 {first_index + summary.max_index, summary.max_step, summary.max_value_wall_time,
                  summary.max_value});
    return Visit::kDone;
  }

  bool Block(std::uint64_t first_index, const ScalarBlock& block, std::size_t begin,
             std::size_t end) {
    first_index_ = first_index;
    block.UnpackSteps(std::span(steps_).first(end));
    block.UnpackWallTimes(std::span(wall_times_).first(end));
    ReadValues(column_, first_index, block, begin, end, values_);
    if (smoother_) {
      smoother_->Apply(std::span(values_).subspan(begin, end - begin));
      NoteNeighbours(begin, end);
    }
    places_.Fill(first_index, steps_, wall_times_, begin, end, xs_);
    // Of a block whose end is superseded, the summary tells too much.
    all_drawn_ = !smoother_ && end == block.size() &&
                 AreAllDrawn(SummaryWith(column_, first_index, block.summary()));
    for (std::size_t i = begin; i < end;) i = axis_.Contains(xs_[i]) ? AddRun(i, end) : i + 1;
    // Smoothing needs all that comes before, but nothing that comes after.
    return !smoother_ || first_index + end < view_.end || (request_.neighbours && !after_);
  }

 private:
  [[nodiscard]] bool AreAllDrawn(const store::RangeSummary& summary) const {
    return summary.finite_count == summary.count &&
           (!request_.positive_values_only || summary.min_value > 0);
  }

  [[nodiscard]] Pick PickOf(std::size_t i) const {
    return {first_index_ + i, steps_[i], wall_times_[i], values_[i]};
  }

  void NoteNeighbours(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint64_t index = first_index_ + i;
      if (!IsDrawn(values_[i], request_)) continue;
      if (index < view_.begin) before_ = PickOf(i);
      if (index >= view_.end && !after_) after_ = PickOf(i);
    }
  }

  // Adds point `begin` and those after it, up to `end`, that are in the same column. Returns the
  // first that is not.
  std::size_t AddRun(std::size_t begin, std::size_t end) {
    const std::size_t column = axis_.ColumnOf(xs_[begin]);
    const double low = axis_.ColumnBegin(column);
    const double high = axis_.ColumnEnd(column);
    std::size_t stop = begin + 1;
    if (places_.Rises()) {
      const auto rest = std::span(xs_).subspan(stop, end - stop);
      stop += static_cast<std::size_t>(std::ranges::lower_bound(rest, high) - rest.begin());
    } else {
      while (stop < end && xs_[stop] >= low && xs_[stop] < high) ++stop;
    }
    if (all_drawn_) {
      const Extremes extremes = FindExtremes(std::span(values_).subspan(begin, stop - begin));
      columns_.Add(column, PickOf(begin), PickOf(stop - 1), PickOf(begin + extremes.lowest),
                   PickOf(begin + extremes.highest));
      return stop;
    }

    std::size_t first = begin;
    for (; first < stop && !IsDrawn(values_[first], request_); ++first) NoteOmitted(column, first);
    if (first == stop) return stop;
    std::size_t last = first;
    std::size_t lowest = first;
    std::size_t highest = first;
    double min = values_[first];
    double max = min;
    for (std::size_t i = first + 1; i < stop; ++i) {
      const double value = values_[i];
      if (!IsDrawn(value, request_)) [[unlikely]] {
        NoteOmitted(column, i);
        continue;
      }
      last = i;
      if (value < min) {
        min = value;
        lowest = i;
      } else if (value > max) {
        max = value;
        highest = i;
      }
    }
    columns_.Add(column, PickOf(first), PickOf(last), PickOf(lowest), PickOf(highest));
    return stop;
  }

  // A point in view that is not drawn.
  void NoteOmitted(std::size_t column, std::size_t i) {
    if (!std::isfinite(values_[i])) columns_.AddNonFinite(column, PickOf(i));
  }

  const ReduceRequest& request_;
  const PixelAxis& axis_;
  const Places& places_;
  IndexRange view_;
  std::optional<Smoother> smoother_;
  const SmoothedColumn* column_;
  PixelColumns columns_;
  std::optional<Pick> before_;
  std::optional<Pick> after_;
  // The block at hand.
  std::uint64_t first_index_ = 0;
  bool all_drawn_ = false;
  std::array<base::Step, store::kBlockPoints> steps_;
  std::array<double, store::kBlockPoints> wall_times_;
  std::array<double, store::kBlockPoints> values_;
  std::array<double, store::kBlockPoints> xs_;
};

Reduced Collect(const std::optional<Pick>& before, const PixelColumns& columns,
                const std::optional<Pick>& after) {
  Reduced reduced;
  const auto append = [&](const Pick& pick) {
    reduced.index.push_back(pick.index);
    reduced.step.push_back(pick.step);
    reduced.wall_time.push_back(pick.wall_time);
    reduced.value.push_back(pick.value);
  };
  if (before) append(*before);
  columns.ForEachPick(append);
  if (after) append(*after);
  reduced.non_finite = columns.Marks();
  return reduced;
}

// The nearest drawn point before `range.end`, or from `range.begin` on.
std::optional<Pick> FindDrawn(const ScalarPoints& points, const SmoothedColumn* column,
                              const ReduceRequest& request, IndexRange range, bool forward) {
  DrawnFinder finder(request, column, forward);
  if (forward) {
    Walk(points, range, finder);
  } else {
    WalkBack(points, range, finder);
  }
  if (!finder.found()) return std::nullopt;
  const IndexedPoint found = PointAt(points, *finder.found());
  double value = found.point.value;
  if (column != nullptr) {
    column->Read({.begin = found.index, .end = found.index + 1}, std::span(&value, 1));
  }
  return Pick{found.index, found.point.step, found.point.wall_time, value};
}

IndexRange FindView(const ScalarPoints& points, const PixelAxis& axis, const Places& places) {
  ViewFinder finder(axis, places);
  Walk(points, {.begin = 0, .end = points.size()}, finder);
  return finder.view().Range(points.size());
}

Reduced ReduceWith(const ScalarPoints& points, const SmoothedColumn* column,
                   const ReduceRequest& request) {
  const PixelAxis axis = AxisOf(request);
  if (axis.columns() == 0) return {};
  const Places places(request);
  const IndexRange view = FindView(points, axis, places);
  Reducer reducer(request, axis, places, view, std::nullopt, column);
  Walk(points, view, reducer);
  std::optional<Pick> before;
  std::optional<Pick> after;
  if (request.neighbours) {
    before = FindDrawn(points, column, request, {.begin = 0, .end = view.begin}, /*forward=*/false);
    after = FindDrawn(points, column, request, {.begin = view.end, .end = points.size()},
                      /*forward=*/true);
  }
  return Collect(before, reducer.columns(), after);
}

}  // namespace

Reduced Reduce(const ScalarPoints& points, const ReduceRequest& request) {
  return ReduceWith(points, nullptr, request);
}

Reduced ReduceSmoothed(const ScalarPoints& points, const SmoothedColumn& column,
                       const ReduceRequest& request) {
  DCHECK(column.IsOf(points));
  return ReduceWith(points, &column, request);
}

Reduced ReduceSmoothed(const ScalarPoints& points, double weight, const ReduceRequest& request) {
  if (IsConstant(points)) return Reduce(points, request);
  const PixelAxis axis = AxisOf(request);
  if (axis.columns() == 0) return {};
  const Places places(request);
  const IndexRange view = FindView(points, axis, places);
  Reducer reducer(request, axis, places, view, Smoother(weight), /*column=*/nullptr);
  Walk(points, {.begin = 0, .end = points.size()}, reducer);
  if (!request.neighbours) return Collect(std::nullopt, reducer.columns(), std::nullopt);
  return Collect(reducer.before(), reducer.columns(), reducer.after());
}

ReducedArrays ReduceArrays(std::span<const double> x, std::span<const double> y,
                           const ReduceRequest& request) {
  CHECK(x.size() == y.size());
  const PixelAxis axis = AxisOf(request);
  if (axis.columns() == 0) return {};
  PixelColumns columns(axis.columns());
  View view(axis);
  std::size_t column = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    view.Add(i, x[i]);
    if (!axis.Contains(x[i])) continue;
    if (!axis.InColumn(column, x[i])) column = axis.ColumnOf(x[i]);
    const Pick pick = {.index = i, .step = 0, .wall_time = 0, .value = y[i]};
    if (IsDrawn(y[i], request)) {
      columns.Add(column, pick, pick, pick, pick);
    } else if (!std::isfinite(y[i])) {
      columns.AddNonFinite(column, pick);
    }
  }

  ReducedArrays reduced;
  const IndexRange range = view.Range(x.size());
  if (request.neighbours) {
    for (std::uint64_t i = range.begin; i-- > 0;) {
      if (std::isnan(x[i]) || !IsDrawn(y[i], request)) continue;
      reduced.index.push_back(i);
      break;
    }
  }
  columns.ForEachPick([&](const Pick& pick) { reduced.index.push_back(pick.index); });
  if (request.neighbours) {
    for (std::uint64_t i = range.end; i < x.size(); ++i) {
      if (std::isnan(x[i]) || !IsDrawn(y[i], request)) continue;
      reduced.index.push_back(i);
      break;
    }
  }
  reduced.non_finite = columns.Marks();
  return reduced;
}

}  // namespace sightglass::query
