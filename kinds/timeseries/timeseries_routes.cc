#include "kinds/timeseries/timeseries_routes.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "base/json_writer.h"
#include "kind/json_reader.h"

namespace sightglass::kinds {
namespace {

using base::Error;
using base::ErrorCode;
using kind::JsonValue;
using kind::Request;
using kind::RequestContext;
using kind::Response;
using kind::TimeSeriesSource;

// What the dashboard knows, whether or not a kind offers it. Tells also what an item must name, and
// which objects stand empty in the answer to `tags`.
struct Section {
  std::string_view plugin;
  bool needs_run = false;
  bool needs_sample = false;
  std::array<std::string_view, 2> empty_members{};
  const TimeSeriesSource* source = nullptr;
};
using Sections = std::array<Section, 3>;

constexpr Sections kSections = {{
    {.plugin = "scalars", .empty_members = {"runTagInfo", "tagDescriptions"}},
    {.plugin = "histograms", .needs_run = true, .empty_members = {"runTagInfo", "tagDescriptions"}},
    {.plugin = "images",
     .needs_run = true,
     .needs_sample = true,
     .empty_members = {"tagDescriptions", "tagRunSampledInfo"}},
}};

Response Tags(const Sections& sections, const RequestContext& context) {
  base::BufferedOutput out;
  base::JsonWriter json(out);
  json.BeginObject();
  for (const Section& section : sections) {
    json.Key(section.plugin);
    json.BeginObject();
    if (section.source != nullptr) {
      section.source->WriteTags(*context.snapshot, json);
    } else {
      for (const std::string_view member : section.empty_members) {
        json.Key(member);
        json.BeginObject();
        json.EndObject();
      }
    }
    json.EndObject();
  }
  json.EndObject();
  return kind::JsonResponse(out.TakeText());
}

// One item as it was sent; a member of another type than it should have counts as absent.
struct Item {
  std::optional<std::string> plugin;
  std::optional<std::string> tag;
  std::optional<std::string> run;
  std::optional<std::int64_t> sample;
};

base::Result<std::optional<std::string>> TextMember(const JsonValue& item, std::string_view name) {
  ASSIGN_OR_RETURN(const std::optional<JsonValue> member, item.Member(name));
  if (!member || !member->IsString()) return std::optional<std::string>();
  ASSIGN_OR_RETURN(const std::string_view text, member->AsString());
  return std::optional<std::string>(text);
}

base::Result<Item> ReadItem(const JsonValue& value) {
  Item item;
  ASSIGN_OR_RETURN(item.plugin, TextMember(value, "plugin"));
  ASSIGN_OR_RETURN(item.tag, TextMember(value, "tag"));
  ASSIGN_OR_RETURN(item.run, TextMember(value, "run"));
  ASSIGN_OR_RETURN(const std::optional<JsonValue> sample, value.Member("sample"));
  if (sample && sample->IsNumber()) {
    if (const auto number = sample->AsInt(); number.ok()) item.sample = *number;
  }
  return item;
}

// Why the item cannot be answered, in TensorBoard's words; empty if it can.
std::string_view ProblemOf(const Item& item, const Section* section) {
  if (!item.tag) return "Missing tag";
  if (section == nullptr) return "Invalid plugin";
  if (section->needs_run && !item.run) return "Missing run";
  if (section->needs_sample && !item.sample) return "Missing sample";
  return {};
}

void WriteText(std::string_view key, const std::optional<std::string>& text,
               base::JsonWriter& json) {
  json.Key(key);
  if (text) {
    json.String(*text);
  } else {
    json.Null();
  }
}

base::Status WriteAnswer(const Sections& sections, const Item& item, const RequestContext& context,
                         base::JsonWriter& json) {
  const auto* found = std::ranges::find_if(
      sections, [&item](const Section& section) { return item.plugin == section.plugin; });
  const Section* section = found == sections.end() ? nullptr : found;
  json.BeginObject();
  WriteText("plugin", item.plugin, json);
  WriteText("tag", item.tag, json);
  if (item.run) WriteText("run", item.run, json);
  if (item.sample) {
    json.Key("sample");
    json.Int(*item.sample);
  }
  if (const std::string_view problem = ProblemOf(item, section); !problem.empty()) {
    json.Key("error");
    json.String(problem);
  } else {
    json.Key("runToSeries");
    if (section->source == nullptr) {
      json.BeginObject();
      json.EndObject();
    } else {
      RETURN_IF_ERROR(section->source->WriteSeries(
          {.tag = *item.tag, .run = item.run.value_or(""), .sample = item.sample}, context, json));
    }
  }
  json.EndObject();
  return {};
}

// The list that came by form or in the URL.
base::Result<std::string> RequestsText(const Request& request) {
  std::optional<std::string_view> text;
  kind::Parameters form;
  if (request.method == kind::Method::kPost) {
    ASSIGN_OR_RETURN(form,
                     kind::Parameters::FromForm(request.Header("content-type"), request.body));
    text = form.First("requests");
  } else {
    text = request.query.First("requests");
  }
  if (!text) return Error{ErrorCode::kInvalidArgument, "Missing 'requests' field"};
  return std::string(*text);
}

base::Result<Response> TimeSeries(const Sections& sections, const Request& request,
                                  const RequestContext& context) {
  ASSIGN_OR_RETURN(const std::string text, RequestsText(request));
  const auto document = kind::JsonDocument::Parse(text);
  if (!document.ok()) {
    return Error{ErrorCode::kInvalidArgument, "Unable to parse 'requests' as JSON"};
  }
  ASSIGN_OR_RETURN(const std::vector<JsonValue> values,
                   document->root().AsArray(kMaxTimeSeriesItems));
  base::BufferedOutput out;
  base::JsonWriter json(out);
  json.BeginArray();
  for (const JsonValue& value : values) {
    if (context.cancel.cancelled()) return Error{ErrorCode::kCancelled, "the client is gone"};
    ASSIGN_OR_RETURN(const Item item, ReadItem(value));
    RETURN_IF_ERROR(WriteAnswer(sections, item, context, json));
  }
  json.EndArray();
  return kind::JsonResponse(out.TakeText());
}

base::Result<Response> ImageData(const Sections& sections, const Request& request,
                                 const RequestContext& context) {
  const std::string_view id = request.query.First("imageId").value_or("");
  if (id.empty()) return Error{ErrorCode::kInvalidArgument, "Missing 'imageId' field"};
  for (const Section& section : sections) {
    if (section.source != nullptr && section.needs_sample) {
      return section.source->Image(id, context);
    }
  }
  return Error{ErrorCode::kNotFound, "there are no images"};
}

}  // namespace

void AddTimeSeriesRoutes(const std::vector<const TimeSeriesSource*>& sources,
                         kind::Router& router) {
  Sections sections = kSections;
  for (const TimeSeriesSource* source : sources) {
    auto* const section = std::ranges::find(sections, source->plugin(), &Section::plugin);
    CHECK(section != sections.end());
    CHECK(section->source == nullptr);
    CHECK(section->needs_run == source->needs_run());
    CHECK(section->needs_sample == source->needs_sample());
    section->source = source;
  }
  router.Add({
      .path = "/data/plugin/timeseries/tags",
      .handler = [sections](const Request&, const RequestContext& context)
          -> base::Result<Response> { return Tags(sections, context); },
      .errors = kind::ErrorStyle::kTensorboard,
  });
  router.Add({
      .path = "/data/plugin/timeseries/timeSeries",
      .handler =
          [sections](const Request& request, const RequestContext& context) {
            return TimeSeries(sections, request, context);
          },
      .errors = kind::ErrorStyle::kTensorboard,
      .max_body_bytes = kMaxTimeSeriesBodyBytes,
  });
  router.Add({
      .path = "/data/plugin/timeseries/imageData",
      .handler =
          [sections](const Request& request, const RequestContext& context) {
            return ImageData(sections, request, context);
          },
      .errors = kind::ErrorStyle::kTensorboard,
  });
}

}  // namespace sightglass::kinds
