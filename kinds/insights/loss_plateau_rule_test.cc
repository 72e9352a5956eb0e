#include "kinds/insights/loss_plateau_rule.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "kinds/insights/insight_test_series.h"

namespace sightglass::kinds::insights {
namespace {

TEST(LossPlateau, LeavesALossThatFalls) {
  EXPECT_FALSE(
      FindLossPlateau(MakeSamples(200, [](double i) { return 2.3 * std::exp(-i / 150); }), {}));
  EXPECT_FALSE(FindLossPlateau(
      MakeSamples(200, [](double i) { return 2.3 - 0.005 * i + 0.2 * Scatter(i); }), {}))
      << "through noise, too";
}

TEST(LossPlateau, TellsOfALossThatNeverMoved) {
  const auto verdict =
      FindLossPlateau(MakeSamples(200, [](double i) { return 2.3 + 0.05 * Scatter(i); }), {});
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->severity, Severity::kProblem);
  EXPECT_EQ(verdict->step, 1990);
  EXPECT_LT(verdict->since, 1000);
  EXPECT_LT(verdict->value, verdict->threshold);
  EXPECT_GE(verdict->threshold, 0.01);
  EXPECT_EQ(verdict->evidence.front().name, "start");
  EXPECT_NEAR(verdict->evidence.front().value, 2.3, 0.05);
}

TEST(LossPlateau, WarnsOfOneThatLearnedALittleAndStopped) {
  const auto verdict =
      FindLossPlateau(MakeSamples(200, [](double i) { return i < 60 ? 2.3 - 0.01 * i : 1.7; }), {});
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->severity, Severity::kWarning);
}

TEST(LossPlateau, LeavesOneThatIsDone) {
  const auto done = MakeSamples(200, [](double i) { return i < 60 ? 2.3 - 0.035 * i : 0.2; });
  EXPECT_FALSE(FindLossPlateau(done, {}));
  EXPECT_TRUE(FindLossPlateau(done, {.converged_share = 0.05})) << "unless told to be strict";
}

TEST(LossPlateau, SeesThroughSingleGoodBatches) {
  const auto lucky = MakeSamples(
      200, [](double i) { return i == 150 || i == 170 ? 0.5 : 2.3 + 0.02 * Scatter(i); });
  EXPECT_TRUE(FindLossPlateau(lucky, {}));
}

TEST(LossPlateau, JudgesByStepsNotByPoints) {
  // Logged often at first: most points lie in the first tenth of the steps.
  ScalarSamples samples;
  for (base::Step step = 0; step < 1'000; ++step) {
    const bool is_logged = step < 100 || step % 20 == 0;
    if (!is_logged) continue;
    samples.step.push_back(step);
    samples.value.push_back(3.0 - 0.0015 * static_cast<double>(step));
  }
  EXPECT_FALSE(FindLossPlateau(samples, {}));
}

TEST(LossPlateau, SaysNothingWithoutEnoughOrWithoutAScale) {
  EXPECT_FALSE(FindLossPlateau({}, {}));
  EXPECT_FALSE(FindLossPlateau(MakeSamples(19, [](double) { return 1; }), {}));
  EXPECT_TRUE(FindLossPlateau(MakeSamples(20, [](double) { return 1; }), {}));
  EXPECT_FALSE(FindLossPlateau(MakeSamples(200, [](double) { return -1; }), {}));
  EXPECT_FALSE(FindLossPlateau(MakeSamples(200, [](double) { return 0; }), {}));
  ScalarSamples lopsided = MakeSamples(40, [](double) { return 1; });
  lopsided.step.back() = std::numeric_limits<base::Step>::max();
  EXPECT_FALSE(FindLossPlateau(lopsided, {})) << "one point is no half";
}

}  // namespace
}  // namespace sightglass::kinds::insights
