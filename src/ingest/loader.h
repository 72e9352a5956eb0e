#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "base/issue_log.h"
#include "base/thread_pool.h"
#include "ingest/log_root.h"
#include "io/file_system.h"
#include "store/snapshot.h"

namespace sightglass::ingest {

struct LoaderOptions {
  // A file with more unread bytes than two parts is read in parts of about this size, in parallel.
  std::uint64_t part_bytes = std::uint64_t{16} << 20;
  // Bytes per read call.
  std::size_t read_bytes = std::size_t{256} << 10;
  // How often a snapshot is published while loading goes on; 0: only at the end.
  std::uint64_t publish_interval_millis = 50;
};

// How far the Refresh() in progress is.
struct LoadProgress {
  std::uint64_t bytes_done = 0;
  std::uint64_t bytes_total = 0;
  std::uint64_t runs_done = 0;
  std::uint64_t runs_total = 0;
};

// Loads log directories and keeps up with them: every call of Refresh() brings the snapshot up to
// what is on disk now.
//
// The snapshot depends only on what is on disk, not on the order or pace in which it was read:
// files of a run count in path order.
//
// Threads: Refresh() from one thread at a time; snapshot() from any thread, without waiting for
// Refresh(). Open files: at most one per pool thread, and one of the caller.
class Loader {
 public:
  // All arguments must outlive the loader.
  Loader(std::vector<LogRoot> roots, io::FileSystem& files, base::ThreadPool& pool,
         base::IssueLog& issues, LoaderOptions options = {});
  ~Loader();
  Loader(const Loader&) = delete;
  Loader& operator=(const Loader&) = delete;

  // Finds runs and files, reads all that is new, forgets what is gone. Returns true if the snapshot
  // changed. Bad input is reported to the issue log; there is no other failure.
  bool Refresh();

  // The same, looking only at `changed` directories (as named by directories()) and what is new
  // below them.
  bool RefreshDirectories(const std::vector<std::string>& changed);

  // The newest published state; never null.
  [[nodiscard]] std::shared_ptr<const store::Snapshot> snapshot() const;

  // Any thread.
  [[nodiscard]] LoadProgress progress() const;

  // Called from whichever thread publishes, after each publication. Set before the first Refresh().
  void set_on_publish(std::function<void(const store::Snapshot&)> callback);

  // Directories to watch for changes: all that were visited, sorted.
  [[nodiscard]] std::vector<std::string> directories() const;

  // Makes a Refresh() in progress return soon, with what it has. Any thread.
  void Cancel();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sightglass::ingest
