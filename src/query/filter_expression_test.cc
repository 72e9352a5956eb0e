#include "query/filter_expression.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <string>

#include "tests/support/is_ok.h"

namespace sightglass::query {
namespace {

using base::ErrorCode;
using ::testing::HasSubstr;
using testing::IsError;
using testing::IsOk;

// Values by how a term is written.
class Row final : public FilterRow {
 public:
  Row(const FilterExpression& filter, std::string run, std::map<std::string, double> values)
      : filter_(filter), run_(std::move(run)), values_(std::move(values)) {}

  [[nodiscard]] std::string_view run() const override { return run_; }
  [[nodiscard]] double Value(std::size_t term) const override {
    const auto found = values_.find(Written(filter_.terms()[term]));
    return found == values_.end() ? std::nan("") : found->second;
  }
  // As if the only expressions were plain text.
  [[nodiscard]] bool RunMatches(std::size_t pattern) const override {
    return run_.find(filter_.patterns()[pattern]) != std::string::npos;
  }

 private:
  static std::string Written(const FilterTerm& term) {
    const char* const names[] = {"", "first ", "last ", "min ", "max ", "mean ", "count "};
    if (term.what == FilterWhat::kAt) return "at " + term.name + " " + std::to_string(term.step);
    return names[static_cast<int>(term.what)] + term.name;
  }

  const FilterExpression& filter_;
  std::string run_;
  std::map<std::string, double> values_;
};

bool Passes(std::string_view text) {
  const auto filter = FilterExpression::Parse(text);
  EXPECT_THAT(filter, IsOk()) << text;
  if (!filter.ok()) return false;
  return filter->Matches(Row(*filter, "train/a",
                             {{"acc", 0.9},
                              {"train/loss", 0.5},
                              {"my tag", 3},
                              {"run", 7},
                              {"min loss", 0.1},
                              {"max loss", 2},
                              {"last loss", 0.25},
                              {"first loss", 1.5},
                              {"mean loss", 0.7},
                              {"count loss", 100},
                              {"at loss 1000", 0.3},
                              {"at loss -5", 4},
                              {"a\"b`c\\d", 1},
                              {"inf", std::numeric_limits<double>::infinity()}}));
}

TEST(FilterExpression, Compares) {
  for (const std::string_view text : {"acc >= 0.9",
                                      "acc>=.9",
                                      "acc<=0.9",
                                      "acc == 0.9",
                                      "acc != 0.8",
                                      "acc > 0.8",
                                      "acc < 1e3",
                                      "0.5 == train/loss",
                                      "-1 < acc",
                                      "+1 > acc",
                                      "inf > 1e300",
                                      "min(loss) < max(loss)",
                                      "last(loss) == 0.25",
                                      "first(loss)==1.5",
                                      "mean( loss )==0.7",
                                      "count(loss) == 100",
                                      "at(loss, 1000) == 0.3",
                                      "at(loss,-5)==4",
                                      "`my tag` == 3",
                                      "\"my tag\" == 3",
                                      "`run` == 7",
                                      "last(`loss`) == 0.25",
                                      R"(`a"b\`c\\d` == 1)",
                                      R"("a\"b`c\\d" == 1)"}) {
    EXPECT_TRUE(Passes(text)) << text;
  }
  for (const std::string_view text :
       {"acc > 0.9", "acc < 0.9", "acc != 0.9", "acc == 0.91", "acc <= 0.8", "acc >= 0.95"}) {
    EXPECT_FALSE(Passes(text)) << text;
  }
}

TEST(FilterExpression, Runs) {
  EXPECT_TRUE(Passes("run == \"train/a\""));
  EXPECT_TRUE(Passes("run == 'train/a'"));
  EXPECT_FALSE(Passes("run != 'train/a'"));
  EXPECT_TRUE(Passes("run =~ 'ain'"));
  EXPECT_FALSE(Passes("run =~ 'eval'"));
  const auto filter = FilterExpression::Parse(R"(run =~ "seed_\d+" || run =~ 'it\'s')");
  ASSERT_THAT(filter, IsOk());
  EXPECT_EQ(filter->patterns(), (std::vector<std::string>{"seed_\\d+", "it's"}));
}

TEST(FilterExpression, CombinesInOrder) {
  EXPECT_TRUE(Passes("acc > 1 && acc > 2 || acc > 0")) << "and binds tighter";
  EXPECT_FALSE(Passes("acc > 1 && (acc > 2 || acc > 0)"));
  EXPECT_TRUE(Passes("acc > 0 || acc > 2 && acc > 1"));
  EXPECT_TRUE(Passes("!(acc > 1)"));
  EXPECT_TRUE(Passes("!acc > 1")) << "not binds looser than a comparison";
  EXPECT_TRUE(Passes("!!(acc > 0)"));
  EXPECT_TRUE(Passes("((acc > 0))&&(run=='train/a')"));
}

TEST(FilterExpression, WhatIsMissingComparesFalse) {
  for (const std::string_view sign : {"==", "!=", "<", "<=", ">", ">="}) {
    EXPECT_FALSE(Passes("absent " + std::string(sign) + " 1")) << sign;
    EXPECT_TRUE(Passes("!(absent " + std::string(sign) + " 1)")) << sign;
  }
}

TEST(FilterExpression, TermsAreAskedForOnce) {
  const auto filter = FilterExpression::Parse("a > 1 && a < 2 && min(a) > 0 && at(a, 1) < 1");
  ASSERT_THAT(filter, IsOk());
  EXPECT_EQ(filter->terms(),
            (std::vector<FilterTerm>{{.name = "a"},
                                     {.what = FilterWhat::kMin, .name = "a"},
                                     {.what = FilterWhat::kAt, .name = "a", .step = 1}}));
}

TEST(FilterExpression, RefusesWhatMakesNoSense) {
  for (const std::string_view text : {"",
                                      " ",
                                      "acc",
                                      "acc >",
                                      "> 1",
                                      "acc > 1 &&",
                                      "acc > 1 acc",
                                      "(acc > 1",
                                      "acc > 1)",
                                      "acc = 1",
                                      "acc & 1",
                                      "acc > 'x'",
                                      "run > 'a'",
                                      "run == 1",
                                      "1 == run",
                                      "run == acc",
                                      "foo(acc) > 1",
                                      "at(acc) > 1",
                                      "at(acc, 1.5) > 1",
                                      "at(acc, x) > 1",
                                      "min() > 1",
                                      "min(acc, 2) > 1",
                                      "'a' == run",
                                      "\"open",
                                      "`open",
                                      "1 < acc < 2",
                                      "5x > 1",
                                      "-",
                                      "1e999 > 1",
                                      "acc > nan(",
                                      "$ > 1",
                                      "! ",
                                      "()",
                                      "acc > -inf"}) {
    EXPECT_THAT(FilterExpression::Parse(text), IsError(ErrorCode::kInvalidArgument)) << text;
  }
}

TEST(FilterExpression, TellsTheColumn) {
  const auto filter = FilterExpression::Parse("acc > 1 && lr ? 3");
  ASSERT_FALSE(filter.ok());
  EXPECT_THAT(filter.error().message, HasSubstr("column 15"));
}

TEST(FilterExpression, LimitsHold) {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '(') + "a > 1" + std::string(depth, ')');
  };
  EXPECT_THAT(FilterExpression::Parse(nested(32)), IsOk());
  EXPECT_THAT(FilterExpression::Parse(nested(33)), IsError(ErrorCode::kOutOfRange));
  EXPECT_THAT(FilterExpression::Parse(std::string(4000, '!') + "a>1"),
              IsError(ErrorCode::kOutOfRange));
  EXPECT_THAT(FilterExpression::Parse(std::string(5000, 'a') + ">1"),
              IsError(ErrorCode::kOutOfRange));
  std::string chain = "a>1";
  while (chain.size() < 4000) chain += "||a>1";
  EXPECT_THAT(FilterExpression::Parse(chain), IsOk()) << "a chain is not nested";
}

}  // namespace
}  // namespace sightglass::query
