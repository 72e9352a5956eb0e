#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <span>
#include <string_view>

namespace sightglass::base {

// Bytes owned by somebody else.
using Bytes = std::span<const std::byte>;

inline Bytes AsBytes(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

inline std::string_view AsText(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Every format we read is little-endian, and so is every machine we build for.
static_assert(std::endian::native == std::endian::little);

// The T at `from`, which needs no alignment. REQUIRES: sizeof(T) readable bytes.
template <class T>
T LoadLittleEndian(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

template <class T>
void StoreLittleEndian(T value, std::byte* to) {
  std::memcpy(to, &value, sizeof(T));
}

}  // namespace sightglass::base
