#include "base/buffered_output.h"

#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace sightglass::base {
namespace {

ErrorCode CodeOf(int write_errno) {
  switch (write_errno) {
    case EPIPE:  // who reads has had enough, as `head` does: no failure of ours
      return ErrorCode::kCancelled;
    case ENOSPC:
      return ErrorCode::kResourceExhausted;
    default:
      return ErrorCode::kUnavailable;
  }
}

}  // namespace

BufferedOutput::BufferedOutput() = default;

BufferedOutput::BufferedOutput(int fd, std::string name) : fd_(fd), name_(std::move(name)) {
  buffer_.reserve(kBufferBytes);
}

void BufferedOutput::WriteSlowly(std::string_view text) {
  WriteOut(buffer_);
  buffer_.clear();
  if (text.size() >= kBufferBytes) {
    WriteOut(text);
  } else {
    buffer_.append(text);
  }
}

void BufferedOutput::WriteOut(std::string_view text) {
  while (!text.empty() && errno_ == 0) {
    const ssize_t written = ::write(fd_, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      errno_ = errno;
    }
  }
}

Status BufferedOutput::Flush() {
  if (fd_ >= 0) {
    WriteOut(buffer_);
    buffer_.clear();
  }
  if (errno_ == 0) return OkStatus();
  return Error{CodeOf(errno_), fmt::format("cannot write to {}: {}", name_,
                                           std::generic_category().message(errno_))};
}

}  // namespace sightglass::base
