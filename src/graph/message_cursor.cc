#include "graph/message_cursor.h"

#include <algorithm>

namespace sightglass::graph {
namespace {

constexpr std::size_t kWindowBytes = std::size_t{1} << 20;

}  // namespace

base::Bytes MessageCursor::Peek(std::size_t count) {
  count = static_cast<std::size_t>(std::min<std::uint64_t>(count, size_ - offset_));
  if (count == 0) return {};
  const bool inside = offset_ >= window_offset_ && offset_ - window_offset_ <= window_.size() &&
                      count <= window_.size() - (offset_ - window_offset_);
  if (!inside) {
    if (file_ == nullptr || !status_.ok()) return {};
    const auto wanted = static_cast<std::size_t>(
        std::min<std::uint64_t>(std::max(count, kWindowBytes), size_ - offset_));
    buffer_.resize(wanted);
    const auto read = file_->ReadAt(begin_ + offset_, buffer_);
    if (!read.ok()) {
      status_ = read.error();
      size_ = offset_;
      return {};
    }
    window_ = base::Bytes(buffer_).first(*read);
    window_offset_ = offset_;
    if (*read < wanted) size_ = offset_ + *read;
    count = std::min(count, *read);
  }
  return window_.subspan(static_cast<std::size_t>(offset_ - window_offset_), count);
}

bool NextField(MessageCursor& cursor, std::uint64_t end, WireField& field,
               format::WireError& error) {
  using format::WireError;
  constexpr std::size_t kLongestHead = 20;  // two varints
  end = std::min(end, cursor.size());
  if (cursor.offset() >= end) return false;
  const base::Bytes head = cursor.Peek(
      static_cast<std::size_t>(std::min<std::uint64_t>(kLongestHead, end - cursor.offset())));
  const std::byte* const stop = head.data() + head.size();
  const auto fail = [&error](WireError why) {
    error = why;
    return false;
  };
  const format::wire_detail::Parsed tag = format::wire_detail::ParseVarint(head.data(), stop);
  if (tag.next == nullptr) return fail(tag.error);
  if (tag.value > 0xFFFFFFFFU || tag.value < 8) return fail(WireError::kBadField);
  field.tag = static_cast<std::uint32_t>(tag.value);
  const std::byte* at = tag.next;
  std::uint64_t skip = 0;
  switch (static_cast<format::WireType>(field.tag & 7)) {
    case format::WireType::kVarint:
    case format::WireType::kBytes: {
      const format::wire_detail::Parsed value = format::wire_detail::ParseVarint(at, stop);
      if (value.next == nullptr) return fail(value.error);
      field.value = value.value;
      at = value.next;
      break;
    }
    case format::WireType::kFixed64:
      skip = 8;
      break;
    case format::WireType::kFixed32:
      skip = 4;
      break;
    default:
      return fail(WireError::kBadGroup);
  }
  const auto head_bytes = static_cast<std::uint64_t>(at - head.data());
  const std::uint64_t body =
      (field.tag & 7) == static_cast<std::uint32_t>(format::WireType::kBytes) ? field.value : skip;
  const std::uint64_t left = end - cursor.offset() - head_bytes;
  cursor.Skip(head_bytes + skip);
  if (body > left) return fail(WireError::kTruncated);
  return true;
}

}  // namespace sightglass::graph
