#include "format/markdown_emphasis.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/utf8_text.h"
#include "format/markdown_lines.h"

namespace sightglass::format {
namespace {

// A row of marks, or the text between two of them.
struct Run {
  std::string_view text{};
  bool is_marks = false;
  bool can_open = false;
  bool can_close = false;
  std::size_t left = 0;   // marks that are not used
  std::string closing{};  // tags before what is left
  std::string opening{};  // tags after it
};

// A letter or digit of any language, roughly: punctuation and signs have ranges of their own.
bool IsWordCode(char32_t code) {
  if (code < 0x80) {
    return (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') ||
           (code >= '0' && code <= '9') || code == '_';
  }
  if (code < 0xC0)
    return code == 0xAA || code == 0xB2 || code == 0xB3 || code == 0xB5 || code >= 0xB9;
  if (code == 0xD7 || code == 0xF7) return false;
  if (code >= 0x2000 && code < 0x2C00) return false;
  if (code >= 0x3000 && code < 0x3040) return code >= 0x3005 && code <= 0x3007;
  if (code >= 0xFF00 && code < 0xFF21) return code >= 0xFF10 && code <= 0xFF19;
  if (code >= 0xFF3B && code < 0xFF41) return false;
  return code < 0x1F000 || code >= 0x20000;
}

bool BeginsWithWord(std::string_view text) {
  return !text.empty() && IsWordCode(base::DecodeUtf8(text).code);
}

bool EndsWithWord(std::string_view text) {
  std::size_t at = text.size();
  if (at == 0) return false;
  do {
    --at;
  } while (at > 0 && text.size() - at < 4 && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80);
  return IsWordCode(base::DecodeUtf8(text.substr(at)).code);
}

std::vector<Run> SplitRuns(std::string_view text) {
  std::vector<Run> runs;
  for (std::size_t at = 0; at < text.size();) {
    const char mark = text[at];
    const bool is_marks = mark == '*' || mark == '_';
    const std::size_t end = std::min(
        is_marks ? text.find_first_not_of(mark, at) : text.find_first_of("*_", at), text.size());
    Run run{.text = text.substr(at, end - at), .is_marks = is_marks};
    if (is_marks) {
      const std::string_view before = text.substr(0, at);
      const std::string_view after = text.substr(end);
      run.left = end - at;
      run.can_open = !after.empty() && !IsMarkdownSpace(after.front());
      run.can_close = !before.empty() && !IsMarkdownSpace(before.back());
      if (mark == '_') {
        run.can_open = run.can_open && !EndsWithWord(before);
        run.can_close = run.can_close && !BeginsWithWord(after);
      }
    }
    runs.push_back(std::move(run));
    at = end;
  }
  return runs;
}

// Marks that could also open pair with others only if the lengths do not add up to a multiple of
// three: "*a**b*" is no strong "a". CommonMark has the same rule, but for either side.
bool MayPair(const Run& opener, const Run& closer) {
  const std::size_t a = opener.text.size();
  const std::size_t b = closer.text.size();
  if (!closer.can_open || a == b) return true;
  return (a + b) % 3 != 0 || (a % 3 == 0 && b % 3 == 0);
}

void Pair(std::vector<Run>& runs) {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    Run& closer = runs[i];
    while (closer.can_close && closer.left > 0) {
      std::size_t depth = open.size();
      while (depth > 0 && (runs[open[depth - 1]].text[0] != closer.text[0] ||
                           !MayPair(runs[open[depth - 1]], closer))) {
        --depth;
      }
      if (depth == 0) break;
      Run& opener = runs[open[depth - 1]];
      // Three on both sides: the strong one is outside.
      const std::size_t both = std::min(opener.left, closer.left);
      const std::size_t size = both == 2 || both > 3 ? 2 : 1;
      opener.opening.insert(0, size == 2 ? "<strong>" : "<em>");
      closer.closing += size == 2 ? "</strong>" : "</em>";
      opener.left -= size;
      closer.left -= size;
      open.resize(opener.left > 0 ? depth : depth - 1);
    }
    if (closer.can_open && closer.left > 0 && open.size() < kMaxOpenMarks) open.push_back(i);
  }
}

}  // namespace

std::string EmphasisToHtml(std::string_view text, std::string (*escape)(std::string_view)) {
  if (text.find_first_of("*_") == std::string_view::npos) return escape(text);
  std::vector<Run> runs = SplitRuns(text);
  Pair(runs);
  std::string html;
  for (const Run& run : runs) {
    html += run.closing;
    html += run.is_marks ? std::string(run.text.substr(0, run.left)) : escape(run.text);
    html += run.opening;
  }
  return html;
}

}  // namespace sightglass::format
