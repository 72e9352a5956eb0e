#include "writer/whole_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <utility>

#include "writer/file_sink.h"
#include "writer/text_pieces.h"

namespace sightglass::writer {

WholeFile::WholeFile(std::string path, Existing existing)
    : path_(std::move(path)), existing_(existing) {}

WholeFile::~WholeFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!unfinished_path_.empty()) ::unlink(unfinished_path_.c_str());
}

Status WholeFile::Open() {
  static std::atomic<std::uint32_t> counter{0};
  std::string unfinished = path_ + ".unfinished";
  // One name for all keeps others out; else each has its own.
  if (existing_ == Existing::kReplace) {
    AppendPieces(unfinished,
                 {".", ::getpid(), ".", counter.fetch_add(1, std::memory_order_relaxed)});
  }
  descriptor_ = ::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor_ < 0) {
    if (errno == EEXIST) {
      return {StatusCode::kFailedPrecondition, "somebody else writes this file: " + path_};
    }
    return ErrnoStatus("cannot create " + unfinished, errno);
  }
  unfinished_path_ = std::move(unfinished);
  struct stat found {};
  if (existing_ == Existing::kKeep && ::stat(path_.c_str(), &found) == 0) {
    return {StatusCode::kFailedPrecondition, "this file exists: " + path_};
  }
  return {};
}

Status WholeFile::Append(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return ErrnoStatus("cannot write " + path_, errno);
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

Status WholeFile::Finish() {
  const int closed = ::close(std::exchange(descriptor_, -1));
  if (closed != 0 && errno != EINTR) return ErrnoStatus("cannot write " + path_, errno);
  if (::rename(unfinished_path_.c_str(), path_.c_str()) != 0) {
    return ErrnoStatus("cannot rename " + path_, errno);
  }
  unfinished_path_.clear();
  return {};
}

Status WriteWholeFile(std::string path, std::string_view bytes) {
  WholeFile file(std::move(path));
  if (Status status = file.Open(); !status.ok()) return status;
  if (Status status = file.Append(bytes); !status.ok()) return status;
  return file.Finish();
}

Status ReadWholeFile(const std::string& path, std::string& bytes) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return ErrnoStatus("cannot open " + path, errno);
  bytes.clear();
  char chunk[16'384];
  for (;;) {
    const ssize_t got = ::read(descriptor, chunk, sizeof(chunk));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      const int error = got < 0 ? errno : 0;
      ::close(descriptor);
      return error != 0 ? ErrnoStatus("cannot read " + path, error) : Status();
    }
    bytes.append(chunk, static_cast<std::size_t>(got));
  }
}

}  // namespace sightglass::writer
