#include "kinds/insights/non_finite_rule.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <vector>

namespace sightglass::kinds::insights {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

query::ScalarPoints MakePoints(std::size_t count, const std::function<double(std::size_t)>& value) {
  store::SegmentBuilder<store::ScalarPoint> segment;
  for (std::size_t i = 0; i < count; ++i) {
    segment.Append({.step = static_cast<base::Step>(10 * i), .wall_time = 1, .value = value(i)});
  }
  return query::ScalarPoints({{.file = {0}, .segment = segment.Publish()}});
}

TEST(NonFinite, LeavesNumbers) {
  EXPECT_FALSE(FindNonFinite(MakePoints(2'000, [](std::size_t) { return 1e300; }), {}));
  EXPECT_FALSE(FindNonFinite({}, {}));
}

TEST(NonFinite, FindsTheFirstAndCountsAll) {
  const auto verdict = FindNonFinite(MakePoints(2'000,
                                                [](std::size_t i) {
                                                  if (i == 1'200) return -kInfinity;
                                                  return i > 1'500 ? kNan : 0.5;
                                                }),
                                     {});
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->severity, Severity::kProblem);
  EXPECT_EQ(verdict->step, 12'000);
  EXPECT_EQ(verdict->since, 12'000);
  EXPECT_EQ(verdict->value, 500);
  ASSERT_EQ(verdict->evidence.size(), 4U);
  EXPECT_EQ(verdict->evidence[1].value, 499) << verdict->evidence[1].name;
  EXPECT_EQ(verdict->evidence[2].value, 1) << verdict->evidence[2].name;
}

TEST(NonFinite, OnlyWarnsOfWhatHasPassed) {
  const auto points = MakePoints(100, [](std::size_t i) { return i == 7 ? kNan : 1; });
  const auto verdict = FindNonFinite(points, {});
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->severity, Severity::kWarning);
  EXPECT_FALSE(FindNonFinite(points, {.min_count = 2}));
  const auto first = FindNonFinite(MakePoints(1, [](std::size_t) { return kInfinity; }), {});
  ASSERT_TRUE(first);
  EXPECT_EQ(first->step, 0);
}

TEST(NonFinite, ReadsTheCountsOfHistograms) {
  EXPECT_FALSE(FindNonFiniteCounts(MakePoints(100, [](std::size_t) { return 0; }), {}));
  const auto points = MakePoints(100, [](std::size_t i) { return i == 40 || i == 50 ? 3 : 0; });
  const auto verdict = FindNonFiniteCounts(points, {});
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->severity, Severity::kWarning);
  EXPECT_EQ(verdict->step, 400);
  EXPECT_EQ(verdict->value, 6);
  EXPECT_FALSE(FindNonFiniteCounts(points, {.min_count = 7}));
  EXPECT_FALSE(FindNonFiniteCounts(MakePoints(3, [](std::size_t) { return kNan; }), {}));
}

}  // namespace
}  // namespace sightglass::kinds::insights
