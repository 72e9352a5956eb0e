#include "format/wire.h"

#include <algorithm>
#include <array>

namespace sightglass::format {

std::string_view WireErrorText(WireError error) {
  switch (error) {
    case WireError::kOk:
      return "ok";
    case WireError::kTruncated:
      return "a field reaches past the end of its message";
    case WireError::kBadVarint:
      return "a number longer than ten bytes";
    case WireError::kBadField:
      return "an impossible field number or type";
    case WireError::kBadGroup:
      return "a group that does not end";
    case WireError::kTooDeep:
      return "nested deeper than 100 messages";
  }
  return "unknown";
}

namespace wire_detail {
namespace {

constexpr std::ptrdiff_t kMaxVarintBytes = 10;

Parsed Failed(WireError error) { return {.next = nullptr, .value = 0, .error = error}; }

Parsed SkipBytes(const std::byte* at, const std::byte* end, std::uint64_t size) {
  if (size > static_cast<std::uint64_t>(end - at)) return Failed(WireError::kTruncated);
  return {.next = at + size};
}

// A field that is no group.
Parsed SkipPlain(const std::byte* at, const std::byte* end, WireType type) {
  switch (type) {
    case WireType::kVarint:
      return ParseVarint(at, end);
    case WireType::kFixed64:
      return SkipBytes(at, end, 8);
    case WireType::kFixed32:
      return SkipBytes(at, end, 4);
    case WireType::kBytes: {
      const Parsed size = ParseVarint(at, end);
      return size.next == nullptr ? size : SkipBytes(size.next, end, size.value);
    }
    case WireType::kStartGroup:
    case WireType::kEndGroup:
      break;
  }
  return Failed(WireError::kBadField);
}

// From behind the group's first tag to behind its last. No recursion: the depth is the file's
// choice.
Parsed SkipGroup(const std::byte* at, const std::byte* end, std::uint32_t field, int depth) {
  std::array<std::uint32_t, kMaxNesting> open;  // field numbers of the groups we are in
  const auto limit = static_cast<std::size_t>(std::max(0, kMaxNesting - depth));
  if (limit == 0) return Failed(WireError::kTooDeep);
  std::size_t count = 0;
  open[count++] = field;
  while (count > 0) {
    if (at == end) return Failed(WireError::kBadGroup);
    const Parsed tag = ParseVarint(at, end);
    if (tag.next == nullptr) return tag;
    const std::uint64_t number = tag.value >> 3;
    if (number == 0 || tag.value > 0xFFFFFFFFU) return Failed(WireError::kBadField);
    at = tag.next;
    const auto type = static_cast<WireType>(tag.value & 7);
    if (type == WireType::kStartGroup) {
      if (count == limit) return Failed(WireError::kTooDeep);
      open[count++] = static_cast<std::uint32_t>(number);
    } else if (type == WireType::kEndGroup) {
      if (open[--count] != number) return Failed(WireError::kBadGroup);
    } else {
      const Parsed skipped = SkipPlain(at, end, type);
      if (skipped.next == nullptr) return skipped;
      at = skipped.next;
    }
  }
  return {.next = at};
}

}  // namespace

Parsed ParseVarint(const std::byte* at, const std::byte* end) {
  const std::ptrdiff_t limit = std::min(end - at, kMaxVarintBytes);
  std::uint64_t value = 0;
  for (std::ptrdiff_t i = 0; i < limit; ++i) {
    const auto byte = std::to_integer<std::uint64_t>(at[i]);
    // Of a tenth byte only the lowest bit fits; protobuf drops the others too.
    value |= (byte & 0x7F) << (7 * i);
    if (byte < 0x80) return {.next = at + i + 1, .value = value};
  }
  return Failed(limit == kMaxVarintBytes ? WireError::kBadVarint : WireError::kTruncated);
}

Parsed ParseUnknown(const std::byte* at, const std::byte* end, std::uint32_t tag, int depth) {
  if (tag < 8) return Failed(WireError::kBadField);
  const auto type = static_cast<WireType>(tag & 7);
  if (type == WireType::kStartGroup) return SkipGroup(at, end, tag >> 3, depth);
  if (type == WireType::kEndGroup) return Failed(WireError::kBadGroup);
  return SkipPlain(at, end, type);
}

}  // namespace wire_detail

WireError CheckFields(base::Bytes message, int depth) {
  WireReader reader(message, depth);
  while (reader.Next()) reader.Skip();
  return reader.error();
}

}  // namespace sightglass::format
