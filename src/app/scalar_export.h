#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "app/command_line.h"
#include "app/selection.h"
#include "base/buffered_output.h"
#include "store/series.h"

namespace sightglass::app {

struct ScalarExportOptions {
  ExportFormat format = ExportFormat::kCsv;
  bool superseded = false;
};

struct ScalarExportCounts {
  std::uint64_t series = 0;
  std::uint64_t points = 0;
};

// Calls `take` with all visible points in order, or with all superseded ones part by part, some
// thousands at a time. Stops when `take` returns false.
using TakePoints = std::function<bool(std::span<const store::ScalarPoint>)>;
void ForEachSlice(const store::Points<store::ScalarPoint>& points, const TakePoints& take);
void ForEachSupersededSlice(const store::Points<store::ScalarPoint>& points,
                            const TakePoints& take);

// Writes every scalar point of `runs`, by run, tag and step; the formats are in README.md. Stops
// early when `out` fails. Memory: one slice of points.
ScalarExportCounts WriteScalars(const std::vector<SelectedRun>& runs,
                                const ScalarExportOptions& options, base::BufferedOutput& out);

}  // namespace sightglass::app
