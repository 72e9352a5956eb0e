#include "kind/name_pattern.h"

#include <gtest/gtest.h>

#include <string>

namespace sightglass::kind {
namespace {

using base::ErrorCode;

NamePattern Compiled(std::string_view pattern) {
  auto made = NamePattern::Make(pattern, "here");
  EXPECT_TRUE(made.ok()) << pattern;
  return std::move(made).value();
}

TEST(NamePatternTest, IsFoundAnywhereUnlessAnchored) {
  EXPECT_TRUE(Compiled("lo.s").Matches("train/loss"));
  EXPECT_FALSE(Compiled("^loss").Matches("train/loss"));
  EXPECT_TRUE(Compiled("").Matches("anything"));
}

TEST(NamePatternTest, MatchesBytes) {
  EXPECT_TRUE(
      Compiled("^a.b$").Matches("a\xff"
                                "b"));
  EXPECT_TRUE(Compiled("损失").Matches("训练/损失"));
}

TEST(NamePatternTest, Captures) {
  const NamePattern pattern = Compiled("lr=([0-9.]+)");
  EXPECT_EQ(pattern.captures(), 1);
  EXPECT_EQ(pattern.Capture("sgd/lr=0.1"), "0.1");
  EXPECT_FALSE(pattern.Capture("sgd").has_value());
}

TEST(NamePatternTest, RefusesWhatItCannotTake) {
  EXPECT_EQ(NamePattern::Make("(", "here").error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(NamePattern::Make(std::string(NamePattern::kMaxBytes + 1, 'a'), "here").error().code,
            ErrorCode::kOutOfRange);
}

TEST(NamePatternTest, ExactlyMatchesItsNameOnly) {
  const std::string name = "a.b(c)+\xff";
  EXPECT_TRUE(Compiled(NamePattern::Exactly(name)).Matches(name));
  EXPECT_FALSE(Compiled(NamePattern::Exactly(name)).Matches(name + "x"));
  EXPECT_FALSE(Compiled(NamePattern::Exactly("a.b")).Matches("axb"));
}

TEST(NamePatternTest, CharactersBeyondAscii) {
  const auto matches = [](std::string_view pattern, std::string_view name) {
    const auto made = NamePattern::Make(pattern, "p");
    return made.ok() && made->Matches(name);
  };
  EXPECT_TRUE(matches("训练|训", "训"));
  EXPECT_TRUE(matches("训|训练", "a/训练/1"));
  EXPECT_TRUE(matches("^[训测].$", "训练"));
  EXPECT_FALSE(matches("^[训测].$", "验证"));
  EXPECT_TRUE(matches("训", "\xFF训"));
  EXPECT_TRUE(matches("^b.$", "b\xFF"));
}

}  // namespace
}  // namespace sightglass::kind
