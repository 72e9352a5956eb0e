// Reading points by column, joining two tags by step, and aggregating runs.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

#include "query/aggregate_runs.h"
#include "query/join_steps.h"
#include "query/query_test_points.h"
#include "query/read_columns.h"

namespace sightglass::query {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(ReadColumns, EqualsReadingPoints) {
  PointColumns columns;
  for (const RandomSeries& series : SeriesToTry()) {
    if (series.non_finite_values) continue;
    const ScalarPoints points = MakeRandomSeries(series);
    const auto all = ReadAll(points);
    std::mt19937_64 random(series.seed);
    for (int i = 0; i < 20; ++i) {
      const std::uint64_t end = i == 0 ? all.size() : random() % (all.size() + 1);
      const std::uint64_t begin = i == 0 ? 0 : random() % (end + 1);
      ReadColumns(points, {.begin = begin, .end = end}, {}, columns);
      ASSERT_EQ(columns.step.size(), end - begin);
      for (std::uint64_t k = begin; k < end; ++k) {
        ASSERT_EQ(columns.step[k - begin], all[k].step);
        ASSERT_EQ(columns.wall_time[k - begin], all[k].wall_time);
        ASSERT_EQ(columns.value[k - begin], all[k].value);
      }
    }
    ReadColumns(points, {.begin = 0, .end = all.size()}, {.step = false, .wall_time = false},
                columns);
    EXPECT_TRUE(columns.step.empty());
    EXPECT_TRUE(columns.wall_time.empty());
    EXPECT_EQ(columns.value.size(), all.size());
  }
}

TEST(ValuesAt, FindsAnyOrder) {
  for (const RandomSeries& series : SeriesToTry()) {
    const ScalarPoints points = MakeRandomSeries(series);
    const auto all = ReadAll(points);
    if (all.empty() || series.non_finite_values) continue;
    std::mt19937_64 random(series.seed);
    std::vector<std::uint64_t> indices;
    for (std::uint64_t i = 0; i < all.size(); i += 1 + random() % 50) indices.push_back(i);
    for (int i = 0; i < 50; ++i) indices.push_back(random() % all.size());
    indices.push_back(all.size() - 1);
    const auto values = ValuesAt(points, indices);
    for (std::size_t i = 0; i < indices.size(); ++i) ASSERT_EQ(values[i], all[indices[i]].value);
  }
}

TEST(JoinBySteps, TakesTheSameStepOrTheLastBefore) {
  const ScalarPoints other = PointsFromFiles({{{10, 0, 1}, {20, 0, 2}, {30, 0, kNan}}});
  const std::vector<base::Step> steps = {5, 10, 15, 20, 29, 19, 9};
  const auto joined = JoinBySteps(steps, other);
  ASSERT_EQ(joined.size(), steps.size());
  EXPECT_TRUE(std::isnan(joined[0])) << "nothing before";
  EXPECT_EQ((std::vector<double>(joined.begin() + 1, joined.end() - 1)),
            (std::vector<double>{1, 1, 2, 2, 1}));
  EXPECT_TRUE(std::isnan(joined.back())) << "steps may go back";
  EXPECT_TRUE(std::isnan(JoinBySteps(std::vector<base::Step>{30}, other)[0])) << "its value";
  EXPECT_TRUE(std::isnan(JoinBySteps(std::vector<base::Step>{30}, ScalarPoints())[0]));
}

TEST(Quantile, LiesBetweenValues) {
  const std::vector<double> values = {1, 2, 4, 8};
  EXPECT_EQ(Quantile(values, 0), 1);
  EXPECT_EQ(Quantile(values, 1), 8);
  EXPECT_EQ(Quantile(values, 0.5), 3);
  EXPECT_DOUBLE_EQ(Quantile(values, 0.25), 1.75);
  EXPECT_EQ(Quantile(std::vector<double>{7}, 0.3), 7);
}

TEST(AggregateRuns, ByExactStep) {
  const std::vector<StepsAndValues> runs = {
      {{1, 2, 3}, {1, 2, 3}}, {{1, 3}, {5, 7}}, {{2, 4}, {kNan, kInfinity}}, {{}, {}}};
  const Aggregated result = AggregateRuns(runs, {.quantiles = {0.5}});
  EXPECT_EQ(result.step, (std::vector<base::Step>{1, 2, 3}));
  EXPECT_EQ(result.count, (std::vector<std::uint64_t>{2, 1, 2}));
  EXPECT_EQ(result.mean, (std::vector<double>{3, 2, 5}));
  EXPECT_EQ(result.min, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(result.max, (std::vector<double>{5, 2, 7}));
  EXPECT_EQ(result.quantiles[0], (std::vector<double>{3, 2, 5}));
  EXPECT_DOUBLE_EQ(result.deviation[0], std::sqrt(8.0));
  EXPECT_DOUBLE_EQ(result.error[0], 2);
  EXPECT_TRUE(std::isnan(result.deviation[1]));
  EXPECT_EQ(result.non_finite, 2U);
  EXPECT_EQ(CountUnionSteps(runs), 4U);
}

TEST(AggregateRuns, ByInterpolation) {
  const std::vector<StepsAndValues> runs = {{{0, 10}, {0, 10}}, {{5, 6, 20}, {1, 1, 1}}};
  const Aggregated result = AggregateRuns(runs, {.align = Align::kInterpolate});
  EXPECT_EQ(result.step, (std::vector<base::Step>{0, 5, 6, 10, 20}));
  EXPECT_EQ(result.mean, (std::vector<double>{0, 3, 3.5, 5.5, 1}));
  EXPECT_EQ(result.count, (std::vector<std::uint64_t>{1, 2, 2, 2, 1}));
}

TEST(AggregateRuns, ByLastValue) {
  const std::vector<StepsAndValues> runs = {{{0, 10}, {0, 10}}, {{5, 20}, {1, 2}}};
  const Aggregated result = AggregateRuns(runs, {.align = Align::kLast});
  EXPECT_EQ(result.step, (std::vector<base::Step>{0, 5, 10, 20}));
  EXPECT_EQ(result.mean, (std::vector<double>{0, 0.5, 5.5, 6}));
}

TEST(AggregateRuns, EqualsTheLongWay) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 20; ++round) {
    std::vector<StepsAndValues> runs(1 + random() % 6);
    std::map<base::Step, std::vector<double>> by_step;
    for (StepsAndValues& run : runs) {
      base::Step step = static_cast<base::Step>(random() % 5);
      for (std::size_t i = random() % 50; i > 0; --i) {
        step += 1 + static_cast<base::Step>(random() % 3);
        run.step.push_back(step);
        run.value.push_back(static_cast<double>(random() % 100));
        by_step[step].push_back(run.value.back());
      }
    }
    const Aggregated result = AggregateRuns(runs, {});
    ASSERT_EQ(result.step.size(), by_step.size());
    ASSERT_EQ(CountUnionSteps(runs), by_step.size());
    std::size_t i = 0;
    for (const auto& [step, values] : by_step) {
      EXPECT_EQ(result.step[i], step);
      EXPECT_EQ(result.count[i], values.size());
      double sum = 0;
      for (const double value : values) sum += value;
      EXPECT_DOUBLE_EQ(result.mean[i], sum / static_cast<double>(values.size()));
      ++i;
    }
  }
}

}  // namespace
}  // namespace sightglass::query
