#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "app/selection.h"
#include "app/terminal.h"
#include "base/buffered_output.h"
#include "base/issue_log.h"
#include "ingest/log_root.h"
#include "store/snapshot.h"

namespace sightglass::app {

// Over the runs and series that were chosen.
struct InspectTotals {
  std::uint64_t runs = 0;
  std::uint64_t series = 0;
  std::uint64_t points = 0;
  std::uint64_t superseded = 0;
  std::uint64_t records = 0;  // of the runs, whichever tags were chosen
  std::uint64_t files = 0;    // likewise
  std::uint64_t bytes = 0;    // likewise
};

// What `inspect` tells, before it is laid out.
struct InspectReport {
  std::vector<ingest::LogRoot> roots;
  std::shared_ptr<const store::Snapshot> snapshot;  // what `runs` refers into
  std::vector<SelectedRun> runs;
  std::map<base::IssueLog::Key, base::FileIssues> issues;  // of all runs, chosen or not
  InspectTotals totals;
  double load_seconds = 0;
};

InspectReport MakeInspectReport(std::vector<ingest::LogRoot> roots,
                                std::shared_ptr<const store::Snapshot> snapshot,
                                const Selection& selection, const base::IssueLog& issues,
                                double load_seconds);

// Of the visible points, whichever kind they are.
const store::RangeSummary& SummaryOf(const store::Series& series);

// The schema is in README.md. Cost: no memory beyond the output's buffer.
void WriteInspectJson(const InspectReport& report, base::BufferedOutput& out);

struct InspectTextOptions {
  bool all = false;   // else long lists are cut, and say so
  Terminal terminal;  // where it will be shown
};

void WriteInspectText(const InspectReport& report, const InspectTextOptions& options,
                      base::BufferedOutput& out);

}  // namespace sightglass::app
