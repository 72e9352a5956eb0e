#include "base/utf8_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "base/check.h"
#include "base/text.h"

namespace sightglass::base {
namespace {

struct CodeRange {
  char32_t first;
  char32_t last;
};

constexpr std::array kZeroWidth = {
    CodeRange{0x0300, 0x036F}, CodeRange{0x0483, 0x0489}, CodeRange{0x0591, 0x05BD},
    CodeRange{0x0610, 0x061A}, CodeRange{0x064B, 0x065F}, CodeRange{0x093A, 0x093A},
    CodeRange{0x093C, 0x093C}, CodeRange{0x0941, 0x0948}, CodeRange{0x1AB0, 0x1AFF},
    CodeRange{0x1DC0, 0x1DFF}, CodeRange{0x200B, 0x200D}, CodeRange{0x20D0, 0x20FF},
    CodeRange{0xFE00, 0xFE0F}, CodeRange{0xFE20, 0xFE2F}, CodeRange{0xE0100, 0xE01EF},
};

constexpr std::array kDoubleWidth = {
    CodeRange{0x1100, 0x115F},   CodeRange{0x231A, 0x231B},   CodeRange{0x23E9, 0x23EC},
    CodeRange{0x2614, 0x2615},   CodeRange{0x26A1, 0x26A1},   CodeRange{0x2705, 0x2705},
    CodeRange{0x270A, 0x270B},   CodeRange{0x2728, 0x2728},   CodeRange{0x274C, 0x274C},
    CodeRange{0x2B50, 0x2B50},   CodeRange{0x2E80, 0x303E},   CodeRange{0x3041, 0x33FF},
    CodeRange{0x3400, 0x4DBF},   CodeRange{0x4E00, 0x9FFF},   CodeRange{0xA000, 0xA4CF},
    CodeRange{0xAC00, 0xD7A3},   CodeRange{0xF900, 0xFAFF},   CodeRange{0xFE30, 0xFE6F},
    CodeRange{0xFF00, 0xFF60},   CodeRange{0xFFE0, 0xFFE6},   CodeRange{0x1F300, 0x1F64F},
    CodeRange{0x1F680, 0x1F6FF}, CodeRange{0x1F900, 0x1F9FF}, CodeRange{0x1FA70, 0x1FAFF},
    CodeRange{0x20000, 0x3FFFD},
};

template <std::size_t N>
bool Contains(const std::array<CodeRange, N>& ranges, char32_t code) {
  const auto range = std::ranges::lower_bound(ranges, code, {}, &CodeRange::last);
  return range != ranges.end() && range->first <= code;
}

std::size_t WidthOf(const Utf8Char& c) {
  if (!c.valid || c.code < 0x300) return 1;
  if (Contains(kZeroWidth, c.code)) return 0;
  return Contains(kDoubleWidth, c.code) ? 2 : 1;
}

void AppendByteEscape(std::string& out, char byte) {
  fmt::format_to(std::back_inserter(out), "\\x{:02X}", static_cast<unsigned char>(byte));
}

}  // namespace

Utf8Char DecodeUtf8(std::string_view text) {
  const std::size_t bytes = base::Utf8CharacterBytes(text);
  if (bytes == 0) return {};
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  constexpr std::array<unsigned, 5> kLeadBits = {0, 0x7F, 0x1F, 0x0F, 0x07};
  char32_t code = byte(0) & kLeadBits[bytes];
  for (std::size_t i = 1; i < bytes; ++i) code = (code << 6U) | (byte(i) & 0x3FU);
  return {.code = code, .bytes = bytes, .valid = true};
}

void AppendUtf8(char32_t code, std::string& out) {
  const auto put = [&out](char32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) code = 0xFFFD;
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | (code >> 6));
    put(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    put(0xE0 | (code >> 12));
    put(0x80 | ((code >> 6) & 0x3F));
    put(0x80 | (code & 0x3F));
  } else {
    put(0xF0 | (code >> 18));
    put(0x80 | ((code >> 12) & 0x3F));
    put(0x80 | ((code >> 6) & 0x3F));
    put(0x80 | (code & 0x3F));
  }
}

std::string EscapeInvalidUtf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Utf8Char c = DecodeUtf8(text);
    if (c.valid) {
      out.append(text.substr(0, c.bytes));
    } else {
      AppendByteEscape(out, text[0]);
    }
    text.remove_prefix(c.bytes);
  }
  return out;
}

std::size_t DisplayWidth(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const Utf8Char c = DecodeUtf8(text);
    width += WidthOf(c);
    text.remove_prefix(c.bytes);
  }
  return width;
}

std::string ShortenMiddle(std::string_view text, std::size_t width) {
  constexpr std::string_view kGap = "...";
  DCHECK(width >= kGap.size() + 2);
  if (text.size() <= width || DisplayWidth(text) <= width) return std::string(text);
  const std::size_t tail_width = (width - kGap.size()) / 2;
  const std::size_t head_width = width - kGap.size() - tail_width;

  std::size_t head = 0;
  for (std::size_t used = 0; head < text.size();) {
    const Utf8Char c = DecodeUtf8(text.substr(head));
    used += WidthOf(c);
    if (used > head_width) break;
    head += c.bytes;
  }
  std::size_t tail = text.size();
  for (std::size_t used = 0; tail > head;) {
    std::size_t start = tail - 1;
    while (start > head && (static_cast<unsigned char>(text[start]) & 0xC0U) == 0x80) --start;
    used += WidthOf(DecodeUtf8(text.substr(start)));
    if (used > tail_width) break;
    tail = start;
  }
  std::string out(text.substr(0, head));
  out += kGap;
  out += text.substr(tail);
  return out;
}

}  // namespace sightglass::base
