#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "store/ref_header_table.h"
#include "store/series_info_pool.h"

namespace sightglass::store {
namespace {

RefHeader Header(std::int64_t width) {
  return {.form = 2, .dtype = 7, .rank = 1, .dims = {3}, .detail = {width, 480, 1}};
}

TEST(RefHeaderTable, EqualHeadersShareANumber) {
  RefHeaderTable table;
  for (std::int64_t i = 0; i < 1000; ++i) {
    EXPECT_EQ(table.Intern(Header(i)), static_cast<std::uint32_t>(i));
  }
  for (std::int64_t i = 0; i < 1000; ++i) {
    EXPECT_EQ(table.Intern(Header(i)), static_cast<std::uint32_t>(i));
    EXPECT_EQ(table.At(static_cast<std::uint32_t>(i)), Header(i));
  }
  EXPECT_EQ(table.size(), 1000U);
}

TEST(RefHeaderTable, EveryMemberCounts) {
  RefHeaderTable table;
  const RefHeader plain = Header(5);
  std::vector<RefHeader> others(6, plain);
  others[0].form = 3;
  others[1].dtype = 8;
  others[2].rank = 2;
  others[3].dims[3] = 1;
  others[4].detail[2] = 2;
  others[5].detail[0] = -5;
  const std::uint32_t number = table.Intern(plain);
  for (const RefHeader& other : others) EXPECT_NE(table.Intern(other), number);
}

TEST(RefHeaderTable, HeadersNeverMove) {
  RefHeaderTable table;
  const RefHeader* first = &table.At(table.Intern(Header(0)));
  for (std::int64_t i = 1; i < 5000; ++i) table.Intern(Header(i));
  EXPECT_EQ(&table.At(0), first);
  EXPECT_EQ(*first, Header(0));
}

TEST(RefHeaderTable, ThreadsAgree) {
  RefHeaderTable table;
  std::atomic<int> wrong = 0;
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread) {
      threads.emplace_back([&] {
        for (std::int64_t i = 0; i < 3000; ++i) {
          if (table.At(table.Intern(Header(i % 700))) != Header(i % 700)) ++wrong;
        }
      });
    }
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(table.size(), 700U);
}

TEST(SeriesInfoPool, EqualInfosAreOneObject) {
  SeriesInfoPool pool;
  const auto a = pool.Intern({.plugin = "scalars", .display_name = "loss"});
  const auto b = pool.Intern({.plugin = "scalars", .display_name = "loss"});
  const auto c = pool.Intern({.plugin = "scalars", .description = "loss"});
  EXPECT_EQ(a, b);
  EXPECT_NE(a, c);
  EXPECT_EQ(a->plugin, "scalars");
  EXPECT_EQ(pool.size(), 2U);
}

TEST(SeriesInfoPool, ForgetsWhatNobodyUses) {
  SeriesInfoPool pool;
  const auto kept = pool.Intern({.plugin = "kept"});
  for (int i = 0; i < 10'000; ++i) {
    static_cast<void>(pool.Intern({.plugin = "text", .description = std::to_string(i)}));
  }
  EXPECT_LE(pool.size(), 64U);
  EXPECT_EQ(pool.Intern({.plugin = "kept"}), kept);
}

}  // namespace
}  // namespace sightglass::store
