#include "base/text.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <string>

#include "base/utf8_text.h"

namespace sightglass::base {
namespace {

using namespace std::string_literals;

std::string Encode(std::uint32_t code) {
  const auto unit = [](std::uint32_t value) { return static_cast<char>(value); };
  if (code < 0x80) return {unit(code)};
  if (code < 0x800) return {unit(0xC0 | code >> 6), unit(0x80 | (code & 0x3F))};
  if (code < 0x10000) {
    return {unit(0xE0 | code >> 12), unit(0x80 | (code >> 6 & 0x3F)), unit(0x80 | (code & 0x3F))};
  }
  return {unit(0xF0 | code >> 18), unit(0x80 | (code >> 12 & 0x3F)),
          unit(0x80 | (code >> 6 & 0x3F)), unit(0x80 | (code & 0x3F))};
}

TEST(Utf8Test, TakesEveryCodePointButSurrogates) {
  for (std::uint32_t code = 0; code < 0x110000; ++code) {
    const bool surrogate = code >= 0xD800 && code < 0xE000;
    ASSERT_EQ(IsUtf8(Encode(code)), !surrogate) << code;
  }
  EXPECT_FALSE(IsUtf8(Encode(0x110000)));
}

// The first bytes of well-formed characters, by decoding and encoding again: overlong forms and all
// else that is wrong come out different.
bool PlainIsUtf8(std::string_view text) {
  while (!text.empty()) {
    const auto first = static_cast<unsigned char>(text[0]);
    const std::size_t size = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (text.size() < size) return false;
    std::uint32_t code = size == 1 ? first : first & (0xFFU >> (size + 1));
    for (std::size_t i = 1; i < size; ++i) {
      code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3FU);
    }
    if (code >= 0x110000 || (code >= 0xD800 && code < 0xE000)) return false;
    if (Encode(code) != text.substr(0, size)) return false;
    text.remove_prefix(size);
  }
  return true;
}

TEST(Utf8Test, EveryCharacterComesBack) {
  for (char32_t code = 0; code <= 0x110000; code += code < 0x3000 ? 1 : 37) {
    std::string text;
    AppendUtf8(code, text);
    const bool is_character = code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
    const Utf8Char read = DecodeUtf8(text);
    ASSERT_TRUE(read.valid) << static_cast<std::uint32_t>(code);
    ASSERT_EQ(read.code, is_character ? code : 0xFFFD);
    ASSERT_EQ(read.bytes, text.size());
  }
}

TEST(Utf8Test, EqualsPlainOnRandomBytes) {
  std::mt19937_64 random(3);
  int good = 0;
  for (int round = 0; round < 200'000; ++round) {
    std::string text(random() % 12, 'a');
    const std::size_t size = random() % 5;
    for (std::size_t i = 0; i < size; ++i) {
      // Mostly bytes near the borders of the rules.
      static constexpr unsigned char kBytes[] = {0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0,
                                                 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED,
                                                 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF};
      text.push_back(static_cast<char>(kBytes[random() % sizeof(kBytes)]));
    }
    text.append(random() % 12, 'b');
    const bool expected = PlainIsUtf8(text);
    ASSERT_EQ(IsUtf8(text), expected) << EscapeForDisplay(text, 100);
    good += expected ? 1 : 0;
  }
  EXPECT_GT(good, 1000);
}

TEST(EscapeTest, LeavesTextAlone) {
  EXPECT_EQ(EscapeForDisplay("train/loss", 100), "train/loss");
  EXPECT_EQ(EscapeForDisplay("verlust/größe 损失 🙂", 100), "verlust/größe 损失 🙂");
  EXPECT_EQ(EscapeForDisplay("", 0), "");
}

TEST(EscapeTest, EscapesWhatIsNotTextOrNotSafe) {
  EXPECT_EQ(EscapeForDisplay("a\xFF\x80z", 100), "a\\xFF\\x80z");
  EXPECT_EQ(EscapeForDisplay("a\nb\x1B[31m\x7F\0"s, 100), "a\\x0Ab\\x1B[31m\\x7F\\x00");
  EXPECT_EQ(EscapeForDisplay("\xC2\x85", 100), "\\xC2\\x85");
  EXPECT_EQ(EscapeForDisplay("\xE2\x80\xAE", 100), "\\xE2\\x80\\xAE");
  EXPECT_EQ(EscapeForDisplay("\xE6\x8D", 100), "\\xE6\\x8D");
}

TEST(EscapeTest, CutsBetweenCharactersAndCounts) {
  EXPECT_EQ(EscapeForDisplay("abcdef", 6), "abcdef");
  EXPECT_EQ(EscapeForDisplay("abcdefg", 6), "abcdef… (7 bytes)");
  EXPECT_EQ(EscapeForDisplay("aaaa损失", 6), "aaaa… (10 bytes)");
  EXPECT_EQ(EscapeForDisplay("abc\xFF", 6), "abc… (4 bytes)");
  const std::string shown = EscapeForDisplay(std::string(1 << 20, 'x'), 64);
  EXPECT_EQ(shown, std::string(64, 'x') + "… (1048576 bytes)");
}

TEST(EscapeTest, IsAlwaysOneLineOfUtf8) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 2000; ++round) {
    std::string bytes(random() % 64, '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    const std::string shown = EscapeForDisplay(bytes, random() % 100);
    ASSERT_TRUE(IsUtf8(shown));
    for (const char c : shown) ASSERT_FALSE(static_cast<unsigned char>(c) < 0x20 || c == 0x7F);
  }
}

}  // namespace
}  // namespace sightglass::base
