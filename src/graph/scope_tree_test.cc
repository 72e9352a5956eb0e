#include "graph/scope_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "graph/layout_test_graphs.h"
#include "graph/scope_tree_facts.h"

namespace sightglass::graph {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

std::shared_ptr<const Graph> GraphOf(const std::vector<std::string>& names) {
  GraphBuilder builder;
  for (const std::string& name : names) builder.AddNode(name, "Op");
  return builder.Build();
}

// Scopes as "path: labels of nodes directly in it".
std::vector<std::string> Told(const ScopeTree& tree) {
  std::vector<std::string> told;
  for (std::uint32_t scope = 0; scope < tree.size(); ++scope) {
    std::string line = std::string(tree.path(scope)) + ":";
    for (std::uint32_t rank = tree.first_rank(scope); rank < tree.own_end_rank(scope); ++rank) {
      line += " " + tree.node_label(rank);
    }
    told.push_back(line);
  }
  return told;
}

TEST(ScopeTree, SplitsNamesIntoScopes) {
  const auto graph = GraphOf({"b/x", "a/p/y", "z", "b/w", "a/q"});
  const ScopeTree tree(*graph);
  EXPECT_THAT(Told(tree), ElementsAre(": z", "b: x w", "a: q", "a/p: y"));
  EXPECT_EQ(tree.depth(3), 2U);
  EXPECT_EQ(tree.parent(3), 2U);
  EXPECT_EQ(tree.end_rank(2) - tree.first_rank(2), 2U);
  EXPECT_EQ(tree.Find("a/p"), 3U);
  EXPECT_EQ(tree.Find(""), kRootScope);
  EXPECT_EQ(tree.Find("a/p/y"), std::nullopt);
  EXPECT_EQ(tree.Find("a/"), std::nullopt);
}

TEST(ScopeTree, ANodeNamedAsAScopeStandsInIt) {
  const auto graph = GraphOf({"a", "a/b", "a/b/c"});
  const ScopeTree tree(*graph);
  EXPECT_THAT(Told(tree), ElementsAre(":", "a: (a)", "a/b: (b) c"));
  EXPECT_TRUE(tree.IsNamedAsScope(tree.rank_of(0)));
  EXPECT_FALSE(tree.IsNamedAsScope(tree.rank_of(2)));
}

TEST(ScopeTree, PartsMayBeEmpty) {
  const auto graph = GraphOf({"/a", "//b", "c//d", "c/", "c"});
  const ScopeTree tree(*graph);
  EXPECT_THAT(Told(tree), ElementsAre(": /a", "/: b", "c: (c)", "c/: d ()"));
  EXPECT_EQ(tree.Find("c/"), 3U);
}

TEST(ScopeTree, TenThousandLevels) {
  std::string name;
  for (int i = 0; i < 10'000; ++i) name += "s/";
  const auto graph = GraphOf({name + "x", "s/y", name + "z"});
  const ScopeTree tree(*graph);
  EXPECT_EQ(tree.size(), 10'001U);
  EXPECT_EQ(tree.depth(10'000), 10'000U);
  EXPECT_EQ(tree.node_label(tree.rank_of(2)), "z");
  EXPECT_EQ(tree.Find(name.substr(0, name.size() - 1)), 10'000U);
}

TEST(ScopeTree, PastTheLimitNamesStayWhole) {
  const auto graph = GraphOf({"a/b/c", "a/d/e"});
  const ScopeTree tree(*graph, {.max_scopes = 3});
  EXPECT_THAT(Told(tree), ElementsAre(":", "a: d/e", "a/b: c"));
  EXPECT_EQ(tree.names_cut(), 1U);
}

TEST(ScopeTree, NothingAtAll) {
  const auto graph = GraphOf({});
  const ScopeTree tree(*graph);
  EXPECT_EQ(tree.size(), 1U);
  EXPECT_EQ(tree.end_rank(kRootScope), 0U);
  EXPECT_EQ(tree.Find("a"), std::nullopt);
}

// Whatever the names: every node once, in the scope that its name says, below its ancestors.
TEST(ScopeTree, HoldsForRandomGraphs) {
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    const auto graph = RandomGraph(seed, 200);
    const ScopeTree tree(*graph);
    std::set<std::string> paths;
    for (std::uint32_t scope = 0; scope < tree.size(); ++scope) {
      EXPECT_TRUE(paths.insert(std::string(tree.path(scope))).second);
      EXPECT_EQ(tree.Find(tree.path(scope)), scope);
      if (scope > 0) {
        EXPECT_LT(tree.parent(scope), scope);
        EXPECT_LE(tree.end(scope), tree.end(tree.parent(scope)));
        EXPECT_LT(tree.first_rank(scope), tree.end_rank(scope)) << "a scope of nothing";
      }
    }
    for (std::uint32_t node = 0; node < graph->size(); ++node) {
      const std::uint32_t rank = tree.rank_of(node);
      EXPECT_EQ(tree.node_at(rank), node);
      const std::uint32_t scope = tree.scope_at(rank);
      EXPECT_TRUE(tree.Holds(scope, rank));
      EXPECT_TRUE(graph->name(node).starts_with(tree.path(scope)));
      EXPECT_EQ(tree.Find(graph->name(node)).has_value(), tree.IsNamedAsScope(rank));
    }
  }
}

TEST(ScopeTreeFacts, CountsOpsAndDevices) {
  GraphBuilder builder;
  builder.AddNode({.name = "a/x", .op = "Add", .device = "/cpu:0", .xla_cluster = "k"});
  builder.AddNode({.name = "a/y", .op = "Mul", .device = "/gpu:0"});
  builder.AddNode({.name = "b", .op = "Mul"});
  const auto graph = builder.Build();
  const ScopeTree tree(*graph);
  const ScopeTreeFacts facts(tree);
  const RankRange all{0, 3};
  const GroupFacts counted = facts.Count({&all, 1});
  EXPECT_EQ(counted.nodes, 3U);
  EXPECT_THAT(counted.ops, ElementsAre(Pair("Mul", 2U), Pair("Add", 1U)));
  EXPECT_THAT(counted.devices, ElementsAre(Pair("/cpu:0", 1U), Pair("/gpu:0", 1U)));
  EXPECT_THAT(counted.clusters, ElementsAre(Pair("k", 1U)));
  EXPECT_THAT(facts.devices(), ElementsAre("/cpu:0", "/gpu:0"));
}

}  // namespace
}  // namespace sightglass::graph
