#include "writer/wire_check.h"

#include <cstddef>
#include <cstdint>

#include "writer/text_pieces.h"

namespace sightglass::writer {
namespace {

// Moves `at` behind the number there.
bool ReadVarint(std::string_view bytes, std::size_t& at, std::uint64_t& value) {
  value = 0;
  for (unsigned shift = 0; shift < 70 && at < bytes.size(); shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes[at++]);
    if (shift < 64) value |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

bool SkipField(std::string_view bytes, std::size_t& at) {
  std::uint64_t key = 0;
  if (!ReadVarint(bytes, at, key) || key >> 3 == 0 || key > UINT32_MAX) return false;
  std::uint64_t size = 0;
  switch (key & 7) {
    case 0:
      return ReadVarint(bytes, at, size);
    case 1:
      size = 8;
      break;
    case 2:
      if (!ReadVarint(bytes, at, size)) return false;
      break;
    case 5:
      size = 4;
      break;
    default:
      return false;
  }
  if (size > bytes.size() - at) return false;
  at += static_cast<std::size_t>(size);
  return true;
}

}  // namespace

Status CheckWire(std::string_view what, std::string_view bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t begin = at;
    if (!SkipField(bytes, at)) {
      return Invalid({what, " is not protobuf: the field at byte ", begin, " of ", bytes.size(),
                      " cannot be read"});
    }
  }
  return {};
}

}  // namespace sightglass::writer
