#include "writer/tag_cache.h"

#include <gtest/gtest.h>

#include <deque>
#include <string>

namespace sightglass::writer {
namespace {

// Only its address counts.
const RunFile* FileNumber(std::uintptr_t number) {
  return reinterpret_cast<const RunFile*>(number * 4'096);
}

TEST(TagCacheTest, KnowsWhatItWasToldOfThatFile) {
  TagCache cache;
  EXPECT_EQ(cache.Find(FileNumber(1), "loss"), TagCache::kUnknown);
  const std::string loss = "loss";
  cache.Remember(FileNumber(1), loss, 7);
  EXPECT_EQ(cache.Find(FileNumber(1), "loss"), 7U);
  EXPECT_EQ(cache.Find(FileNumber(2), "loss"), TagCache::kUnknown);
  EXPECT_EQ(cache.Find(FileNumber(1), "los"), TagCache::kUnknown);
}

TEST(TagCacheTest, GrowsAndForgetsRatherThanGrowForEver) {
  TagCache cache;
  std::deque<std::string> tags;
  for (std::uint32_t i = 0; i < 100'000; ++i) {
    tags.push_back("tag/" + std::to_string(i));
    cache.Remember(FileNumber(1), tags.back(), i);
    ASSERT_EQ(cache.Find(FileNumber(1), tags.back()), i);
    if (i == 30'000) {
      for (std::uint32_t k = 0; k <= i; ++k) ASSERT_EQ(cache.Find(FileNumber(1), tags[k]), k);
    }
  }
  EXPECT_EQ(cache.Find(FileNumber(1), tags[0]), TagCache::kUnknown);
}

}  // namespace
}  // namespace sightglass::writer
