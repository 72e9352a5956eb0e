#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace sightglass::base {

// Text on its way to a file descriptor, or kept in memory.
//
// The first failed write is remembered and everything after it is dropped, so that a long loop
// need only look at failed() now and then, and nothing is lost unnoticed if Flush() is checked.
//
// Threads: one at a time. Memory: kBufferBytes.
class BufferedOutput {
 public:
  static constexpr std::size_t kBufferBytes = std::size_t{64} << 10;

  // Keeps everything; read it with text().
  BufferedOutput();
  // `fd` stays the caller's. `name` stands in error messages, e.g. "standard output".
  BufferedOutput(int fd, std::string name);
  // Drops what was not flushed.
  ~BufferedOutput() = default;
  BufferedOutput(const BufferedOutput&) = delete;
  BufferedOutput& operator=(const BufferedOutput&) = delete;

  void Write(std::string_view text) {
    if (text.size() > kBufferBytes - buffer_.size() && fd_ >= 0) [[unlikely]] {
      WriteSlowly(text);
      return;
    }
    buffer_.append(text);
  }
  void Put(char c) { Write({&c, 1}); }

  // Writes out what is buffered. The error is the first one of the whole life of this object.
  Status Flush();

  [[nodiscard]] bool failed() const { return errno_ != 0; }
  // What is buffered; in memory mode, all that was written.
  [[nodiscard]] const std::string& text() const { return buffer_; }
  // The same, moved out: the output is then empty.
  [[nodiscard]] std::string TakeText() { return std::exchange(buffer_, {}); }

 private:
  void WriteSlowly(std::string_view text);
  void WriteOut(std::string_view text);

  int fd_ = -1;
  int errno_ = 0;
  std::string name_;
  std::string buffer_;
};

}  // namespace sightglass::base
