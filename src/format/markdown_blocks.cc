#include "format/markdown_blocks.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include "format/markdown_lines.h"
#include "format/markdown_rows.h"
#include "format/safe_html.h"

namespace sightglass::format {
namespace {

constexpr std::size_t kIndent = 4;
constexpr auto kNone = std::string_view::npos;
// Quotes and lists inside each other, beyond which they are text.
constexpr int kMaxDepth = 64;

bool IsIndented(std::string_view text) { return LeadingBlanks(text.substr(0, kIndent)) == kIndent; }

// What follows the mark of an item ("* ", "12. "), and the mark's first character; nullopt if the
// line begins with none. `line` has no blanks in front.
struct ItemLine {
  char mark = '*';
  std::string_view text{};
};
std::optional<ItemLine> ReadItem(std::string_view line) {
  std::size_t end = 0;
  while (end < line.size() && IsMarkdownDigit(line[end])) ++end;
  if (end > 0) {
    if (end == line.size() || line[end] != '.') return std::nullopt;
  } else if (line.empty() || std::string_view("*+-").find(line[0]) == kNone) {
    return std::nullopt;
  }
  ++end;
  if (end >= line.size() || line[end] != ' ') return std::nullopt;
  return ItemLine{.mark = line[0], .text = line.substr(end + LeadingBlanks(line.substr(end)))};
}

// An item whose mark has fewer than four blanks before it.
std::optional<ItemLine> ReadOuterItem(std::string_view line) {
  const std::size_t blanks = LeadingBlanks(line);
  return blanks < kIndent ? ReadItem(line.substr(blanks)) : std::nullopt;
}

bool IsRuleLine(std::string_view line) {
  const std::size_t blanks = LeadingBlanks(line);
  if (blanks >= kIndent || blanks == line.size()) return false;
  line.remove_prefix(blanks);
  const char mark = line[0];
  if (std::string_view("-_*").find(mark) == kNone) return false;
  std::size_t marks = 0;
  std::size_t gap = 0;
  for (const char c : line) {
    if (c == mark) {
      if (gap > 2) return false;
      ++marks;
      gap = 0;
    } else if (c == ' ') {
      ++gap;
    } else {
      return false;
    }
  }
  return marks >= 3;
}

bool IsQuoteLine(std::string_view line) {
  const std::size_t blanks = LeadingBlanks(line);
  return blanks < kIndent && blanks < line.size() && line[blanks] == '>';
}

std::string_view QuotedText(std::string_view line) {
  if (!IsQuoteLine(line)) return line;
  line.remove_prefix(LeadingBlanks(line) + 1);
  if (line.starts_with(' ')) line.remove_prefix(1);
  return line;
}

bool IsUnderline(std::string_view line) {
  while (line.ends_with(' ')) line.remove_suffix(1);
  return !line.empty() &&
         (line.find_first_not_of('=') == kNone || line.find_first_not_of('-') == kNone);
}

// The text of a heading without the marks that may close it.
std::string_view HeadingText(std::string_view text) {
  std::size_t end = text.size();
  while (end > 0 && text[end - 1] == '#') --end;
  std::size_t slashes = 0;
  while (slashes < end && text[end - 1 - slashes] == '\\') ++slashes;
  if (slashes % 2 == 1 && end < text.size()) ++end;
  return TrimSpace(text.substr(0, end));
}

std::string LowerAscii(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

// "[name]: url 'title'" at the start of `text`, over at most three lines.
struct ReadReference {
  std::string name{};
  MarkdownReference reference{};
  std::size_t bytes = 0;
};
std::optional<ReadReference> ReadReferenceAt(std::string_view text) {
  std::size_t at = LeadingBlanks(text);
  if (at >= kIndent || at >= text.size() || text[at] != '[') return std::nullopt;
  const std::size_t name_end = text.find_first_of("[]", at + 1);
  if (name_end == kNone || text.substr(name_end, 2) != "]:") return std::nullopt;
  ReadReference read;
  read.name = LowerAscii(TrimSpace(text.substr(at + 1, name_end - at - 1)));
  const auto skip_blanks = [&](std::size_t from) {
    from += LeadingBlanks(text.substr(std::min(from, text.size())));
    if (from < text.size() && text[from] == '\n') {
      from += 1 + LeadingBlanks(text.substr(from + 1));
    }
    return from;
  };
  at = skip_blanks(name_end + 2);
  std::size_t url_end = at;
  while (url_end < text.size() && !IsMarkdownSpace(text[url_end])) ++url_end;
  if (url_end == at) return std::nullopt;
  std::string_view url = text.substr(at, url_end - at);
  while (url.starts_with('<')) url.remove_prefix(1);
  while (url.ends_with('>')) url.remove_suffix(1);
  read.reference.url = url;
  const auto at_line_end = [&](std::size_t place) {
    return place >= text.size() || text[place] == '\n';
  };
  if (const std::size_t title_at = skip_blanks(url_end); title_at < text.size()) {
    const std::string_view line = TrimSpaceRight(FirstLine(text.substr(title_at)));
    const char open = text[title_at];
    const char close = open == '(' ? ')' : open;
    if ((open == '"' || open == '\'' || open == '(') && line.size() > 1 && line.back() == close) {
      read.reference.title = line.substr(1, line.size() - 2);
      read.bytes = title_at + FirstLine(text.substr(title_at)).size();
      return read;
    }
  }
  url_end += LeadingBlanks(text.substr(url_end));
  if (!at_line_end(url_end)) return std::nullopt;
  read.bytes = url_end;
  return read;
}

class BlockParser {
 public:
  BlockParser(MarkdownDocument& document, MarkdownBudget& budget)
      : document_(document), budget_(budget) {}

  // Blocks of a text that are divided by blank lines.
  void ParseText(MarkdownNode& parent, std::string_view text) {
    Blocks blocks;
    for (std::size_t end = 0; (end = text.find("\n\n")) != kNone;) {
      blocks.push_back(text.substr(0, end));
      text.remove_prefix(end + 2);
    }
    blocks.push_back(text);
    ParseBlocks(parent, std::move(blocks));
  }

 private:
  using Blocks = std::deque<std::string_view>;
  // What is around the blocks at hand: text in a list is not a paragraph.
  enum class Place { kNowhere, kList, kLooseList, kQuote, kDetabbed };

  class Within {
   public:
    Within(BlockParser& parser, Place place) : parser_(parser), before_(parser.place_) {
      parser_.place_ = place;
      ++parser_.depth_;
    }
    ~Within() {
      parser_.place_ = before_;
      --parser_.depth_;
    }
    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;

   private:
    BlockParser& parser_;
    Place before_;
  };

  // Text that is no part of another, kept until the end.
  std::string_view Own(std::string text) {
    budget_.Spend(text.size());
    return owned_.emplace_back(std::move(text));
  }

  void ParseBlocks(MarkdownNode& parent, Blocks blocks) {
    while (!blocks.empty() && !budget_.spent()) {
      const std::string_view block = blocks.front();
      blocks.pop_front();
      // Every block is looked at once by each of the rules.
      budget_.Spend(FirstLine(block).size() + 16);
      if (!TakeEmpty(parent, block, blocks) && !TakeListPart(parent, block) &&
          !TakeCode(parent, block, blocks) && !AddMarkdownTable(block, parent, budget_) &&
          !TakeHeading(parent, block, blocks) && !TakeUnderlined(parent, block, blocks) &&
          !TakeRule(parent, block, blocks) && !TakeList(parent, block) &&
          !TakeQuote(parent, block) && !TakeReferences(block, blocks)) {
        AddParagraph(parent, block);
      }
    }
  }
  void ParseBlock(MarkdownNode& parent, std::string_view block) { ParseBlocks(parent, {block}); }

  static MarkdownNode* LastCode(const MarkdownNode& parent) {
    const MarkdownNode* last = parent.last();
    const bool is_code = last != nullptr && last->tag == "pre" && !last->children.empty() &&
                         last->children[0]->tag == "code";
    return is_code ? last->children[0].get() : nullptr;
  }

  // More than one blank line: inside code they count.
  static bool TakeEmpty(MarkdownNode& parent, std::string_view block, Blocks& blocks) {
    if (!block.empty() && block[0] != '\n') return false;
    if (block.size() > 1) blocks.push_front(block.substr(1));
    if (MarkdownNode* code = LastCode(parent)) code->text += block.empty() ? "\n\n" : "\n";
    return true;
  }

  static std::string Outdent(std::string_view text, std::size_t blanks) {
    std::string out;
    for (const std::string_view line : SplitLines(text)) {
      if (!out.empty() || line.data() != text.data()) out += '\n';
      out += line.substr(LeadingBlanks(line.substr(0, blanks)) == blanks ? blanks : 0);
    }
    return out;
  }

  // An indented block that belongs to the list before it.
  bool TakeListPart(MarkdownNode& parent, std::string_view block) {
    if (!IsIndented(block) || place_ == Place::kDetabbed) return false;
    const bool is_item = parent.tag == "li";
    if (!is_item && (parent.last() == nullptr || !parent.last()->IsList())) return false;
    if (depth_ >= kMaxDepth) return false;
    const std::size_t wanted = LeadingBlanks(block) / kIndent;
    std::size_t level = place_ == Place::kList ? 1 : 0;
    MarkdownNode* sibling = &parent;
    while (wanted > level) {
      MarkdownNode* child = sibling->last();
      if (child == nullptr || (!child->IsList() && child->tag != "li")) break;
      if (child->IsList()) ++level;
      sibling = child;
    }
    const std::string_view part = Own(Outdent(block, level * kIndent));
    const Within within(*this, Place::kDetabbed);
    if (is_item) {
      const bool in_list = parent.last() != nullptr && parent.last()->IsList();
      ParseBlock(in_list ? *parent.last() : parent, part);
    } else if (sibling->tag == "li") {
      ParseBlock(*sibling, part);
    } else if (sibling->last() != nullptr && sibling->last()->tag == "li") {
      MarkdownNode& item = *sibling->last();
      TextToParagraph(item);
      ParseText(item, part);
    } else {
      ParseBlock(sibling->Add("li"), part);
    }
    return true;
  }

  // An item becomes a loose one when more than a line of text is in it.
  static void TextToParagraph(MarkdownNode& item) {
    if (item.text.empty()) return;
    auto paragraph = std::make_unique<MarkdownNode>();
    paragraph->tag = "p";
    paragraph->text = std::exchange(item.text, {});
    item.children.insert(item.children.begin(), std::move(paragraph));
  }

  bool TakeCode(MarkdownNode& parent, std::string_view block, Blocks& blocks) {
    if (!IsIndented(block)) return false;
    std::string code;
    std::size_t at = 0;
    for (const std::string_view line : SplitLines(block)) {
      if (!IsIndented(line) && !Trim(line).empty()) break;
      if (at > 0) code += '\n';
      code += line.substr(std::min(kIndent, line.size()));
      at += line.size() + 1;
    }
    budget_.Spend(code.size());
    if (at < block.size()) blocks.push_front(block.substr(at));
    std::string html = EscapeHtml(TrimSpaceRight(code)) + '\n';
    if (MarkdownNode* before = LastCode(parent)) {
      before->text += '\n' + html;
      return true;
    }
    MarkdownNode& node = parent.Add("pre").Add("code");
    node.text = std::move(html);
    node.is_literal = true;
    return true;
  }

  // The first line of `block` that `wanted` takes. Whoever asks again for a part of a block in
  // which there was none is not told twice.
  struct Search {
    const char* begin = nullptr;
    const char* end = nullptr;
  };
  template <class Wanted>
  std::size_t FindLine(std::string_view block, Search& failed, Wanted wanted) {
    const char* const end = block.data() + block.size();
    if (end == failed.end && block.data() >= failed.begin) return kNone;
    for (std::size_t at = 0; at <= block.size();) {
      const std::string_view line = FirstLine(block.substr(at));
      if (wanted(line)) {
        budget_.Spend(at);
        return at;
      }
      at += line.size() + 1;
    }
    budget_.Spend(block.size());
    failed = {.begin = block.data(), .end = end};
    return kNone;
  }

  bool TakeHeading(MarkdownNode& parent, std::string_view block, Blocks& blocks) {
    const std::size_t at =
        FindLine(block, no_heading_, [](std::string_view line) { return line.starts_with('#'); });
    if (at == kNone) return false;
    if (at > 0) ParseBlock(parent, block.substr(0, at - 1));
    const std::string_view line = FirstLine(block.substr(at));
    const std::size_t level = std::min({line.find_first_not_of('#'), line.size(), std::size_t{6}});
    MarkdownNode& heading = parent.Add("h" + std::to_string(level));
    heading.text = HeadingText(line.substr(level));
    const std::string_view rest = block.substr(std::min(at + line.size() + 1, block.size()));
    if (!rest.empty()) {
      blocks.push_front(place_ == Place::kLooseList ? Own(Outdent(rest, kIndent)) : rest);
    }
    return true;
  }

  static bool TakeUnderlined(MarkdownNode& parent, std::string_view block, Blocks& blocks) {
    const std::string_view first = FirstLine(block);
    if (first.size() == block.size()) return false;
    const std::string_view second = FirstLine(block.substr(first.size() + 1));
    if (!IsUnderline(second)) return false;
    parent.Add(second[0] == '=' ? "h1" : "h2").text = TrimSpace(first);
    const std::size_t used = first.size() + 1 + second.size() + 1;
    if (used < block.size()) blocks.push_front(block.substr(used));
    return true;
  }

  bool TakeRule(MarkdownNode& parent, std::string_view block, Blocks& blocks) {
    const std::size_t at = FindLine(block, no_rule_, IsRuleLine);
    if (at == kNone) return false;
    std::string_view before = block.substr(0, at);
    while (before.ends_with('\n')) before.remove_suffix(1);
    if (!before.empty()) ParseBlock(parent, before);
    parent.Add("hr");
    std::string_view rest = block.substr(at + FirstLine(block.substr(at)).size());
    while (rest.starts_with('\n')) rest.remove_prefix(1);
    if (!rest.empty()) blocks.push_front(rest);
    return true;
  }

  // Items of a block that begins with one. Lines with a mark further in are items of a list within.
  std::vector<std::string> SplitItems(std::string_view block) {
    std::vector<std::string> items;
    for (const std::string_view line : SplitLines(block)) {
      const std::size_t blanks = LeadingBlanks(line);
      if (const auto item = ReadOuterItem(line)) {
        items.emplace_back(item->text);
      } else if (blanks >= kIndent && blanks < 2 * kIndent && ReadItem(line.substr(blanks)) &&
                 !IsIndented(items.back())) {
        items.emplace_back(line);
      } else {
        (items.back() += '\n') += line;
      }
    }
    budget_.Spend(block.size());
    return items;
  }

  bool TakeList(MarkdownNode& parent, std::string_view block) {
    const auto first = ReadOuterItem(FirstLine(block));
    if (!first || depth_ >= kMaxDepth) return false;
    const std::vector<std::string> items = SplitItems(block);
    std::size_t next = 0;
    MarkdownNode* list = parent.last();
    if (list != nullptr && list->IsList()) {
      // A blank line was before this item: the one before it is loose, and so is this one.
      if (MarkdownNode* last = list->last()) {
        TextToParagraph(*last);
        if (MarkdownNode* child = last->last(); child != nullptr && !child->tail.empty()) {
          const std::string tail = std::exchange(child->tail, {});
          last->Add("p").text = TrimSpaceLeft(tail);
        }
      }
      const Within within(*this, Place::kLooseList);
      ParseBlock(list->Add("li"), Own(items[next++]));
    } else if (parent.IsList()) {
      list = &parent;
    } else {
      list = &parent.Add(IsMarkdownDigit(first->mark) ? "ol" : "ul");
    }
    const Within within(*this, Place::kList);
    for (; next < items.size() && !budget_.spent(); ++next) {
      const bool is_inner = IsIndented(items[next]) && list->last() != nullptr;
      ParseBlock(is_inner ? *list->last() : list->Add("li"), Own(items[next]));
    }
    return true;
  }

  bool TakeQuote(MarkdownNode& parent, std::string_view block) {
    if (depth_ >= kMaxDepth) return false;
    const std::size_t at = FindLine(block, no_quote_, IsQuoteLine);
    if (at == kNone) return false;
    ParseBlock(parent, block.substr(0, at == 0 ? 0 : at - 1));
    std::string text;
    for (const std::string_view line : SplitLines(block.substr(at))) {
      if (!text.empty() || line.data() != block.data() + at) text += '\n';
      text += QuotedText(line);
    }
    MarkdownNode* quote = parent.last();
    if (quote == nullptr || quote->tag != "blockquote") quote = &parent.Add("blockquote");
    const Within within(*this, Place::kQuote);
    ParseText(*quote, Own(std::move(text)));
    return true;
  }

  bool TakeReferences(std::string_view block, Blocks& blocks) {
    const auto begins = [](std::string_view line) {
      return Trim(line).starts_with('[') && line.find("]:") != kNone;
    };
    const std::size_t at = FindLine(block, no_reference_, begins);
    if (at == kNone) return false;
    std::size_t end = at;
    for (bool first = true; end < block.size(); first = false) {
      const std::size_t next = end + (first ? 0 : 1);
      if (next > block.size()) break;
      auto read = ReadReferenceAt(block.substr(next));
      if (!read || (!first && block.substr(next, read->bytes).find('\n') != kNone)) break;
      document_.references[read->name] = std::move(read->reference);
      end = next + read->bytes;
    }
    if (end == at) return false;
    std::string_view rest = block.substr(end);
    while (rest.starts_with('\n')) rest.remove_prefix(1);
    if (!TrimSpace(rest).empty()) blocks.push_front(rest);
    std::string_view before = block.substr(0, at);
    while (before.ends_with('\n')) before.remove_suffix(1);
    if (!TrimSpace(before).empty()) blocks.push_front(before);
    return true;
  }

  void AddParagraph(MarkdownNode& parent, std::string_view block) {
    if (TrimSpace(block).empty()) return;
    budget_.Spend(block.size());
    if (place_ != Place::kList) {
      parent.Add("p").text = TrimSpaceLeft(block);
    } else if (MarkdownNode* sibling = parent.last()) {
      (sibling->tail += '\n') += block;
    } else if (parent.text.empty()) {
      parent.text = TrimSpaceLeft(block);
    } else {
      (parent.text += '\n') += block;
    }
  }

  MarkdownDocument& document_;
  MarkdownBudget& budget_;
  std::deque<std::string> owned_;
  Place place_ = Place::kNowhere;
  int depth_ = 0;
  Search no_heading_;
  Search no_rule_;
  Search no_quote_;
  Search no_reference_;
};

}  // namespace

MarkdownDocument ParseMarkdownBlocks(std::string_view text, MarkdownBudget& budget) {
  MarkdownDocument document;
  document.root.tag = "div";
  BlockParser(document, budget).ParseText(document.root, text);
  return document;
}

}  // namespace sightglass::format
