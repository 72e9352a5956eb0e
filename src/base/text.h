#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/utf8_scan.h"

namespace sightglass::base {

// `bytes` as one line of UTF-8 that is safe to print. Bytes that are not UTF-8, control characters,
// line separators and marks that reverse the direction of writing become \xNN, one per byte. Text
// that would come out longer than `max_bytes` is cut between characters and ends in "… (N bytes)",
// N being the size of `bytes`; the ending is not counted in `max_bytes`.
std::string EscapeForDisplay(std::string_view bytes, std::size_t max_bytes);

}  // namespace sightglass::base
