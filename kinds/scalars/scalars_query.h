#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "kinds/scalars/scalars_query_request.h"
#include "kinds/scalars/smoothed_cache.h"
#include "query/active_time.h"
#include "query/read_columns.h"
#include "query/reduce.h"
#include "store/snapshot.h"

namespace sightglass::kinds {

// Where a series stands on the x axis.
struct SeriesAxis {
  XAxis x = XAxis::kStep;
  double origin = 0;                            // kRelative
  base::Step origin_step = 0;                   // kRelativeStep
  const query::ScalarPoints* joined = nullptr;  // kTag; none: the run has no such tag
  query::ActiveClock active{};                  // kActive
  // The pixel columns lie between these, both included. What is outside is not sent.
  double begin = 0;
  double end = 0;
  bool bounded = false;  // points may lie outside: a range was asked for
};

// The axis of `series`, all of it in view; nothing is unpacked, but wall times for kActive.
// An axis without points has begin above end.
SeriesAxis AxisOf(const ScalarsRequest& request, const kind::SelectedSeries& series);

// Axes of many series: all series of one tag share one view, so that they can share a chart.
// REQUIRES: the same order as `series`.
std::vector<SeriesAxis> AxesOf(const ScalarsRequest& request,
                               const std::vector<kind::SelectedSeries>& series);

// How many leading points of an answer stay as they were, when `kept` points of the series did, and
// `joined_kept` of the tag it is joined with: smoothing looks ahead, and an axis of another tag
// changes with that.
std::uint64_t KeptOfAnswer(const ScalarsRequest& request, const query::ScalarPoints& points,
                           const SeriesAxis& axis, std::uint64_t kept, std::uint64_t joined_kept);

// The points of one series that answer a request, by column; those not asked for may be there too.
struct SeriesAnswer {
  bool reduced = false;  // fewer than all in view, values that are not finite apart
  std::vector<base::Step> step{};
  std::vector<double> wall_time{};
  std::vector<double> value{};
  std::vector<double> raw{};
  std::vector<double> x{};
  std::vector<std::uint64_t> index{};
  std::vector<query::NonFiniteMark> non_finite{};
  std::vector<double> non_finite_x{};  // of each mark; empty unless x was asked for
  std::vector<base::Step> superseded_step{};
  std::vector<double> superseded_wall_time{};
  std::vector<double> superseded_value{};
  std::vector<double> superseded_x{};

  [[nodiscard]] std::size_t points() const { return size; }
  std::size_t size = 0;
};

// Points from number `kept` on. `answer` is overwritten, its memory reused.
// Cost: few points are unpacked as they are. Many are reduced by query/reduce.h; smoothing takes a
// pass over all points before, unless `cache` has its result.
void QuerySeries(const ScalarsRequest& request, const query::ScalarPoints& points,
                 const SeriesAxis& axis, std::uint64_t kept, SmoothedCache& cache,
                 SeriesAnswer& answer);

// What QuerySeries() will take, without reading a point.
struct QueryEstimate {
  std::uint64_t points = 0;    // in the answer, at most
  std::uint64_t unpacked = 0;  // that must be in memory at once beside the answer
  std::uint64_t cost = 0;      // to be looked at, about
};
QueryEstimate EstimateQuery(const ScalarsRequest& request, const query::ScalarPoints& points,
                            const SeriesAxis& axis, std::uint64_t kept);

}  // namespace sightglass::kinds
