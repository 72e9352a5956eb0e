#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/bytes.h"
#include "base/issue_log.h"
#include "base/result.h"
#include "format/frame.h"
#include "io/file_system.h"

namespace sightglass::ingest {

// Bytes of a file being read; one per thread, used for file after file.
class ReadBuffer {
 public:
  explicit ReadBuffer(std::size_t read_bytes);

  [[nodiscard]] std::byte* data() { return bytes_.get(); }
  [[nodiscard]] std::size_t capacity() const { return capacity_; }
  [[nodiscard]] std::size_t read_bytes() const { return read_bytes_; }
  // Makes room for `capacity` bytes, keeping the first `keep`.
  void Grow(std::size_t capacity, std::size_t keep);
  // Gives back what a large record needed.
  void Shrink();

 private:
  std::size_t read_bytes_;
  std::size_t capacity_ = 0;
  std::unique_ptr<std::byte[]> bytes_;
};

// A place in a file that yields no record.
struct Damage {
  base::IssueKind kind = base::IssueKind::kDamagedHeader;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::string message;
};

// Where reading stopped and from where it goes on when the file has grown or changed.
struct StreamEnd {
  std::uint64_t offset = 0;       // of the first byte that belongs to no record yet: go on here
  std::uint64_t searched_to = 0;  // no record starts between `offset` (not itself) and here
  // What is wrong with the bytes from `offset` to the end, if there are any.
  std::optional<Damage> tail{};
  base::Status status{};  // not ok: reading failed at `offset`
};

struct RecordStreamOptions {
  std::uint64_t begin = 0;
  // No record that starts at or after this is read.
  std::uint64_t end = std::numeric_limits<std::uint64_t>::max();
  // How many bytes the file has; nothing behind is touched, so that a growing file gives the same
  // answer twice.
  std::uint64_t file_bytes = 0;
  // `begin` may lie anywhere: start at the first record at or after it.
  bool find_first = false;
  // From an earlier StreamEnd at the same offset.
  std::uint64_t searched_to = 0;
};

struct Record {
  std::uint64_t offset = 0;  // of the frame
  base::Bytes payload;       // valid until the next call
  [[nodiscard]] std::uint64_t frame_bytes() const {
    return payload.size() + format::kFrameOverheadBytes;
  }
  [[nodiscard]] std::uint64_t payload_offset() const { return offset + format::kFrameHeaderBytes; }
};

// Reads framed records in order. Damage is skipped by finding the next offset where both checksums
// hold.
//
// A sound header that claims more bytes than the file has is either a record still being written or
// a false one: it is false if a sound record starts behind it, otherwise it is the tail.
//
// Threads: one at a time. Cost: one copy from the page cache and the checksum; memory is bounded by
// the buffer and the largest record.
class RecordStream {
 public:
  // `file` and `buffer` must outlive the stream. `on_damage` is called for each place that is
  // skipped for good.
  RecordStream(io::File& file, ReadBuffer& buffer, RecordStreamOptions options,
               std::function<void(Damage)> on_damage);

  // false at the end, at damage that reaches to the end, and when reading fails: see end().
  bool Next(Record& record) {
    if (cursor_ < limit_ && window_offset_ + cursor_ < options_.end) [[likely]] {
      const format::Frame frame = format::ReadFrame({buffer_.data() + cursor_, limit_ - cursor_});
      if (frame.state == format::FrameState::kRecord) [[likely]] {
        record.offset = window_offset_ + cursor_;
        record.payload = frame.payload;
        cursor_ += static_cast<std::size_t>(frame.frame_bytes);
        return true;
      }
    }
    return NextSlow(record);
  }

  // REQUIRES: Next() returned false.
  [[nodiscard]] const StreamEnd& end() const { return end_; }
  // Bytes of the file: without a read where they are still in the window. As io::File::ReadAt().
  base::Result<std::size_t> ReadAt(std::uint64_t at, std::span<std::byte> into);
  // Offset of the first record found with find_first; file_bytes if none.
  [[nodiscard]] std::uint64_t first_offset() const { return first_offset_; }

 private:
  bool NextSlow(Record& record);
  [[nodiscard]] std::uint64_t offset() const { return window_offset_ + cursor_; }
  // Makes the window start at `at` (or before, with the cursor there) and hold `need` bytes, or all
  // up to the end of the file.
  bool Fill(std::uint64_t at, std::uint64_t need);
  // Looks for a sound record at or after `from`. nullopt: none before the end of the file, or
  // reading failed, or the budget is spent.
  std::optional<std::uint64_t> FindRecord(
      std::uint64_t from, std::uint64_t before = std::numeric_limits<std::uint64_t>::max());
  // Does a whole record with right checksums stand at `at`, where a sound header claims
  // `frame_bytes`?
  bool IsSound(std::uint64_t at, std::uint64_t frame_bytes);
  // Goes on behind the damage at the cursor. false: nothing sound follows, end_ is set.
  bool SkipDamage(base::IssueKind kind, std::uint64_t frame_bytes);
  void Stop(std::optional<Damage> tail);

  io::File& file_;
  ReadBuffer& buffer_;
  RecordStreamOptions options_;
  std::function<void(Damage)> on_damage_;
  std::uint64_t window_offset_ = 0;  // of the buffer's first byte in the file
  std::size_t cursor_ = 0;           // in the buffer: the next frame
  std::size_t limit_ = 0;            // in the buffer: end of the bytes read
  std::uint64_t first_offset_ = 0;
  std::uint64_t search_budget_bytes_ = 0;
  // The first header met in a search whose record may yet be completed.
  std::optional<std::uint64_t> undecided_;
  bool budget_spent_ = false;
  bool has_ended_ = false;
  StreamEnd end_;
};

}  // namespace sightglass::ingest
