#include "serve/profile_store.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "base/text.h"

namespace sightglass::serve {
namespace {

using base::Error;
using base::ErrorCode;
using base::OkStatus;
using base::Status;

std::optional<ProfileFile> FileAt(const std::string& path) {
  if (path.empty()) return std::nullopt;
  return ProfileFile(path);
}

template <class Duration>
std::int64_t SinceEpoch(const base::Clock& clock) {
  return std::chrono::duration_cast<Duration>(clock.WallNow().time_since_epoch()).count();
}

}  // namespace

ProfileStore::ProfileStore(const std::string& path, const base::Clock& clock)
    : file_(FileAt(path)),
      clock_(clock),
      // Later than all that an earlier process told, unless it had a thousand changes a second.
      revision_(static_cast<std::uint64_t>(SinceEpoch<std::chrono::milliseconds>(clock))) {
  const base::MutexLock lock(mutex_);
  if (file_) Load();
}

ProfileState ProfileStore::Get() {
  std::uint64_t before = 0;
  std::optional<ProfileState> state;
  {
    const base::MutexLock lock(mutex_);
    before = revision_;
    Look();
    state = State();
  }
  if (state->revision != before && on_change_) on_change_(state->revision);
  return *std::move(state);
}

base::Result<ProfileState> ProfileStore::Merge(std::string_view patch) {
  const Pending change{.patch = std::string(patch),
                       .seconds = SinceEpoch<std::chrono::seconds>(clock_)};
  std::uint64_t before = 0;
  std::optional<ProfileState> state;
  {
    const base::MutexLock lock(mutex_);
    before = revision_;
    RETURN_IF_ERROR(Change(change));
    state = State();
  }
  if (state->revision != before && on_change_) on_change_(state->revision);
  return *std::move(state);
}

void ProfileStore::Look() {
  if (file_ && file_->Identity() != identity_) Load();
}

void ProfileStore::Load() {
  // Before it is read: a change in between is then seen the next time.
  identity_ = file_->Identity();
  if (pending_.empty()) {
    write_problem_ =
        file_->IsWritable()
            ? ""
            : fmt::format("may not be written; changes are kept until the server stops: {}",
                          base::EscapeForDisplay(file_->path(), 1000));
  }
  damage_.clear();
  auto text = file_->Read(kMaxProfileBytes);
  if (!text.ok()) {
    damage_ = text.error().message;
  } else if (auto document = ProfileDocument::Parse(*text); document.ok()) {
    on_disk_ = *std::move(document);
  } else {
    damage_ = fmt::format("damaged ({}); the next change moves it aside: {}",
                          document.error().message, base::EscapeForDisplay(file_->path(), 1000));
  }
  ProfileDocument document = on_disk_;
  for (const Pending& change : pending_) {
    // It may have become wrong, e.g. by a limit. What was in its way is newer.
    static_cast<void>(document.Merge(change.patch, change.seconds).ok());
  }
  Set(std::move(document));
}

Status ProfileStore::Change(const Pending& change) {
  Look();
  // A wrong patch is refused before anything is touched.
  ProfileDocument next = document_;
  RETURN_IF_ERROR(next.Merge(change.patch, change.seconds));
  if (!file_) {
    Set(std::move(next));
    return OkStatus();
  }
  if (next == document_ && pending_.empty()) return OkStatus();
  auto lock = file_->MakeLock();
  if (!lock.ok()) return Keep(change, lock.error());
  Load();  // what another wrote before we had the lock
  next = document_;
  RETURN_IF_ERROR(next.Merge(change.patch, change.seconds));
  if (const Status written = Write(next, *lock); !written.ok()) {
    return Keep(change, written.error());
  }
  on_disk_ = next;
  pending_.clear();
  pending_bytes_ = 0;
  damage_.clear();
  write_problem_.clear();
  identity_ = file_->Identity();
  Set(std::move(next));
  return OkStatus();
}

Status ProfileStore::Write(const ProfileDocument& next, ProfileFile::Lock& lock) {
  if (!damage_.empty()) RETURN_IF_ERROR(lock.KeepAside());
  return lock.Replace(next.Text());
}

Status ProfileStore::Keep(const Pending& change, const Error& why) {
  if (pending_bytes_ + change.patch.size() > kMaxProfileBytes) {
    return Error{ErrorCode::kResourceExhausted,
                 fmt::format("more than {} bytes of changes wait to be written: {}",
                             kMaxProfileBytes, why.message)};
  }
  ProfileDocument next = document_;
  RETURN_IF_ERROR(next.Merge(change.patch, change.seconds));
  pending_.push_back(change);
  pending_bytes_ += change.patch.size();
  write_problem_ = why.message;
  Set(std::move(next));
  return OkStatus();
}

void ProfileStore::Set(ProfileDocument document) {
  if (document == document_) return;
  document_ = std::move(document);
  ++revision_;
}

ProfileState ProfileStore::State() const {
  return {.revision = revision_,
          .kept_in = path(),
          .writable = write_problem_.empty(),
          .problem = damage_.empty() ? write_problem_ : damage_,
          .document = document_};
}

}  // namespace sightglass::serve
