#include "kinds/insights/weights_static_rule.h"

#include <gtest/gtest.h>

#include <cmath>

#include "kinds/insights/insight_test_series.h"

namespace sightglass::kinds::insights {
namespace {

using Layer = std::vector<histograms::MeasuredStep>;

// Spread evenly over -1 to 1, moved by `speed` a step.
Layer MakeLayer(std::size_t steps, double speed) {
  return MakeSteps(steps, [&](double i) -> Buckets {
    return {{-1 + speed * i, 1 + speed * i, 100}};
  });
}

std::optional<Verdict> Find(const std::vector<Layer>& layers, WeightsStaticThresholds thresholds) {
  const std::vector<std::span<const histograms::MeasuredStep>> views(layers.begin(), layers.end());
  return FindWeightsStatic(views, thresholds);
}

TEST(WeightsStatic, LeavesWeightsThatMove) {
  EXPECT_FALSE(Find({MakeLayer(10, 0.01), MakeLayer(10, -0.002)}, {}));
  Layer there_and_back = MakeLayer(10, 0.01);
  there_and_back.back() = there_and_back.front();
  EXPECT_FALSE(Find({there_and_back}, {})) << "they moved between";
}

TEST(WeightsStatic, TellsOfANetworkThatStandsStill) {
  const auto verdict = Find({MakeLayer(10, 1e-5), MakeLayer(10, 0)}, {});
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->severity, Severity::kProblem);
  EXPECT_EQ(verdict->value, 0);
  EXPECT_EQ(verdict->step, 90);
  EXPECT_EQ(verdict->since, 0);
  ASSERT_EQ(verdict->layers.size(), 2U);
  EXPECT_EQ(verdict->layers.front().layer, 1U) << "the most static first";
}

TEST(WeightsStatic, WarnsOfOneLayerAmongOthers) {
  const auto verdict = Find({MakeLayer(10, 0.01), MakeLayer(10, 1e-5)}, {});
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->severity, Severity::kWarning);
  ASSERT_EQ(verdict->layers.size(), 1U);
  EXPECT_EQ(verdict->layers.front().layer, 1U);
  EXPECT_FALSE(Find({MakeLayer(10, 0.01), MakeLayer(10, 1e-5)}, {.max_drift = 1e-6}));
}

TEST(WeightsStatic, SeesWeightsThatAreAllZero) {
  const auto zero = [](double) -> Buckets { return {{0, 0, 100}}; };
  EXPECT_TRUE(Find({MakeSteps(10, zero)}, {}));
  Layer grows = MakeSteps(10, zero);
  grows.push_back(MakeLayer(1, 0).front());
  EXPECT_FALSE(Find({grows}, {}));
}

TEST(WeightsStatic, SaysNothingWithoutEnough) {
  EXPECT_FALSE(Find({}, {}));
  EXPECT_FALSE(Find({MakeLayer(4, 0)}, {}));
  EXPECT_FALSE(Find({MakeSteps(10, [](double) { return Buckets(); })}, {}));
}

TEST(DriftOf, IsTheDistanceInDeviations) {
  const Layer layer = MakeLayer(3, 0.5);
  const double deviation = 1 / std::sqrt(3.0);
  EXPECT_NEAR(DriftOf(layer[0].measures, layer[2].measures), 1 / deviation, 1e-9);
  const auto ones = MakeSteps(2, [](double i) -> Buckets { return {{1 + i, 1 + i, 9}}; });
  EXPECT_NEAR(DriftOf(ones[0].measures, ones[1].measures), 1, 1e-9) << "in their size";
}

}  // namespace
}  // namespace sightglass::kinds::insights
