#include "kinds/insights/overfitting_rule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kinds/insights/insight_test_series.h"

namespace sightglass::kinds::insights {
namespace {

double Falling(double i) { return 2 * std::exp(-i / 15); }
// Falls to 0.5 at step 200, then rises to 1.3.
double RisingAgain(double i) { return 0.5 + 0.02 * std::abs(i - 20) - (i < 20 ? 0.01 * i : 0.2); }

TEST(Overfitting, LeavesCurvesThatFallTogether) {
  const auto train = MakeSamples(60, Falling);
  EXPECT_FALSE(FindOverfitting(
      train, MakeSamples(60, [](double i) { return 0.2 + Falling(i) + 0.02 * Scatter(i); }), {}));
}

TEST(Overfitting, TellsOfAHeldOutLossThatRisesWhileTrainingGoesOn) {
  const auto verdict = FindOverfitting(MakeSamples(60, Falling), MakeSamples(60, RisingAgain), {});
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->step, 590);
  EXPECT_GE(verdict->since, 170);
  EXPECT_LE(verdict->since, 230);
  EXPECT_GT(verdict->value, 1);
  const auto number = [&](std::string_view name) {
    return std::ranges::find(verdict->evidence, name, &EvidenceNumber::name)->value;
  };
  EXPECT_GT(number("gap_last"), number("gap_then"));
  EXPECT_LT(number("train_last"), number("train_then"));
}

TEST(Overfitting, LeavesARiseThatTrainingShares) {
  EXPECT_FALSE(FindOverfitting(MakeSamples(60, RisingAgain), MakeSamples(60, RisingAgain), {}))
      << "that is no gap";
}

TEST(Overfitting, LeavesARiseWithinNoise) {
  const auto train = MakeSamples(60, Falling);
  EXPECT_FALSE(
      FindOverfitting(train, MakeSamples(60, [](double i) { return 1 + 0.6 * Scatter(i); }), {}));
  const auto slight = MakeSamples(60, [](double i) { return 1 + 0.002 * i; });
  EXPECT_FALSE(FindOverfitting(train, slight, {}));
  EXPECT_TRUE(FindOverfitting(train, slight, {.min_rise = 0.05}));
}

TEST(Overfitting, ComparesSeriesOfOtherSteps) {
  // Training is logged ten times as often, and begins earlier.
  ScalarSamples train;
  for (base::Step step = -50; step < 600; ++step) {
    train.step.push_back(step);
    train.value.push_back(Falling(static_cast<double>(step) / 10));
  }
  EXPECT_TRUE(FindOverfitting(train, MakeSamples(60, RisingAgain), {}));
  const ScalarSamples ended = MakeSamples(3, Falling);
  EXPECT_FALSE(FindOverfitting(ended, MakeSamples(60, RisingAgain), {}));
}

TEST(Overfitting, SaysNothingWithoutEnough) {
  const auto train = MakeSamples(60, Falling);
  EXPECT_FALSE(FindOverfitting(train, {}, {}));
  EXPECT_FALSE(FindOverfitting({}, MakeSamples(60, RisingAgain), {}));
  EXPECT_FALSE(FindOverfitting(train, MakeSamples(7, [](double i) { return 1 + i; }), {}));
  EXPECT_FALSE(
      FindOverfitting(train, MakeSamples(60, [](double i) { return RisingAgain(i) - 9; }), {}));
}

}  // namespace
}  // namespace sightglass::kinds::insights
