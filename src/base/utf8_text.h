#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sightglass::base {

// One character of text that may be anything.
struct Utf8Char {
  char32_t code = 0;      // meaningless if !valid
  std::size_t bytes = 1;  // 1 if !valid
  bool valid = false;
};

// The character at the start of `text`. Strict: no overlong forms, surrogates, or codes past
// U+10FFFF. REQUIRES: !text.empty().
Utf8Char DecodeUtf8(std::string_view text);

// Appends `code` as UTF-8; what is no character becomes U+FFFD.
void AppendUtf8(char32_t code, std::string& out);

// `text` with every byte that is not part of UTF-8 as the four characters \xNN, so that names of
// any bytes can stand in files that must be UTF-8. A backslash stays as it is: the result is for
// reading, and equal results may come from different names. For a terminal see
// base::EscapeForDisplay, which also takes away control characters.
std::string EscapeInvalidUtf8(std::string_view text);

// Columns that `text` takes on a terminal: 2 for East Asian wide characters and emoji, 0 for
// combining marks. Approximate by design: it needs no locale.
std::size_t DisplayWidth(std::string_view text);

// `text` cut to `width` columns; the middle gives way to "..." since names differ at both ends.
// REQUIRES: text is UTF-8, width >= 5.
std::string ShortenMiddle(std::string_view text, std::size_t width);

}  // namespace sightglass::base
