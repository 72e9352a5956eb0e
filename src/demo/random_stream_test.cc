#include "demo/random_stream.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <set>

namespace sightglass::demo {
namespace {

TEST(RandomStream, IsTheSameForTheSameSeedAndStream) {
  RandomStream a(7, 3);
  RandomStream b(7, 3);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(a.Next(), b.Next());
}

TEST(RandomStream, HasNothingInCommonWithOtherStreams) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    for (std::uint64_t stream = 0; stream < 10; ++stream) {
      RandomStream random(seed, stream);
      for (int i = 0; i < 100; ++i) seen.insert(random.Next());
    }
  }
  EXPECT_EQ(seen.size(), 10U * 10 * 100);
}

TEST(RandomStream, StaysInItsRange) {
  RandomStream random(1);
  for (int i = 0; i < 10'000; ++i) {
    const double value = random.Uniform(-2, 3);
    EXPECT_GE(value, -2);
    EXPECT_LT(value, 3);
    EXPECT_LT(random.Below(7), 7U);
  }
}

TEST(RandomStream, IsNormalWhereItSaysSo) {
  RandomStream random(2);
  constexpr int kCount = 100'000;
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < kCount; ++i) {
    const double value = random.Normal();
    ASSERT_TRUE(std::isfinite(value));
    sum += value;
    squares += value * value;
  }
  EXPECT_NEAR(sum / kCount, 0, 0.02);
  EXPECT_NEAR(squares / kCount, 1, 0.02);
}

}  // namespace
}  // namespace sightglass::demo
