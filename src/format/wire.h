#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/bytes.h"

namespace sightglass::format {

// What is wrong with bytes that claim to be a protobuf message.
enum class [[nodiscard]] WireError : std::uint8_t{
    kOk,
    kTruncated,  // a field reaches past the end of its message
    kBadVarint,  // longer than ten bytes
    kBadField,   // field number 0 or too large, or a wire type that does not exist
    kBadGroup,   // a group that does not end, or ends another one
    kTooDeep,    // nested beyond kMaxNesting
};

std::string_view WireErrorText(WireError error);

// protobuf's own usual limit: a message may have this many messages and groups around it.
inline constexpr int kMaxNesting = 100;

enum class WireType : std::uint8_t {
  kVarint = 0,
  kFixed64 = 1,
  kBytes = 2,
  kStartGroup = 3,
  kEndGroup = 4,
  kFixed32 = 5,
};

// Field number and wire type in one number, as they stand on the wire.
constexpr std::uint32_t FieldTag(std::uint32_t field, WireType type) {
  return (field << 3) | static_cast<std::uint32_t>(type);
}

namespace wire_detail {

// What stands at `at`, and where the next thing begins; next == nullptr means `error`.
struct Parsed {
  const std::byte* next = nullptr;
  std::uint64_t value = 0;
  WireError error = WireError::kOk;
};

// Any varint. By value in and out, so that a reader can live in registers around the call.
Parsed ParseVarint(const std::byte* at, const std::byte* end);

// What follows `tag`, which no caller knows; `depth` messages are around it.
Parsed ParseUnknown(const std::byte* at, const std::byte* end, std::uint32_t tag, int depth);

}  // namespace wire_detail

// Reads a protobuf message in place, field by field.
//
//   WireReader reader(message);
//   while (reader.Next()) {
//     switch (reader.tag()) {
//       case FieldTag(1, WireType::kBytes): name = reader.Bytes(); break;
//       case FieldTag(2, WireType::kVarint): size = reader.Varint(); break;
//       default: reader.Skip();
//     }
//   }
//   return reader.error();
//
// After Next() call exactly one of Varint, Fixed64, Fixed32, Bytes or Skip. Dispatching on tag(),
// not on field(), is the rule that keeps this safe and fast: a known number with another wire type
// is an unknown field in protobuf too, and only unknown tags, which go to Skip(), need to be proven
// legal. After an error reads give zero or nothing and Next() gives false, so checking once at the
// end is enough. A tag or length longer than it need be is accepted.
//
// Threads: none of its own. Cost: no allocation, no exceptions; about a nanosecond a field.
class WireReader {
 public:
  // The bytes must outlive the reader and all it returns. `depth` messages are around this one: it
  // counts towards kMaxNesting for groups.
  explicit WireReader(base::Bytes message, int depth = 0)
      : at_(message.data()), end_(message.data() + message.size()), depth_(depth) {}

  // Moves to the next field. false at the end and after an error.
  [[gnu::always_inline]] bool Next() {
    if (at_ == end_) return false;
    const auto first = std::to_integer<std::uint32_t>(*at_);
    if (first < 0x80) [[likely]] {
      ++at_;
      tag_ = first;
      return true;
    }
    const std::uint64_t tag = LongVarint();
    if (error_ != WireError::kOk) [[unlikely]]
      return false;
    if (tag > 0xFFFFFFFFU) [[unlikely]] {
      Fail(WireError::kBadField);
      return false;
    }
    tag_ = static_cast<std::uint32_t>(tag);
    return true;
  }

  [[nodiscard]] std::uint32_t tag() const { return tag_; }
  [[nodiscard]] std::uint32_t field() const { return tag_ >> 3; }
  [[nodiscard]] WireType type() const { return static_cast<WireType>(tag_ & 7); }
  [[nodiscard]] WireError error() const { return error_; }
  // Nothing is left, or an error came. For packed lists, which are read without Next().
  [[nodiscard]] bool AtEnd() const { return at_ == end_; }

  [[gnu::always_inline]] std::uint64_t Varint() {
    if (at_ != end_) [[likely]] {
      const auto first = std::to_integer<std::uint32_t>(*at_);
      if (first < 0x80) {
        ++at_;
        return first;
      }
    }
    return LongVarint();
  }

  [[gnu::always_inline]] std::uint64_t Fixed64() { return Fixed<std::uint64_t>(); }
  [[gnu::always_inline]] std::uint32_t Fixed32() { return Fixed<std::uint32_t>(); }

  // A string, bytes, a message, or a packed list.
  [[gnu::always_inline]] base::Bytes Bytes() {
    const std::uint64_t size = Varint();
    if (size > remaining()) [[unlikely]] {
      Fail(WireError::kTruncated);
      return {};
    }
    const base::Bytes bytes(at_, static_cast<std::size_t>(size));
    at_ += size;
    return bytes;
  }

  // Passes over the field, whatever it is; where Next()'s tag is not a legal one, that is the
  // error.
  void Skip() {
    if (type() == WireType::kBytes && tag_ >= 8) {
      Bytes();
      return;
    }
    const wire_detail::Parsed skipped = wire_detail::ParseUnknown(at_, end_, tag_, depth_);
    if (skipped.next == nullptr) [[unlikely]] {
      Fail(skipped.error);
      return;
    }
    at_ = skipped.next;
  }

 private:
  [[nodiscard]] std::size_t remaining() const { return static_cast<std::size_t>(end_ - at_); }

  template <class T>
  [[gnu::always_inline]] T Fixed() {
    if (remaining() < sizeof(T)) [[unlikely]] {
      Fail(WireError::kTruncated);
      return 0;
    }
    const T value = base::LoadLittleEndian<T>(at_);
    at_ += sizeof(T);
    return value;
  }

  // Two and three bytes, the steps of most files and the lengths of most messages, are read here.
  [[gnu::always_inline]] std::uint64_t LongVarint() {
    if (remaining() >= 3) [[likely]] {
      const auto first = std::to_integer<std::uint32_t>(at_[0]);
      const auto second = std::to_integer<std::uint32_t>(at_[1]);
      if (second < 0x80) {
        at_ += 2;
        return (first & 0x7F) | (second << 7);
      }
      const auto third = std::to_integer<std::uint32_t>(at_[2]);
      if (third < 0x80) {
        at_ += 3;
        return (first & 0x7F) | ((second & 0x7F) << 7) | (third << 14);
      }
    }
    const wire_detail::Parsed parsed = wire_detail::ParseVarint(at_, end_);
    if (parsed.next == nullptr) [[unlikely]] {
      Fail(parsed.error);
      return 0;
    }
    at_ = parsed.next;
    return parsed.value;
  }

  // The first error stays: what follows it only comes of it.
  void Fail(WireError error) {
    if (error_ == WireError::kOk) error_ = error;
    at_ = end_;
    tag_ = 0;
  }

  const std::byte* at_;
  const std::byte* end_;
  std::uint32_t tag_ = 0;
  int depth_;
  WireError error_ = WireError::kOk;
};

// Is `message` a sequence of legal fields? What is inside nested messages is not looked at.
WireError CheckFields(base::Bytes message, int depth = 0);

}  // namespace sightglass::format
