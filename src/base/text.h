#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sightglass::base {

// The bytes of the well-formed UTF-8 character that `text` begins with; 0 when it begins with none.
// REQUIRES: !text.empty().
std::size_t Utf8CharacterBytes(std::string_view text);

// Is `text` well-formed UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF)?
// Cost: eight bytes at a time while they are ASCII.
bool IsUtf8(std::string_view text);

// `bytes` as one line of UTF-8 that is safe to print. Bytes that are not UTF-8, control characters,
// line separators and marks that reverse the direction of writing become \xNN, one per byte. Text
// that would come out longer than `max_bytes` is cut between characters and ends in "… (N bytes)",
// N being the size of `bytes`; the ending is not counted in `max_bytes`.
std::string EscapeForDisplay(std::string_view bytes, std::size_t max_bytes);

}  // namespace sightglass::base
