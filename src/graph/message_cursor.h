#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "format/wire.h"
#include "io/file_system.h"

namespace sightglass::graph {

// Bytes that are walked mostly from front to back. Of a file, only a window is in memory.
//
// Threads: one at a time.
class MessageCursor {
 public:
  // `bytes` must outlive the cursor.
  explicit MessageCursor(base::Bytes bytes) : window_(bytes), size_(bytes.size()) {}
  // [begin, begin + size) of a file.
  MessageCursor(std::shared_ptr<io::File> file, std::uint64_t begin, std::uint64_t size)
      : file_(std::move(file)), begin_(begin), size_(size) {}

  [[nodiscard]] std::uint64_t offset() const { return offset_; }
  [[nodiscard]] std::uint64_t size() const { return size_; }

  // The next `count` bytes, or as many as are left; good until the next call.
  base::Bytes Peek(std::size_t count);
  // To any place; past the end is the end.
  void Seek(std::uint64_t offset) { offset_ = offset < size_ ? offset : size_; }
  void Skip(std::uint64_t count) { Seek(count > size_ - offset_ ? size_ : offset_ + count); }

  // Of reading the file. After an error, or where the file has become shorter, what could not be
  // read is treated as if it were not there.
  [[nodiscard]] const base::Status& status() const { return status_; }

 private:
  std::shared_ptr<io::File> file_;
  std::vector<std::byte> buffer_;
  base::Bytes window_;
  std::uint64_t window_offset_ = 0;
  std::uint64_t begin_ = 0;
  std::uint64_t size_ = 0;
  std::uint64_t offset_ = 0;
  base::Status status_;
};

// A field of a protobuf message at a cursor.
struct WireField {
  std::uint32_t tag = 0;
  std::uint64_t value = 0;  // of a varint; of bytes: how many, which the cursor then stands before
};

// Reads the head of the next field of a message that ends at `end`; false at the end or with an
// error. After bytes the caller moves the cursor to where they end.
bool NextField(MessageCursor& cursor, std::uint64_t end, WireField& field,
               format::WireError& error);

}  // namespace sightglass::graph
