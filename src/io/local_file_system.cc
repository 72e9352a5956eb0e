#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <string>
#include <utility>

#include "io/file_system.h"
#include "io/system_error.h"
#include "io/unique_fd.h"

namespace sightglass::io {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

// A file's times are whatever somebody set them to; the far ends of time stand in for what 64 bits
// of nanoseconds (the years 1678 to 2262) do not reach.
std::int64_t ToNanos(const timespec& time) {
  std::int64_t nanos = 0;
  if (__builtin_mul_overflow(std::int64_t{time.tv_sec}, std::int64_t{1'000'000'000}, &nanos) ||
      __builtin_add_overflow(nanos, std::int64_t{time.tv_nsec}, &nanos)) {
    return time.tv_sec < 0 ? std::numeric_limits<std::int64_t>::min()
                           : std::numeric_limits<std::int64_t>::max();
  }
  return nanos;
}

EntryType TypeOf(mode_t mode) {
  if (S_ISREG(mode)) return EntryType::kFile;
  if (S_ISDIR(mode)) return EntryType::kDirectory;
  return EntryType::kOther;
}

FileInfo ToFileInfo(const struct stat& status) {
  return FileInfo{.type = TypeOf(status.st_mode),
                  .device = status.st_dev,
                  .inode = status.st_ino,
                  .size_bytes = static_cast<std::uint64_t>(std::max<off_t>(status.st_size, 0)),
                  .modified_nanos = ToNanos(status.st_mtim),
                  .changed_nanos = ToNanos(status.st_ctim)};
}

// A name out of a flag or request may hold a zero byte, which the system would take for its end:
// another file than the one named.
base::Status CheckPath(const std::string& path) {
  if (path.find('\0') != std::string::npos) return SystemError(EINVAL, "path", path);
  return base::OkStatus();
}

class LocalFile final : public File {
 public:
  LocalFile(UniqueFd fd, std::string path) : fd_(std::move(fd)), path_(std::move(path)) {}

  Result<std::size_t> ReadAt(std::uint64_t offset, std::span<std::byte> into) override {
    constexpr auto kMaxOffset = static_cast<std::uint64_t>(std::numeric_limits<off_t>::max());
    // No file reaches this far. The read ends here too, since the system refuses to look beyond.
    if (offset >= kMaxOffset) return std::size_t{0};
    const auto wanted =
        static_cast<std::size_t>(std::min<std::uint64_t>(into.size(), kMaxOffset - offset));
    std::size_t done = 0;
    while (done < wanted) {
      const ssize_t got =
          ::pread(fd_.get(), into.data() + done, wanted - done, static_cast<off_t>(offset + done));
      if (got < 0) {
        if (errno == EINTR) continue;
        return SystemError(errno, "read", path_);
      }
      if (got == 0) break;
      done += static_cast<std::size_t>(got);
    }
    return done;
  }

  Result<FileInfo> Stat() override {
    struct stat status;
    if (::fstat(fd_.get(), &status) != 0) return SystemError(errno, "stat", path_);
    return ToFileInfo(status);
  }

 private:
  UniqueFd fd_;
  std::string path_;
};

int OpenRetrying(const char* path, int flags) {
  for (;;) {
    const int fd = ::open(path, flags);
    if (fd >= 0 || errno != EINTR) return fd;
  }
}

struct CloseDirectory {
  void operator()(DIR* directory) const { ::closedir(directory); }
};

class LocalFiles final : public FileSystem {
 public:
  Result<std::unique_ptr<File>> Open(const std::string& path) override {
    RETURN_IF_ERROR(CheckPath(path));
    // Without O_NONBLOCK, opening a named pipe waits until somebody writes to it. Reading a regular
    // file does not care.
    UniqueFd fd(OpenRetrying(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!fd.valid()) return SystemError(errno, "open", path);
    struct stat status;
    if (::fstat(fd.get(), &status) != 0) return SystemError(errno, "stat", path);
    if (S_ISDIR(status.st_mode)) return SystemError(EISDIR, "open", path);
    if (!S_ISREG(status.st_mode)) {
      Error error = SystemError(EINVAL, "open: not a regular file", path);
      error.code = ErrorCode::kFailedPrecondition;
      return error;
    }
    return std::unique_ptr<File>(std::make_unique<LocalFile>(std::move(fd), path));
  }

  Result<FileInfo> Stat(const std::string& path) override {
    RETURN_IF_ERROR(CheckPath(path));
    struct stat status;
    if (::stat(path.c_str(), &status) != 0) return SystemError(errno, "stat", path);
    return ToFileInfo(status);
  }

  Result<std::vector<DirectoryEntry>> List(const std::string& path) override {
    RETURN_IF_ERROR(CheckPath(path));
    const std::unique_ptr<DIR, CloseDirectory> directory(::opendir(path.c_str()));
    if (directory == nullptr) return SystemError(errno, "list", path);
    std::vector<DirectoryEntry> entries;
    for (;;) {
      errno = 0;
      const dirent* const entry = ::readdir(directory.get());
      if (entry == nullptr) {
        if (errno != 0) return SystemError(errno, "list", path);
        break;
      }
      const std::string_view name(entry->d_name);
      if (name == "." || name == "..") continue;
      entries.push_back(Describe(::dirfd(directory.get()), *entry));
    }
    std::ranges::sort(entries, {}, &DirectoryEntry::name);
    return entries;
  }

 private:
  // Most file systems tell the type with the name; only links, and names from those that do not,
  // cost a call each.
  static DirectoryEntry Describe(int directory_fd, const dirent& entry) {
    DirectoryEntry described{.name = entry.d_name};
    struct stat status;
    switch (entry.d_type) {
      case DT_REG:
        described.type = EntryType::kFile;
        return described;
      case DT_DIR:
        described.type = EntryType::kDirectory;
        return described;
      case DT_LNK:
        described.is_symlink = true;
        break;
      case DT_UNKNOWN:
        if (::fstatat(directory_fd, entry.d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
          return described;
        }
        described.is_symlink = S_ISLNK(status.st_mode);
        if (!described.is_symlink) {
          described.type = TypeOf(status.st_mode);
          return described;
        }
        break;
      default:
        return described;
    }
    if (::fstatat(directory_fd, entry.d_name, &status, 0) == 0) {
      described.type = TypeOf(status.st_mode);
    }
    return described;
  }
};

}  // namespace

FileSystem& LocalFileSystem() {
  static LocalFiles files;
  return files;
}

}  // namespace sightglass::io
