#include "format/markdown.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <mutex>

#include "base/check.h"
#include "base/utf8_text.h"
#include "format/safe_html.h"

namespace sightglass::format {
namespace {

// The library passes raw HTML and any URL on, instead of dropping them silently: SanitizeHtml() is
// the one gate, and shows as text what it does not let through, as TensorBoard does.
constexpr int kOptions = CMARK_OPT_VALIDATE_UTF8 | CMARK_OPT_UNSAFE;

struct FreeNode {
  void operator()(cmark_node* node) const { cmark_node_free(node); }
};
struct FreeParser {
  void operator()(cmark_parser* parser) const { cmark_parser_free(parser); }
};
struct FreeText {
  void operator()(char* text) const { std::free(text); }  // NOLINT: the library uses malloc
};

cmark_syntax_extension* TableExtension() {
  // The library registers into a list of its own, without a lock. The table extension adds no
  // special characters to the library's inline parser, which keeps those in a global, too.
  static std::once_flag once;
  std::call_once(once, cmark_gfm_core_extensions_ensure_registered);
  cmark_syntax_extension* extension = cmark_find_syntax_extension("table");
  CHECK(extension != nullptr);
  return extension;
}

// Bytes that are not UTF-8 as U+FFFD.
std::string ReplaceInvalidUtf8(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const base::Utf8Char c = base::DecodeUtf8(text);
    out += c.valid ? text.substr(0, c.bytes) : "\xEF\xBF\xBD";
    text.remove_prefix(c.bytes);
  }
  return out;
}

// What decides how long the parser takes.
struct TextShape {
  std::size_t lines = 1;
  std::size_t declarations = 0;
  std::size_t most_bars = 0;  // '|' of a line
  std::size_t most_lead = 0;  // characters before the first that opens no list or quote
};

TextShape ShapeOf(std::string_view markdown) {
  TextShape shape;
  std::size_t bars = 0;
  std::size_t lead = 0;
  bool leading = true;
  for (std::size_t at = 0; at < markdown.size(); ++at) {
    const char c = markdown[at];
    if (c == '\n' || c == '\r') {
      ++shape.lines;
      bars = lead = 0;
      leading = true;
      continue;
    }
    leading = leading && std::string_view("> \t-*+.)0123456789").find(c) != std::string_view::npos;
    if (leading) shape.most_lead = std::max(shape.most_lead, ++lead);
    if (c == '|') shape.most_bars = std::max(shape.most_bars, ++bars);
    if (c == '<') {
      const std::string_view next = markdown.substr(at + 1, 2);
      if (next.starts_with('?') || (next.starts_with('!') && next != "!-")) ++shape.declarations;
    }
  }
  return shape;
}

bool IsTooCostly(std::string_view markdown, const TextShape& shape) {
  return markdown.size() > kMaxMarkdownBytes || shape.declarations > kMaxDeclarations ||
         shape.most_lead * shape.lines > kMaxNestedLines;
}

bool MayHaveTables(const TextShape& shape) {
  return shape.most_bars <= kMaxTableColumns && shape.most_bars * shape.lines <= kMaxTableCells;
}

std::string Render(std::string_view markdown, const TextShape& shape) {
  cmark_syntax_extension* table = TableExtension();
  const std::unique_ptr<cmark_parser, FreeParser> parser(cmark_parser_new(kOptions));
  if (MayHaveTables(shape)) cmark_parser_attach_syntax_extension(parser.get(), table);
  cmark_parser_feed(parser.get(), markdown.data(), markdown.size());
  const std::unique_ptr<cmark_node, FreeNode> document(cmark_parser_finish(parser.get()));
  const std::unique_ptr<char, FreeText> html(cmark_render_html(
      document.get(), kOptions, cmark_parser_get_syntax_extensions(parser.get())));
  return html.get();
}

}  // namespace

std::string MarkdownToSafeHtml(std::string_view markdown) {
  if (markdown.empty()) return {};
  std::string html;
  std::string without_nul;
  if (const auto nuls = std::ranges::count(markdown, '\0'); nuls > 0) {
    html = fmt::format(
        "<!-- WARNING: discarded {} null bytes in markdown string after UTF-8 decoding -->\n",
        nuls);
    std::ranges::remove_copy(markdown, std::back_inserter(without_nul), '\0');
    markdown = without_nul;
  }
  const TextShape shape = ShapeOf(markdown);
  if (IsTooCostly(markdown, shape)) {
    return fmt::format("{}<pre>{}</pre>", html, EscapeHtml(ReplaceInvalidUtf8(markdown)));
  }
  html += SanitizeHtml(Render(markdown, shape));
  while (html.ends_with('\n')) html.pop_back();
  return html;
}

std::string DescriptionsToSafeHtml(const Descriptions& descriptions) {
  if (descriptions.empty()) return {};
  if (descriptions.size() == 1) return MarkdownToSafeHtml(descriptions.begin()->first);
  std::string all = "# Multiple descriptions\n";
  for (const auto& [description, runs] : descriptions) {
    std::vector<std::string> sorted = runs;
    std::ranges::sort(sorted);
    all += fmt::format("## For {}: {}\n{}\n", sorted.size() == 1 ? "run" : "runs",
                       fmt::join(sorted, ", "), description);
  }
  return MarkdownToSafeHtml(all);
}

}  // namespace sightglass::format
