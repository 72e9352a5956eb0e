#include "kind/tensorboard_sampling.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <thread>

namespace sightglass::kind {
namespace {

using ::testing::ElementsAre;
using Steps = std::vector<base::Step>;

Steps Keep(std::size_t capacity, base::Step count) {
  TensorboardReservoir reservoir(capacity);
  for (base::Step step = 0; step < count; ++step) reservoir.Offer(step);
  return reservoir.kept();
}

template <class Numbers>
std::int64_t Sum(const Numbers& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0});
}

TEST(TensorboardRandom, GivesTheNumbersOfTheDataServer) {
  TensorboardRandom random;
  EXPECT_EQ(random.Next64(), 0x063CDED681F5F7B2U);
  EXPECT_EQ(random.Next64(), 0xFB65827E6EFD22A8U);
  EXPECT_EQ(random.Next64(), 0xDC5B6A6901840FC0U);
}

// The vectors were made with the data server's own crates.
TEST(TensorboardReservoir, KeepsWhatTheDataServerKeeps) {
  EXPECT_THAT(Keep(3, 7), ElementsAre(1, 5, 6));
  EXPECT_THAT(Keep(5, 20), ElementsAre(1, 9, 15, 16, 19));
  EXPECT_THAT(Keep(10, 100), ElementsAre(16, 19, 20, 33, 38, 42, 67, 81, 98, 99));

  const Steps of_10000 = Keep(1000, 10'000);
  EXPECT_EQ(of_10000.size(), 1000U);
  EXPECT_THAT(Steps(of_10000.begin(), of_10000.begin() + 10),
              ElementsAre(4, 18, 40, 47, 62, 63, 71, 77, 82, 89));
  EXPECT_THAT(Steps(of_10000.end() - 3, of_10000.end()), ElementsAre(9987, 9993, 9999));
  EXPECT_EQ(Sum(of_10000), 5'074'849);

  const Steps of_100000 = Keep(1000, 100'000);
  EXPECT_THAT(Steps(of_100000.begin(), of_100000.begin() + 10),
              ElementsAre(172, 244, 259, 465, 510, 556, 658, 804, 1026, 1037));
  EXPECT_EQ(of_100000.back(), 99'999);
  EXPECT_EQ(Sum(of_100000), 48'851'221);
}

TEST(TensorboardReservoir, DropsWhatARestartWritesAgain) {
  TensorboardReservoir reservoir(5);
  for (base::Step step = 0; step < 20; ++step) reservoir.Offer(step);
  for (base::Step step = 10; step < 25; ++step) reservoir.Offer(step);
  EXPECT_THAT(reservoir.kept(), ElementsAre(1, 11, 18, 23, 24));
}

TEST(TensorboardReservoir, KeepsAllThatFitsAndNothingWithoutRoom) {
  EXPECT_EQ(Keep(10, 10).size(), 10U);
  EXPECT_THAT(Keep(0, 10), ElementsAre());
  EXPECT_THAT(Keep(1, 10), ElementsAre(9));
}

TEST(TensorboardDownsample, ChoosesWhatTheDataServerChooses) {
  EXPECT_THAT(TensorboardDownsample(10, 4), ElementsAre(0, 3, 8, 9));
  EXPECT_THAT(TensorboardDownsample(20, 5), ElementsAre(0, 8, 16, 17, 19));
  EXPECT_THAT(TensorboardDownsample(100, 10), ElementsAre(0, 2, 9, 18, 40, 46, 82, 88, 92, 99));
  const std::vector<std::uint32_t> of_100 = TensorboardDownsample(100, 51);
  EXPECT_EQ(of_100.size(), 51U);
  EXPECT_THAT(std::vector<std::uint32_t>(of_100.begin(), of_100.begin() + 12),
              ElementsAre(3, 4, 6, 8, 11, 13, 16, 17, 19, 20, 23, 24));
  EXPECT_EQ(Sum(of_100), 2670);
}

TEST(TensorboardDownsample, TakesEveryBranchWithDistinctIndices) {
  // Of Floyd, Fisher-Yates with few and many, and rejection.
  for (const auto& [count, wanted] : std::vector<std::pair<std::size_t, std::size_t>>{
           {1'000'001, 101}, {1001, 101}, {2000, 500}, {1'000'000, 300}}) {
    const std::vector<std::uint32_t> indices = TensorboardDownsample(count, wanted);
    EXPECT_EQ(indices.size(), wanted);
    EXPECT_EQ(std::ranges::adjacent_find(indices, std::greater_equal<>()), indices.end());
    EXPECT_EQ(indices.back(), count - 1);
  }
}

TEST(TensorboardDownsample, GivesAllOrNothingAtTheEdges) {
  EXPECT_THAT(TensorboardDownsample(0, 5), ElementsAre());
  EXPECT_THAT(TensorboardDownsample(5, 0), ElementsAre());
  EXPECT_THAT(TensorboardDownsample(5, 1), ElementsAre(4));
  EXPECT_THAT(TensorboardDownsample(3, 3), ElementsAre(0, 1, 2));
  EXPECT_THAT(TensorboardDownsample(3, 9), ElementsAre(0, 1, 2));
}

TEST(SampledIndices, RemembersTheLastAnswersOnly) {
  SampledIndices sampled;
  const auto first = sampled.Of(100, 10);
  EXPECT_EQ(*first, Keep(10, 100));
  EXPECT_EQ(sampled.Of(100, 10), first);
  for (std::size_t i = 0; i < SampledIndices::kMaxEntries; ++i) {
    EXPECT_EQ(sampled.Of(200 + i, 10)->back(), static_cast<base::Step>(199 + i));
  }
  EXPECT_NE(sampled.Of(100, 10), first);
  EXPECT_EQ(*sampled.Of(100, 10), *first);
}

TEST(SampledIndices, ServesManyThreads) {
  SampledIndices sampled;
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&sampled] {
      for (std::uint64_t i = 0; i < 200; ++i) {
        EXPECT_EQ(sampled.Of(i, 5)->size(), std::min<std::uint64_t>(i, 5));
      }
    });
  }
}

}  // namespace
}  // namespace sightglass::kind
