#include "base/text.h"

#include <fmt/format.h>

#include <cstring>

namespace sightglass::base {
namespace {

// Does this well-formed character change anything but its own place on the line?
bool IsUnsafeToPrint(std::string_view character) {
  const auto byte = [character](std::size_t i) { return static_cast<unsigned char>(character[i]); };
  switch (character.size()) {
    case 1:
      return byte(0) < 0x20 || byte(0) == 0x7F;
    case 2:
      return byte(0) == 0xC2 && byte(1) < 0xA0;  // U+0080..U+009F
    case 3:
      // U+200E, U+200F, U+2028..U+202E and U+2066..U+2069
      return byte(0) == 0xE2 && ((byte(1) == 0x80 && (byte(2) == 0x8E || byte(2) == 0x8F ||
                                                      (byte(2) >= 0xA8 && byte(2) <= 0xAE))) ||
                                 (byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9));
    default:
      return false;
  }
}

}  // namespace

std::string EscapeForDisplay(std::string_view bytes, std::size_t max_bytes) {
  constexpr std::size_t kEscapeBytes = 4;  // \xNN
  std::string out;
  std::string_view left = bytes;
  while (!left.empty()) {
    const std::size_t character_bytes = Utf8CharacterBytes(left);
    const bool escape = character_bytes == 0 || IsUnsafeToPrint(left.substr(0, character_bytes));
    const std::string_view character = left.substr(0, character_bytes == 0 ? 1 : character_bytes);
    const std::size_t needed = escape ? character.size() * kEscapeBytes : character.size();
    if (needed > max_bytes - out.size()) {
      fmt::format_to(std::back_inserter(out), "… ({} bytes)", bytes.size());
      return out;
    }
    if (escape) {
      for (const char c : character) {
        fmt::format_to(std::back_inserter(out), "\\x{:02X}", static_cast<unsigned char>(c));
      }
    } else {
      out.append(character);
    }
    left.remove_prefix(character.size());
  }
  return out;
}

}  // namespace sightglass::base
