#include <unistd.h>

#include <utility>

#include "app/commands.h"
#include "app/inspect_report.h"
#include "app/log_loading.h"
#include "app/output_file.h"

namespace sightglass::app {

const store::RangeSummary& SummaryOf(const store::Series& series) {
  return std::visit(
      [](const auto& points) -> const store::RangeSummary& { return points.summary(); },
      series.points);
}

InspectReport MakeInspectReport(std::vector<ingest::LogRoot> roots,
                                std::shared_ptr<const store::Snapshot> snapshot,
                                const Selection& selection, const base::IssueLog& issues,
                                double load_seconds) {
  InspectReport report{.roots = std::move(roots),
                       .snapshot = std::move(snapshot),
                       .runs = {},
                       .issues = issues.Collect(),
                       .totals = {},
                       .load_seconds = load_seconds};
  report.runs = selection.Select(*report.snapshot);
  InspectTotals& totals = report.totals;
  totals.runs = report.runs.size();
  for (const SelectedRun& run : report.runs) {
    totals.series += run.series.size();
    totals.records += run.run->records;
    totals.files += run.run->files.size();
    totals.bytes += run.run->bytes_total;
    for (const store::Series* series : run.series) {
      totals.points += series->size();
      totals.superseded += series->superseded_size();
    }
  }
  return report;
}

base::Result<int> RunInspect(const InspectOptions& options) {
  // A wrong pattern is told before a long load, not after.
  ASSIGN_OR_RETURN(const Selection selection, Selection::Make(options.selection));
  ASSIGN_OR_RETURN(const LoadedLogs* const logs,
                   options.event_file.empty() ? LoadLogs(options.common)
                                              : LoadEventFile(options.event_file, options.common));
  const InspectReport report =
      MakeInspectReport(logs->roots, logs->snapshot, selection, logs->issues, logs->seconds);
  ASSIGN_OR_RETURN(const auto output, OutputFile::Open(""));
  if (options.json) {
    WriteInspectJson(report, output->out());
  } else {
    WriteInspectText(report, {.all = options.all, .terminal = Terminal::Of(STDOUT_FILENO)},
                     output->out());
  }
  RETURN_IF_ERROR(output->Commit());
  return kExitOk;
}

}  // namespace sightglass::app
