#include "writer/utf8_check.h"

#include <cstdint>
#include <cstring>

#include "writer/text_pieces.h"

namespace sightglass::writer {
namespace {

// How many bytes the character at `at` takes; 0 if it is none.
std::size_t CharacterSize(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U;
  };
  const auto is_tail = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  if (lead < 0xE0) return is_tail(1) ? 2 : 0;
  if (lead < 0xF0) {
    const unsigned lowest = lead == 0xE0 ? 0xA0 : 0x80;
    const unsigned highest = lead == 0xED ? 0x9F : 0xBF;
    return byte(1) >= lowest && byte(1) <= highest && is_tail(2) ? 3 : 0;
  }
  const unsigned lowest = lead == 0xF0 ? 0x90 : 0x80;
  const unsigned highest = lead == 0xF4 ? 0x8F : 0xBF;
  return byte(1) >= lowest && byte(1) <= highest && is_tail(2) && is_tail(3) ? 4 : 0;
}

}  // namespace

std::size_t FindBadUtf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    // Most text is ASCII: eight bytes at a time.
    std::uint64_t word = 0;
    if (text.size() - at >= sizeof(word)) {
      std::memcpy(&word, text.data() + at, sizeof(word));
      if ((word & 0x8080808080808080U) == 0) {
        at += sizeof(word);
        continue;
      }
    }
    const std::size_t size = CharacterSize(text, at);
    if (size == 0) return at;
    at += size;
  }
  return at;
}

Status CheckUtf8(std::string_view what, std::string_view text) {
  const std::size_t at = FindBadUtf8(text);
  if (at == text.size()) return {};
  constexpr char kDigits[] = "0123456789ABCDEF";
  const auto bad = static_cast<unsigned char>(text[at]);
  const char hexadecimal[] = {kDigits[bad >> 4], kDigits[bad & 0xF]};
  return Invalid(
      {what, " is not UTF-8: byte 0x", std::string_view(hexadecimal, 2), " at position ", at});
}

}  // namespace sightglass::writer
