#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/bytes.h"

namespace sightglass::kinds {

// Walks bytes that may end anywhere. What is read past the end is zero, and failed() then says so:
// a header is read to its end before anybody asks.
class ByteCursor {
 public:
  explicit ByteCursor(base::Bytes bytes) : rest_(bytes) {}

  [[nodiscard]] bool failed() const { return failed_; }

  // The next `size` bytes; all or none.
  base::Bytes Take(std::size_t size) {
    if (size > rest_.size()) {
      failed_ = true;
      rest_ = {};
      return {};
    }
    return TakeUpTo(size);
  }
  // As many of them as there are.
  base::Bytes TakeUpTo(std::size_t size) {
    const base::Bytes taken = rest_.first(std::min(size, rest_.size()));
    rest_ = rest_.subspan(taken.size());
    return taken;
  }
  std::string_view Text(std::size_t size) { return base::AsText(Take(size)); }

  // The byte at `offset` from here, without going on; zero past the end.
  [[nodiscard]] std::uint32_t Peek(std::size_t offset) const {
    return offset < rest_.size() ? std::to_integer<std::uint32_t>(rest_[offset]) : 0;
  }

  std::uint32_t Byte() { return LittleEndian(1); }
  std::uint32_t LittleEndian16() { return LittleEndian(2); }
  std::uint32_t LittleEndian24() { return LittleEndian(3); }
  std::uint32_t LittleEndian32() { return LittleEndian(4); }
  std::uint32_t BigEndian16() { return BigEndian(2); }
  std::uint32_t BigEndian32() { return BigEndian(4); }

 private:
  std::uint32_t LittleEndian(std::size_t size) {
    std::uint32_t number = 0;
    const base::Bytes bytes = Take(size);
    for (std::size_t i = bytes.size(); i-- > 0;) {
      number = number << 8 | std::to_integer<std::uint32_t>(bytes[i]);
    }
    return number;
  }
  std::uint32_t BigEndian(std::size_t size) {
    std::uint32_t number = 0;
    for (const std::byte byte : Take(size)) {
      number = number << 8 | std::to_integer<std::uint32_t>(byte);
    }
    return number;
  }

  base::Bytes rest_;
  bool failed_ = false;
};

}  // namespace sightglass::kinds
