#include "kinds/text/text_finder.h"

#include <fmt/format.h>

#include <algorithm>
#include <clocale>
#include <cwctype>
#include <utility>
#include <vector>

#include "base/utf8_text.h"

namespace sightglass::kinds {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

// Finding the place of a match costs a hundred times as much as finding that there is one; so in
// longer texts it is sought line by line.
constexpr std::size_t kMaxPlaceBytes = std::size_t{16} << 10;

bool IsAscii(char c) { return static_cast<unsigned char>(c) < 0x80; }
bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

std::string Encode(char32_t code) {
  std::string out;
  base::AppendUtf8(code, out);
  return out;
}

// Both cases of a character, as the C library knows them whatever the user's locale is.
std::vector<std::string> CasesOf(char32_t code) {
  static const locale_t locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
  std::vector<std::string> cases = {Encode(code)};
  if (locale == nullptr) return cases;
  const auto wide = static_cast<wint_t>(code);
  for (const wint_t other : {towlower_l(wide, locale), towupper_l(wide, locale)}) {
    const std::string text = Encode(static_cast<char32_t>(other));
    if (std::ranges::find(cases, text) == cases.end()) cases.push_back(text);
  }
  return cases;
}

// A regular expression for bytes that finds `text` in both cases; nullopt if only letters of ASCII
// have two.
std::optional<std::string> FoldingPattern(std::string_view text) {
  std::string pattern;
  bool needed = false;
  while (!text.empty()) {
    const base::Utf8Char c = base::DecodeUtf8(text);
    if (c.valid && c.code >= 0x80) {
      const std::vector<std::string> cases = CasesOf(c.code);
      needed = needed || cases.size() > 1;
      pattern += fmt::format("(?:{})", fmt::join(cases, "|"));
    } else if (IsLetter(text[0])) {
      pattern += fmt::format("(?i:{})", text[0]);
    } else {
      pattern += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
    }
    text.remove_prefix(c.bytes);
  }
  return needed ? std::optional(pattern) : std::nullopt;
}

// NamePattern takes every byte as a character. So that "é+" is no "Ã" and many "©", and finds no
// other case of those, characters beyond ASCII are put between parentheses.
Result<std::string> PatternOfBytes(std::string_view pattern) {
  std::string out;
  bool in_brackets = false;
  for (std::size_t at = 0; at < pattern.size();) {
    const std::size_t bytes = base::DecodeUtf8(pattern.substr(at)).bytes;
    const std::string_view c = pattern.substr(at, bytes);
    at += bytes;
    if (c == "\\" && at < pattern.size() && IsAscii(pattern[at])) {
      out += c;
      out += pattern[at++];
    } else if (IsAscii(c[0])) {
      if (c == "[" && !in_brackets) {
        in_brackets = true;
        out += c;
        // A bracket that stands first is meant as itself.
        if (at < pattern.size() && pattern[at] == '^') out += pattern[at++];
        if (at < pattern.size() && pattern[at] == ']') out += pattern[at++];
        continue;
      }
      if (c == "]") in_brackets = false;
      out += c;
    } else if (in_brackets) {
      return Error{ErrorCode::kInvalidArgument,
                   fmt::format("query: '{}' between brackets: only characters of ASCII can stand "
                               "there; write (a|b) for [ab]",
                               base::EscapeInvalidUtf8(c))};
    } else {
      out += fmt::format("(?-i:{})", c);
    }
  }
  return out;
}

TextMatch WholeCharacters(std::string_view text, std::size_t begin, std::size_t end) {
  for (int i = 0; i < 3 && begin > 0 && begin < text.size() && IsContinuation(text[begin]); ++i) {
    --begin;
  }
  for (int i = 0; i < 3 && end > begin && end < text.size() && IsContinuation(text[end]); ++i) {
    ++end;
  }
  return {.at = begin, .bytes = end - begin};
}

}  // namespace

Result<TextFinder> TextFinder::Make(const TextQuery& query) {
  if (query.text.empty()) return Error{ErrorCode::kInvalidArgument, "query: it is empty"};
  if (query.text.size() > kMaxQueryBytes) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("query: {} bytes, limit {}", query.text.size(), kMaxQueryBytes)};
  }
  TextFinder finder;
  std::string pattern;
  if (query.regex) {
    // By itself first: what is put around it could close a parenthesis that it opens.
    RETURN_IF_ERROR(kind::NamePattern::Make(query.text, "query", kind::NamePattern::Units::kBytes));
    ASSIGN_OR_RETURN(const std::string bytes, PatternOfBytes(query.text));
    pattern = fmt::format("(?{}:{})", query.match_case ? "m" : "mi", bytes);
  } else {
    const auto folding = query.match_case ? std::nullopt : FoldingPattern(query.text);
    if (!folding) {
      finder.literal_.emplace(query.text, !query.match_case);
      return finder;
    }
    pattern = *folding;
  }
  // Where alternatives begin with the same byte beyond ASCII, RE2 seeks that byte as a character of
  // UTF-8 although it was told that bytes are characters, and finds nothing. It does not seek a
  // byte where any may come first.
  const bool is_ascii = std::ranges::all_of(pattern, IsAscii);
  ASSIGN_OR_RETURN(auto whole, kind::NamePattern::Make((is_ascii ? "" : "(?s:.)?") + pattern,
                                                       "query", kind::NamePattern::Units::kBytes));
  if (whole.Matches("")) {
    return Error{ErrorCode::kInvalidArgument,
                 "query: it is found in an empty text, and so everywhere"};
  }
  ASSIGN_OR_RETURN(auto up_to, kind::NamePattern::Make(fmt::format("\\A((?s:.*?)){}", pattern),
                                                       "query", kind::NamePattern::Units::kBytes));
  ASSIGN_OR_RETURN(auto up_to_past,
                   kind::NamePattern::Make(fmt::format("\\A((?s:.*?){})", pattern), "query",
                                           kind::NamePattern::Units::kBytes));
  finder.patterns_.emplace(Patterns{
      .whole = std::move(whole), .up_to = std::move(up_to), .up_to_past = std::move(up_to_past)});
  return finder;
}

bool TextFinder::IsIn(std::string_view text) const {
  return literal_ ? literal_->Find(text) != std::string_view::npos : patterns_->whole.Matches(text);
}

std::optional<TextMatch> TextFinder::Find(std::string_view text) const {
  if (!literal_) return FindByPattern(text);
  const std::size_t at = literal_->Find(text);
  if (at == std::string_view::npos) return std::nullopt;
  return TextMatch{.at = at, .bytes = literal_->size()};
}

std::optional<TextMatch> TextFinder::FindByPattern(std::string_view text) const {
  if (!patterns_->whole.Matches(text)) return std::nullopt;
  std::size_t begin = 0;
  std::string_view part = text;
  if (text.size() > kMaxPlaceBytes) {
    // The first line in which it is; a longer line is cut, too.
    std::size_t at = 0;
    for (part = {}; at < text.size();) {
      const std::size_t end = std::min({text.find('\n', at), text.size(), at + kMaxPlaceBytes});
      const std::string_view line = text.substr(at, end - at);
      if (patterns_->whole.Matches(line)) {
        begin = at;
        part = line;
        break;
      }
      at = end + (end < text.size() && text[end] == '\n' ? 1 : 0);
    }
  }
  const auto before = patterns_->up_to.Capture(part);
  const auto up_to_past = patterns_->up_to_past.Capture(part);
  if (!before || !up_to_past) return TextMatch{};
  return WholeCharacters(text, begin + before->size(), begin + up_to_past->size());
}

}  // namespace sightglass::kinds
