#include "demo/optimizer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace sightglass::demo {
namespace {

TEST(Optimizer, FindsTheBottomOfABowl) {
  for (const OptimizerKind kind :
       {OptimizerKind::kSgd, OptimizerKind::kMomentum, OptimizerKind::kAdam}) {
    SCOPED_TRACE(std::string(OptimizerName(kind)));
    Optimizer optimizer(kind);
    std::vector<float> near = {3, -2};
    std::vector<float> far = {5};
    for (int step = 0; step < 2000; ++step) {
      optimizer.BeginStep(0.01);
      optimizer.Move(near, std::vector<float>{near[0], 4 * near[1]});
      optimizer.Move(far, std::vector<float>{far[0] - 1});
    }
    EXPECT_NEAR(near[0], 0, 0.01);
    EXPECT_NEAR(near[1], 0, 0.01);
    EXPECT_NEAR(far[0], 1, 0.01);
  }
}

TEST(Optimizer, TakesTheStepsOfTheBook) {
  const auto after_two = [](OptimizerKind kind) {
    Optimizer optimizer(kind);
    std::vector<float> value = {0};
    for (int step = 0; step < 2; ++step) {
      optimizer.BeginStep(0.5);
      optimizer.Move(value, std::vector<float>{2});
    }
    return value[0];
  };
  EXPECT_FLOAT_EQ(after_two(OptimizerKind::kSgd), -2);
  EXPECT_FLOAT_EQ(after_two(OptimizerKind::kMomentum), -1 - 0.5F * (0.9F * 2 + 2));
  EXPECT_NEAR(after_two(OptimizerKind::kAdam), -1, 1e-5);  // the rate, whatever the gradient
}

TEST(ScheduledRate, RisesThenFallsToAFiftieth) {
  constexpr std::size_t kSteps = 200;
  EXPECT_DOUBLE_EQ(ScheduledRate(1, 0, kSteps), 0.1);
  double highest = 0;
  std::size_t at = 0;
  for (std::size_t step = 0; step < kSteps; ++step) {
    const double rate = ScheduledRate(1, step, kSteps);
    EXPECT_GT(rate, 0);
    if (rate > highest) {
      highest = rate;
      at = step;
    }
  }
  EXPECT_DOUBLE_EQ(highest, 1);
  EXPECT_EQ(at, kSteps / 20 - 1);
  EXPECT_NEAR(ScheduledRate(1, kSteps - 1, kSteps), 0.02, 1e-9);
  EXPECT_GT(ScheduledRate(1, 0, 1), 0);
}

}  // namespace
}  // namespace sightglass::demo
