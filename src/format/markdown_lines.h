#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace sightglass::format {

// Small things that all parts of the Markdown reader do with lines.

inline bool IsMarkdownSpace(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\f'; }
inline bool IsMarkdownDigit(char c) { return c >= '0' && c <= '9'; }

// Without blanks at both ends.
inline std::string_view Trim(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}
// Without blanks and line breaks.
inline std::string_view TrimSpaceLeft(std::string_view text) {
  while (!text.empty() && IsMarkdownSpace(text.front())) text.remove_prefix(1);
  return text;
}
inline std::string_view TrimSpaceRight(std::string_view text) {
  while (!text.empty() && IsMarkdownSpace(text.back())) text.remove_suffix(1);
  return text;
}
inline std::string_view TrimSpace(std::string_view text) {
  return TrimSpaceRight(TrimSpaceLeft(text));
}

inline std::vector<std::string_view> SplitLines(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t end = 0; (end = text.find('\n')) != std::string_view::npos;) {
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  lines.push_back(text);
  return lines;
}

// The first line, without its break.
inline std::string_view FirstLine(std::string_view text) { return text.substr(0, text.find('\n')); }

inline std::size_t LeadingBlanks(std::string_view text) {
  std::size_t blanks = 0;
  while (blanks < text.size() && text[blanks] == ' ') ++blanks;
  return blanks;
}

}  // namespace sightglass::format
