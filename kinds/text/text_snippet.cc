#include "kinds/text/text_snippet.h"

#include <algorithm>

#include "base/utf8_text.h"
#include "format/safe_html.h"

namespace sightglass::kinds {
namespace {

// The nearest place at or after `at` that is not inside a character.
std::size_t NextBoundary(std::string_view text, std::size_t at) {
  for (int i = 0; i < 3 && at < text.size(); ++i, ++at) {
    if ((static_cast<unsigned char>(text[at]) & 0xC0) != 0x80) break;
  }
  return at;
}

}  // namespace

std::uint64_t Utf16Units(std::string_view text) {
  std::uint64_t units = 0;
  while (!text.empty()) {
    const base::Utf8Char c = base::DecodeUtf8(text);
    units += c.valid && c.code >= 0x10000 ? 2 : 1;
    text.remove_prefix(c.bytes);
  }
  return units;
}

TextSnippet CutSnippet(std::string_view text, const TextMatch& match) {
  const std::size_t end = match.at + match.bytes;
  const std::size_t begin = std::min(
      match.at,
      match.at <= kSnippetBytesBefore ? 0 : NextBoundary(text, match.at - kSnippetBytesBefore));
  std::size_t stop =
      match.bytes > kSnippetMatchBytes ? match.at + kSnippetMatchBytes : end + kSnippetBytesAfter;
  stop = NextBoundary(text, std::min(stop, text.size()));
  return {
      .text = format::ReplaceInvalidUtf8(text.substr(begin, stop - begin)),
      .match_at = Utf16Units(text.substr(begin, match.at - begin)),
      .at = Utf16Units(text.substr(0, match.at)),
      .length = Utf16Units(text.substr(match.at, match.bytes)),
  };
}

}  // namespace sightglass::kinds
