#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "io/file_system.h"

namespace sightglass::testing {

// What goes wrong, and when. Calls are counted over the file system and all its files together,
// from 1: Open, Stat, List, File::ReadAt and File::Stat.
struct Faults {
  std::uint64_t fail_at_call = 0;  // 0: no call fails
  bool fail_forever = false;       // that call and all after it, rather than it alone
  base::ErrorCode code = base::ErrorCode::kUnavailable;
  // Every read ends after so many bytes, as it would on a file that is just being written up to
  // there; 0: reads are whole. A reader that takes a short read for the end must ask again.
  std::size_t max_read_bytes = 0;
};

// A file system that passes calls on to another and fails as told. The loop to write with it:
//
//   for (std::uint64_t call = 1;; ++call) {
//     FaultyFileSystem files(LocalFileSystem(), {.fail_at_call = call});
//     ... do the work: it may fail, but must not crash, hang or lose what it had ...
//     if (!files.failed()) break;  // the work needs fewer calls: every one of them has failed once
//   }
//
// Threads: any thread may call anything. Files must not outlive it.
class FaultyFileSystem final : public io::FileSystem {
 public:
  // `inner` must outlive it.
  explicit FaultyFileSystem(io::FileSystem& inner, Faults faults = {});
  ~FaultyFileSystem() override;

  base::Result<std::unique_ptr<io::File>> Open(const std::string& path) override;
  base::Result<io::FileInfo> Stat(const std::string& path) override;
  base::Result<std::vector<io::DirectoryEntry>> List(const std::string& path) override;

  // From now on these, and calls count from 1 again.
  void SetFaults(Faults faults);

  // Calls so far, failed ones included, and how many of them failed.
  [[nodiscard]] std::uint64_t calls() const;
  [[nodiscard]] std::uint64_t failures() const;
  [[nodiscard]] bool failed() const { return failures() > 0; }
  // Files open now, and the most that were open at one time.
  [[nodiscard]] std::size_t open_files() const;
  [[nodiscard]] std::size_t most_open_files() const;

 private:
  class FaultyFile;

  // Counts a call; an error when it is one that fails.
  base::Status Count(const char* operation, const std::string& path);
  std::size_t max_read_bytes() const;

  io::FileSystem& inner_;
  mutable base::Mutex mutex_;
  Faults faults_ GUARDED_BY(mutex_);
  std::uint64_t calls_ GUARDED_BY(mutex_) = 0;
  std::uint64_t failures_ GUARDED_BY(mutex_) = 0;
  std::size_t open_files_ GUARDED_BY(mutex_) = 0;
  std::size_t most_open_files_ GUARDED_BY(mutex_) = 0;
};

}  // namespace sightglass::testing
