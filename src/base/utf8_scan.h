#pragma once

#include <cstddef>
#include <string_view>

namespace sightglass::base {

// UTF-8 as RFC 3629 has it: no overlong forms, no surrogates, nothing above U+10FFFF. Needs nothing
// but the standard library: the writer library is made of it, too.

// The bytes of the well-formed character that `text` begins with; 0 when it begins with none.
// REQUIRES: !text.empty().
std::size_t Utf8CharacterBytes(std::string_view text);

// Where the first byte stands that is not part of UTF-8, or text.size().
// Cost: eight bytes at a time while they are ASCII.
std::size_t FindBadUtf8(std::string_view text);

inline bool IsUtf8(std::string_view text) { return FindBadUtf8(text) == text.size(); }

}  // namespace sightglass::base
