#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sightglass::format {

// A longer tag is shown as text: it bounds the time that a hostile text can take.
inline constexpr std::size_t kMaxHtmlTagBytes = 4096;

// `html` with nothing in it that could act in a page.
//
// Kept are the tags
//   a blockquote br code em h1 h2 h3 h4 h5 h6 hr img li ol p pre strong table tbody td th thead tr
//   ul
// and of their attributes href and title (a), alt, src and title (img); URLs only if they are
// relative or http, https or mailto. Any other tag is shown as the text that it is, comments are
// left out. Tags come out balanced, attributes sorted, quoted and escaped. Text that is not UTF-8
// goes through as it is.
//
// Cost: linear; at most kMaxHtmlTagBytes are looked at again for each '<' that begins no tag.
std::string SanitizeHtml(std::string_view html);

// `text` as HTML that shows it: '<', '>' and '&' escaped.
std::string EscapeHtml(std::string_view text);

// `text` with U+FFFD for every byte that is not part of UTF-8.
std::string ReplaceInvalidUtf8(std::string_view text);

// Text from a file as a browser's parser takes it in: UTF-8, "\n" at the end of every line, and
// without NUL bytes.
struct CleanedText {
  std::string text{};
  std::size_t nul_bytes = 0;  // that were left out
};
CleanedText CleanText(std::string_view text);

}  // namespace sightglass::format
