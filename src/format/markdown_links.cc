#include "format/markdown_links.h"

#include <algorithm>

#include "format/markdown_lines.h"

namespace sightglass::format {
namespace {

constexpr auto kNone = std::string_view::npos;

// Where the bracket that is open at `from` is closed; npos if it is not.
std::size_t ClosingBracket(std::string_view text, std::size_t from) {
  std::size_t depth = 1;
  for (std::size_t at = from; (at = text.find_first_of("[]", at)) != kNone; ++at) {
    depth = text[at] == '[' ? depth + 1 : depth - 1;
    if (depth == 0) return at;
  }
  return kNone;
}

std::string TitleText(std::string_view title) {
  std::string out(TrimSpace(title));
  for (char& c : out) {
    if (IsMarkdownSpace(c)) c = ' ';
  }
  return out;
}

// What follows "](" : "<url> 'title')" or "url 'title')", in which parentheses come in pairs.
bool ReadTarget(std::string_view text, std::size_t at, FoundLink& link, MarkdownBudget& budget) {
  while (at < text.size() && IsMarkdownSpace(text[at])) ++at;
  const std::size_t begin = at;
  const auto set = [&](std::string_view url, std::string_view title, bool has_title) {
    link.url = TrimSpace(url);
    if (has_title) link.title = TitleText(title);
  };
  if (at < text.size() && text[at] == '<') {
    const std::size_t close = text.find_first_of("<>", at + 1);
    if (close != kNone && text[close] == '>') {
      std::size_t next = close + 1;
      while (next < text.size() && IsMarkdownSpace(text[next])) ++next;
      const std::string_view url = text.substr(at + 1, close - at - 1);
      if (next < text.size() && (text[next] == '"' || text[next] == '\'')) {
        const std::size_t quote = text.find(text[next], next + 1);
        std::size_t end = quote == kNone ? text.size() : quote + 1;
        while (end < text.size() && IsMarkdownSpace(text[end])) ++end;
        if (end < text.size() && text[end] == ')') {
          set(url, text.substr(next + 1, quote - next - 1), true);
          link.end = end + 1;
          return true;
        }
      } else if (next < text.size() && text[next] == ')') {
        set(url, {}, false);
        link.end = next + 1;
        return true;
      }
    }
  }
  // A title reaches from the first quote to the last before a ")" that follows it; if it does not
  // end, its quote is part of the address.
  const std::size_t quote = text.find_first_of("\"'", begin);
  std::size_t depth = 1;
  std::size_t plain_end = kNone;
  for (; at < text.size() && plain_end == kNone; ++at) {
    if (text[at] == '(') ++depth;
    if (text[at] == ')' && --depth == 0) plain_end = at;
  }
  if (quote != kNone && (plain_end == kNone || quote < plain_end)) {
    for (std::size_t end = quote + 1; (end = text.find(text[quote], end)) != kNone; ++end) {
      std::size_t close = end + 1;
      while (close < text.size() && text[close] == ' ') ++close;
      if (close >= text.size() || text[close] != ')') continue;
      budget.Spend(close - begin);
      set(text.substr(begin, quote - begin), text.substr(quote + 1, end - quote - 1), true);
      link.end = close + 1;
      return true;
    }
  }
  budget.Spend(at - begin);
  if (plain_end == kNone) return false;
  set(text.substr(begin, plain_end - begin), {}, false);
  link.end = plain_end + 1;
  return true;
}

std::string ReferenceName(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (IsMarkdownSpace(c)) {
      if (!out.ends_with(' ')) out += ' ';
    } else {
      out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
  }
  return out;
}

}  // namespace

std::optional<FoundLink> FindLink(std::string_view text, std::size_t at,
                                  const MarkdownReferences& references, MarkdownBudget& budget) {
  const std::size_t close = ClosingBracket(text, at + 1);
  budget.Spend(std::min(close, text.size()) - at);
  if (close == kNone) return std::nullopt;
  FoundLink link{.text = text.substr(at + 1, close - at - 1)};
  if (close + 1 < text.size() && text[close + 1] == '(' &&
      ReadTarget(text, close + 2, link, budget)) {
    return link;
  }
  std::string name;
  link.end = close + 1;
  std::size_t second = close + 1;
  if (second < text.size() && IsMarkdownSpace(text[second])) ++second;
  if (second < text.size() && text[second] == '[') {
    const std::size_t second_end = text.find(']', second);
    if (second_end != kNone) {
      name = ReferenceName(text.substr(second + 1, second_end - second - 1));
      if (name.empty()) name = ReferenceName(link.text);
      if (references.contains(name)) link.end = second_end + 1;
    }
  }
  auto found = references.find(name);
  if (name.empty() || found == references.end()) found = references.find(ReferenceName(link.text));
  if (found == references.end()) return std::nullopt;
  link.url = found->second.url;
  if (!found->second.title.empty()) link.title = found->second.title;
  return link;
}

std::string PlainText(std::string_view text, const MarkdownPieces& pieces) {
  std::string out;
  while (!text.empty()) {
    const std::size_t mark = std::min(text.find('\x02'), text.size());
    out += text.substr(0, mark);
    text.remove_prefix(mark);
    if (text.empty()) break;
    const auto [piece, bytes] = pieces.At(text);
    if (piece != nullptr) out += piece->plain;
    text.remove_prefix(std::max(bytes, std::size_t{1}));
  }
  return out;
}

}  // namespace sightglass::format
