#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/result.h"
#include "serve/profile_document.h"
#include "serve/profile_file.h"

namespace sightglass::serve {

// A profile as it is at one moment.
struct ProfileState {
  std::uint64_t revision = 0;  // grows with every change, also from one process to the next
  std::string kept_in{};       // the file; empty: in memory only
  bool writable = true;        // false: changes are kept only until this process ends
  std::string problem{};       // why not, or what is wrong with the file; empty: nothing
  ProfileDocument document{};
};

// The profile of a server, kept in a file that others may change, too.
//
// - Nothing is made on disk before the first change.
// - A change is merged into what the file holds at that moment, under a lock: what another server
//   wrote stays.
// - A file that cannot be understood is never written over: the first change moves it aside.
// - Where the file cannot be written, changes are kept in memory, on top of what the file says, and
//   every further change tries again.
//
// Threads: any thread may call anything. Cost: a stat() for each look; a change writes the file.
class ProfileStore {
 public:
  // `path` empty: in memory only. `clock` must outlive this.
  ProfileStore(const std::string& path, const base::Clock& clock);
  ProfileStore(const ProfileStore&) = delete;
  ProfileStore& operator=(const ProfileStore&) = delete;

  [[nodiscard]] ProfileState Get();
  // Applies a merge patch. Errors as ProfileDocument::Merge(): the patch is wrong, nothing changed.
  // kResourceExhausted if more is kept in memory than a file may hold.
  [[nodiscard]] base::Result<ProfileState> Merge(std::string_view patch);

  // The file, as given; empty: in memory only.
  [[nodiscard]] std::string path() const { return file_ ? file_->path() : std::string(); }
  // Called with the new revision after every change, also one that another program made and Get()
  // saw. To be set before the first call of anything else; called without a lock held.
  void set_on_change(std::function<void(std::uint64_t)> callback) {
    on_change_ = std::move(callback);
  }

 private:
  struct Pending {
    std::string patch;
    std::int64_t seconds;
  };

  // Takes in what is on disk, if it changed since.
  void Look() REQUIRES_LOCK(mutex_);
  // Takes in what is on disk.
  void Load() REQUIRES_LOCK(mutex_);
  // Merges into the file. kInvalidArgument, kOutOfRange or kNotFound: the patch is wrong.
  base::Status Change(const Pending& change) REQUIRES_LOCK(mutex_);
  // Writes `next` in the place of what is on disk.
  base::Status Write(const ProfileDocument& next, ProfileFile::Lock& lock) REQUIRES_LOCK(mutex_);
  // Merges into memory alone, because of `why`.
  base::Status Keep(const Pending& change, const base::Error& why) REQUIRES_LOCK(mutex_);
  void Set(ProfileDocument document) REQUIRES_LOCK(mutex_);
  [[nodiscard]] ProfileState State() const REQUIRES_LOCK(mutex_);

  const std::optional<ProfileFile> file_;
  const base::Clock& clock_;
  std::function<void(std::uint64_t)> on_change_;

  base::Mutex mutex_;
  std::uint64_t revision_ GUARDED_BY(mutex_);
  // Invariant: document_ is on_disk_ with all of pending_ merged into it.
  ProfileDocument document_ GUARDED_BY(mutex_);
  ProfileDocument on_disk_ GUARDED_BY(mutex_);  // what the file held when it was last understood
  std::vector<Pending> pending_ GUARDED_BY(mutex_);  // what could not be written, in order
  std::size_t pending_bytes_ GUARDED_BY(mutex_) = 0;
  std::optional<FileIdentity> identity_ GUARDED_BY(mutex_);  // of the file that was last read
  std::string damage_ GUARDED_BY(mutex_);                    // why that one was not understood
  std::string write_problem_ GUARDED_BY(mutex_);             // why it cannot be written
};

}  // namespace sightglass::serve
