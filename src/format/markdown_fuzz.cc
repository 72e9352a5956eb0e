// Any bytes as Markdown and as HTML: what comes out has only tags and attributes of the list, seen
// by a scanner that shares nothing with the sanitiser and takes only what it writes.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "format/markdown.h"
#include "format/safe_html.h"

namespace sightglass::format {
namespace {

const std::set<std::string, std::less<>> kAllowed = {
    "a",  "blockquote", "br",    "code",  "em", "h1", "h2",   "h3",  "h4",
    "h5", "h6",         "hr",    "img",   "li", "ol", "p",    "pre", "td",
    "th", "strong",     "table", "tbody", "tr", "ul", "thead"};
const std::set<std::string, std::less<>> kAllowedAttributes = {"a href", "a title", "img alt",
                                                               "img src", "img title"};

std::string_view TakeWord(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() &&
         ((text[end] >= 'a' && text[end] <= 'z') || (text[end] >= '0' && text[end] <= '9'))) {
    ++end;
  }
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  return word;
}

void Expect(std::string_view& text, std::string_view prefix) {
  CHECK(text.starts_with(prefix));
  text.remove_prefix(prefix.size());
}

// The reference at the start of `text`, as a browser reads it: its character (a '.' for one beyond
// ASCII) and its length. Only those of the list, and numbers, may be in a value.
std::pair<char, std::size_t> TakeCharacter(std::string_view text) {
  constexpr std::pair<std::string_view, char> kNames[] = {
      {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};
  if (text[0] != '&') return {text[0], 1};
  for (const auto& [name, character] : kNames) {
    if (text.starts_with(name)) return {character, name.size()};
  }
  CHECK(text.starts_with("&#"));
  const std::size_t end = text.find(';');
  CHECK(end != std::string_view::npos && end > 2);
  const bool hex = text[2] == 'x' || text[2] == 'X';
  std::uint32_t code = 0;
  for (const char c : text.substr(hex ? 3 : 2, end - (hex ? 3 : 2))) {
    const bool digit = c >= '0' && c <= '9';
    CHECK(digit || (hex && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'))));
    const int value = digit ? c - '0' : (c | 0x20) - 'a' + 10;
    code = code > 0xFFFFFF ? code : code * (hex ? 16 : 10) + static_cast<std::uint32_t>(value);
  }
  return {code == 0 || code > 0x7E ? '.' : static_cast<char>(code), end + 1};
}

// What a browser would see as the scheme.
void CheckUrl(std::string_view url) {
  std::string scheme;
  while (!url.empty()) {
    const auto [c, bytes] = TakeCharacter(url);
    url.remove_prefix(bytes);
    if (static_cast<unsigned char>(c) <= 0x20 || c == 0x7F) continue;
    if (c == '/' || c == '?' || c == '#' || c == '\\') return;
    if (c == ':') {
      CHECK(scheme == "http" || scheme == "https" || scheme == "mailto");
      return;
    }
    scheme.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c);
  }
}

void CheckSafe(std::string_view html) {
  std::size_t open = 0;
  while (!html.empty()) {
    const char c = html[0];
    CHECK(c != '>');
    if (c != '<') {
      html.remove_prefix(1);
      continue;
    }
    html.remove_prefix(1);
    const bool is_end = html.starts_with('/');
    if (is_end) html.remove_prefix(1);
    const std::string name(TakeWord(html));
    CHECK(kAllowed.contains(name));
    const bool is_void = name == "br" || name == "hr" || name == "img";
    if (is_end) {
      CHECK(!is_void && open > 0);
      --open;
    } else if (!is_void) {
      ++open;
    }
    while (!is_end && html.starts_with(' ')) {
      html.remove_prefix(1);
      const std::string attribute(TakeWord(html));
      CHECK(kAllowedAttributes.contains(name + " " + attribute));
      Expect(html, "=\"");
      const std::size_t end = html.find('"');
      CHECK(end != std::string_view::npos);
      const std::string_view value = html.substr(0, end);
      CHECK(value.find_first_of("<>") == std::string_view::npos);
      for (std::string_view rest = value; !rest.empty();) {
        rest.remove_prefix(TakeCharacter(rest).second);
      }
      if (attribute == "href" || attribute == "src") CheckUrl(value);
      html.remove_prefix(end + 1);
    }
    Expect(html, ">");
  }
  CHECK(open == 0);
}

void Run(std::string_view text) {
  const std::string clean = SanitizeHtml(text);
  CheckSafe(clean);
  CHECK(SanitizeHtml(clean) == clean);
  CheckSafe(EscapeHtml(text));
  std::string html = MarkdownToSafeHtml(text);
  if (text.find('\0') != std::string_view::npos) {
    CHECK(html.starts_with("<!-- WARNING: discarded "));
    const std::size_t end = html.find("-->");
    CHECK(end != std::string::npos);
    html.erase(0, end + 3);
  }
  CheckSafe(html);
}

}  // namespace
}  // namespace sightglass::format

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sightglass::format::Run({reinterpret_cast<const char*>(data), size});  // NOLINT
  return 0;
}
