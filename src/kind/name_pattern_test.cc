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

}  // namespace
}  // namespace sightglass::kind
