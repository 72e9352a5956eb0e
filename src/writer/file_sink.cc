#include "writer/file_sink.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <system_error>

#include "writer/text_pieces.h"

namespace sightglass::writer {
namespace {

StatusCode CodeOf(int error) {
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return StatusCode::kNotFound;
    case EACCES:
    case EPERM:
    case EROFS:
      return StatusCode::kPermissionDenied;
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
    case EMFILE:
    case ENFILE:
    case ENOMEM:
      return StatusCode::kResourceExhausted;
    case EINVAL:
    case ENAMETOOLONG:
      return StatusCode::kInvalidArgument;
    default:
      return StatusCode::kUnavailable;
  }
}

class LocalSink final : public FileSink {
 public:
  LocalSink(int fd, std::string path) : fd_(fd), path_(std::move(path)) {}
  ~LocalSink() override { Abandon(); }
  LocalSink(const LocalSink&) = delete;
  LocalSink& operator=(const LocalSink&) = delete;

  Status Append(std::string_view bytes, std::size_t& wrote) override {
    wrote = 0;
    while (wrote < bytes.size()) {
      const ssize_t got = ::write(fd_, bytes.data() + wrote, bytes.size() - wrote);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return ErrnoStatus("cannot write " + path_, errno);
      wrote += static_cast<std::size_t>(got);
    }
    return {};
  }

  bool deleted() override {
    struct stat found {};
    return ::fstat(fd_, &found) == 0 && found.st_nlink == 0;
  }

  void Abandon() override {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }

 private:
  int fd_;
  const std::string path_;
};

class LocalMaker final : public SinkMaker {
 public:
  Status Make(const std::string& directory, const std::string& name_end,
              std::unique_ptr<FileSink>& sink) override {
    if (Status made = MakeDirectories(directory); !made.ok()) return made;
    static std::atomic<std::uint64_t> next_number = 0;
    // A process that lives on after its number was given again may meet its own file.
    for (int attempt = 0;; ++attempt) {
      char start[64];
      std::snprintf(start, sizeof(start), "events.out.tfevents.%010lld.",
                    static_cast<long long>(std::time(nullptr)));
      const std::string path = JoinPieces({directory, "/", start, HostName(), ".", ::getpid(), ".",
                                           next_number.fetch_add(1), name_end});
      const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0644);
      if (fd >= 0) {
        sink = std::make_unique<LocalSink>(fd, path);
        return {};
      }
      if (errno != EEXIST || attempt == 1'000) return ErrnoStatus("cannot make " + path, errno);
    }
  }
};

}  // namespace

std::shared_ptr<SinkMaker> LocalSinkMaker() { return std::make_shared<LocalMaker>(); }

Status ErrnoStatus(const std::string& what, int error) {
  return {CodeOf(error), JoinPieces({what, ": ", std::generic_category().message(error)})};
}

Status MakeDirectories(const std::string& directory) {
  struct stat found {};
  if (::stat(directory.c_str(), &found) == 0) {
    if (S_ISDIR(found.st_mode)) return {};
    return {StatusCode::kInvalidArgument, JoinPieces({"not a directory: ", directory})};
  }
  for (std::size_t end = directory.find('/', 1);; end = directory.find('/', end + 1)) {
    const std::string part = directory.substr(0, end);
    // Which parents exist or may not be written does not matter, as long as the last step works.
    if (::mkdir(part.c_str(), 0755) != 0 && end == std::string::npos) {
      const int error = errno;
      if (error != EEXIST || ::stat(directory.c_str(), &found) != 0 || !S_ISDIR(found.st_mode)) {
        return ErrnoStatus("cannot make the directory " + directory, error);
      }
    }
    if (end == std::string::npos) return {};
  }
}

std::string HostName() {
  char name[256] = {};
  if (::gethostname(name, sizeof(name) - 1) != 0 || name[0] == '\0') return "localhost";
  std::string text = name;
  for (char& c : text) {
    if (c == '/') c = '_';
  }
  return text;
}

}  // namespace sightglass::writer
