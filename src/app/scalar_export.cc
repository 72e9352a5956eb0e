#include "app/scalar_export.h"

#include <utility>

namespace sightglass::app {
namespace {

kinds::ScalarFormat FormatOf(ExportFormat format) {
  switch (format) {
    case ExportFormat::kCsv:
      return kinds::ScalarFormat::kCsv;
    case ExportFormat::kJson:
      return kinds::ScalarFormat::kJson;
    case ExportFormat::kJsonLines:
      break;
  }
  return kinds::ScalarFormat::kJsonLines;
}

}  // namespace

kinds::ScalarExportCounts WriteScalars(const std::vector<SelectedRun>& runs,
                                       const ScalarExportOptions& options,
                                       base::BufferedOutput& out) {
  std::vector<kind::SelectedSeries> all;
  for (const SelectedRun& run : runs) {
    for (const store::Series* series : run.series) {
      if (series->scalars() != nullptr) all.push_back({.run = run.run, .series = series});
    }
  }
  kinds::ScalarExporter exporter(
      std::move(all), {.format = FormatOf(options.format), .superseded = options.superseded}, out);
  while (!out.failed() && exporter.Next()) {
  }
  return exporter.counts();
}

}  // namespace sightglass::app
