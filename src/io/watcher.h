#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "base/issue_log.h"
#include "base/result.h"

namespace sightglass::io {

struct WatcherOptions {
  // How often directories that cannot be notified about are reported as changed.
  std::chrono::milliseconds poll_interval{1000};
  // For tests and for file systems known to be blind: never use inotify.
  bool poll_only = false;
};

// Tells that something in one of a set of directories may have changed. It may tell too much, never
// too little: whoever is told looks for himself.
//
// inotify where it works. A directory on a file system whose changes come from other machines (NFS,
// SMB, FUSE, 9p, ...) or past the user's inotify limit is polled; the latter is reported once as
// kWatchLimited.
//
// Not seen: a file written under another name, that is, through a link that stands in the directory
// and leads out of it. Whoever follows such links watches the directories they lead to as well, or
// looks again from time to time.
//
// Threads: Wake() from any thread; everything else from one thread at a time.
// Cost: one system call for each Watch(), two the first time.
class Watcher {
 public:
  virtual ~Watcher() = default;

  // Watches `directory` itself, not what is below. Watching twice does nothing, unless the path has
  // come to lead to another directory (a parent was renamed): that one is watched from then on. A
  // directory that is gone is told of once more and forgotten by itself; one that is not there at
  // all is not watched.
  virtual void Watch(const std::string& directory) = 0;
  virtual void Unwatch(const std::string& directory) = 0;

  // Waits until something changed, Wake() was called, or `timeout` has passed.
  // Returns the directories where something may have changed, sorted; empty when woken or timed
  // out.
  virtual std::vector<std::string> Wait(std::chrono::milliseconds timeout) = 0;
  virtual void Wake() = 0;

  // How many directories are polled rather than notified about.
  [[nodiscard]] virtual std::size_t polled_count() const = 0;
};

// `issues` must outlive the watcher.
std::unique_ptr<Watcher> NewWatcher(base::IssueLog& issues, WatcherOptions options = {});

}  // namespace sightglass::io
