#include "kinds/scalars/scalars_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "base/json_writer.h"
#include "kind/answer_writer.h"
#include "kind/json_reader.h"
#include "kind/name_id.h"
#include "query/lookup.h"
#include "query/read_columns.h"
#include "query/statistics.h"

namespace sightglass::kinds {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Cell NumberCell(double number) { return {.sort = Cell::Sort::kNumber, .number = number}; }

// Of finite values, as are the lowest and the highest.
std::optional<double> MeanOf(const query::ScalarPoints& points) {
  constexpr std::uint64_t kSlice = 65'536;
  query::PointColumns columns;
  double sum = 0;
  for (std::uint64_t begin = 0; begin < points.size(); begin += kSlice) {
    query::ReadColumns(points, {.begin = begin, .end = std::min(begin + kSlice, points.size())},
                       {.step = false, .wall_time = false}, columns);
    for (const double value : columns.value) {
      if (std::isfinite(value)) sum += value;
    }
  }
  const std::uint64_t count = points.summary().finite_count;
  if (count == 0) return std::nullopt;
  return sum / static_cast<double>(count);
}

// What sorting and filters see: NaN for nothing.
double NumberOf(const Cell& cell) {
  switch (cell.sort) {
    case Cell::Sort::kNone:
      return kNan;
    case Cell::Sort::kNumber:
      return cell.number;
    case Cell::Sort::kStep:
    case Cell::Sort::kCount:
      break;
  }
  return static_cast<double>(cell.step);
}

// Columns that the filter asks for beside those of the table.
class FilterColumns {
 public:
  explicit FilterColumns(const TableRequest& request) {
    if (!request.filter) return;
    for (const query::FilterTerm& term : request.filter->terms()) {
      const auto named = std::ranges::find(request.columns, term.name, &TableColumn::name);
      const bool is_column =
          term.what == query::FilterWhat::kName && named != request.columns.end();
      columns_.push_back(is_column ? *named : Column(term));
    }
  }

  // Tags that none of `runs` has scalars of: a comparison with them is false everywhere, most often
  // by a slip.
  [[nodiscard]] std::set<std::string> MissingTags(
      const std::vector<const store::Run*>& runs) const {
    std::set<std::string> missing;
    for (const TableColumn& column : columns_) {
      const bool is_there = std::ranges::any_of(runs, [&](const store::Run* run) {
        const store::Series* series = run->Find(column.tag);
        return series != nullptr && series->scalars() != nullptr;
      });
      if (!is_there) missing.insert(column.tag);
    }
    return missing;
  }

  [[nodiscard]] double Value(const store::Run& run, std::size_t term) const {
    const TableColumn& column = columns_[term];
    return NumberOf(MakeCell(run.Find(column.tag), column.what, column.step));
  }

 private:
  static TableColumn Column(const query::FilterTerm& term) {
    TableColumn column{.tag = term.name, .step = term.step};
    switch (term.what) {
      case query::FilterWhat::kName:
      case query::FilterWhat::kLast:
        column.what = CellWhat::kLast;
        break;
      case query::FilterWhat::kFirst:
        column.what = CellWhat::kFirst;
        break;
      case query::FilterWhat::kMin:
        column.what = CellWhat::kMin;
        break;
      case query::FilterWhat::kMax:
        column.what = CellWhat::kMax;
        break;
      case query::FilterWhat::kMean:
        column.what = CellWhat::kMean;
        break;
      case query::FilterWhat::kCount:
        column.what = CellWhat::kCount;
        break;
      case query::FilterWhat::kAt:
        column.what = CellWhat::kAtStep;
        break;
    }
    return column;
  }

  std::vector<TableColumn> columns_;
};

class RunRow final : public query::FilterRow {
 public:
  RunRow(const store::Run& run, const FilterColumns& columns,
         const std::vector<kind::NamePattern>& patterns)
      : run_(run), columns_(columns), patterns_(patterns) {}

  [[nodiscard]] std::string_view run() const override { return run_.name; }
  [[nodiscard]] double Value(std::size_t term) const override { return columns_.Value(run_, term); }
  [[nodiscard]] bool RunMatches(std::size_t pattern) const override {
    return patterns_[pattern].Matches(run_.name);
  }

 private:
  const store::Run& run_;
  const FilterColumns& columns_;
  const std::vector<kind::NamePattern>& patterns_;
};

struct Row {
  const store::Run* run = nullptr;
  bool matches = true;
  double key = kNan;  // the value to sort by
};

// By `key`, what has none behind, whichever the direction; equal ones stay in the order of names.
void SortByKey(bool descending, std::vector<Row>& rows) {
  std::ranges::stable_sort(rows, [&](const Row& a, const Row& b) {
    if (std::isnan(a.key) || std::isnan(b.key)) return !std::isnan(a.key) && std::isnan(b.key);
    return descending ? a.key > b.key : a.key < b.key;
  });
}

void WriteCell(const Cell& cell, base::JsonWriter& json) {
  switch (cell.sort) {
    case Cell::Sort::kNone:
      return json.Null();
    case Cell::Sort::kNumber:
      return json.Double(cell.number);
    case Cell::Sort::kStep:
    case Cell::Sort::kCount:
      return json.Int(cell.step);
  }
}

void WriteRow(const TableRequest& request, const store::Run& run, base::JsonWriter& json) {
  json.BeginObject();
  json.Key("run");
  json.String(run.name);
  json.Key("run_id");
  json.String(kind::NameId(run.name));
  json.Key("values");
  json.BeginArray();
  for (const TableColumn& column : request.columns) {
    WriteCell(MakeCell(run.Find(column.tag), column.what, column.step), json);
  }
  json.EndArray();
  json.EndObject();
}

// Filter and key of every run, on the pool where there are many.
std::vector<Row> MakeRows(const TableRequest& request, const kind::RequestContext& context,
                          const std::vector<const store::Run*>& runs,
                          const FilterColumns& filter_columns) {
  const auto sort_column = std::ranges::find(request.columns, request.sort, &TableColumn::name);
  std::vector<Row> rows(runs.size());
  constexpr std::size_t kChunk = 32;
  context.pool.ForEach((runs.size() + kChunk - 1) / kChunk, [&](std::size_t chunk) {
    for (std::size_t i = chunk * kChunk; i < std::min((chunk + 1) * kChunk, runs.size()); ++i) {
      if (context.cancel.cancelled()) return;
      Row& row = rows[i];
      row.run = runs[i];
      if (request.filter) {
        row.matches =
            request.filter->Matches(RunRow(*runs[i], filter_columns, request.filter_patterns));
      }
      if (row.matches && request.sort != "run") {
        row.key = NumberOf(
            MakeCell(runs[i]->Find(sort_column->tag), sort_column->what, sort_column->step));
      }
    }
  });
  std::erase_if(rows, [](const Row& row) { return !row.matches; });
  return rows;
}

Result<kind::Response> AnswerTable(const TableRequest& request,
                                   const kind::RequestContext& context) {
  std::vector<kind::NameRef> missing;
  const std::vector<const store::Run*> runs = ChooseRuns(*context.snapshot, request.runs, &missing);
  const FilterColumns filter_columns(request);
  std::vector<Row> rows = MakeRows(request, context, runs, filter_columns);
  if (context.cancel.cancelled()) {
    return Error{ErrorCode::kCancelled, "nobody waits for the answer any more"};
  }
  if (request.sort != "run") {
    SortByKey(request.descending, rows);
  } else if (request.descending) {
    std::ranges::reverse(rows);
  }
  kind::AnswerWriter writer(kind::AnswerForm::kJson, 0);
  writer.Begin(context);
  base::JsonWriter& json = writer.json();
  json.Key("total");
  json.UInt(runs.size());
  json.Key("matched");
  json.UInt(rows.size());
  json.Key("offset");
  json.UInt(request.offset);
  json.Key("columns");
  json.BeginArray();
  for (const TableColumn& column : request.columns) {
    json.BeginObject();
    json.Key("name");
    json.String(column.name);
    json.Key("tag");
    json.String(column.tag);
    json.EndObject();
  }
  json.EndArray();
  json.Key("rows");
  json.BeginArray();
  const std::size_t begin = std::min(request.offset, rows.size());
  for (const Row& row :
       std::span(rows).subspan(begin, std::min(request.top, rows.size() - begin))) {
    WriteRow(request, *row.run, json);
  }
  json.EndArray();
  json.Key("missing");
  std::vector<kind::MissingSeries> missing_series;
  missing_series.reserve(missing.size());
  for (kind::NameRef& run : missing) missing_series.push_back({.run = std::move(run)});
  for (const std::string& tag : filter_columns.MissingTags(runs)) {
    missing_series.push_back({.tag = kind::NameRef{.name = tag}});
  }
  WriteMissing(missing_series, json);
  return writer.Finish();
}

}  // namespace

Cell MakeCell(const store::Series* series, CellWhat what, base::Step step) {
  const query::ScalarPoints* points = series == nullptr ? nullptr : series->scalars();
  if (points == nullptr) return {};
  const auto statistics = query::Describe(*points);
  if (!statistics) return {};
  switch (what) {
    case CellWhat::kLast:
      return NumberCell(statistics->last.value);
    case CellWhat::kFirst:
      return NumberCell(statistics->first.value);
    case CellWhat::kMin:
      return statistics->min ? NumberCell(statistics->min->value) : Cell{};
    case CellWhat::kMax:
      return statistics->max ? NumberCell(statistics->max->value) : Cell{};
    case CellWhat::kAtStep: {
      const auto found = query::PointAtStep(*points, step);
      return found ? NumberCell(found->point.value) : Cell{};
    }
    case CellWhat::kMean: {
      const auto mean = MeanOf(*points);
      return mean ? NumberCell(*mean) : Cell{};
    }
    case CellWhat::kCount:
      return {.sort = Cell::Sort::kCount, .step = static_cast<base::Step>(statistics->count)};
    case CellWhat::kLastStep:
      return {.sort = Cell::Sort::kStep, .step = statistics->last.step};
    case CellWhat::kLastWallTime:
      return NumberCell(statistics->last.wall_time);
  }
  return {};
}

Result<kind::Response> HandleScalarsTable(const kind::Request& request,
                                          const kind::RequestContext& context) {
  if (request.method != kind::Method::kPost) {
    ASSIGN_OR_RETURN(const TableRequest parsed, TableRequestFromParameters(request.query));
    return AnswerTable(parsed, context);
  }
  ASSIGN_OR_RETURN(const kind::JsonDocument document, kind::JsonDocument::Parse(request.body));
  ASSIGN_OR_RETURN(const TableRequest parsed, ParseTableRequest(document.root()));
  return AnswerTable(parsed, context);
}

}  // namespace sightglass::kinds
