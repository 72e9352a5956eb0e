#include "base/nearest_name.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace sightglass::base {
namespace {

TEST(EditDistance, CountsSingleSlips) {
  EXPECT_EQ(EditDistance("", ""), 0U);
  EXPECT_EQ(EditDistance("", "abc"), 3U);
  EXPECT_EQ(EditDistance("inspect", "inspect"), 0U);
  EXPECT_EQ(EditDistance("inspct", "inspect"), 1U);
  EXPECT_EQ(EditDistance("inpsect", "inspect"), 1U) << "a swap is one slip";
  EXPECT_EQ(EditDistance("kitten", "sitting"), 3U);
}

TEST(NearestName, TakesTheNearestWithinReason) {
  const std::vector<std::string> known = {"inspect", "verify", "export", "help"};
  EXPECT_EQ(NearestName("inspct", known), "inspect");
  EXPECT_EQ(NearestName("exprot", known), "export");
  EXPECT_EQ(NearestName("ver", known), "verify") << "a beginning";
  EXPECT_EQ(NearestName("hlep", known), "help");
  EXPECT_EQ(NearestName("train", known), std::nullopt);
  EXPECT_EQ(NearestName("", known), std::nullopt);
  EXPECT_EQ(NearestName(std::string(100'000, 'x'), known), std::nullopt);
}

}  // namespace
}  // namespace sightglass::base
