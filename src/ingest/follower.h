#pragma once

#include <chrono>
#include <memory>

#include "base/issue_log.h"
#include "ingest/loader.h"
#include "io/watcher.h"

namespace sightglass::ingest {

struct FollowerOptions {
  // After a change, others are waited for this long: a job writes many records at once.
  std::chrono::milliseconds settle{10};
  // Everything is looked at this often, whatever the watcher says: a safety net, not the way news
  // arrive.
  std::chrono::milliseconds full_refresh{30000};
  io::WatcherOptions watcher;
};

// Keeps a loader up to date from a thread of its own: loads at once, then whenever something
// changed.
//
// Threads: any thread may call anything. Stop() and the destructor end a load in progress.
class Follower {
 public:
  // `loader` and `issues` must outlive the follower; nobody else may call loader.Refresh()
  // meanwhile.
  Follower(Loader& loader, base::IssueLog& issues, FollowerOptions options = {});
  ~Follower();
  Follower(const Follower&) = delete;
  Follower& operator=(const Follower&) = delete;

  // Looks at everything now, as after a press of "reload".
  void RefreshNow();
  void Stop();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sightglass::ingest
