#include "kinds/graphs/graphs_api_request.h"

#include <fmt/format.h>

#include "base/text.h"

namespace sightglass::kinds {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Status;
using kind::JsonValue;

Status ReadFlag(const JsonValue& options, std::string_view name, bool& flag) {
  ASSIGN_OR_RETURN(const auto value, options.Member(name));
  if (!value) return base::OkStatus();
  ASSIGN_OR_RETURN(flag, value->AsBool());
  return base::OkStatus();
}

Status ReadNames(const JsonValue& body, std::string_view name, std::vector<std::string>& names) {
  ASSIGN_OR_RETURN(const auto value, body.Member(name));
  if (!value) return base::OkStatus();
  ASSIGN_OR_RETURN(names, value->AsStrings(kMaxNamesInRequest));
  return base::OkStatus();
}

Status ReadCount(const JsonValue& options, std::string_view name, std::size_t most,
                 std::size_t& count) {
  ASSIGN_OR_RETURN(const auto value, options.Member(name));
  if (!value) return base::OkStatus();
  ASSIGN_OR_RETURN(const std::uint64_t number, value->AsUInt());
  if (number < 2 || number > most) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("{}: {} is not from 2 to {}", value->place(), number, most)};
  }
  count = static_cast<std::size_t>(number);
  return base::OkStatus();
}

}  // namespace

Result<SceneRequest> ParseSceneMembers(const JsonValue& body) {
  SceneRequest request;
  ASSIGN_OR_RETURN(request.graph, ParseGraphChoice(body));
  RETURN_IF_ERROR(ReadNames(body, "open", request.view.open));
  ASSIGN_OR_RETURN(const auto options, body.Member("options"));
  if (!options) return request;
  RETURN_IF_ERROR(options->AllowOnly({"series", "apart", "embed", "extract", "main", "aside",
                                      "direction", "devices", "max_level_items", "max_items"}));
  graph::ViewOptions& view = request.view;
  RETURN_IF_ERROR(ReadFlag(*options, "series", view.series));
  RETURN_IF_ERROR(ReadFlag(*options, "embed", view.embed));
  RETURN_IF_ERROR(ReadFlag(*options, "extract", view.extract));
  RETURN_IF_ERROR(ReadNames(*options, "apart", view.apart));
  RETURN_IF_ERROR(ReadNames(*options, "main", view.main));
  RETURN_IF_ERROR(ReadNames(*options, "aside", view.aside));
  RETURN_IF_ERROR(ReadCount(*options, "max_level_items", kMaxSceneItems, view.max_level_items));
  RETURN_IF_ERROR(ReadCount(*options, "max_items", kMaxSceneItems, view.max_items));
  ASSIGN_OR_RETURN(const auto direction, options->Member("direction"));
  if (direction) {
    ASSIGN_OR_RETURN(const std::string_view name, direction->AsString());
    if (name != "up" && name != "down") {
      return direction->Bad(
          fmt::format("'{}' is neither up nor down", base::EscapeForDisplay(name, 60)));
    }
    request.direction = name == "up" ? graph::FlowDirection::kUp : graph::FlowDirection::kDown;
  }
  ASSIGN_OR_RETURN(const auto devices, options->Member("devices"));
  if (devices) {
    ASSIGN_OR_RETURN(request.devices, devices->AsStrings(kMaxNamesInRequest));
  }
  return request;
}

Result<std::string> NeededString(const JsonValue& body, std::string_view name) {
  ASSIGN_OR_RETURN(const auto value, body.Member(name));
  if (!value) return body.Bad(fmt::format("\"{}\" is needed", name));
  ASSIGN_OR_RETURN(const std::string_view text, value->AsString());
  return std::string(text);
}

}  // namespace sightglass::kinds
