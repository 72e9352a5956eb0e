#include "format/markdown_inline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/utf8_text.h"
#include "format/markdown_emphasis.h"
#include "format/markdown_lines.h"
#include "format/markdown_links.h"
#include "format/safe_html.h"

namespace sightglass::format {
namespace {

constexpr auto kNone = std::string_view::npos;

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsNameChar(char c) { return IsLetter(c) || IsMarkdownDigit(c); }

// "&amp;", "&#38;" or "&#x26;" at the start of `text`; 0 if none is there.
std::size_t EntityBytes(std::string_view text) {
  std::size_t at = 1;
  const bool numeric = text.size() > 1 && text[1] == '#';
  if (numeric) ++at;
  const bool hex = numeric && at < text.size() && (text[at] == 'x' || text[at] == 'X');
  if (hex) ++at;
  const std::size_t from = at;
  const auto fits = [&](char c) {
    const bool is_hex = IsMarkdownDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    return numeric ? (hex ? is_hex : IsMarkdownDigit(c)) : IsNameChar(c);
  };
  while (at < text.size() && at - from < 64 && fits(text[at])) ++at;
  return at > from && at < text.size() && text[at] == ';' ? at + 1 : 0;
}

std::string EscapeText(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '&' && EntityBytes(text.substr(at)) == 0) {
      out += "&amp;";
    } else {
      out += c;
    }
  }
  return out;
}

std::string EscapeAttribute(std::string_view text) {
  std::string out = EscapeText(text);
  for (std::size_t at = 0; (at = out.find('"', at)) != kNone; at += 6) out.replace(at, 1, "&quot;");
  return out;
}

// Every character as its number: Markdown hides addresses from simple collectors of them.
std::string Numbered(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const base::Utf8Char c = base::DecodeUtf8(text);
    out += "&#" + std::to_string(static_cast<std::uint32_t>(c.code)) + ';';
    text.remove_prefix(c.bytes);
  }
  return out;
}

// A tag, comment or instruction at the start of `text`; 0 if none is there.
std::size_t InlineHtmlBytes(std::string_view text, MarkdownBudget& budget) {
  const auto up_to = [&](std::string_view end, std::size_t from) {
    const std::size_t found = text.find(end, from);
    budget.Spend(std::min(found, text.size()));
    return found == kNone ? 0 : found + end.size();
  };
  if (text.starts_with("<!--")) return up_to("-->", 4);
  if (text.starts_with("<?")) return up_to("?>", 2);
  if (text.starts_with("<![CDATA[")) return up_to("]]>", 9);
  std::size_t at = 1;
  if (at < text.size() && text[at] == '/') ++at;
  if (at >= text.size() || !IsLetter(text[at])) return 0;
  const auto skip = [&](auto&& wanted) {
    const std::size_t from = at;
    while (at < text.size() && wanted(text[at])) ++at;
    return at - from;
  };
  constexpr std::string_view kQuotes = "\"'<>";
  const auto is_name = [&](char c) { return !IsMarkdownSpace(c) && kQuotes.find(c) == kNone; };
  skip([&](char c) { return is_name(c) && c != '@'; });
  while (skip(IsMarkdownSpace) > 0) {
    if (skip([&](char c) { return is_name(c) && c != '='; }) == 0) break;
    const std::size_t name_end = at;
    skip(IsMarkdownSpace);
    if (at >= text.size() || text[at] != '=') {
      at = name_end;
      continue;
    }
    ++at;
    skip(IsMarkdownSpace);
    if (at >= text.size()) return 0;
    if (const char quote = text[at]; quote == '"' || quote == '\'') {
      const std::size_t end = text.find(quote, at + 1);
      if (end == kNone) {
        budget.Spend(text.size());
        return 0;
      }
      at = end + 1;
    } else if (skip([&](char c) { return is_name(c) && c != '='; }) == 0) {
      return 0;
    }
  }
  budget.Spend(at);
  return at < text.size() && text[at] == '>' ? at + 1 : 0;
}

// "<https://x.y>" or "<a@b.c>" at the start of `text`: what is between; empty if none is there.
std::string_view AutoLink(std::string_view text) {
  const std::size_t end = text.find_first_of("<>", 1);
  if (end == kNone || text[end] != '>') return {};
  const std::string_view inner = text.substr(1, end - 1);
  if (const std::size_t colon = inner.find("://"); colon != kNone && colon > 0) {
    const auto fits = [](char c) { return IsNameChar(c) || c == '+' || c == '.' || c == '-'; };
    if (IsLetter(inner[0]) && std::ranges::all_of(inner.substr(0, colon), fits)) return inner;
  }
  const std::size_t sign = inner.find('@');
  const bool is_mail = sign != kNone && sign > 0 && sign + 1 < inner.size() &&
                       inner.find('@', sign + 1) == kNone && inner.find(' ') == kNone &&
                       inner.substr(0, sign).find('!') == kNone;
  return is_mail ? inner : std::string_view{};
}

class Inliner {
 public:
  Inliner(const MarkdownReferences& references, MarkdownPieces& pieces, MarkdownBudget& budget)
      : references_(references), pieces_(pieces), budget_(budget) {}

  std::string Run(std::string_view text) {
    std::string out = TakeLinks(TakeEscapes(TakeCode(text)), /*in_link=*/false);
    return Finish(out);
  }

 private:
  // What comes after links; also for the text of a link.
  std::string Finish(std::string_view text) { return EmphasisToHtml(TakeTags(text), EscapeText); }

  std::string Character(char c) {
    return pieces_.Put({.html = EscapeHtml({&c, 1}), .plain = std::string(1, c)});
  }

  // Where code that begins at `at` is: its marks and what is between. Fewer marks at the end than
  // at the beginning count as well, if there is no other end.
  struct CodeSpan {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t past = 0;
  };
  std::optional<CodeSpan> FindCode(std::string_view text, std::size_t at) {
    std::size_t begin = at;
    while (begin < text.size() && text[begin] == '`') ++begin;
    const std::size_t marks = begin - at;
    std::size_t longest = 0;
    std::size_t longest_end = 0;
    std::size_t next = begin;
    while ((next = text.find('`', next)) != kNone) {
      const std::size_t end = std::min(text.find_first_not_of('`', next), text.size());
      if (end - next == marks) {
        budget_.Spend(end - at);
        return CodeSpan{.begin = begin, .end = next, .past = end};
      }
      if (end - next > longest) {
        longest = end - next;
        longest_end = end;
      }
      next = end;
    }
    budget_.Spend(text.size() - at);
    if (longest == 0 || longest >= marks) return std::nullopt;
    return CodeSpan{
        .begin = begin - (marks - longest), .end = longest_end - longest, .past = longest_end};
  }

  std::string TakeCode(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t next = std::min(text.find_first_of("`\\", at), text.size());
      out += text.substr(at, next - at);
      at = next;
      if (at == text.size()) break;
      if (text[at] == '\\') {
        const std::size_t end = std::min(text.find_first_not_of('\\', at), text.size());
        std::size_t slashes = end - at;
        if (end == text.size() || text[end] != '`') {
          out += text.substr(at, slashes);
        } else {
          for (; slashes >= 2; slashes -= 2) out += Character('\\');
          if (slashes == 1) out += "\\`";
        }
        at = end + (slashes == 1 && end < text.size() && text[end] == '`' ? 1 : 0);
        continue;
      }
      if (const auto span = FindCode(text, at)) {
        const std::string_view code = TrimSpace(text.substr(span->begin, span->end - span->begin));
        // Marks between them are of blocks of HTML.
        out += pieces_.Put(
            {.html = "<code>" + EscapeHtml(code) + "</code>", .plain = std::string(code)});
        at = span->past;
      } else {
        const std::size_t end = std::min(text.find_first_not_of('`', at), text.size());
        out += text.substr(at, end - at);
        at = end;
      }
    }
    return out;
  }

  std::string TakeEscapes(std::string_view text) {
    constexpr std::string_view kEscaped = "\\`*_{}[]()>#+-.!|";
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (text[at] == '\\' && at + 1 < text.size() && kEscaped.find(text[at + 1]) != kNone) {
        out += Character(text[++at]);
      } else {
        out += text[at];
        if (text[at] == '\\' && at + 1 < text.size()) out += text[++at];
      }
    }
    return out;
  }

  std::string Attribute(std::string_view text) const {
    return EscapeAttribute(PlainText(text, pieces_));
  }

  std::string TakeLinks(std::string_view text, bool in_link) {
    std::string out;
    std::size_t at = 0;
    for (std::size_t next = 0; (next = text.find('[', at)) != kNone && !budget_.spent();) {
      const bool is_image = next > 0 && text[next - 1] == '!' && next > at;
      const auto link = FindLink(text, next, references_, budget_);
      if (!link || (in_link && !is_image)) {
        out += text.substr(at, next + 1 - at);
        at = next + 1;
        continue;
      }
      out += text.substr(at, next - at - (is_image ? 1 : 0));
      const std::string url = Attribute(link->url);
      std::string title;
      if (link->title) title = " title=\"" + Attribute(*link->title) + '"';
      if (is_image) {
        out += pieces_.Put({.html = fmt::format("<img alt=\"{}\" src=\"{}\"{}>",
                                                Attribute(link->text), url, title)});
      } else {
        const std::string inner = Finish(TakeLinks(link->text, /*in_link=*/true));
        out += pieces_.Put({.html = fmt::format("<a href=\"{}\"{}>{}</a>", url, title, inner)});
      }
      at = link->end;
    }
    out += text.substr(at);
    return out;
  }

  std::string TakeTags(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t next = std::min(text.find_first_of("<& ", at), text.size());
      out += text.substr(at, next - at);
      at = next;
      if (at == text.size() || budget_.spent()) break;
      const std::string_view rest = text.substr(at);
      std::size_t bytes = 0;
      if (rest.starts_with("  \n")) {
        out += pieces_.Put({.html = "<br>\n"});
        bytes = 3;
      } else if (rest[0] == '<') {
        bytes = TakeTag(rest, out);
      } else if (rest[0] == '&' && (bytes = EntityBytes(rest)) > 0) {
        const std::string entity(rest.substr(0, bytes));
        out += pieces_.Put({.html = entity, .plain = entity});
      }
      if (bytes == 0) out += rest[0];
      at += std::max(bytes, std::size_t{1});
    }
    return out;
  }

  std::size_t TakeTag(std::string_view rest, std::string& out) {
    if (const std::string_view link = AutoLink(rest); !link.empty()) {
      const bool is_mail = link.find("://") == kNone;
      const std::string_view address = link.starts_with("mailto:") ? link.substr(7) : link;
      const std::string shown = PlainText(is_mail ? address : link, pieces_);
      const std::string url = is_mail ? Numbered("mailto:" + shown) : EscapeAttribute(shown);
      out += pieces_.Put({.html = "<a href=\"" + url + "\">" +
                                  (is_mail ? Numbered(shown) : EscapeText(shown)) + "</a>"});
      return link.size() + 2;
    }
    const std::size_t bytes = InlineHtmlBytes(rest, budget_);
    if (bytes > 0) {
      // Marks inside it become what they were.
      const std::string html = PlainText(rest.substr(0, bytes), pieces_);
      out += pieces_.Put({.html = html, .plain = html, .is_block = IsBlockHtml(html)});
    }
    return bytes;
  }

  const MarkdownReferences& references_;
  MarkdownPieces& pieces_;
  MarkdownBudget& budget_;
};

void Expand(std::string_view html, const MarkdownPieces& pieces, int depth, MarkdownBudget& budget,
            std::string& out) {
  while (!html.empty()) {
    const std::size_t mark = std::min(html.find('\x02'), html.size());
    out += html.substr(0, mark);
    budget.Spend(mark);
    html.remove_prefix(mark);
    if (html.empty() || budget.spent()) return;
    const auto [piece, bytes] = pieces.At(html);
    // Pieces only hold earlier ones, so this ends; the depth bounds the stack.
    if (piece != nullptr && depth < 200) Expand(piece->html, pieces, depth + 1, budget, out);
    html.remove_prefix(std::max(bytes, std::size_t{1}));
  }
}

}  // namespace

std::string InlineToHtml(std::string_view text, const MarkdownReferences& references,
                         MarkdownPieces& pieces, MarkdownBudget& budget) {
  budget.Spend(text.size() * 4);
  return Inliner(references, pieces, budget).Run(text);
}

std::string ExpandMarks(std::string_view html, const MarkdownPieces& pieces,
                        MarkdownBudget& budget) {
  std::string out;
  Expand(html, pieces, 0, budget, out);
  return out;
}

}  // namespace sightglass::format
