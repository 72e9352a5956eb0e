#include "kinds/text/literal_finder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <random>
#include <string>

namespace sightglass::kinds {
namespace {

std::string Lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) {
    return c < 0x80 ? static_cast<char>(std::tolower(c)) : static_cast<char>(c);
  });
  return text;
}

TEST(LiteralFinder, FindsTheFirstPlace) {
  const LiteralFinder finder("loss", /*fold_case=*/false);
  EXPECT_EQ(finder.Find("the loss, the loss"), 4U);
  EXPECT_EQ(finder.Find("the loss, the loss", 5), 14U);
  EXPECT_EQ(finder.Find("the loss", 5), std::string_view::npos);
  EXPECT_EQ(finder.Find("the LOSS"), std::string_view::npos);
  EXPECT_EQ(finder.Find("los"), std::string_view::npos);
  EXPECT_EQ(finder.Find(""), std::string_view::npos);
  EXPECT_EQ(finder.Find("loss", 9), std::string_view::npos);
}

TEST(LiteralFinder, FoldsLettersOfAsciiOnly) {
  const LiteralFinder finder("[A\xC3\xA9z`", /*fold_case=*/true);
  EXPECT_EQ(finder.Find("x[a\xC3\xA9Z`"), 1U);
  // '{' and '@' are the others of '[' and '`' if only one bit is looked at.
  EXPECT_EQ(finder.Find("{a\xC3\xA9Z`"), std::string_view::npos);
  EXPECT_EQ(finder.Find("[a\xC3\xA9Z@"), std::string_view::npos);
  EXPECT_EQ(finder.Find("[a\xC3\x89Z`"), std::string_view::npos);
}

TEST(LiteralFinder, FindsWhatAPlainSearchFinds) {
  std::mt19937 random(1);
  const auto text = [&](std::size_t size) {
    std::string out;
    for (std::size_t i = 0; i < size; ++i) out += "abAB \xC3\xA9@"[random() % 8];
    return out;
  };
  for (int i = 0; i < 20'000; ++i) {
    const std::string needle = text(1 + random() % 5);
    const std::string hay = text(random() % 70);
    const std::size_t from = random() % 20;
    EXPECT_EQ(LiteralFinder(needle, false).Find(hay, from), hay.find(needle, from))
        << needle << " in " << hay;
    EXPECT_EQ(LiteralFinder(needle, true).Find(hay, from), Lower(hay).find(Lower(needle), from))
        << needle << " in " << hay;
  }
}

}  // namespace
}  // namespace sightglass::kinds
