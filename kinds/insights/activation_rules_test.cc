#include <gtest/gtest.h>

#include <cmath>

#include "kinds/insights/activation_dead_rule.h"
#include "kinds/insights/activation_saturated_rule.h"
#include "kinds/insights/insight_test_series.h"

namespace sightglass::kinds::insights {
namespace {

// Of a ReLU: `zeros` of 100 values are zero, the rest is spread over 0 to 2.
Buckets Relu(double zeros) { return {{0, 0, zeros}, {0, 2, 100 - zeros}}; }
// Of a sigmoid: so many of 100 values near each end, the rest between.
Buckets Sigmoid(double low, double high) {
  return {{0.001, 0.04, low}, {0.04, 0.96, 100 - low - high}, {0.96, 0.999, high}};
}

TEST(ActivationDead, LeavesALayerThatIsOftenClosed) {
  EXPECT_FALSE(FindActivationDead(MakeSteps(20, [](double) { return Relu(90); }), {}));
  EXPECT_FALSE(
      FindActivationDead(MakeSteps(20, [](double i) { return Relu(i == 4 ? 100 : 50); }), {}));
}

TEST(ActivationDead, TellsOfOneThatNeverOpens) {
  const auto verdict =
      FindActivationDead(MakeSteps(20, [](double i) { return Relu(i < 6 ? 50 : 99); }), {});
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->severity, Severity::kProblem);
  EXPECT_EQ(verdict->step, 190);
  EXPECT_LE(verdict->since, 60);
  EXPECT_GE(verdict->since, 30);
  EXPECT_DOUBLE_EQ(verdict->value, 0.99);
  EXPECT_FALSE(FindActivationDead(MakeSteps(20, [](double) { return Relu(99); }),
                                  {.min_zero_share = 0.995}));
}

TEST(ActivationDead, WarnsOfWhatMayBeZero) {
  // Equal buckets, as TensorFlow 2 writes them: the first may hold zeros and small numbers.
  const auto verdict = FindActivationDead(MakeSteps(20,
                                                    [](double) -> Buckets {
                                                      return {{0, 0.1, 99}, {2.9, 3, 1}};
                                                    }),
                                          {});
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->severity, Severity::kWarning);
  EXPECT_DOUBLE_EQ(verdict->value, 0.99);
}

TEST(ActivationDead, DoesNotGuess) {
  EXPECT_FALSE(FindActivationDead(MakeSteps(20,
                                            [](double) -> Buckets {
                                              return {{-0.1, 0.1, 99}, {2.9, 3, 1}};
                                            }),
                                  {}))
      << "not those of a ReLU";
  EXPECT_FALSE(FindActivationDead(MakeSteps(20,
                                            [](double) -> Buckets {
                                              return {{1e-9, 0.1, 99}, {2.9, 3, 1}};
                                            }),
                                  {}));
  EXPECT_FALSE(FindActivationDead({}, {}));
  EXPECT_FALSE(FindActivationDead(MakeSteps(2, [](double) { return Relu(100); }), {}));
  EXPECT_FALSE(FindActivationDead(MakeSteps(20, [](double) { return Buckets(); }), {}));
}

TEST(ActivationSaturated, LeavesWhatIsSpread) {
  EXPECT_FALSE(FindActivationSaturated(MakeSteps(20, [](double) { return Sigmoid(15, 15); }), {}));
  EXPECT_FALSE(FindActivationSaturated(MakeSteps(20,
                                                 [](double) -> Buckets {
                                                   return {{-0.9, 0.9, 100}};
                                                 }),
                                       {}));
}

TEST(ActivationSaturated, TellsOfASigmoidAtItsEnds) {
  const auto verdict = FindActivationSaturated(
      MakeSteps(20, [](double i) { return Sigmoid(i < 10 ? 5 : 40, i < 10 ? 5 : 35); }), {});
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->severity, Severity::kWarning);
  // Three quarters; thirteen percentiles tell a little less.
  EXPECT_GT(verdict->value, 0.6);
  EXPECT_LE(verdict->value, 0.75);
  EXPECT_LE(verdict->since, 100);
  EXPECT_EQ(verdict->step, 190);
}

TEST(ActivationSaturated, TellsOfTanhAndOfHardLimits) {
  EXPECT_TRUE(FindActivationSaturated(
      MakeSteps(20,
                [](double) -> Buckets {
                  return {{-1, -0.95, 40}, {-0.95, 0.95, 30}, {0.95, 1, 30}};
                }),
      {}));
  EXPECT_TRUE(FindActivationSaturated(MakeSteps(20,
                                                [](double) -> Buckets {
                                                  return {{0, 6, 30}, {6, 6, 70}};
                                                }),
                                      {}));
  EXPECT_FALSE(FindActivationSaturated(MakeSteps(20,
                                                 [](double) -> Buckets {
                                                   return {{0, 0, 70}, {0, 6, 29}, {6, 6, 1}};
                                                 }),
                                       {}))
      << "zeros of a ReLU6";
}

TEST(ActivationSaturated, LeavesWhatHasNoBounds) {
  EXPECT_FALSE(FindActivationSaturated(MakeSteps(20,
                                                 [](double) -> Buckets {
                                                   return {{0, 0, 80}, {0, 0.9, 20}};
                                                 }),
                                       {}))
      << "a ReLU whose values are small";
  EXPECT_FALSE(FindActivationSaturated(MakeSteps(20,
                                                 [](double i) -> Buckets {
                                                   return {{0.001, 0.04, 90}, {0.04, i, 10}};
                                                 }),
                                       {}));
  EXPECT_FALSE(FindActivationSaturated({}, {}));
  EXPECT_FALSE(FindActivationSaturated(MakeSteps(20, [](double) { return Buckets(); }), {}));
}

TEST(ShareBelow, FollowsThePercentiles) {
  const auto steps = MakeSteps(1, [](double) -> Buckets { return {{0, 1, 50}, {2, 2, 50}}; });
  const histograms::StepMeasures& measures = steps.front().measures;
  EXPECT_EQ(ShareBelow(measures, -1), 0);
  EXPECT_NEAR(ShareBelow(measures, 0.5), 0.25, 0.01);
  EXPECT_EQ(ShareBelow(measures, 2), 1);
  EXPECT_TRUE(std::isnan(ShareBelow({}, 0)));
}

}  // namespace
}  // namespace sightglass::kinds::insights
