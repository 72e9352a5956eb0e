#pragma once

#include <string>

#include "base/issue_log.h"
#include "store/snapshot.h"

namespace sightglass::testing {

// Everything a snapshot holds as text, one fact a line, so that two snapshots are equal if their
// dumps are: runs, files, series with their metadata, every visible and every superseded point.
// What may differ between two loads of the same bytes (version, ids, how a series is cut into
// parts) is left out.
std::string DumpSnapshot(const store::Snapshot& snapshot);

// All issues with counts and details.
std::string DumpIssues(const base::IssueLog& issues);

}  // namespace sightglass::testing
