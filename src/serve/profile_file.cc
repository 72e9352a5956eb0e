#include "serve/profile_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

#include "base/text.h"
#include "serve/socket_fd.h"

namespace sightglass::serve {
namespace {

using base::Error;
using base::ErrorCode;
using base::OkStatus;
using base::Result;
using base::Status;
namespace fs = std::filesystem;

constexpr mode_t kFileMode = 0600;
constexpr int kLockTries = 200;
constexpr std::chrono::milliseconds kLockPause{10};
constexpr int kMaxAside = 1000;

Error Failed(std::string_view what, const std::string& path, int error) {
  const ErrorCode code = error == EACCES || error == EPERM || error == EROFS
                             ? ErrorCode::kPermissionDenied
                             : ErrorCode::kUnavailable;
  return {code, fmt::format("cannot {}: {}: {}", what, std::generic_category().message(error),
                            base::EscapeForDisplay(path, 1000))};
}

std::string Folder(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  return folder.empty() ? "." : folder.string();
}

FileIdentity IdentityOf(const struct stat& info) {
  return {.device = info.st_dev,
          .inode = info.st_ino,
          .bytes = static_cast<std::uint64_t>(info.st_size),
          .changed_nanos = std::int64_t{info.st_mtim.tv_sec} * 1'000'000'000 +
                           std::int64_t{info.st_mtim.tv_nsec}};
}

Status MakeFolders(const std::string& folder) {
  std::string sofar;
  for (const fs::path& part : fs::path(folder)) {
    sofar = (fs::path(sofar) / part).string();
    if (::mkdir(sofar.c_str(), 0700) == 0 || errno == EEXIST) continue;
    const int error = errno;
    struct stat info {};
    // Above folders of ours may be some that nobody may write to; also "..".
    if (::stat(sofar.c_str(), &info) == 0 && S_ISDIR(info.st_mode)) continue;
    return Failed("make the folder", sofar, error);
  }
  return OkStatus();
}

Status WriteAll(int descriptor, std::string_view text, const std::string& path) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return Failed("write", path, errno);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  // Without this a crash of the machine soon after could leave an empty file in the old one's
  // place.
  return ::fsync(descriptor) == 0 ? OkStatus() : Failed("write", path, errno);
}

bool IsStillAt(int descriptor, const std::string& path) {
  struct stat held {};
  struct stat named {};
  return ::fstat(descriptor, &held) == 0 && ::stat(path.c_str(), &named) == 0 &&
         held.st_dev == named.st_dev && held.st_ino == named.st_ino;
}

}  // namespace

ProfileFile::ProfileFile(const std::string& path) : path_(path) {
  std::error_code error;
  if (fs::path resolved = fs::canonical(path, error); !error) path_ = resolved.string();
}

std::optional<FileIdentity> ProfileFile::Identity() const {
  struct stat info {};
  if (::stat(path_.c_str(), &info) != 0) return std::nullopt;
  return IdentityOf(info);
}

bool ProfileFile::IsWritable() const {
  if (::access(path_.c_str(), F_OK) == 0 && ::access(path_.c_str(), W_OK) != 0) return false;
  std::string folder = Folder(path_);
  while (::access(folder.c_str(), F_OK) != 0 && errno == ENOENT && folder != Folder(folder)) {
    folder = Folder(folder);
  }
  struct stat info {};
  return ::stat(folder.c_str(), &info) == 0 && S_ISDIR(info.st_mode) &&
         ::access(folder.c_str(), W_OK | X_OK) == 0;
}

Result<std::string> ProfileFile::Read(std::size_t max_bytes) const {
  // O_NONBLOCK: a pipe of this name must not hold us up.
  const SocketFd file(::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) {
    if (errno == ENOENT || errno == ENOTDIR) return std::string();
    return Failed("read", path_, errno);
  }
  struct stat info {};
  if (::fstat(file.get(), &info) != 0) return Failed("read", path_, errno);
  if (!S_ISREG(info.st_mode)) return Failed("read", path_, EISDIR);
  std::string text;
  constexpr std::size_t kPieceBytes = std::size_t{64} << 10;
  while (true) {
    const std::size_t begin = text.size();
    text.resize(begin + kPieceBytes);
    const ssize_t got = ::read(file.get(), text.data() + begin, kPieceBytes);
    if (got < 0 && errno != EINTR) return Failed("read", path_, errno);
    text.resize(begin + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (text.size() > max_bytes) {
      return Error{ErrorCode::kOutOfRange, fmt::format("more than {} bytes: {}", max_bytes,
                                                       base::EscapeForDisplay(path_, 1000))};
    }
    if (got == 0) return text;
  }
}

Result<ProfileFile::Lock> ProfileFile::MakeLock() const {
  RETURN_IF_ERROR(MakeFolders(Folder(path_)));
  for (int tries = 0; tries < kLockTries; ++tries) {
    SocketFd file(::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, kFileMode));
    if (file.get() < 0) return Failed("write", path_, errno);
    if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0) {
      if (IsStillAt(file.get(), path_)) return Lock(path_, file.Release());
      continue;  // replaced meanwhile: at once to the new one
    }
    if (errno != EWOULDBLOCK && errno != EINTR) return Failed("lock", path_, errno);
    std::this_thread::sleep_for(kLockPause);
  }
  return Error{ErrorCode::kUnavailable, fmt::format("another program holds its lock: {}",
                                                    base::EscapeForDisplay(path_, 1000))};
}

ProfileFile::Lock::Lock(Lock&& other) noexcept
    : path_(other.path_), descriptor_(std::exchange(other.descriptor_, -1)) {}

ProfileFile::Lock::~Lock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Status ProfileFile::Lock::Replace(std::string_view text) {
  const std::string temporary = fmt::format("{}.{}.tmp", path_, ::getpid());
  // One that a killed process of the same number left.
  ::unlink(temporary.c_str());
  const SocketFd file(
      ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kFileMode));
  if (file.get() < 0) return Failed("write", temporary, errno);
  Status status = WriteAll(file.get(), text, temporary);
  if (status.ok() && std::rename(temporary.c_str(), path_.c_str()) != 0) {
    status = Failed("write", path_, errno);
  }
  if (!status.ok()) ::unlink(temporary.c_str());
  return status;
}

Status ProfileFile::Lock::KeepAside() {
  for (int number = 1; number <= kMaxAside; ++number) {
    // Unlike a rename, a link does not replace what has the name already.
    if (::link(path_.c_str(), fmt::format("{}.bad-{}", path_, number).c_str()) == 0) {
      return OkStatus();
    }
    if (errno != EEXIST) break;
  }
  return Failed("keep a copy of", path_, errno);
}

}  // namespace sightglass::serve
