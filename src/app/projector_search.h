#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "io/file_system.h"
#include "store/snapshot.h"

namespace sightglass::app {

// Is there a projector_config.pbtxt that leads to something, in a run's or a log directory, where
// TensorBoard's projector looks for it? The file is not an event file, so nothing else knows.
//
// Threads: any thread may call anything. Cost: two looks per run, once for each snapshot and every
// kPatience, until one is found; that is remembered for good.
class ProjectorSearch {
 public:
  static constexpr std::chrono::seconds kPatience{5};

  // `files` and `clock` must outlive this.
  ProjectorSearch(std::vector<std::string> log_directories, io::FileSystem& files,
                  const base::Clock& clock)
      : log_directories_(std::move(log_directories)), files_(files), clock_(clock) {}

  bool HasConfig(const store::Snapshot& snapshot);

 private:
  [[nodiscard]] bool Look(const store::Snapshot& snapshot) const;

  const std::vector<std::string> log_directories_;
  io::FileSystem& files_;
  const base::Clock& clock_;
  base::Mutex mutex_;
  bool is_found_ GUARDED_BY(mutex_) = false;
  bool has_looked_ GUARDED_BY(mutex_) = false;
  std::uint64_t looked_at_version_ GUARDED_BY(mutex_) = 0;
  std::chrono::steady_clock::time_point looked_at_ GUARDED_BY(mutex_);
};

}  // namespace sightglass::app
