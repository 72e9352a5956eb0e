#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace sightglass::kind {

// Columns as an answer: a JSON head, and little-endian arrays that a browser can lay typed arrays
// over without copying.
//
//   offset  bytes  what
//   0       4      "SGC1"
//   4       4      n, the length of the head, little-endian: a multiple of 8
//   8       n      the head: JSON, UTF-8, filled up with blanks
//   8 + n   ...    the arrays, each at a multiple of 8 from here
//
// In the head an array is {"type":"f64","at":OFFSET,"count":N}, OFFSET in bytes from 8 + n. Types:
// i8 u8 i16 u16 i32 u32 i64 u64 f32 f64.
//
// The type is the smallest of those named below that holds every value exactly. Columns that are
// equal may be one array: runs of one experiment have the same steps.
struct ColumnRef {
  std::string_view type;
  std::size_t at = 0;
  std::size_t count = 0;
};

// Writes such a body.
//
// Memory: the body. It is built in place if the head fits into the room left for it, else moved
// once.
class ColumnWriter {
 public:
  ColumnWriter() : ColumnWriter(0) {}
  // Leaves `head_room` bytes for the head; what the head does not use of it is sent as blanks.
  explicit ColumnWriter(std::size_t head_room);

  // Makes room for `bytes` of arrays.
  void Reserve(std::size_t bytes);

  // Steps and counts: i32 or i64 whichever suffices.
  ColumnRef Add(std::span<const std::int64_t> values);
  // f32 if every value is a float (NaNs count as such), else f64.
  ColumnRef Add(std::span<const double> values);
  ColumnRef Add(std::span<const std::uint64_t> values);  // u32 or u64
  ColumnRef Add(std::span<const std::uint8_t> values);

  // The whole body, with `head` in front. The writer is then empty.
  [[nodiscard]] std::string Finish(std::string_view head);
  // Bytes of arrays so far.
  [[nodiscard]] std::size_t size() const { return body_.size() - head_end_; }

 private:
  // The array that was put last, or one of the latest that equals it.
  ColumnRef Share(ColumnRef last);
  template <class Stored, class Value>
  ColumnRef Put(std::string_view type, std::span<const Value> values);
  void Align();

  std::size_t head_end_;               // a multiple of 8
  std::string body_;                   // room for the head, and the arrays
  std::array<ColumnRef, 4> latest_{};  // that differ, the newest first
};

inline constexpr std::string_view kColumnsContentType = "application/vnd.sightglass.columns";

}  // namespace sightglass::kind
