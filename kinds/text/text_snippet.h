#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "kinds/text/text_finder.h"

namespace sightglass::kinds {

// Lengths and places in UTF-16 units, as a page counts them, of the text with U+FFFD for each byte
// that is not UTF-8.
std::uint64_t Utf16Units(std::string_view text);

// A match with some of what is around it.
struct TextSnippet {
  std::string text{};          // UTF-8; of a long match only the beginning
  std::uint64_t match_at = 0;  // in `text`
  std::uint64_t at = 0;        // in the whole
  std::uint64_t length = 0;    // of the match
};

inline constexpr std::size_t kSnippetBytesBefore = 80;
inline constexpr std::size_t kSnippetBytesAfter = 160;
inline constexpr std::size_t kSnippetMatchBytes = 200;

// REQUIRES: `match` lies in `text`. Cost: linear in what is before the match.
TextSnippet CutSnippet(std::string_view text, const TextMatch& match);

}  // namespace sightglass::kinds
