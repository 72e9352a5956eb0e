// Any bytes as Markdown and as HTML: what comes out has only tags and attributes of the list, seen
// by a scanner that shares nothing with the sanitiser and takes only what it writes.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>

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

// What a browser would see as the scheme: the value holds no references but those of four
// characters, none of which a scheme has.
void CheckUrl(std::string_view url) {
  std::string scheme;
  for (const char c : url) {
    if (static_cast<unsigned char>(c) <= 0x20 || c == 0x7F) continue;
    if (c == '/' || c == '?' || c == '#' || c == '&' || c == '\\') return;
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
      for (std::size_t at = 0; (at = value.find('&', at)) != std::string_view::npos; ++at) {
        const std::string_view rest = value.substr(at);
        CHECK(rest.starts_with("&amp;") || rest.starts_with("&lt;") || rest.starts_with("&gt;") ||
              rest.starts_with("&quot;"));
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
