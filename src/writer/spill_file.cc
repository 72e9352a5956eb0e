#include "writer/spill_file.h"

#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace sightglass::writer {
namespace {

// What a LargeEvent is in the file, before the bytes of its body.
struct LargeHead {
  RunFile* file = nullptr;
  std::uint64_t bytes = 0;
  std::uint32_t field = 0;
};

bool WriteAt(int fd, std::uint64_t at, const void* from, std::size_t size) {
  const char* bytes = static_cast<const char*>(from);
  while (size > 0) {
    const ssize_t wrote = ::pwrite(fd, bytes, size, static_cast<off_t>(at));
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return false;
    bytes += wrote;
    at += static_cast<std::uint64_t>(wrote);
    size -= static_cast<std::size_t>(wrote);
  }
  return true;
}

}  // namespace

SpillFile::~SpillFile() {
  if (fd_ >= 0) ::close(fd_);
}

bool SpillFile::Open(const std::string& directory) {
  std::string path = directory;
  if (path.empty()) {
    const char* const temporary = std::getenv("TMPDIR");
    path = temporary != nullptr && *temporary != '\0' ? temporary : "/tmp";
  }
  path += "/sightglass-spill-" + std::string(6, 'X');  // mkstemp() replaces these
  fd_ = ::mkstemp(path.data());
  if (fd_ < 0) return false;
  ::unlink(path.c_str());
  const int flags = ::fcntl(fd_, F_GETFD);
  ::fcntl(fd_, F_SETFD, flags | FD_CLOEXEC);
  return true;
}

bool SpillFile::Append(const QueuedEvent& event, const std::string& directory) {
  if (fd_ < 0 && !Open(directory)) return false;
  std::uint64_t at = end_;
  if (!WriteAt(fd_, at, &event, sizeof(event))) return false;
  at += sizeof(event);
  if (event.tag == QueuedEvent::kLarge) {
    const LargeEvent& large = *event.large();
    const LargeHead head{large.file, large.body.size(), large.field};
    if (!WriteAt(fd_, at, &head, sizeof(head))) return false;
    at += sizeof(head);
    if (!WriteAt(fd_, at, large.body.data(), large.body.size())) return false;
    at += large.body.size();
    delete &large;
  }
  end_ = at;
  ++count_;
  return true;
}

bool SpillFile::ReadAt(std::uint64_t at, void* to, std::size_t size) const {
  char* bytes = static_cast<char*>(to);
  while (size > 0) {
    const ssize_t got = ::pread(fd_, bytes, size, static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    bytes += got;
    at += static_cast<std::uint64_t>(got);
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

bool SpillFile::ReadFirst(QueuedEvent& event) {
  if (!ReadAt(first_, &event, sizeof(event))) return false;
  first_ += sizeof(event);
  if (event.tag != QueuedEvent::kLarge) return true;
  LargeHead head;
  if (!ReadAt(first_, &head, sizeof(head))) return false;
  first_ += sizeof(head);
  auto large = std::make_unique<LargeEvent>();
  large->file = head.file;
  large->field = head.field;
  large->body.resize(head.bytes);
  if (!ReadAt(first_, large->body.data(), head.bytes)) return false;
  first_ += head.bytes;
  event.set_large(large.release());
  return true;
}

std::uint64_t SpillFile::first_order() const {
  QueuedEvent event;
  // What cannot be read holds nothing up: TakeFirst() will say that it is lost.
  return ReadAt(first_, &event, sizeof(event)) ? event.order : ~std::uint64_t{0};
}

bool SpillFile::TakeFirst(QueuedEvent& event) {
  if (empty()) return false;
  const bool good = ReadFirst(event);
  if (good) {
    --count_;
  } else {
    // Without this event there is nothing to find the next one by.
    lost_ += count_;
    count_ = 0;
  }
  if (count_ == 0) {
    first_ = 0;
    end_ = 0;
    // Gives the space back. If that fails, the bytes are written over.
    if (::ftruncate(fd_, 0) != 0) return good;
  }
  return good;
}

}  // namespace sightglass::writer
