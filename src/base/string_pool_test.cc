#include "base/string_pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <random>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/hash.h"

namespace sightglass::base {
namespace {

using namespace std::string_literals;

TEST(StringPoolTest, EqualStringsGetOneNumber) {
  StringPool pool;
  const std::uint32_t loss = pool.Intern("loss");
  const std::uint32_t accuracy = pool.Intern("accuracy");
  EXPECT_NE(loss, accuracy);
  EXPECT_EQ(pool.Intern("loss"s), loss);
  EXPECT_EQ(pool.Text(loss), "loss");
  EXPECT_EQ(pool.Text(accuracy), "accuracy");
  EXPECT_EQ(pool.size(), 2U);
}

TEST(StringPoolTest, TakesEmptyAndOddStrings) {
  StringPool pool;
  const std::array<std::string, 5> odd = {"", "\0"s, "\0\0"s, "\xFF\xFE",
                                          std::string(1 << 20, 'x')};
  std::vector<std::uint32_t> ids;
  for (const std::string& text : odd) ids.push_back(pool.Intern(text));
  EXPECT_EQ(pool.size(), odd.size());
  for (std::size_t i = 0; i < odd.size(); ++i) {
    EXPECT_EQ(pool.Text(ids[i]), odd[i]);
    EXPECT_EQ(pool.Intern(odd[i]), ids[i]);
  }
}

TEST(StringPoolTest, EqualsAMapOnRandomNames) {
  StringPool pool;
  std::unordered_map<std::string, std::uint32_t> map;
  std::mt19937_64 random(7);
  std::vector<std::string_view> texts;
  for (int i = 0; i < 100'000; ++i) {
    const std::string name = "layer" + std::to_string(random() % 30'000) + "/w";
    const auto [at, added] = map.emplace(name, static_cast<std::uint32_t>(map.size()));
    const std::uint32_t id = pool.Intern(name);
    ASSERT_EQ(id, at->second);
    if (added) texts.push_back(pool.Text(id));
  }
  ASSERT_EQ(pool.size(), map.size());
  for (const auto& [name, id] : map) {
    ASSERT_EQ(pool.Text(id), name);
    ASSERT_EQ(pool.Text(id).data(), texts[id].data()) << "a text moved";
  }
}

TEST(StringPoolTest, MemoryCoversTheText) {
  StringPool pool;
  const std::uint64_t before = pool.memory_bytes();
  for (int i = 0; i < 1000; ++i) pool.Intern(std::string(100, 'a') + std::to_string(i));
  EXPECT_GE(pool.memory_bytes(), before + 100'000);
  EXPECT_LE(pool.memory_bytes(), 1'000'000U);
}

TEST(StringPoolTest, ManyThreadsAgree) {
  constexpr int kThreads = 4;
  constexpr std::uint32_t kNames = 5000;
  StringPool pool;
  std::array<std::vector<std::uint32_t>, kThreads> ids;
  std::atomic<bool> wrong = false;
  {
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < kThreads; ++t) {
      threads.emplace_back([&, t] {
        ids[t].resize(kNames);
        // Each goes through the names in an order of its own, so that all add and all find.
        for (std::uint32_t i = 0; i < kNames; ++i) {
          const std::uint32_t n = (i * 7919 + static_cast<std::uint32_t>(t) * 1237) % kNames;
          const std::string name = "tag" + std::to_string(n);
          ids[t][n] = pool.Intern(name);
          if (pool.Text(ids[t][n]) != name) wrong = true;
        }
      });
    }
  }
  EXPECT_FALSE(wrong);
  EXPECT_EQ(pool.size(), kNames);
  for (std::size_t t = 1; t < kThreads; ++t) EXPECT_EQ(ids[t], ids[0]);
}

TEST(HashTest, LengthsSeedsAndBytesMatter) {
  EXPECT_NE(HashBytes(""), HashBytes("\0"s));
  EXPECT_NE(HashBytes("a"), HashBytes("aa"));
  EXPECT_NE(HashBytes("aaaa"), HashBytes("aaaaaaaa"));
  EXPECT_NE(HashBytes("abc", 1), HashBytes("abc", 2));
  for (std::size_t size = 1; size < 80; ++size) {
    std::string text(size, 'x');
    const std::uint64_t whole = HashBytes(text);
    for (std::size_t i = 0; i < size; ++i) {
      text[i] = 'y';
      ASSERT_NE(HashBytes(text), whole) << i << " of " << size;
      text[i] = 'x';
    }
  }
}

TEST(HashTest, SpreadsNamesThatDifferInADigit) {
  // Low bits choose the slot. 4096 names into 4096 slots leave about 1/e of them empty.
  std::vector<int> slots(4096);
  for (int i = 0; i < 4096; ++i) ++slots[HashBytes("layer/" + std::to_string(i)) & 4095];
  const auto empty = std::count(slots.begin(), slots.end(), 0);
  EXPECT_GT(empty, 1350);
  EXPECT_LT(empty, 1660);
}

}  // namespace
}  // namespace sightglass::base
