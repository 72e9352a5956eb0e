#include "writer/utf8_check.h"

#include <cstddef>

#include "base/utf8_scan.h"
#include "writer/text_pieces.h"

namespace sightglass::writer {
Status CheckUtf8(std::string_view what, std::string_view text) {
  const std::size_t at = base::FindBadUtf8(text);
  if (at == text.size()) return {};
  constexpr char kDigits[] = "0123456789ABCDEF";
  const auto bad = static_cast<unsigned char>(text[at]);
  const char hexadecimal[] = {kDigits[bad >> 4], kDigits[bad & 0xF]};
  return Invalid(
      {what, " is not UTF-8: byte 0x", std::string_view(hexadecimal, 2), " at position ", at});
}

}  // namespace sightglass::writer
