#pragma once

#include <vector>

#include "app/command_line.h"
#include "app/selection.h"
#include "base/buffered_output.h"
#include "kinds/scalars/scalars_export.h"

namespace sightglass::app {

struct ScalarExportOptions {
  ExportFormat format = ExportFormat::kCsv;
  bool superseded = false;
};

// Writes every scalar point of `runs`, by run, tag and step; the formats are in README.md. Stops
// early when `out` fails. Memory: one slice of points.
kinds::ScalarExportCounts WriteScalars(const std::vector<SelectedRun>& runs,
                                       const ScalarExportOptions& options,
                                       base::BufferedOutput& out);

}  // namespace sightglass::app
