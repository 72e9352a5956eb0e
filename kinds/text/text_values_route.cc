#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/json_writer.h"
#include "format/safe_html.h"
#include "kind/json_reader.h"
#include "kind/name_id.h"
#include "kind/series_selection.h"
#include "kinds/text/text_api.h"
#include "kinds/text/text_html.h"
#include "kinds/text/text_series.h"
#include "values/blob_answer.h"
#include "values/value_key.h"

namespace sightglass::kinds {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

// The members of one text, into an open object: shape, rows, columns, cells, truncated, and html if
// it is wanted. The bytes of its cells.
std::uint64_t WriteText(const TextTensor& tensor, std::uint64_t max_bytes, bool with_html,
                        base::JsonWriter& json) {
  const TextCells shown = ShownCells(tensor, {.max_bytes = max_bytes});
  json.Key("shape");
  json.BeginArray();
  for (const std::int64_t length : tensor.shape) json.Int(length);
  json.EndArray();
  json.Key("rows");
  json.UInt(shown.rows);
  json.Key("columns");
  json.UInt(shown.columns);
  json.Key("cells");
  json.BeginArray();
  for (const std::string_view cell : shown.cells) json.String(format::ReplaceInvalidUtf8(cell));
  json.EndArray();
  if (with_html) {
    json.Key("html");
    json.String(TextToSafeHtml(tensor, shown, TextMarkup::kMarkdown));
  }
  json.Key("truncated");
  json.Bool(shown.truncated);
  return shown.bytes;
}

struct ValuesRequest {
  kind::SeriesChoice choice{};
  std::uint64_t begin = 0;
  std::uint64_t count = kValuesOfSeries;
  std::optional<std::vector<base::Step>> steps{};
  bool html = false;
};

Result<ValuesRequest> ParseValuesRequest(std::string_view text) {
  ASSIGN_OR_RETURN(const auto document, kind::JsonDocument::Parse(text));
  const kind::JsonValue body = document.root();
  RETURN_IF_ERROR(body.AllowOnly({"runs", "runs_matching", "tags", "tags_matching", "series",
                                  "begin", "count", "steps", "html"}));
  ValuesRequest request;
  ASSIGN_OR_RETURN(request.choice, kind::ParseSeriesChoiceMembers(body));
  ASSIGN_OR_RETURN(const auto begin, body.Member("begin"));
  if (begin) {
    ASSIGN_OR_RETURN(request.begin, begin->AsUInt());
  }
  ASSIGN_OR_RETURN(const auto count, body.Member("count"));
  if (count) {
    ASSIGN_OR_RETURN(request.count, count->AsUInt());
    if (request.count == 0 || request.count > kMaxValuesOfSeries) {
      return count->Bad(
          fmt::format("{} is not between 1 and {}", request.count, kMaxValuesOfSeries));
    }
  }
  ASSIGN_OR_RETURN(const auto steps, body.Member("steps"));
  if (steps) {
    if (begin || count) return steps->Bad("either steps, or begin and count");
    ASSIGN_OR_RETURN(const auto items, steps->AsArray(kMaxValuesOfSeries));
    request.steps.emplace();
    for (const kind::JsonValue& item : items) {
      ASSIGN_OR_RETURN(const base::Step step, item.AsInt());
      request.steps->push_back(step);
    }
    std::ranges::sort(*request.steps);
  }
  ASSIGN_OR_RETURN(const auto html, body.Member("html"));
  if (html) {
    ASSIGN_OR_RETURN(request.html, html->AsBool());
  }
  return request;
}

std::vector<values::ValuePoint> WantedPoints(const store::Points<store::RefPoint>& points,
                                             const ValuesRequest& request) {
  std::vector<values::ValuePoint> wanted;
  if (!request.steps) {
    const std::uint64_t begin = std::min(request.begin, points.size());
    values::ReadPoints(points, begin, begin + std::min(request.count, points.size() - begin),
                       wanted);
    return wanted;
  }
  for (const base::Step step : *request.steps) {
    const auto point = values::PointAt(points, points.CountBelow(step));
    const bool again = !wanted.empty() && wanted.back().point.step == step;
    if (point && point->point.step == step && !again) wanted.push_back(*point);
  }
  return wanted;
}

// Writes values until there are enough bytes.
class ValuesWriter {
 public:
  ValuesWriter(const ValuesRequest& request, base::JsonWriter& json)
      : request_(request), json_(json) {}

  struct Stop {
    bool reached = false;
    std::size_t series = 0;
    std::uint64_t index = 0;
  };

  void WriteSeries(const TextSeries& series, std::size_t number) {
    json_.BeginObject();
    WriteName("run", series.run->name);
    WriteName("tag", series.series->tag_name);
    json_.Key("points");
    json_.UInt(series.series->size());
    json_.Key("values");
    json_.BeginArray();
    for (const values::ValuePoint& point : WantedPoints(*series.series->refs(), request_)) {
      if (bytes_ >= kMaxTextAnswerBytes) {
        stop_ = Stop{.reached = true, .series = number, .index = point.index};
        break;
      }
      WriteValue(series, point);
    }
    json_.EndArray();
    json_.EndObject();
  }
  // The first value that was left out for want of room.
  [[nodiscard]] const Stop& stop() const { return stop_; }

 private:
  void WriteName(std::string_view key, std::string_view name) {
    json_.Key(key);
    json_.String(name);
    json_.Key(fmt::format("{}_id", key));
    json_.String(kind::NameId(name));
  }

  void WriteValue(const TextSeries& series, const values::ValuePoint& point) {
    json_.BeginObject();
    json_.Key("index");
    json_.UInt(point.index);
    json_.Key("step");
    json_.Int(point.point.step);
    json_.Key("wall_time");
    json_.Double(point.point.wall_time);
    json_.Key("v");
    json_.UInt(values::PointVersion(point.point));
    if (const auto text = ReadStoredText(series, point); text.ok()) {
      bytes_ += WriteText(text->tensor, kMaxTextAnswerBytes - bytes_, request_.html, json_);
    } else {
      json_.Key("error");
      json_.String(text.error().message);
    }
    json_.EndObject();
  }

  const ValuesRequest& request_;
  base::JsonWriter& json_;
  std::uint64_t bytes_ = 0;
  Stop stop_;
};

}  // namespace

Result<kind::Response> HandleTextValue(const kind::Request& request,
                                       const kind::RequestContext& context) {
  ASSIGN_OR_RETURN(const values::ValueKey key, values::ValueKeyFromParameters(request.query));
  const auto found = values::FindValue(*context.snapshot, key, kTextPlugin);
  if (!found.ok()) return values::ValueErrorResponse(found.error());
  const auto value = values::ReadStoredValue(*found->run, *found->series, found->point);
  if (!value.ok()) return values::ValueErrorResponse(value.error());
  const auto tensor = ReadTextTensor(value->view());
  if (!tensor.ok()) return values::DamagedValueResponse(tensor.error());
  base::BufferedOutput out;
  base::JsonWriter json(out);
  json.BeginObject();
  WriteText(*tensor, kMaxTextAnswerBytes, /*with_html=*/true, json);
  json.EndObject();
  kind::Response response = kind::JsonResponse(out.TakeText());
  response.immutable = true;
  return response;
}

Result<kind::Response> HandleTextValues(const kind::Request& request,
                                        const kind::RequestContext& context) {
  ASSIGN_OR_RETURN(const ValuesRequest parsed, ParseValuesRequest(request.body));
  const kind::SeriesSelection selection =
      kind::SelectSeries(*context.snapshot, parsed.choice, kind::IsRefSeriesOf(kTextPlugin));
  base::BufferedOutput out;
  base::JsonWriter json(out);
  ValuesWriter writer(parsed, json);
  json.BeginObject();
  json.Key("series");
  json.BeginArray();
  for (std::size_t i = 0; i < selection.series.size() && !writer.stop().reached; ++i) {
    if (context.cancel.cancelled()) return Error{ErrorCode::kCancelled, "the client is gone"};
    const kind::SelectedSeries& each = selection.series[i];
    writer.WriteSeries({.run = each.run, .series = each.series}, i);
  }
  json.EndArray();
  json.Key("missing");
  kind::WriteMissing(selection.missing, json);
  if (const auto& stop = writer.stop(); stop.reached) {
    json.Key("stopped");
    json.BeginObject();
    json.Key("series");
    json.UInt(stop.series);
    json.Key("index");
    json.UInt(stop.index);
    json.EndObject();
  }
  json.EndObject();
  return kind::JsonResponse(out.TakeText());
}

}  // namespace sightglass::kinds
