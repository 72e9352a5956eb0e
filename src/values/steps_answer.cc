#include "values/steps_answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "base/ids.h"
#include "format/markdown.h"
#include "kind/answer_writer.h"
#include "kind/json_reader.h"
#include "kind/name_id.h"
#include "kind/series_selection.h"
#include "values/value_points.h"

namespace sightglass::values {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using kind::AnswerWriter;
using kind::SelectedSeries;
using store::RefPoint;

constexpr std::size_t kSeriesHeadBytes = 600;  // about what one series takes in the head

struct StepsRequest {
  kind::SeriesChoice choice{};
  base::Step begin = std::numeric_limits<base::Step>::min();
  std::optional<base::Step> end{};
};

Result<StepsRequest> ParseStepsRequest(std::string_view text) {
  ASSIGN_OR_RETURN(const auto document, kind::JsonDocument::Parse(text));
  const kind::JsonValue body = document.root();
  RETURN_IF_ERROR(body.AllowOnly(
      {"runs", "runs_matching", "tags", "tags_matching", "series", "begin_step", "end_step"}));
  StepsRequest request;
  ASSIGN_OR_RETURN(request.choice, kind::ParseSeriesChoiceMembers(body));
  ASSIGN_OR_RETURN(const auto begin, body.Member("begin_step"));
  if (begin) {
    ASSIGN_OR_RETURN(request.begin, begin->AsInt());
  }
  ASSIGN_OR_RETURN(const auto end, body.Member("end_step"));
  if (end) {
    ASSIGN_OR_RETURN(request.end, end->AsInt());
  }
  return request;
}

// The part of one series that is asked for, by indices of visible points.
struct StepsRange {
  SelectedSeries selected;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

Result<std::vector<StepsRange>> RangesOf(const StepsRequest& request,
                                         const std::vector<SelectedSeries>& selected) {
  std::vector<StepsRange> ranges;
  ranges.reserve(selected.size());
  std::uint64_t total = 0;
  for (const SelectedSeries& each : selected) {
    const store::Points<RefPoint>& points = *each.series->refs();
    const std::uint64_t end = request.end ? points.CountBelow(*request.end) : points.size();
    const std::uint64_t begin = std::min(points.CountBelow(request.begin), end);
    total += end - begin;
    ranges.push_back({.selected = each, .begin = begin, .end = end});
  }
  if (total > kMaxStepPoints) {
    return Error{
        ErrorCode::kOutOfRange,
        fmt::format("{} points of {} series, limit {}; ask for fewer series, or for a part "
                    "with begin_step and end_step",
                    total, selected.size(), kMaxStepPoints)};
  }
  return ranges;
}

// Columns of one series after the other, in the same memory.
class StepsWriter {
 public:
  StepsWriter(const StepsOptions& options, const store::RefHeaderTable* headers,
              AnswerWriter& writer)
      : options_(options), headers_(headers), writer_(writer) {}

  void Write(const StepsRange& range) {
    const store::Series& series = *range.selected.series;
    points_.clear();
    series.refs()->Read(range.begin, range.end, points_);
    base::JsonWriter& json = writer_.json();
    json.BeginObject();
    WriteName("run", range.selected.run->name);
    WriteName("tag", series.tag_name);
    json.Key("display_name");
    json.String(series.info->display_name);
    json.Key("description");
    json.String(DescriptionOf(*series.info));
    json.Key("points");
    json.UInt(series.size());
    json.Key("superseded");
    json.UInt(series.superseded_size());
    json.Key("begin");
    json.UInt(range.begin);
    WriteColumns();
    json.EndObject();
  }

 private:
  void WriteName(std::string_view key, std::string_view name) {
    writer_.json().Key(key);
    writer_.json().String(name);
    writer_.json().Key(fmt::format("{}_id", key));
    writer_.json().String(kind::NameId(name));
  }

  // Neighbours often share their metadata.
  const std::string& DescriptionOf(const store::SeriesInfo& info) {
    if (&info != described_) description_ = format::MarkdownToSafeHtml(info.description);
    described_ = &info;
    return description_;
  }

  void WriteColumns() {
    Fill(signed_, [](const RefPoint& point) { return point.step; });
    writer_.json().Key("step");
    writer_.Column(std::span<const std::int64_t>(signed_));
    Fill(times_, [](const RefPoint& point) { return point.wall_time; });
    writer_.json().Key("wall_time");
    writer_.Column(std::span<const double>(times_));
    Fill(unsigned_, [](const RefPoint& point) { return std::uint64_t{PointVersion(point)}; });
    WriteNumbers("v", unsigned_);
    Fill(unsigned_, [](const RefPoint& point) { return std::uint64_t{point.bytes}; });
    WriteNumbers("bytes", unsigned_);
    FillFromHeaders(options_.samples);
    writer_.json().Key("samples");
    writer_.json().Int(signed_.empty() ? 0 : *std::ranges::max_element(signed_));
    WriteNumbers("count", signed_);
    for (const StepColumn& column : options_.columns) {
      FillFromHeaders(column.number);
      WriteNumbers(column.name, signed_);
    }
  }

  template <class Number, class Get>
  void Fill(std::vector<Number>& numbers, Get get) {
    numbers.resize(points_.size());
    std::ranges::transform(points_, numbers.begin(), get);
  }

  void FillFromHeaders(HeaderNumber number) {
    Fill(signed_, [&](const RefPoint& point) { return number(headers_->At(point.header)); });
  }

  template <class Number>
  void WriteNumbers(std::string_view key, const std::vector<Number>& numbers) {
    writer_.json().Key(key);
    const auto differs = [&](Number number) { return number != numbers.front(); };
    if (numbers.empty() || std::ranges::any_of(numbers, differs)) {
      writer_.Column(std::span<const Number>(numbers));
    } else if constexpr (std::is_signed_v<Number>) {
      writer_.json().Int(numbers.front());
    } else {
      writer_.json().UInt(numbers.front());
    }
  }

  const StepsOptions& options_;
  const store::RefHeaderTable* headers_;  // null only if there are no points
  AnswerWriter& writer_;
  const store::SeriesInfo* described_ = nullptr;
  std::string description_;  // of described_
  std::vector<RefPoint> points_;
  std::vector<std::int64_t> signed_;
  std::vector<std::uint64_t> unsigned_;
  std::vector<double> times_;
};

Result<kind::Response> AnswerSteps(const StepsOptions& options, const kind::Request& request,
                                   const kind::RequestContext& context) {
  ASSIGN_OR_RETURN(const StepsRequest parsed, ParseStepsRequest(request.body));
  const kind::SeriesSelection selection =
      kind::SelectSeries(*context.snapshot, parsed.choice, kind::IsRefSeriesOf(options.plugin));
  ASSIGN_OR_RETURN(const auto ranges, RangesOf(parsed, selection.series));
  AnswerWriter writer(kind::FormAccepted(request, kind::AnswerForm::kColumns),
                      (ranges.size() + 1) * kSeriesHeadBytes);
  writer.Begin(context);
  writer.json().Key("series");
  writer.json().BeginArray();
  StepsWriter steps(options, context.snapshot->ref_headers.get(), writer);
  for (const StepsRange& range : ranges) {
    if (context.cancel.cancelled()) return Error{ErrorCode::kCancelled, "the client is gone"};
    steps.Write(range);
  }
  writer.json().EndArray();
  writer.json().Key("missing");
  kind::WriteMissing(selection.missing, writer.json());
  return writer.Finish();
}

}  // namespace

kind::Handler StepsHandler(StepsOptions options) {
  return [options = std::move(options)](const kind::Request& request,
                                        const kind::RequestContext& context) {
    return AnswerSteps(options, request, context);
  };
}

}  // namespace sightglass::values
