#include "kinds/graphs/graph_cache.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "graph/build_graph.h"
#include "kinds/graphs/united_graphs.h"

namespace sightglass::kinds {
namespace {

using base::Error;
using base::ErrorCode;

GraphCache::Made OneNode() {
  graph::GraphBuilder builder;
  builder.AddNode("a", "Op");
  auto loaded = std::make_shared<LoadedGraph>();
  loaded->index = std::make_shared<const graph::GraphIndex>(builder.Build());
  return std::shared_ptr<const LoadedGraph>(loaded);
}

TEST(GraphCache, MakesEachOnce) {
  GraphCache cache;
  int made = 0;
  const auto make = [&] {
    ++made;
    return OneNode();
  };
  const auto first = cache.Get({.run_id = 1}, make);
  const auto again = cache.Get({.run_id = 1}, make);
  EXPECT_EQ(*first, *again);
  EXPECT_EQ(made, 1);
  EXPECT_EQ(cache.memory_bytes(), (*first)->index->memory_bytes());
  EXPECT_TRUE(cache.Get({.run_id = 1, .version = 2}, make).ok());
  EXPECT_EQ(made, 2);
}

TEST(GraphCache, TwoInOneHaveTheKeysOfBoth) {
  GraphCache cache;
  const GraphKey a{.run_id = 1};
  const GraphKey b{.run_id = 2};
  int made = 0;
  // Asks for each of them on the way.
  const auto make = [&]() -> GraphCache::Made {
    ++made;
    ASSIGN_OR_RETURN(const auto first, cache.Get(a, OneNode));
    ASSIGN_OR_RETURN(const auto second, cache.Get(b, OneNode));
    return UniteGraphs(*first, *second);
  };
  const auto both = cache.GetUnion(a, b, make);
  EXPECT_NE((*both)->differences, nullptr);
  EXPECT_EQ(*cache.GetUnion(a, b, make), *both);
  EXPECT_EQ(made, 1);
  EXPECT_NE(*cache.GetUnion(b, a, make), *both);
  EXPECT_EQ(made, 2);
  EXPECT_EQ((*cache.Get(a, OneNode))->differences, nullptr);
  EXPECT_GT(cache.memory_bytes(), 2 * (*both)->differences->memory_bytes());
}

TEST(GraphCache, ErrorsAreNotKept) {
  GraphCache cache;
  EXPECT_FALSE(
      cache.Get({.run_id = 1},
                [] {
                  return GraphCache::Made(Error{ErrorCode::kDataLoss, "gone"});
                })
          .ok());
  EXPECT_EQ(cache.memory_bytes(), 0U);
  EXPECT_TRUE(cache.Get({.run_id = 1}, OneNode).ok());
}

TEST(GraphCache, TheLeastRecentlyUsedGoesFirst) {
  const std::uint64_t bytes = (*OneNode())->index->memory_bytes();
  GraphCache cache(bytes * 2 + bytes / 2);
  int made = 0;
  const auto make = [&] {
    ++made;
    return OneNode();
  };
  for (const std::uint64_t run : {1U, 2U, 1U, 3U, 1U}) {
    EXPECT_TRUE(cache.Get({.run_id = run}, make).ok());
  }
  EXPECT_EQ(made, 3) << "2 went, not 1";
  EXPECT_LE(cache.memory_bytes(), bytes * 2 + bytes / 2);
  EXPECT_TRUE(cache.Get({.run_id = 2}, make).ok());
  EXPECT_EQ(made, 4);
}

TEST(GraphCache, TheNewestStaysHoweverLarge) {
  GraphCache cache(1);
  EXPECT_TRUE(cache.Get({.run_id = 1}, OneNode).ok());
  EXPECT_GT(cache.memory_bytes(), 1U);
}

TEST(GraphCache, ManyWaitForOne) {
  GraphCache cache;
  std::atomic<int> made = 0;
  std::vector<std::thread> threads;
  threads.reserve(8);
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      const auto got = cache.Get({.run_id = 1}, [&] {
        ++made;
        return OneNode();
      });
      EXPECT_TRUE(got.ok());
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(made, 1);
}

}  // namespace
}  // namespace sightglass::kinds
