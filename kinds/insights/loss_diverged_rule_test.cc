#include "kinds/insights/loss_diverged_rule.h"

#include <gtest/gtest.h>

#include <cmath>

#include "kinds/insights/insight_test_series.h"

namespace sightglass::kinds::insights {
namespace {

TEST(LossDiverged, LeavesALossThatFalls) {
  EXPECT_FALSE(FindLossDiverged(
      MakeSamples(200, [](double i) { return 2.3 * std::exp(-i / 50) + 0.1 * Scatter(i); }), {}));
}

TEST(LossDiverged, TellsOfALeapWithoutReturn) {
  const auto verdict = FindLossDiverged(MakeSamples(200,
                                                    [](double i) {
                                                      if (i < 20) return 2.3;
                                                      return 2.3 + 50 * std::exp(-(i - 20) / 40);
                                                    }),
                                        {});
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->severity, Severity::kProblem);
  EXPECT_EQ(verdict->since, 200);
  EXPECT_GT(verdict->value, 10);
  EXPECT_EQ(verdict->threshold, 3);
}

TEST(LossDiverged, TellsOfALeapAtOnce) {
  EXPECT_TRUE(FindLossDiverged(
      MakeSamples(200, [](double i) { return i == 0 ? 2.3 : 2.3 + 500 * std::exp(-i / 20); }), {}));
}

TEST(LossDiverged, LeavesSpikesAndWhatLearnedAfterwards) {
  EXPECT_FALSE(FindLossDiverged(
      MakeSamples(200, [](double i) { return i == 50 || i == 90 ? 1e9 : 2.3; }), {}));
  EXPECT_FALSE(FindLossDiverged(MakeSamples(200,
                                            [](double i) {
                                              if (i < 20) return 2.3;
                                              return i < 60 ? 20.0 : 0.4;
                                            }),
                                {}));
}

TEST(LossDiverged, SaysNothingWithoutEnoughOrWithoutAScale) {
  const auto doubling = [](double i) { return std::exp2(i); };
  EXPECT_FALSE(FindLossDiverged({}, {}));
  EXPECT_FALSE(FindLossDiverged(MakeSamples(19, doubling), {}));
  EXPECT_TRUE(FindLossDiverged(MakeSamples(20, doubling), {}));
  EXPECT_FALSE(FindLossDiverged(MakeSamples(20, [](double i) { return i < 10 ? -1.0 : 5.0; }), {}));
}

}  // namespace
}  // namespace sightglass::kinds::insights
