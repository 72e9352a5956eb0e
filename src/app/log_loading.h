#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/command_line.h"
#include "base/issue_log.h"
#include "base/result.h"
#include "base/thread_pool.h"
#include "ingest/loader.h"
#include "ingest/log_root.h"
#include "store/snapshot.h"

namespace sightglass::app {

// Where the options say that runs are. kNotFound (and others) for a place that is not a directory
// that can be read, with what to do about it.
base::Result<std::vector<ingest::LogRoot>> ResolveRoots(const CommonOptions& options);
// The same for a server, which waits for what is not there yet.
base::Result<std::vector<ingest::LogRoot>> ResolveRootsUnchecked(const CommonOptions& options);

// "'a', 'b'": the roots' paths for a message.
std::string RootsText(const std::vector<ingest::LogRoot>& roots);

// Log directories, loaded once.
struct LoadedLogs {
  std::vector<ingest::LogRoot> roots;
  std::shared_ptr<const store::Snapshot> snapshot;
  double seconds = 0;  // that loading took
  base::IssueLog issues;
  std::unique_ptr<base::ThreadPool> pool;
  std::unique_ptr<ingest::Loader> loader;
};

// Loads what the options name, behind a progress bar if there is somebody to see it.
//
// The result lives as long as the process: taking a million blocks apart just before the end would
// only cost the user time.
base::Result<const LoadedLogs*> LoadLogs(const CommonOptions& options);
// The same of one event file, which may have any company in its directory.
base::Result<const LoadedLogs*> LoadEventFile(const std::string& path,
                                              const CommonOptions& options);

}  // namespace sightglass::app
