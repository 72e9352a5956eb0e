#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "kinds/insights/gradient_exploding_rule.h"
#include "kinds/insights/gradient_vanishing_rule.h"

namespace sightglass::kinds::insights {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// `layers` layers over `steps` steps, the size of each times `factor` that of the one before.
LayerGradients MakeGradients(std::size_t layers, std::size_t steps, double factor) {
  LayerGradients gradients;
  for (std::size_t i = 0; i < steps; ++i) gradients.step.push_back(static_cast<base::Step>(i));
  for (std::size_t layer = 0; layer < layers; ++layer) {
    gradients.size.emplace_back(steps, std::pow(factor, static_cast<double>(layer)));
  }
  return gradients;
}

TEST(GradientRules, LeaveGradientsOfLikeSize) {
  for (const double factor : {0.5, 1.0, 2.0}) {
    const LayerGradients gradients = MakeGradients(9, 20, factor);
    EXPECT_FALSE(FindGradientVanishing(gradients, {})) << factor;
    EXPECT_FALSE(FindGradientExploding(gradients, {})) << factor;
  }
}

TEST(GradientVanishing, TellsOfSmallGradientsInTheFirstLayers) {
  const LayerGradients gradients = MakeGradients(9, 20, 4);
  const auto verdict = FindGradientVanishing(gradients, {});
  ASSERT_TRUE(verdict);
  // Thirds of three layers: the second over the eighth.
  EXPECT_DOUBLE_EQ(verdict->value, std::pow(4, -6));
  EXPECT_EQ(verdict->since, 0);
  EXPECT_EQ(verdict->step, 19);
  ASSERT_EQ(verdict->layers.size(), 9U);
  EXPECT_EQ(verdict->layers[2].value, 16);
  EXPECT_FALSE(FindGradientExploding(gradients, {}));
  EXPECT_FALSE(FindGradientVanishing(gradients, {.max_ratio = 1e-6}));
}

TEST(GradientVanishing, CountsZerosAsLongAsSomethingFlowsAtTheEnd) {
  LayerGradients gradients = MakeGradients(4, 10, 1);
  for (std::size_t layer = 0; layer < 3; ++layer) gradients.size[layer].assign(10, 0);
  EXPECT_TRUE(FindGradientVanishing(gradients, {}));
  gradients.size[3].assign(10, 0);
  EXPECT_FALSE(FindGradientVanishing(gradients, {})) << "where nothing flows nothing is lost";
  gradients.size[0].assign(10, 1);
  gradients.size[1].assign(10, 1);
  EXPECT_FALSE(FindGradientExploding(gradients, {})) << "the last layers may be frozen";
}

TEST(GradientExploding, TellsOfLargeGradientsInTheFirstLayers) {
  const LayerGradients gradients = MakeGradients(9, 20, 0.25);
  const auto verdict = FindGradientExploding(gradients, {});
  ASSERT_TRUE(verdict);
  EXPECT_DOUBLE_EQ(verdict->value, std::pow(4, 6));
  EXPECT_FALSE(FindGradientVanishing(gradients, {}));
}

TEST(GradientRules, WantItToLast) {
  LayerGradients gradients = MakeGradients(3, 20, 1);
  gradients.size[0][19] = 1e-9;
  EXPECT_FALSE(FindGradientVanishing(gradients, {})) << "one step may be anything";
  for (std::size_t i = 8; i < 19; ++i) gradients.size[0][i] = 1e-9;
  const auto verdict = FindGradientVanishing(gradients, {});
  ASSERT_TRUE(verdict);
  EXPECT_LE(verdict->since, 8);
  gradients.size[0][19] = 1;
  EXPECT_FALSE(FindGradientVanishing(gradients, {})) << "it is over";
}

TEST(GradientRules, LeaveOutWhatIsNotKnown) {
  LayerGradients gradients = MakeGradients(9, 20, 4);
  for (std::size_t i = 0; i < 20; i += 2) gradients.size[1][i] = kNan;
  gradients.size[8].assign(20, std::numeric_limits<double>::infinity());
  EXPECT_TRUE(FindGradientVanishing(gradients, {}));
  for (auto& layer : gradients.size) layer.assign(20, kNan);
  EXPECT_FALSE(FindGradientVanishing(gradients, {}));
}

TEST(GradientRules, SayNothingWithoutEnough) {
  EXPECT_FALSE(FindGradientVanishing({}, {}));
  EXPECT_FALSE(FindGradientVanishing(MakeGradients(2, 20, 1e6), {}));
  EXPECT_TRUE(FindGradientVanishing(MakeGradients(2, 20, 1e6), {.min_layers = 2}));
  EXPECT_FALSE(FindGradientVanishing(MakeGradients(9, 4, 1e6), {}));
}

}  // namespace
}  // namespace sightglass::kinds::insights
