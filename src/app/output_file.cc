#include "app/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/interrupt.h"
#include "base/text.h"

namespace sightglass::app {
namespace {

base::Error CannotWrite(const std::string& path, int error) {
  const auto code = error == ENOENT   ? base::ErrorCode::kNotFound
                    : error == EACCES ? base::ErrorCode::kPermissionDenied
                                      : base::ErrorCode::kUnavailable;
  const std::string_view advice = error == ENOENT   ? "; make its directory first"
                                  : error == EISDIR ? "; give the name of a file in it"
                                                    : "";
  return base::Error{code,
                     fmt::format("cannot write '{}': {}{}", base::EscapeForDisplay(path, 1000),
                                 std::generic_category().message(error), advice)};
}

// Links resolved, so that renaming replaces the file and not the link; `path` itself if there is
// nothing yet.
std::string ResolveLinks(const std::string& path) {
  char* const resolved = ::realpath(path.c_str(), nullptr);
  if (resolved == nullptr) return path;
  std::string text = resolved;
  std::free(resolved);
  return text;
}

}  // namespace

base::Result<std::unique_ptr<OutputFile>> OutputFile::Open(const std::string& path) {
  std::unique_ptr<OutputFile> file(new OutputFile);
  if (path.empty() || path == "-") {
    file->fd_ = STDOUT_FILENO;
    file->out_ = std::make_unique<base::BufferedOutput>(STDOUT_FILENO, "standard output");
    return file;
  }
  file->path_ = ResolveLinks(path);
  file->owns_fd_ = true;
  struct stat old {};
  const bool exists = ::stat(file->path_.c_str(), &old) == 0;
  if (exists && S_ISDIR(old.st_mode)) return CannotWrite(path, EISDIR);
  if (exists && !S_ISREG(old.st_mode)) {
    file->fd_ = ::open(file->path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (file->fd_ < 0) return CannotWrite(path, errno);
  } else {
    // A file that may not be written must not be replaced either.
    if (exists && ::access(file->path_.c_str(), W_OK) != 0) return CannotWrite(path, errno);
    std::string temporary = fmt::format("{}.{}.tmp", file->path_, ::getpid());
    file->fd_ = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file->fd_ < 0) return CannotWrite(path, errno);
    file->temporary_path_ = std::move(temporary);
    SetUnfinishedFile(file->temporary_path_);
    if (exists && ::fchmod(file->fd_, old.st_mode & 07777U) != 0) {
      return CannotWrite(path, errno);
    }
  }
  file->out_ = std::make_unique<base::BufferedOutput>(file->fd_, path);
  return file;
}

OutputFile::~OutputFile() {
  if (owns_fd_ && fd_ >= 0) ::close(fd_);
  if (!temporary_path_.empty()) {
    ::unlink(temporary_path_.c_str());
    SetUnfinishedFile("");
  }
}

base::Status OutputFile::Commit() {
  RETURN_IF_ERROR(out_->Flush());
  if (!owns_fd_) return base::OkStatus();
  // Without this a crash of the machine soon after could leave an empty file in the old one's
  // place.
  if (!temporary_path_.empty() && ::fsync(fd_) != 0) return CannotWrite(path_, errno);
  // Network file systems tell of a full disk here at the latest.
  if (::close(std::exchange(fd_, -1)) != 0) return CannotWrite(path_, errno);
  if (temporary_path_.empty()) return base::OkStatus();
  if (std::rename(temporary_path_.c_str(), path_.c_str()) != 0) {
    return CannotWrite(path_, errno);
  }
  SetUnfinishedFile("");
  temporary_path_.clear();
  return base::OkStatus();
}

}  // namespace sightglass::app
