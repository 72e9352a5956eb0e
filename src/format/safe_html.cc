#include "format/safe_html.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "base/utf8_scan.h"
#include "base/utf8_text.h"
#include "format/safe_html_entities.h"

namespace sightglass::format {
namespace {

struct TagRule {
  std::string_view name;
  bool is_void = false;  // has no content and no end tag
  std::array<std::string_view, 3> attributes{};
};

// Sorted by name.
constexpr std::array<TagRule, 25> kTags = {{
    {"a", false, {"href", "title"}},
    {"blockquote"},
    {"br", true},
    {"code"},
    {"em"},
    {"h1"},
    {"h2"},
    {"h3"},
    {"h4"},
    {"h5"},
    {"h6"},
    {"hr", true},
    {"img", true, {"alt", "src", "title"}},
    {"li"},
    {"ol"},
    {"p"},
    {"pre"},
    {"strong"},
    {"table"},
    {"tbody"},
    {"td"},
    {"th"},
    {"thead"},
    {"tr"},
    {"ul"},
}};

// The number of the rule for `name`; nullopt if the tag is not allowed.
std::optional<std::size_t> FindRule(std::string_view name) {
  const auto* const found = std::ranges::lower_bound(kTags, name, {}, &TagRule::name);
  if (found == kTags.end() || found->name != name) return std::nullopt;
  return static_cast<std::size_t>(found - kTags.begin());
}

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }
bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

// The character that "&#58", "&#x3a" or one with ';' stands for, and its length; browsers take
// both.
std::optional<std::pair<std::uint32_t, std::size_t>> NumericReference(std::string_view text) {
  if (!text.starts_with("&#")) return std::nullopt;
  const bool hex = text.size() > 2 && (text[2] == 'x' || text[2] == 'X');
  const char* const begin = text.data() + (hex ? 3 : 2);
  const char* const end = text.data() + text.size();
  std::uint32_t code = 0;
  const auto [stop, error] = std::from_chars(begin, end, code, hex ? 16 : 10);
  if (stop == begin) return std::nullopt;
  if (error != std::errc()) code = 0;  // too large for anything
  const bool closed = stop != end && *stop == ';';
  return std::pair(code, static_cast<std::size_t>(stop - text.data()) + (closed ? 1 : 0));
}

// An attribute's value as a browser reads it, but for names that it need not have: "&colon;" stays
// as it is, and is written as text.
std::string DecodeValue(std::string_view raw) {
  static constexpr std::array<std::pair<std::string_view, char>, 5> kNames = {
      {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}}};
  std::string value;
  while (!raw.empty()) {
    if (raw[0] == '&') {
      if (const auto reference = NumericReference(raw)) {
        // As browsers have it.
        base::AppendUtf8(reference->first == 0 ? 0xFFFD : reference->first, value);
        raw.remove_prefix(reference->second);
        continue;
      }
      const auto* const name = std::ranges::find_if(
          kNames, [raw](const auto& entry) { return raw.starts_with(entry.first); });
      if (name != kNames.end()) {
        value.push_back(name->second);
        raw.remove_prefix(name->first.size());
        continue;
      }
    }
    value.push_back(raw[0]);
    raw.remove_prefix(1);
  }
  return value;
}

// Relative, or of a scheme that only fetches or mails. Browsers skip control characters and blanks
// in a scheme, so these do not hide one.
bool IsSafeUrl(std::string_view url) {
  std::string start;
  for (const char c : url) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= 0x20 || byte == 0x7F) continue;
    if (c == '/' || c == '?' || c == '#' || c == '\\') return true;
    if (c == ':') {
      start = Lower(start);
      return start == "http" || start == "https" || start == "mailto";
    }
    start.push_back(c);
  }
  return true;
}

// A character reference that DecodeValue() knows, at the start of `raw`: it may stay as it is,
// since a browser reads in it what was checked. 0 if none is there.
std::size_t KnownReferenceBytes(std::string_view raw) {
  if (const auto reference = NumericReference(raw)) {
    return raw[reference->second - 1] == ';' ? reference->second : 0;
  }
  for (const std::string_view name : {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"}) {
    if (raw.starts_with(name)) return name.size();
  }
  return 0;
}

void AppendAttribute(std::string_view name, std::string_view raw, std::string& out) {
  out.push_back(' ');
  out.append(name);
  out.append("=\"");
  while (!raw.empty()) {
    std::size_t bytes = 1;
    switch (raw[0]) {
      case '&':
        bytes = KnownReferenceBytes(raw);
        out.append(bytes == 0 ? "&amp;" : raw.substr(0, bytes));
        break;
      case '<':
        out.append("&lt;");
        break;
      case '>':
        out.append("&gt;");
        break;
      case '"':
        out.append("&quot;");
        break;
      default:
        out.push_back(raw[0]);
    }
    raw.remove_prefix(std::max(bytes, std::size_t{1}));
  }
  out.push_back('"');
}

struct RawTag {
  std::string name;  // in lower case
  bool is_end = false;
  std::vector<std::pair<std::string, std::string_view>> attributes{};  // name in lower case, raw
  std::size_t bytes = 0;                                               // from '<' to '>'
};

// The tag at the start of `text`, taken apart as browsers do; nullopt if none begins here, or none
// that ends within the limit.
std::optional<RawTag> ReadTag(std::string_view text) {
  text = text.substr(0, kMaxHtmlTagBytes);
  std::size_t at = 1;
  RawTag tag;
  if (at < text.size() && text[at] == '/') {
    tag.is_end = true;
    ++at;
  }
  if (at >= text.size() || !IsLetter(text[at])) return std::nullopt;
  const auto skip = [&](auto&& wanted) {
    const std::size_t from = at;
    while (at < text.size() && wanted(text[at])) ++at;
    return text.substr(from, at - from);
  };
  tag.name = Lower(skip([](char c) { return !IsBlank(c) && c != '/' && c != '>'; }));
  while (true) {
    skip([](char c) { return IsBlank(c) || c == '/'; });
    if (at >= text.size()) return std::nullopt;
    if (text[at] == '>') {
      tag.bytes = at + 1;
      return tag;
    }
    const std::size_t name_at = at;
    ++at;  // a name may begin with '='
    skip([](char c) { return !IsBlank(c) && c != '/' && c != '>' && c != '='; });
    std::string name = Lower(text.substr(name_at, at - name_at));
    skip(IsBlank);
    std::string_view value;
    if (at < text.size() && text[at] == '=') {
      ++at;
      skip(IsBlank);
      if (at >= text.size()) return std::nullopt;
      if (const char quote = text[at]; quote == '"' || quote == '\'') {
        ++at;
        value = skip([quote](char c) { return c != quote; });
        if (at >= text.size()) return std::nullopt;
        ++at;
      } else {
        value = skip([](char c) { return !IsBlank(c) && c != '>'; });
      }
    }
    tag.attributes.emplace_back(std::move(name), value);
  }
}

// How long the character reference at the start of `text` is; 0 if none begins here.
std::size_t ReferenceBytes(std::string_view text) {
  std::size_t at = 1;
  const bool numeric = text.size() > 1 && text[1] == '#';
  if (numeric) ++at;
  const bool hex = numeric && at < text.size() && (text[at] == 'x' || text[at] == 'X');
  if (hex) ++at;
  const std::size_t from = at;
  while (at < text.size() && at - from < 32 &&
         (IsDigit(text[at]) || (IsLetter(text[at]) && (!numeric || hex)))) {
    ++at;
  }
  const bool closed = at > from && at < text.size() && text[at] == ';';
  return closed && (numeric || IsLetter(text[from])) ? at + 1 : 0;
}

class Sanitizer {
 public:
  explicit Sanitizer(std::string_view html) : rest_(html) { out_.reserve(html.size()); }

  std::string Run() {
    while (!rest_.empty()) {
      const std::size_t plain = std::min(rest_.find_first_of("<>&"), rest_.size());
      Take(plain);
      if (rest_.empty()) break;
      if (rest_[0] == '<') {
        TakeMarkup();
      } else if (rest_[0] == '>') {
        Replace(1, "&gt;");
      } else {
        TakeReference();
      }
    }
    CloseDownTo(0);
    return std::move(out_);
  }

 private:
  void Take(std::size_t bytes) {
    out_.append(rest_.substr(0, bytes));
    rest_.remove_prefix(bytes);
  }
  void Replace(std::size_t bytes, std::string_view text) {
    out_.append(text);
    rest_.remove_prefix(bytes);
  }

  void TakeReference() {
    std::size_t bytes = ReferenceBytes(rest_);
    // A name that stands for nothing is text.
    if (bytes > 0 && rest_[1] != '#' && !IsHtmlEntity(rest_.substr(1, bytes - 2))) bytes = 0;
    if (bytes == 0) {
      Replace(1, "&amp;");
    } else if (rest_.starts_with("&quot;")) {
      Replace(bytes, "\"");  // only attributes need it
    } else {
      Take(bytes);
    }
  }

  void TakeMarkup() {
    if (rest_.starts_with("<!--") && comments_end_) {
      if (const std::size_t end = rest_.find("-->", 4); end != std::string_view::npos) {
        rest_.remove_prefix(end + 3);
        return;
      }
      comments_end_ = false;  // nor will any later one
    }
    const std::optional<RawTag> tag = ReadTag(rest_);
    if (!tag) {
      Replace(1, "&lt;");
      return;
    }
    if (const auto rule = FindRule(tag->name)) {
      rest_.remove_prefix(tag->bytes);
      if (tag->is_end) {
        End(*rule);
      } else {
        Begin(*rule, *tag);
      }
      return;
    }
    // As the text that it is.
    const std::size_t end = rest_.size() - tag->bytes;
    while (rest_.size() > end) {
      if (rest_[0] == '<') {
        Replace(1, "&lt;");
      } else if (rest_[0] == '>') {
        Replace(1, "&gt;");
      } else if (rest_[0] == '&') {
        TakeReference();  // none reaches past '>'
      } else {
        Take(1);
      }
    }
  }

  void Begin(std::size_t number, const RawTag& tag) {
    const TagRule& rule = kTags[number];
    if (!MakeRoom(rule.name)) return;
    out_.push_back('<');
    out_.append(rule.name);
    for (const std::string_view allowed : rule.attributes) {
      if (allowed.empty()) break;
      const auto found = std::ranges::find(tag.attributes, allowed,
                                           &std::pair<std::string, std::string_view>::first);
      if (found == tag.attributes.end()) continue;
      const bool is_url = allowed == "href" || allowed == "src";
      if (is_url && !IsSafeUrl(DecodeValue(found->second))) continue;
      AppendAttribute(allowed, found->second, out_);
    }
    out_.push_back('>');
    if (!rule.is_void) Open(number);
  }

  void Open(std::size_t number) {
    open_.push_back(static_cast<std::uint8_t>(number));
    ++open_count_[number];
  }
  void OpenPlain(std::string_view name) {
    out_.push_back('<');
    out_.append(name);
    out_.push_back('>');
    Open(*FindRule(name));
  }

  // Where the innermost open tag of `names` stands that is inside all of `bounds`; nullopt if there
  // is none.
  using Names = std::initializer_list<std::string_view>;
  [[nodiscard]] std::optional<std::size_t> FindOpen(Names names, Names bounds) const {
    for (std::size_t depth = open_.size(); depth-- > 0;) {
      const std::string_view name = kTags[open_[depth]].name;
      if (std::ranges::find(names, name) != names.end()) return depth;
      if (std::ranges::find(bounds, name) != bounds.end()) return std::nullopt;
    }
    return std::nullopt;
  }
  void CloseOpen(Names names, Names bounds) {
    if (const auto depth = FindOpen(names, bounds)) CloseDownTo(*depth);
  }

  // Closes and opens what a browser would before this tag; false if it would leave the tag out.
  bool MakeRoom(std::string_view name) {
    constexpr std::string_view kParagraphEnders[] = {"blockquote", "h1",  "h2",    "h3", "h4",
                                                     "h5",         "h6",  "hr",    "li", "ol",
                                                     "p",          "pre", "table", "ul"};
    if (name == "td" || name == "th" || name == "tr" || name == "tbody" || name == "thead") {
      return MakeRoomInTable(name);
    }
    if (name == "li") {
      CloseOpen({"li"}, {"ul", "ol", "td", "th", "table", "blockquote", "pre"});
    }
    if (std::ranges::find(kParagraphEnders, name) != std::end(kParagraphEnders)) {
      CloseOpen({"p"}, {"td", "th", "table"});
    }
    return true;
  }

  bool MakeRoomInTable(std::string_view name) {
    const auto table = FindOpen({"table"}, {});
    if (!table) return false;
    if (name == "tbody" || name == "thead") {
      CloseDownTo(*table + 1);
      return true;
    }
    if (const auto body = FindOpen({"tbody", "thead"}, {"table"})) {
      const auto row = FindOpen({"tr"}, {"table"});
      CloseDownTo(name == "tr" || !row ? *body + 1 : *row + 1);
    } else {
      CloseDownTo(*table + 1);
      OpenPlain("tbody");
    }
    if (name != "tr" && !FindOpen({"tr"}, {"table"})) OpenPlain("tr");
    return true;
  }

  void End(std::size_t number) {
    if (open_count_[number] == 0) return;
    std::size_t depth = open_.size();
    while (open_[depth - 1] != number) --depth;
    CloseDownTo(depth - 1);
  }

  void CloseDownTo(std::size_t depth) {
    for (; open_.size() > depth; open_.pop_back()) {
      out_.append("</");
      out_.append(kTags[open_.back()].name);
      out_.push_back('>');
      --open_count_[open_.back()];
    }
  }

  std::string_view rest_;
  std::string out_;
  std::vector<std::uint8_t> open_;  // numbers of rules
  std::array<std::size_t, kTags.size()> open_count_{};
  bool comments_end_ = true;
};

}  // namespace

std::string SanitizeHtml(std::string_view html) { return Sanitizer(html).Run(); }

std::string EscapeHtml(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (c == '<') {
      out.append("&lt;");
    } else if (c == '>') {
      out.append("&gt;");
    } else if (c == '&') {
      out.append("&amp;");
    } else {
      out.push_back(c);
    }
  }
  return out;
}

std::string ReplaceInvalidUtf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (true) {
    const std::size_t good = base::FindBadUtf8(text);
    out += text.substr(0, good);
    if (good == text.size()) return out;
    out += "\xEF\xBF\xBD";
    text.remove_prefix(good + 1);
  }
}

CleanedText CleanText(std::string_view text) {
  CleanedText cleaned{.text = ReplaceInvalidUtf8(text)};
  std::string& out = cleaned.text;
  cleaned.nul_bytes = std::erase(out, '\0');
  if (out.find('\r') == std::string::npos) return cleaned;
  std::size_t size = 0;
  for (std::size_t at = 0; at < out.size(); ++at) {
    if (out[at] != '\r') {
      out[size++] = out[at];
    } else if (at + 1 == out.size() || out[at + 1] != '\n') {
      out[size++] = '\n';
    }
  }
  out.resize(size);
  return cleaned;
}

}  // namespace sightglass::format
