#include "histograms/histogram_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/number_text.h"
#include "histograms/tensorboard_histograms.h"

namespace sightglass::histograms {

using base::Error;
using base::ErrorCode;
using base::Result;
using kind::JsonValue;

namespace {

std::uint64_t PointsInRange(const store::Points<store::RefPoint>& points, const StepRange& range) {
  const std::uint64_t end = range.end_step ? points.CountBelow(*range.end_step) : points.size();
  return end - std::min(end, range.begin_step ? points.CountBelow(*range.begin_step) : 0);
}

}  // namespace

Result<HistogramRequest> ParseHistogramRequest(const JsonValue& body) {
  HistogramRequest request;
  ASSIGN_OR_RETURN(const auto selection, body.Member("selection"));
  if (selection) {
    ASSIGN_OR_RETURN(request.choice, kind::ParseSeriesChoice(*selection));
  }
  ASSIGN_OR_RETURN(const auto begin, body.Member("begin_step"));
  if (begin) {
    ASSIGN_OR_RETURN(request.range.begin_step, begin->AsInt());
  }
  ASSIGN_OR_RETURN(const auto end, body.Member("end_step"));
  if (end) {
    ASSIGN_OR_RETURN(request.range.end_step, end->AsInt());
  }
  ASSIGN_OR_RETURN(request.range.max_points,
                   CountMember(body, "max_steps", kDefaultMaxSteps, 1, kMaxSteps));
  return request;
}

Result<std::size_t> CountMember(const JsonValue& object, std::string_view name,
                                std::size_t otherwise, std::size_t low, std::size_t high) {
  ASSIGN_OR_RETURN(const auto member, object.Member(name));
  if (!member) return otherwise;
  ASSIGN_OR_RETURN(const std::uint64_t count, member->AsUInt());
  if (count < low || count > high) {
    return member->Bad(fmt::format("{} is not between {} and {}", count, low, high));
  }
  return static_cast<std::size_t>(count);
}

Result<double> NumberWithin(const JsonValue& value, double low, double high) {
  ASSIGN_OR_RETURN(const double number, value.AsDouble());
  if (!(number >= low && number <= high)) {
    return value.Bad(fmt::format("{} is not between {} and {}", base::NumberText(number).view(),
                                 base::NumberText(low).view(), base::NumberText(high).view()));
  }
  return number;
}

Result<std::vector<double>> ParseLevels(const JsonValue& list) {
  ASSIGN_OR_RETURN(const std::vector<JsonValue> items, list.AsArray(kMaxLevels));
  if (items.empty()) return list.Bad("is empty");
  std::vector<double> levels;
  levels.reserve(items.size());
  for (const JsonValue& item : items) {
    ASSIGN_OR_RETURN(const double level, NumberWithin(item, 0, 1));
    levels.push_back(level);
  }
  return levels;
}

std::vector<double> TensorboardLevels() {
  return {0, 0.0668, 0.1587, 0.3085, 0.5, 0.6915, 0.8413, 0.9332, 1};
}

std::uint64_t RequestedSeries::bytes() const {
  std::uint64_t bytes = 0;
  for (const values::ValuePoint& point : chosen.points) bytes += point.point.bytes;
  return bytes;
}

Result<RequestedSelection> SelectHistograms(const store::Snapshot& snapshot,
                                            const HistogramRequest& request,
                                            const SelectionLimits& limits) {
  kind::SeriesSelection selection =
      kind::SelectSeries(snapshot, request.choice, kind::IsRefSeriesOf(kPlugin));
  std::uint64_t rows = 0;
  std::uint64_t points = 0;
  for (const kind::SelectedSeries& each : selection.series) {
    const std::uint64_t in_range = PointsInRange(*each.series->refs(), request.range);
    const std::uint64_t of_series = std::min(in_range, request.range.max_points);
    rows += of_series;
    points += limits.read_all ? in_range : of_series;
  }
  if (rows > kMaxAnswerNumbers / limits.row_numbers || points > kMaxReadPoints) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("{} rows of {} numbers out of {} points of {} series, limits {} "
                             "numbers and {} points; ask for fewer series, or for fewer steps",
                             rows, limits.row_numbers, points, selection.series.size(),
                             kMaxAnswerNumbers, kMaxReadPoints)};
  }
  StepRange range = request.range;
  if (limits.read_all) range.max_points = 0;
  RequestedSelection requested{.missing = std::move(selection.missing)};
  requested.series.reserve(selection.series.size());
  for (const kind::SelectedSeries& each : selection.series) {
    requested.series.push_back(
        {.selected = each, .chosen = ChoosePoints(*each.series->refs(), range)});
  }
  return requested;
}

std::vector<values::ScanSeries> ScannedSeries(std::span<const RequestedSeries> series) {
  std::vector<values::ScanSeries> scanned;
  scanned.reserve(series.size());
  for (const RequestedSeries& each : series) {
    scanned.push_back({.run = each.selected.run, .series = each.selected.series});
  }
  return scanned;
}

base::Status ReadSelected(std::span<const RequestedSeries> series,
                          const kind::RequestContext& context, const TakeStep& take) {
  std::vector<std::vector<values::ValuePoint>> points;
  points.reserve(series.size());
  for (const RequestedSeries& each : series) points.push_back(each.chosen.points);
  return ReadChosen(ScannedSeries(series), points, {}, context.pool, context.cancel, take);
}

base::Status ForEachBatch(
    std::span<const RequestedSeries> series, std::uint64_t max_bytes,
    const std::function<base::Status(std::span<const RequestedSeries>)>& part) {
  for (std::size_t begin = 0; begin < series.size();) {
    std::uint64_t bytes = series[begin].bytes();
    std::size_t end = begin + 1;
    for (; end < series.size(); ++end) {
      const std::uint64_t next = series[end].bytes();
      if (bytes + next > max_bytes) break;
      bytes += next;
    }
    RETURN_IF_ERROR(part(series.subspan(begin, end - begin)));
    begin = end;
  }
  return {};
}

}  // namespace sightglass::histograms
