#include "kinds/scalars/scalars_aggregate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "query/pixel_axis.h"
#include "tests/support/is_ok.h"
#include "tests/support/scalars_api_caller.h"
#include "tests/support/snapshot_builder.h"

namespace sightglass::kinds {
namespace {

using base::ErrorCode;
using ::testing::ElementsAre;
using testing::IsError;

class ScalarsAggregate : public ::testing::Test {
 protected:
  ScalarsAggregate() {
    builder_.Scalars("x/seed_1", "loss", {{1, 1, 1}, {2, 2, 2}, {3, 3, 3}})
        .Scalars("x/seed_2", "loss", {{1, 1, 3}, {3, 3, 5}, {4, 4, std::nan("")}})
        .Scalars("y/seed_1", "loss", {{1, 1, 10}})
        .Scalars("y/seed_1", "acc", {{1, 1, 0.5}})
        .Scalars("other", "loss", {{1, 1, 100}});
    api_ = std::make_unique<ApiCaller>(builder_.Build());
  }
  ReadAnswer Ask(const std::string& body) { return api_->PostOk("/api/scalars/aggregate", body); }

  testing::SnapshotBuilder builder_;
  std::unique_ptr<ApiCaller> api_;
};

TEST_F(ScalarsAggregate, SmoothsEachRunBeforeTheyArePutTogether) {
  const ReadAnswer answer = Ask(
      R"({"groups":[{"name":"x","runs":["x/seed_1","x/seed_2"]}],"tags":["loss"],"smoothing":{"kind":"mean","window":3}})");
  const auto lines = answer.Items("lines");
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_THAT(answer.Ints(lines[0], "step"), ElementsAre(1, 2, 3));
  // Of 1, 2, 3: 1.5, 2, 2.5; of 3, 5: 4, 4.
  EXPECT_THAT(answer.Doubles(lines[0], "mean"), ElementsAre(2.75, 2, 3.25));
  EXPECT_EQ(ReadAnswer::Number(lines[0], "non_finite"), 1U);
  EXPECT_THAT(api_->Post("/api/scalars/aggregate", R"({"smoothing":{"kind":"ema"}})"),
              IsError(ErrorCode::kInvalidArgument));
}

TEST_F(ScalarsAggregate, GroupsByAPartOfTheName) {
  const ReadAnswer answer = Ask(
      R"({"group_by":"^(.*)/seed_","tags":["loss"],"outputs":["mean","median","std","stderr","min","max","count"],"quantiles":[0,0.25]})");
  const auto lines = answer.Items("lines");
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(ReadAnswer::Text(lines[0], "group"), "x");
  EXPECT_EQ(ReadAnswer::Text(lines[1], "group"), "y");
  EXPECT_EQ(ReadAnswer::Number(lines[0], "runs"), 2U);
  EXPECT_EQ(ReadAnswer::Number(lines[0], "non_finite"), 1U);
  EXPECT_THAT(answer.Ints(lines[0], "step"), ElementsAre(1, 2, 3));
  EXPECT_THAT(answer.Ints(lines[0], "count"), ElementsAre(2, 1, 2));
  EXPECT_THAT(answer.Doubles(lines[0], "mean"), ElementsAre(2, 2, 4));
  EXPECT_THAT(answer.Doubles(lines[0], "median"), ElementsAre(2, 2, 4));
  EXPECT_THAT(answer.Doubles(lines[0], "min"), ElementsAre(1, 2, 3));
  EXPECT_THAT(answer.Doubles(lines[0], "max"), ElementsAre(3, 2, 5));
  EXPECT_DOUBLE_EQ(answer.Doubles(lines[0], "std")[0], std::sqrt(2));
  EXPECT_DOUBLE_EQ(answer.Doubles(lines[0], "stderr")[0], 1);
  const auto quantiles = ReadAnswer::Get(lines[0], "quantiles").AsArray(9).value();
  ASSERT_EQ(quantiles.size(), 2U);
  EXPECT_THAT(answer.Doubles(quantiles[1], "value"), ElementsAre(1.5, 2, 3.5));
}

TEST_F(ScalarsAggregate, GroupsGivenOneByOne) {
  const ReadAnswer answer = Ask(
      R"({"groups":[{"name":"first","runs":["x/seed_1","none"]},{"name":"seeds","runs_matching":"seed"}],"align":"last","tags_matching":"^loss$"})");
  const auto lines = answer.Items("lines");
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_THAT(answer.Doubles(lines[0], "mean"), ElementsAre(1, 2, 3));
  EXPECT_THAT(answer.Ints(lines[1], "count"), ElementsAre(3, 3, 3));
  EXPECT_THAT(answer.Doubles(lines[1], "mean"), ElementsAre(14.0 / 3, 5, 6));
  EXPECT_EQ(ReadAnswer::Text(answer.Items("missing")[0], "run"), "none");
}

TEST_F(ScalarsAggregate, EverythingIsOneGroup) {
  const ReadAnswer answer = Ask(R"({"align":"interpolate","range":{"begin":2,"end":2}})");
  const auto lines = answer.Items("lines");
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(ReadAnswer::Text(lines[0], "tag"), "acc");
  EXPECT_EQ(ReadAnswer::Text(lines[1], "tag"), "loss");
  EXPECT_EQ(ReadAnswer::Number(lines[1], "points"), 3U);
  EXPECT_THAT(answer.Doubles(lines[1], "mean"), ElementsAre(3));
}

TEST(ScalarsAggregateSteps, AreRelativeIfAskedFor) {
  constexpr base::Step kLowest = std::numeric_limits<base::Step>::min();
  testing::SnapshotBuilder builder;
  builder.Scalars("a", "loss", {{100, 1, 1}, {110, 2, 2}})
      .Scalars("b", "loss", {{5000, 1, 3}, {5010, 2, 6}, {5020, 3, 7}})
      .Scalars("c", "far", {{kLowest, 1, 1}, {1, 2, 2}});
  ApiCaller api(builder.Build());
  const ReadAnswer answer =
      api.PostOk("/api/scalars/aggregate", R"({"tags":["loss"],"x":"relative_step"})");
  const kind::JsonValue line = answer.Items("lines")[0];
  EXPECT_THAT(answer.Ints(line, "step"), ElementsAre(0, 10, 20));
  EXPECT_THAT(answer.Doubles(line, "mean"), ElementsAre(2, 4, 7));
  EXPECT_THAT(api.Post("/api/scalars/aggregate", R"({"tags":["far"],"x":"relative_step"})"),
              IsError(ErrorCode::kOutOfRange));
}

TEST_F(ScalarsAggregate, RefusesNonsense) {
  for (const std::string_view body :
       {R"j({"group_by":"x"})j", R"j({"group_by":"(a)(b)"})j", R"j({"group_by":"("})j",
        R"j({"groups":[{"runs":["a"]}]})j", R"j({"groups":[],"group_by":"(a)"})j",
        R"j({"align":"near"})j", R"j({"outputs":["mode"]})j", R"j({"quantiles":[1.5]})j",
        R"j({"line":"max"})j", R"j({"range":{"begin":2,"end":1}})j", R"j({"smoothing":{}})j",
        R"j({"log_x":true,"range":{"begin":0}})j", R"j({"x_scale":"log","range":{"begin":0}})j",
        R"j({"x_scale":"sqrt"})j", R"j({"x":"wall"})j"}) {
    EXPECT_THAT(api_->Post("/api/scalars/aggregate", std::string(body)),
                IsError(ErrorCode::kInvalidArgument))
        << body;
  }
}

// The line of means is exact; bands cover, column by column, what they cover with all points.
TEST(ScalarsAggregateReduced, KeepsTheLineAndCoversTheBands) {
  std::mt19937_64 random(2);
  for (const char* const line : {"mean", "median"}) {
    testing::SnapshotBuilder builder;
    for (int run = 0; run < 5; ++run) {
      std::vector<store::ScalarPoint> points;
      base::Step step = 0;
      for (int i = 0; i < 4000; ++i) {
        step += 1 + static_cast<base::Step>(random() % 3);
        points.push_back({step, 0, static_cast<double>(random() % 1000)});
      }
      builder.Scalars("r" + std::to_string(run), "t", points);
    }
    ApiCaller api(builder.Build());
    const std::string common =
        std::string(R"("line":")") + line +
        R"(","outputs":["mean","median","min","max","count","std"],"quantiles":[0.1,0.9]})";
    const ReadAnswer all = api.PostOk("/api/scalars/aggregate", "{" + common);
    const ReadAnswer few = api.PostOk("/api/scalars/aggregate", R"({"width":40,)" + common);
    const auto whole = all.Items("lines")[0];
    const auto reduced = few.Items("lines")[0];
    EXPECT_FALSE(ReadAnswer::Get(whole, "reduced").AsBool().value());
    ASSERT_TRUE(ReadAnswer::Get(reduced, "reduced").AsBool().value());
    const auto steps = all.Ints(whole, "step");
    const query::PixelAxis axis(static_cast<double>(steps.front()),
                                static_cast<double>(steps.back()), 40);
    // Lowest and highest of each pixel column.
    const auto extremes = [&](const std::vector<std::int64_t>& at,
                              const std::vector<double>& values) {
      std::map<std::size_t, std::pair<double, double>> columns;
      for (std::size_t i = 0; i < at.size(); ++i) {
        if (std::isnan(values[i])) continue;
        const auto [column, is_new] = columns.try_emplace(axis.ColumnOf(static_cast<double>(at[i])),
                                                          std::pair(values[i], values[i]));
        column->second.first = std::min(column->second.first, values[i]);
        column->second.second = std::max(column->second.second, values[i]);
      }
      return columns;
    };
    const auto few_steps = few.Ints(reduced, "step");
    EXPECT_LE(few_steps.size(), 160U);
    EXPECT_EQ(extremes(few_steps, few.Doubles(reduced, line)),
              extremes(steps, all.Doubles(whole, line)));
    const auto low = [](const auto& columns) {
      std::vector<double> list;
      for (const auto& [column, pair] : columns) list.push_back(pair.first);
      return list;
    };
    const auto high = [](const auto& columns) {
      std::vector<double> list;
      for (const auto& [column, pair] : columns) list.push_back(pair.second);
      return list;
    };
    for (const char* const name : {"min", "count"}) {
      EXPECT_EQ(low(extremes(few_steps, few.Doubles(reduced, name))),
                low(extremes(steps, all.Doubles(whole, name))));
    }
    for (const char* const name : {"max", "std"}) {
      EXPECT_EQ(high(extremes(few_steps, few.Doubles(reduced, name))),
                high(extremes(steps, all.Doubles(whole, name))));
    }
    const auto quantile = [](const ReadAnswer& answer, const kind::JsonValue& object,
                             std::size_t i) {
      const auto items = ReadAnswer::Get(object, "quantiles").AsArray(9).value();
      return answer.Doubles(items[i], "value");
    };
    EXPECT_EQ(low(extremes(few_steps, quantile(few, reduced, 0))),
              low(extremes(steps, quantile(all, whole, 0))));
    EXPECT_EQ(high(extremes(few_steps, quantile(few, reduced, 1))),
              high(extremes(steps, quantile(all, whole, 1))));
  }
}

}  // namespace
}  // namespace sightglass::kinds
