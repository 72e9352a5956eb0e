#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "kind/router.h"
#include "kind/series_selection.h"
#include "query/filter_expression.h"

namespace sightglass::kinds {

inline constexpr std::size_t kMaxTableColumns = 200;
inline constexpr std::size_t kMaxTableRows = 100'000;

// What a cell tells of a series.
enum class CellWhat : std::uint8_t {
  kLast,
  kFirst,
  kMin,
  kMax,
  kAtStep,
  kMean,
  kCount,
  kLastStep,
  kLastWallTime,
};

struct TableColumn {
  std::string tag{};
  CellWhat what = CellWhat::kLast;
  base::Step step = 0;  // kAtStep
  std::string name{};
};

struct TableRequest {
  kind::NameChoice runs{};
  std::vector<TableColumn> columns{};
  std::optional<query::FilterExpression> filter{};
  std::vector<kind::NamePattern> filter_patterns{};
  std::string sort = "run";  // or the name of a column
  bool descending = false;
  std::size_t top = kMaxTableRows;
  std::size_t offset = 0;
};

base::Result<TableRequest> ParseTableRequest(const kind::JsonValue& body);
base::Result<TableRequest> TableRequestFromParameters(const kind::Parameters& parameters);

// A number, a step (which may be past what a double holds), or nothing.
struct Cell {
  enum class Sort : std::uint8_t { kNone, kNumber, kStep, kCount };
  Sort sort = Sort::kNone;
  double number = 0;
  base::Step step = 0;  // kStep, kCount
};

// Of one series; nothing for nullptr and for a value that is not there.
// Cost: constant but for kAtStep, at most two blocks unpacked, and kMean, all.
Cell MakeCell(const store::Series* series, CellWhat what, base::Step step);

// GET and POST /api/scalars/table.
base::Result<kind::Response> HandleScalarsTable(const kind::Request& request,
                                                const kind::RequestContext& context);

}  // namespace sightglass::kinds
