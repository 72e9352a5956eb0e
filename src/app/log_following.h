#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "base/issue_log.h"
#include "base/thread_pool.h"
#include "ingest/loader.h"
#include "ingest/log_root.h"
#include "io/file_system.h"

namespace sightglass::app {

struct LogFollowingOptions {
  std::size_t threads = 0;  // that read files; 0: one a processor
  // How often everything is looked at, whatever the watcher says; not set: the follower's default;
  // 0: once, and when Reload() is called.
  std::optional<double> full_refresh_seconds{};
};

// Loads log directories and follows them, on threads that give way to those of the server: who
// clicks while a terabyte loads is answered first.
//
// Threads: any thread may call anything; Start() once.
class LogFollowing {
 public:
  // Reads nothing yet. `files` and `issues` must outlive this.
  LogFollowing(std::vector<ingest::LogRoot> roots, io::FileSystem& files, base::IssueLog& issues,
               LogFollowingOptions options);
  ~LogFollowing();
  LogFollowing(const LogFollowing&) = delete;
  LogFollowing& operator=(const LogFollowing&) = delete;

  // For its snapshot, and set_on_publish() before Start(). Lives as long as this.
  [[nodiscard]] ingest::Loader& loader();

  void Start();
  // Looks at everything now; returns at once.
  void Reload();
  // Ends a load in progress and following. What is loaded stays.
  void Stop();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sightglass::app
