#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <system_error>
#include <utility>

#include "base/text.h"
#include "kinds/scalars/scalars_query_request.h"
#include "kinds/scalars/scalars_table.h"

namespace sightglass::kinds {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Status;
using kind::JsonValue;

constexpr std::array<std::pair<std::string_view, CellWhat>, 9> kWhats = {
    {{"last", CellWhat::kLast},
     {"first", CellWhat::kFirst},
     {"min", CellWhat::kMin},
     {"max", CellWhat::kMax},
     {"at_step", CellWhat::kAtStep},
     {"mean", CellWhat::kMean},
     {"count", CellWhat::kCount},
     {"last_step", CellWhat::kLastStep},
     {"last_wall_time", CellWhat::kLastWallTime}}};

std::optional<CellWhat> WhatNamed(std::string_view name) {
  for (const auto& [each, what] : kWhats) {
    if (each == name) return what;
  }
  return std::nullopt;
}

// As a filter would have it: "loss", "min(loss)", "at(loss, 5)".
std::string DefaultName(const TableColumn& column) {
  if (column.what == CellWhat::kLast) return column.tag;
  if (column.what == CellWhat::kAtStep) return fmt::format("at({}, {})", column.tag, column.step);
  const auto* const found =
      std::ranges::find(kWhats, column.what, &std::pair<std::string_view, CellWhat>::second);
  return fmt::format("{}({})", found->first, column.tag);
}

Result<TableColumn> ParseColumn(const JsonValue& value) {
  RETURN_IF_ERROR(value.AllowOnly({"tag", "what", "step", "name"}));
  TableColumn column;
  ASSIGN_OR_RETURN(const auto tag, value.Member("tag"));
  if (!tag) return value.Bad("\"tag\" is needed");
  ASSIGN_OR_RETURN(column.tag, tag->AsString());
  ASSIGN_OR_RETURN(const auto what, value.Member("what"));
  if (what) {
    ASSIGN_OR_RETURN(const std::string_view name, what->AsString());
    const auto known = WhatNamed(name);
    if (!known) {
      return what->Bad(
          fmt::format("'{}' is none of last, first, min, max, at_step, mean, count, "
                      "last_step, last_wall_time",
                      base::EscapeForDisplay(name, 60)));
    }
    column.what = *known;
  }
  ASSIGN_OR_RETURN(const auto step, value.Member("step"));
  if (step.has_value() != (column.what == CellWhat::kAtStep)) {
    return value.Bad("\"step\" goes with \"at_step\", and with that alone");
  }
  if (step) {
    ASSIGN_OR_RETURN(column.step, step->AsInt());
  }
  ASSIGN_OR_RETURN(const auto name, value.Member("name"));
  if (name) {
    ASSIGN_OR_RETURN(column.name, name->AsString());
  }
  if (column.name.empty()) column.name = DefaultName(column);
  return column;
}

// "loss", "min:loss", "at_step:100:loss"; a tag may hold colons.
Result<TableColumn> ColumnFromText(std::string_view text) {
  TableColumn column;
  const std::size_t colon = text.find(':');
  const auto what =
      colon == std::string_view::npos ? std::nullopt : WhatNamed(text.substr(0, colon));
  if (what) {
    column.what = *what;
    text.remove_prefix(colon + 1);
  }
  if (column.what == CellWhat::kAtStep) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), column.step);
    if (error != std::errc() || end == text.data() + text.size() || *end != ':') {
      return Error{ErrorCode::kInvalidArgument, "column: at_step:STEP:TAG is expected"};
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()) + 1);
  }
  column.tag = text;
  column.name = DefaultName(column);
  return column;
}

Status SetFilter(std::string_view text, TableRequest& request) {
  ASSIGN_OR_RETURN(request.filter, query::FilterExpression::Parse(text));
  for (const std::string& pattern : request.filter->patterns()) {
    ASSIGN_OR_RETURN(kind::NamePattern compiled, kind::NamePattern::Make(pattern, "filter"));
    request.filter_patterns.push_back(std::move(compiled));
  }
  return base::OkStatus();
}

Status CheckWhole(const TableRequest& request) {
  if (request.columns.size() > kMaxTableColumns) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("columns: {}, limit {}", request.columns.size(), kMaxTableColumns)};
  }
  if (request.sort == "run") return base::OkStatus();
  if (std::ranges::find(request.columns, request.sort, &TableColumn::name) ==
      request.columns.end()) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("sort: no column '{}'", base::EscapeForDisplay(request.sort, 60))};
  }
  return base::OkStatus();
}

std::size_t Rows(std::uint64_t count) {
  return static_cast<std::size_t>(std::min<std::uint64_t>(count, kMaxTableRows));
}

}  // namespace

Result<TableRequest> ParseTableRequest(const JsonValue& body) {
  RETURN_IF_ERROR(body.AllowOnly(
      {"runs", "runs_matching", "columns", "filter", "sort", "descending", "top", "offset"}));
  TableRequest request;
  ASSIGN_OR_RETURN(request.runs, ParseNameChoice(body, "runs", "runs_matching"));
  ASSIGN_OR_RETURN(const auto columns, body.Member("columns"));
  if (columns) {
    ASSIGN_OR_RETURN(const auto items, columns->AsArray(kMaxTableColumns));
    for (const JsonValue& item : items) {
      ASSIGN_OR_RETURN(TableColumn column, ParseColumn(item));
      request.columns.push_back(std::move(column));
    }
  }
  ASSIGN_OR_RETURN(const auto filter, body.Member("filter"));
  if (filter) {
    ASSIGN_OR_RETURN(const std::string_view text, filter->AsString());
    RETURN_IF_ERROR(SetFilter(text, request));
  }
  ASSIGN_OR_RETURN(const auto sort, body.Member("sort"));
  if (sort) {
    ASSIGN_OR_RETURN(request.sort, sort->AsString());
  }
  ASSIGN_OR_RETURN(const auto descending, body.Member("descending"));
  if (descending) {
    ASSIGN_OR_RETURN(request.descending, descending->AsBool());
  }
  ASSIGN_OR_RETURN(const auto top, body.Member("top"));
  if (top) {
    ASSIGN_OR_RETURN(const std::uint64_t rows, top->AsUInt());
    request.top = Rows(rows);
  }
  ASSIGN_OR_RETURN(const auto offset, body.Member("offset"));
  if (offset) {
    ASSIGN_OR_RETURN(const std::uint64_t rows, offset->AsUInt());
    request.offset = static_cast<std::size_t>(rows);
  }
  RETURN_IF_ERROR(CheckWhole(request));
  return request;
}

Result<TableRequest> TableRequestFromParameters(const kind::Parameters& parameters) {
  RETURN_IF_ERROR(
      AllowOnlyParameters(parameters, {"run", "run_id", "run_matching", "column", "filter", "sort",
                                       "descending", "top", "offset"}));
  TableRequest request;
  ASSIGN_OR_RETURN(request.runs, NameChoiceFromParameters(parameters, "run"));
  for (const std::string_view text : parameters.All("column")) {
    ASSIGN_OR_RETURN(TableColumn column, ColumnFromText(text));
    request.columns.push_back(std::move(column));
  }
  if (const auto filter = parameters.First("filter")) RETURN_IF_ERROR(SetFilter(*filter, request));
  if (const auto sort = parameters.First("sort")) request.sort = *sort;
  ASSIGN_OR_RETURN(request.descending, FlagParameter(parameters, "descending"));
  ASSIGN_OR_RETURN(const auto top, UIntParameter(parameters, "top"));
  if (top) request.top = Rows(*top);
  ASSIGN_OR_RETURN(const auto offset, UIntParameter(parameters, "offset"));
  request.offset = static_cast<std::size_t>(offset.value_or(0));
  RETURN_IF_ERROR(CheckWhole(request));
  return request;
}

}  // namespace sightglass::kinds
