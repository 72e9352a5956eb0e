#include "kinds/text/text_finder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "kinds/text/text_snippet.h"
#include "tests/support/is_ok.h"

namespace sightglass::kinds {
namespace {

using testing::IsOk;

// What is found of `query` in `text`; "-" if nothing is.
std::string Found(const TextQuery& query, std::string_view text) {
  const auto finder = TextFinder::Make(query);
  if (!finder.ok()) return finder.error().message;
  const auto match = finder->Find(text);
  EXPECT_EQ(finder->IsIn(text), match.has_value());
  return match ? std::string(text.substr(match->at, match->bytes)) : "-";
}

TEST(TextFinder, FindsTextInBothCases) {
  EXPECT_EQ(Found({.text = "loss"}, "The LOSS"), "LOSS");
  EXPECT_EQ(Found({.text = "loss", .match_case = true}, "The LOSS"), "-");
  EXPECT_EQ(Found({.text = "a.b"}, "axb"), "-");
  EXPECT_EQ(Found({.text = "é+É"}, "xÉ+é"), "É+é");
  EXPECT_EQ(Found({.text = "é", .match_case = true}, "É"), "-");
  EXPECT_EQ(Found({.text = "Σ"}, "σ"), "σ");
  EXPECT_EQ(Found({.text = "训练 Loss"}, "训练 loss"), "训练 loss");
}

TEST(TextFinder, ScansForTextWithoutPatternsWhereItCan) {
  EXPECT_NE(TextFinder::Make({.text = "训练 a"})->literal(), nullptr);
  EXPECT_NE(TextFinder::Make({.text = "é", .match_case = true})->literal(), nullptr);
  EXPECT_EQ(TextFinder::Make({.text = "é"})->literal(), nullptr);
  EXPECT_EQ(TextFinder::Make({.text = "a", .regex = true})->literal(), nullptr);
}

TEST(TextFinder, FindsRegularExpressions) {
  EXPECT_EQ(Found({.text = "l.ss\\d+", .regex = true}, "x LOSS12 y"), "LOSS12");
  EXPECT_EQ(Found({.text = "l.ss", .regex = true, .match_case = true}, "LOSS"), "-");
  EXPECT_EQ(Found({.text = "^b$", .regex = true}, "a\nb\nc"), "b");
  EXPECT_EQ(Found({.text = "\\Boss", .regex = true}, "oss loss"), "oss");
  EXPECT_EQ(Found({.text = "é+", .regex = true}, "xééy"), "éé");
  EXPECT_EQ(Found({.text = "训练|训", .regex = true}, "x训"), "训");
  EXPECT_EQ(Found({.text = "É", .regex = true}, "é"), "-");
  EXPECT_EQ(Found({.text = "\xE3\xA9", .regex = true}, "\xC3\xA9"), "-");
  EXPECT_EQ(Found({.text = "[]x]y", .regex = true}, "]y"), "]y");
  // '.' is a byte, but what is shown is whole characters.
  EXPECT_EQ(Found({.text = "a.", .regex = true}, "aéz"), "aé");
}

TEST(TextFinder, FindsThePlaceInALongText) {
  const std::string lines(40'000, '\n');
  const auto finder = TextFinder::Make({.text = "lo+s", .regex = true});
  ASSERT_THAT(finder, IsOk());
  const std::string text = lines + "the loss" + lines;
  const auto match = finder->Find(text);
  ASSERT_TRUE(match.has_value());
  EXPECT_EQ(match->at, lines.size() + 4);
  EXPECT_EQ(match->bytes, 3U);
}

TEST(TextFinder, RefusesWhatCannotBeSought) {
  for (const TextQuery& query :
       {TextQuery{.text = ""}, TextQuery{.text = "(", .regex = true},
        TextQuery{.text = "a*", .regex = true}, TextQuery{.text = "a)(b", .regex = true},
        TextQuery{.text = "[é]", .regex = true}}) {
    const auto finder = TextFinder::Make(query);
    ASSERT_FALSE(finder.ok()) << query.text;
    EXPECT_EQ(finder.error().code, base::ErrorCode::kInvalidArgument) << query.text;
  }
  const auto finder = TextFinder::Make({.text = std::string(kMaxQueryBytes + 1, 'a')});
  ASSERT_FALSE(finder.ok());
  EXPECT_EQ(finder.error().code, base::ErrorCode::kOutOfRange);
}

TEST(TextSnippet, CountsAsAPageDoes) {
  EXPECT_EQ(Utf16Units("aé训🎉\xFF"), 6U);
  const TextSnippet snippet = CutSnippet("🎉é\xFF loss!", {.at = 8, .bytes = 4});
  EXPECT_EQ(snippet.text, "🎉é\xEF\xBF\xBD loss!");
  EXPECT_EQ(snippet.at, 5U);
  EXPECT_EQ(snippet.match_at, 5U);
  EXPECT_EQ(snippet.length, 4U);
}

TEST(TextSnippet, CutsBetweenCharacters) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "训";
  text += "x";
  for (int i = 0; i < 200; ++i) text += "练";
  const TextSnippet snippet = CutSnippet(text, {.at = 600, .bytes = 1});
  EXPECT_EQ(snippet.at, 200U);
  EXPECT_EQ(snippet.text.find("\xEF\xBF\xBD"), std::string::npos);
  EXPECT_EQ(snippet.match_at, kSnippetBytesBefore / 3);
  const TextSnippet whole = CutSnippet(text, {.at = 0, .bytes = text.size()});
  EXPECT_EQ(whole.length, 401U);
  EXPECT_LE(whole.text.size(), kSnippetMatchBytes + 2);
}

}  // namespace
}  // namespace sightglass::kinds
