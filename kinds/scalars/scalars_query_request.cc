#include "kinds/scalars/scalars_query_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <system_error>
#include <utility>
#include <vector>

#include "base/text.h"

namespace sightglass::kinds {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Status;
using kind::JsonValue;

Error Bad(std::string_view place, std::string_view message) {
  return {ErrorCode::kInvalidArgument, fmt::format("{}: {}", place, message)};
}

Error Unknown(std::string_view place, std::string_view value, std::string_view known) {
  return Bad(place, fmt::format("'{}' is none of {}", base::EscapeForDisplay(value, 60), known));
}

Result<XAxis> AxisNamed(std::string_view name, std::string_view place) {
  constexpr std::array<std::pair<std::string_view, XAxis>, 6> kAxes = {
      {{"step", XAxis::kStep},
       {"relative_step", XAxis::kRelativeStep},
       {"wall", XAxis::kWall},
       {"relative", XAxis::kRelative},
       {"active", XAxis::kActive},
       {"ordinal", XAxis::kOrdinal}}};
  for (const auto& [each, axis] : kAxes) {
    if (each == name) return axis;
  }
  return Unknown(place, name, "step, relative_step, wall, relative, active, ordinal");
}

Status AddColumn(std::string_view name, std::string_view place, ColumnSet& columns) {
  const std::array<std::pair<std::string_view, bool*>, 6> known = {
      {{"step", &columns.step},
       {"wall_time", &columns.wall_time},
       {"value", &columns.value},
       {"raw", &columns.raw},
       {"index", &columns.index},
       {"x", &columns.x}}};
  for (const auto& [each, flag] : known) {
    if (each != name) continue;
    *flag = true;
    return base::OkStatus();
  }
  return Unknown(place, name, "step, wall_time, value, raw, index, x");
}

constexpr ColumnSet kNoColumns = {.step = false, .wall_time = false, .value = false};

Result<double> InRange(double value, double low, double high, std::string_view place) {
  if (value >= low && value <= high) return value;
  return Error{ErrorCode::kOutOfRange,
               fmt::format("{}: {} is not from {} to {}", place, value, low, high)};
}

Result<Smoothing> MakeSmoothing(std::string_view sort, double amount, std::string_view place) {
  Smoothing smoothing;
  if (sort == "ema") {
    smoothing.sort = SmoothingSort::kEma;
    if (!(amount >= 0 && amount < 1)) {
      return Error{ErrorCode::kOutOfRange,
                   fmt::format("{}: weight {} is not from 0 to below 1", place, amount)};
    }
    smoothing.weight = amount;
    return smoothing;
  }
  if (sort == "mean") {
    smoothing.sort = SmoothingSort::kMean;
    ASSIGN_OR_RETURN(const double window,
                     InRange(amount, 1, static_cast<double>(kMaxWindow), place));
    if (window != std::trunc(window)) return Bad(place, "window is not a whole number");
    smoothing.window = static_cast<std::size_t>(window);
    return smoothing;
  }
  if (sort == "gaussian") {
    smoothing.sort = SmoothingSort::kGaussian;
    ASSIGN_OR_RETURN(smoothing.sigma, InRange(amount, 0.1, kMaxSigma, place));
    return smoothing;
  }
  return Unknown(place, sort, "ema, mean, gaussian");
}

Status ParseX(const JsonValue& value, ScalarsRequest& request) {
  if (value.IsString()) {
    ASSIGN_OR_RETURN(const std::string_view name, value.AsString());
    ASSIGN_OR_RETURN(request.x, AxisNamed(name, value.place()));
    return base::OkStatus();
  }
  if (!value.IsObject()) return value.Bad("the name of an axis or {\"tag\":...} is expected");
  RETURN_IF_ERROR(value.AllowOnly({"tag"}));
  ASSIGN_OR_RETURN(const auto tag, value.Member("tag"));
  if (!tag) return value.Bad("the name of an axis or {\"tag\":...} is expected");
  ASSIGN_OR_RETURN(const std::string_view name, tag->AsString());
  request.x = XAxis::kTag;
  request.x_tag = name;
  return base::OkStatus();
}

Status ParseOrigin(const JsonValue& value, ScalarsRequest& request) {
  if (value.IsNumber()) {
    request.origin = XOrigin::kFixed;
    ASSIGN_OR_RETURN(request.origin_wall_time, value.AsDouble());
    return base::OkStatus();
  }
  ASSIGN_OR_RETURN(const std::string_view name, value.AsString());
  if (name != "series" && name != "run") {
    return Unknown(value.place(), name, "series, run, or a wall time");
  }
  request.origin = name == "run" ? XOrigin::kRun : XOrigin::kSeries;
  return base::OkStatus();
}

Status ParseColumns(const JsonValue& value, ColumnSet& columns) {
  ASSIGN_OR_RETURN(const auto items, value.AsArray(16));
  columns = kNoColumns;
  for (const JsonValue& item : items) {
    ASSIGN_OR_RETURN(const std::string_view name, item.AsString());
    RETURN_IF_ERROR(AddColumn(name, item.place(), columns));
  }
  return base::OkStatus();
}

Result<Since> ParseSince(const JsonValue& value) {
  RETURN_IF_ERROR(value.AllowOnly({"epoch", "revision"}));
  ASSIGN_OR_RETURN(const auto epoch, value.Member("epoch"));
  ASSIGN_OR_RETURN(const auto revision, value.Member("revision"));
  if (!epoch || !revision) return value.Bad("\"epoch\" and \"revision\" are both needed");
  Since since;
  ASSIGN_OR_RETURN(const std::string_view text, epoch->AsString());
  since.epoch = text;
  ASSIGN_OR_RETURN(since.revision, revision->AsUInt());
  return since;
}

Status ParseFlag(const JsonValue& body, std::string_view name, bool& flag) {
  ASSIGN_OR_RETURN(const auto value, body.Member(name));
  if (!value) return base::OkStatus();
  ASSIGN_OR_RETURN(flag, value->AsBool());
  return base::OkStatus();
}

// What members must hold together, however they came.
Status CheckWhole(const ScalarsRequest& request) {
  const bool linear = request.scale.sort == query::ScaleSort::kLinear;
  if (request.width == 0 && (!linear || request.positive_only || request.neighbours)) {
    return Bad("width", "x_scale, log_x, positive_only and neighbours need one");
  }
  if (request.range.begin && request.range.end && *request.range.begin > *request.range.end) {
    return Bad("range",
               fmt::format("begin {} is above end {}", *request.range.begin, *request.range.end));
  }
  if (request.scale.sort == query::ScaleSort::kLogarithmic) {
    const bool whole = request.x == XAxis::kStep || request.x == XAxis::kRelativeStep ||
                       request.x == XAxis::kOrdinal;
    if (!request.range.begin && !whole)
      return Bad("range.begin", "a logarithm needs it on this axis");
    if (request.range.begin && *request.range.begin <= 0) {
      return Bad("range.begin", "a logarithm needs one above 0");
    }
  }
  if (request.superseded && (request.x == XAxis::kOrdinal || request.x == XAxis::kActive)) {
    return Bad("superseded", "superseded points have no place on the ordinal and active axes");
  }
  return base::OkStatus();
}

// `name` may be empty: not given. The same for a body and for parameters.
Result<query::AxisScale> MakeScale(std::string_view name, std::optional<double> constant,
                                   bool log_x) {
  query::AxisScale scale;
  if (name.empty()) name = log_x ? "log" : "linear";
  if (log_x && name != "log") {
    return Bad("log_x",
               fmt::format("does not go with x_scale '{}'", base::EscapeForDisplay(name, 60)));
  }
  if (name == "log") {
    scale.sort = query::ScaleSort::kLogarithmic;
  } else if (name == "symlog") {
    scale.sort = query::ScaleSort::kSymmetric;
  } else if (name != "linear") {
    return Unknown("x_scale", name, "linear, log, symlog");
  }
  if (!constant) return scale;
  if (scale.sort != query::ScaleSort::kSymmetric) {
    return Bad("symlog_constant", "only x_scale 'symlog' has one");
  }
  ASSIGN_OR_RETURN(scale.constant, InRange(*constant, 1e-100, 1e100, "symlog_constant"));
  return scale;
}

// "ema:0.6"
Result<Smoothing> SmoothingFromText(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return Bad("smoothing", "KIND:AMOUNT is expected");
  const std::string_view amount = text.substr(colon + 1);
  double number = 0;
  const auto [end, error] = std::from_chars(amount.data(), amount.data() + amount.size(), number);
  if (error != std::errc() || end != amount.data() + amount.size()) {
    return Bad("smoothing",
               fmt::format("'{}' is not a number", base::EscapeForDisplay(amount, 60)));
  }
  return MakeSmoothing(text.substr(0, colon), number, "smoothing");
}

Status ReadAxisParameters(const kind::Parameters& parameters, ScalarsRequest& request) {
  if (const auto x = parameters.First("x")) {
    constexpr std::string_view kTagPrefix = "tag:";
    if (x->starts_with(kTagPrefix)) {
      request.x = XAxis::kTag;
      request.x_tag = x->substr(kTagPrefix.size());
    } else {
      ASSIGN_OR_RETURN(request.x, AxisNamed(*x, "x"));
    }
  }
  const auto origin = parameters.First("origin");
  if (origin && *origin != "series" && *origin != "run") {
    request.origin = XOrigin::kFixed;
    ASSIGN_OR_RETURN(const auto wall_time, DoubleParameter(parameters, "origin"));
    request.origin_wall_time = *wall_time;
  } else if (origin) {
    request.origin = *origin == "run" ? XOrigin::kRun : XOrigin::kSeries;
  }
  ASSIGN_OR_RETURN(request.range.begin, DoubleParameter(parameters, "begin"));
  ASSIGN_OR_RETURN(request.range.end, DoubleParameter(parameters, "end"));
  ASSIGN_OR_RETURN(const auto width, UIntParameter(parameters, "width"));
  if (width) {
    RETURN_IF_ERROR(
        InRange(static_cast<double>(*width), 1, static_cast<double>(kMaxWidth), "width"));
    request.width = static_cast<std::size_t>(*width);
  }
  return base::OkStatus();
}

}  // namespace

Result<Smoothing> ParseSmoothing(const JsonValue& value) {
  RETURN_IF_ERROR(value.AllowOnly({"kind", "weight", "window", "sigma"}));
  ASSIGN_OR_RETURN(const auto kind, value.Member("kind"));
  if (!kind) return value.Bad("\"kind\" is needed");
  ASSIGN_OR_RETURN(const std::string_view sort, kind->AsString());
  const std::string_view amount_name = sort == "ema"    ? "weight"
                                       : sort == "mean" ? "window"
                                                        : "sigma";
  for (const std::string_view name : {"weight", "window", "sigma"}) {
    ASSIGN_OR_RETURN(const auto other, value.Member(name));
    if (other && name != amount_name) {
      return other->Bad(
          fmt::format("smoothing by {} has no such member", base::EscapeForDisplay(sort, 60)));
    }
  }
  ASSIGN_OR_RETURN(const auto amount, value.Member(amount_name));
  if (!amount) return value.Bad(fmt::format("\"{}\" is needed", amount_name));
  ASSIGN_OR_RETURN(const double number, amount->AsDouble());
  return MakeSmoothing(sort, number, value.place());
}

Result<query::AxisScale> ParseAxisScale(const JsonValue& body) {
  ASSIGN_OR_RETURN(const auto name_member, body.Member("x_scale"));
  std::string_view name;
  if (name_member) {
    ASSIGN_OR_RETURN(name, name_member->AsString());
    if (name.empty()) return Unknown("x_scale", name, "linear, log, symlog");
  }
  ASSIGN_OR_RETURN(const auto constant_member, body.Member("symlog_constant"));
  std::optional<double> constant;
  if (constant_member) {
    ASSIGN_OR_RETURN(constant, constant_member->AsDouble());
  }
  bool log_x = false;
  RETURN_IF_ERROR(ParseFlag(body, "log_x", log_x));
  return MakeScale(name, constant, log_x);
}

Result<XRange> ParseXRange(const JsonValue& value) {
  RETURN_IF_ERROR(value.AllowOnly({"begin", "end"}));
  XRange range;
  ASSIGN_OR_RETURN(const auto begin, value.Member("begin"));
  if (begin) {
    ASSIGN_OR_RETURN(range.begin, begin->AsDouble());
  }
  ASSIGN_OR_RETURN(const auto end, value.Member("end"));
  if (end) {
    ASSIGN_OR_RETURN(range.end, end->AsDouble());
  }
  return range;
}

Result<std::size_t> ParseWidth(const JsonValue& value) {
  ASSIGN_OR_RETURN(const std::uint64_t width, value.AsUInt());
  RETURN_IF_ERROR(
      InRange(static_cast<double>(width), 1, static_cast<double>(kMaxWidth), value.place()));
  return static_cast<std::size_t>(width);
}

Result<ScalarsRequest> ParseScalarsRequest(const JsonValue& body) {
  RETURN_IF_ERROR(body.AllowOnly({"selection", "limit", "x", "origin", "range", "width", "log_x",
                                  "x_scale", "symlog_constant", "positive_only", "neighbours",
                                  "superseded", "smoothing", "columns", "since"}));
  ScalarsRequest request;
  ASSIGN_OR_RETURN(const auto selection, body.Member("selection"));
  if (selection) {
    ASSIGN_OR_RETURN(request.selection, ParseSeriesChoice(*selection));
  }
  ASSIGN_OR_RETURN(const auto limit, body.Member("limit"));
  if (limit) {
    ASSIGN_OR_RETURN(const std::uint64_t number, limit->AsUInt());
    RETURN_IF_ERROR(
        InRange(static_cast<double>(number), 1, static_cast<double>(kMaxSeries), "limit"));
    request.limit = static_cast<std::size_t>(number);
  }
  ASSIGN_OR_RETURN(const auto x, body.Member("x"));
  if (x) RETURN_IF_ERROR(ParseX(*x, request));
  ASSIGN_OR_RETURN(const auto origin, body.Member("origin"));
  if (origin) RETURN_IF_ERROR(ParseOrigin(*origin, request));
  ASSIGN_OR_RETURN(const auto range, body.Member("range"));
  if (range) {
    ASSIGN_OR_RETURN(request.range, ParseXRange(*range));
  }
  ASSIGN_OR_RETURN(const auto width, body.Member("width"));
  if (width) {
    ASSIGN_OR_RETURN(request.width, ParseWidth(*width));
  }
  ASSIGN_OR_RETURN(request.scale, ParseAxisScale(body));
  RETURN_IF_ERROR(ParseFlag(body, "positive_only", request.positive_only));
  RETURN_IF_ERROR(ParseFlag(body, "neighbours", request.neighbours));
  RETURN_IF_ERROR(ParseFlag(body, "superseded", request.superseded));
  ASSIGN_OR_RETURN(const auto smoothing, body.Member("smoothing"));
  if (smoothing) {
    ASSIGN_OR_RETURN(request.smoothing, ParseSmoothing(*smoothing));
  }
  request.columns.x = request.x == XAxis::kTag || request.x == XAxis::kActive;
  ASSIGN_OR_RETURN(const auto columns, body.Member("columns"));
  if (columns) RETURN_IF_ERROR(ParseColumns(*columns, request.columns));
  ASSIGN_OR_RETURN(const auto since, body.Member("since"));
  if (since) {
    ASSIGN_OR_RETURN(request.since, ParseSince(*since));
  }
  RETURN_IF_ERROR(CheckWhole(request));
  return request;
}

Result<ScalarsRequest> ScalarsRequestFromParameters(const kind::Parameters& parameters) {
  RETURN_IF_ERROR(AllowOnlyParameters(parameters, {"run",
                                                   "run_id",
                                                   "run_matching",
                                                   "tag",
                                                   "tag_id",
                                                   "tag_matching",
                                                   "x",
                                                   "origin",
                                                   "begin",
                                                   "end",
                                                   "width",
                                                   "log_x",
                                                   "x_scale",
                                                   "symlog_constant",
                                                   "positive_only",
                                                   "neighbours",
                                                   "superseded",
                                                   "smoothing",
                                                   "columns",
                                                   "limit"}));
  ScalarsRequest request;
  ASSIGN_OR_RETURN(request.selection.runs, NameChoiceFromParameters(parameters, "run"));
  ASSIGN_OR_RETURN(request.selection.tags, NameChoiceFromParameters(parameters, "tag"));
  RETURN_IF_ERROR(ReadAxisParameters(parameters, request));
  ASSIGN_OR_RETURN(const bool log_x, FlagParameter(parameters, "log_x"));
  ASSIGN_OR_RETURN(const auto constant, DoubleParameter(parameters, "symlog_constant"));
  ASSIGN_OR_RETURN(request.scale,
                   MakeScale(parameters.First("x_scale").value_or(""), constant, log_x));
  ASSIGN_OR_RETURN(request.positive_only, FlagParameter(parameters, "positive_only"));
  ASSIGN_OR_RETURN(request.neighbours, FlagParameter(parameters, "neighbours"));
  ASSIGN_OR_RETURN(request.superseded, FlagParameter(parameters, "superseded"));
  if (const auto smoothing = parameters.First("smoothing")) {
    ASSIGN_OR_RETURN(request.smoothing, SmoothingFromText(*smoothing));
  }
  ASSIGN_OR_RETURN(const auto limit, UIntParameter(parameters, "limit"));
  if (limit) {
    RETURN_IF_ERROR(
        InRange(static_cast<double>(*limit), 1, static_cast<double>(kMaxSeries), "limit"));
    request.limit = static_cast<std::size_t>(*limit);
  }
  request.columns.x = request.x == XAxis::kTag || request.x == XAxis::kActive;
  if (const auto columns = parameters.First("columns")) {
    request.columns = kNoColumns;
    for (std::string_view rest = *columns; !rest.empty();) {
      const std::string_view name = rest.substr(0, rest.find(','));
      RETURN_IF_ERROR(AddColumn(name, "columns", request.columns));
      rest.remove_prefix(std::min(name.size() + 1, rest.size()));
    }
  }
  RETURN_IF_ERROR(CheckWhole(request));
  return request;
}

}  // namespace sightglass::kinds
