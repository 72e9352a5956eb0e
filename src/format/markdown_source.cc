#include "format/markdown_source.h"

#include <algorithm>
#include <array>

#include "format/safe_html.h"

namespace sightglass::format {
namespace {

constexpr auto kNone = std::string_view::npos;

constexpr std::array<std::string_view, 59> kBlockTags = {
    "address", "article", "aside",  "blockquote", "body",     "canvas",   "center",     "colgroup",
    "dd",      "details", "div",    "dl",         "dt",       "fieldset", "figcaption", "figure",
    "footer",  "form",    "group",  "h1",         "h2",       "h3",       "h4",         "h5",
    "h6",      "header",  "hgroup", "hr",         "html",     "iframe",   "legend",     "li",
    "main",    "map",     "math",   "menu",       "nav",      "noscript", "object",     "ol",
    "option",  "output",  "p",      "pre",        "progress", "script",   "section",    "style",
    "summary", "table",   "tbody",  "td",         "textarea", "tfoot",    "th",         "thead",
    "tr",      "ul",      "video"};

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

// Columns count characters, so only the first byte of one does.
std::string ExpandTabs(std::string_view text) {
  constexpr std::size_t kTab = 4;
  std::string out;
  out.reserve(text.size());
  std::size_t column = 0;
  std::size_t line = 0;
  for (const char c : text) {
    if (c == '\x02' || c == '\x03') continue;
    if (c == '\n') {
      // A line of blanks is an empty one.
      if (line > 0 && out.find_first_not_of(' ', line) == kNone) out.resize(line);
      out += c;
      column = 0;
      line = out.size();
    } else if (c == '\t') {
      const std::size_t blanks = kTab - column % kTab;
      out.append(blanks, ' ');
      column += blanks;
    } else {
      out += c;
      if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) ++column;
    }
  }
  return out;
}

// What stands between a fence and the end of its line: nothing, a language, or "{...}".
bool IsFenceInfo(std::string_view info) {
  while (info.starts_with(' ')) info.remove_prefix(1);
  while (info.ends_with(' ')) info.remove_suffix(1);
  if (info.starts_with('{') && info.ends_with('}')) return true;
  const auto is_name = [](char c) {
    return IsLetter(c) || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80 ||
           std::string_view("_#.+-").find(c) != kNone;
  };
  return std::ranges::all_of(info, is_name);
}

// Fenced code as marks. A fence that does not end is text.
std::string TakeFencedCode(const std::string& text, MarkdownPieces& pieces,
                           MarkdownBudget& budget) {
  std::string out;
  std::size_t done = 0;
  for (std::size_t at = 0; at < text.size() && !budget.spent();) {
    const std::size_t line_end = std::min(text.find('\n', at), text.size());
    const std::string_view line = std::string_view(text).substr(at, line_end - at);
    std::size_t marks = 0;
    while (marks < line.size() && line[marks] == line[0]) ++marks;
    if (marks < 3 || (line[0] != '`' && line[0] != '~') || !IsFenceInfo(line.substr(marks))) {
      at = line_end + 1;
      continue;
    }
    const std::string_view fence = line.substr(0, marks);
    std::size_t close = line_end + 1;
    std::size_t close_end = kNone;
    while (close < text.size()) {
      const std::size_t end = std::min(text.find('\n', close), text.size());
      std::string_view last = std::string_view(text).substr(close, end - close);
      while (last.ends_with(' ')) last.remove_suffix(1);
      if (last == fence) {
        close_end = end;
        break;
      }
      close = end + 1;
    }
    budget.Spend(std::min(close, text.size()) - at);
    if (close_end == kNone) {
      at = line_end + 1;
      continue;
    }
    std::string code =
        EscapeHtml(std::string_view(text).substr(line_end + 1, close - line_end - 1));
    for (std::size_t quote = 0; (quote = code.find('"', quote)) != kNone; quote += 6) {
      code.replace(quote, 1, "&quot;");
    }
    out.append(text, done, at - done);
    out += '\n' + pieces.Put({.html = "<pre><code>" + code + "</code></pre>", .is_block = true}) +
           '\n';
    at = done = close_end;
  }
  out.append(text, done);
  return out;
}

// Blocks of HTML as marks. Inside one nothing is Markdown, up to the end tag of its first tag.
class HtmlBlocks {
 public:
  HtmlBlocks(const std::string& text, MarkdownPieces& pieces, MarkdownBudget& budget)
      : text_(text), pieces_(pieces), budget_(budget) {}

  std::string Take() {
    while (at_ < text_.size() && !budget_.spent()) {
      const std::size_t mark = std::min(text_.find('<', at_), text_.size());
      Data(mark - at_);
      if (at_ < text_.size() && !TakeMarkup()) Data(1);
    }
    Data(text_.size() - at_);
    Close();
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::string_view rest() const { return std::string_view(text_).substr(at_); }

  // At most three blanks are before this in its line.
  [[nodiscard]] bool AtLineStart() const {
    std::size_t blanks = 0;
    while (blanks < 4 && blanks < at_ && text_[at_ - blanks - 1] == ' ') ++blanks;
    return blanks < 4 && (at_ == blanks || text_[at_ - blanks - 1] == '\n');
  }
  [[nodiscard]] bool BlankLineFollows(std::size_t bytes) const {
    std::size_t at = at_ + bytes;
    for (int lines = 0; lines < 2; ++lines, ++at) {
      while (at < text_.size() && text_[at] == ' ') ++at;
      if (at >= text_.size() || text_[at] != '\n') return false;
    }
    return true;
  }

  void Data(std::size_t bytes) {
    const std::string_view data = rest().substr(0, bytes);
    if (after_block_ && data.find('\n') != kNone) after_block_ = false;
    (in_block_ ? block_ : out_) += data;
    at_ += bytes;
  }
  void Keep(std::size_t bytes) {
    (in_block_ ? block_ : out_) += rest().substr(0, bytes);
    at_ += bytes;
  }
  void Close() {
    if (!block_.empty()) {
      const bool is_block = IsBlockHtml(block_);
      out_ += pieces_.Put({.html = block_, .plain = block_, .is_block = is_block});
    }
    block_.clear();
  }
  // Something that is a block by itself: a rule, a comment.
  void Alone(std::size_t bytes, bool is_block) {
    if (in_block_ || !is_block || (!after_block_ && !AtLineStart())) {
      Keep(bytes);
      return;
    }
    block_ = rest().substr(0, bytes);
    if (BlankLineFollows(bytes)) {
      block_ += '\n';
    } else {
      after_block_ = true;
    }
    if (out_.ends_with('\n') && !out_.ends_with("\n\n")) out_ += '\n';
    at_ += bytes;
    Close();
    out_ += "\n\n";
  }

  bool TakeMarkup() {
    const std::string_view text = rest();
    const auto up_to = [&](std::string_view end, std::size_t from) {
      const std::size_t found = text.find(end, from);
      budget_.Spend(std::min(found, text.size()));
      return found == kNone ? 0 : found + end.size();
    };
    std::size_t bytes = 0;
    if (text.starts_with("<!--")) {
      bytes = up_to("-->", 4);
      if (bytes > 0) Alone(bytes, /*is_block=*/true);
    } else if (text.starts_with("<?") || text.starts_with("<!")) {
      if (!AtLineStart() && !after_block_) return false;
      bytes = up_to(text[1] == '?' ? "?>" : text.starts_with("<![CDATA[") ? "]]>" : ">", 2);
      if (bytes > 0) Alone(bytes, /*is_block=*/true);
    } else if (text.size() > 1 && (IsLetter(text[1]) || text[1] == '/')) {
      bytes = TakeTag();
    }
    return bytes > 0;
  }

  // How many bytes the tag at this place has; 0 if it does not end.
  [[nodiscard]] std::size_t TagBytes() {
    const std::string_view text = rest();
    char quote = '\0';
    for (std::size_t at = 1; at < text.size(); ++at) {
      const char c = text[at];
      if (quote != '\0') {
        if (c == quote) quote = '\0';
      } else if ((c == '"' || c == '\'') && text[at - 1] == '=') {
        quote = c;
      } else if (c == '>') {
        budget_.Spend(at);
        return at + 1;
      } else if (c == '<' || c == '`') {
        return 0;
      }
    }
    budget_.Spend(text.size());
    return 0;
  }

  std::size_t TakeTag() {
    const bool is_end = rest()[1] == '/';
    const std::size_t bytes = TagBytes();
    if (bytes == 0) return 0;
    const std::string_view text = rest().substr(0, bytes);
    const std::size_t name_at = is_end ? 2 : 1;
    const std::string name =
        Lower(text.substr(name_at, text.find_first_of(" \t\n/>", name_at) - name_at));
    if (name.empty() || !IsLetter(name[0])) return 0;
    if (is_end) {
      EndTag(name, bytes);
    } else if (name == "hr" || text.ends_with("/>")) {
      Alone(bytes, IsBlockTag(name));
    } else {
      BeginTag(name, bytes);
    }
    return bytes;
  }

  void BeginTag(const std::string& name, std::size_t bytes) {
    if (!in_block_ && IsBlockTag(name) && (after_block_ || AtLineStart())) {
      in_block_ = true;
      out_ += '\n';
    }
    Keep(bytes);
    if (!in_block_) return;
    open_.push_back(name);
    if (name != "script" && name != "style") return;
    const std::size_t end = Lower(rest()).find("</" + name);
    budget_.Spend(rest().size());
    Data(std::min(end, rest().size()));
  }

  void EndTag(const std::string& name, std::size_t bytes) {
    if (!in_block_) {
      Keep(bytes);
      return;
    }
    const bool blank_line = BlankLineFollows(bytes);
    Keep(bytes);
    const auto opened = std::find(open_.rbegin(), open_.rend(), name);
    if (opened != open_.rend()) open_.erase(opened.base() - 1, open_.end());
    if (!open_.empty()) return;
    if (blank_line) {
      block_ += '\n';
    } else {
      after_block_ = true;
    }
    in_block_ = false;
    Close();
    out_ += "\n\n";
  }

  const std::string& text_;
  MarkdownPieces& pieces_;
  MarkdownBudget& budget_;
  std::size_t at_ = 0;
  std::string out_;
  std::string block_;
  std::vector<std::string> open_;
  bool in_block_ = false;
  bool after_block_ = false;  // on the line where one ended
};

}  // namespace

bool IsBlockTag(std::string_view tag) {
  return std::ranges::find(kBlockTags, tag) != kBlockTags.end() && !tag.empty();
}

bool IsBlockHtml(std::string_view html) {
  if (!html.starts_with('<')) return false;
  html.remove_prefix(html.starts_with("</") ? 2 : 1);
  const std::string name = Lower(html.substr(0, html.find_first_of(" >\n")));
  return !name.empty() && (std::string_view("!?@%").find(name[0]) != kNone || IsBlockTag(name));
}

std::string PrepareMarkdown(std::string_view text, MarkdownPieces& pieces, MarkdownBudget& budget) {
  const std::string lines = ExpandTabs(std::string(text) + "\n\n");
  std::string without_code = TakeFencedCode(lines, pieces, budget);
  if (without_code.find('<') == kNone) return without_code;
  return HtmlBlocks(without_code, pieces, budget).Take();
}

}  // namespace sightglass::format
