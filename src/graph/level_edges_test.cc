#include "graph/level_edges.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "graph/layout_test_graphs.h"
#include "graph/templates.h"

namespace sightglass::graph {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> Told(const ScopeTree& tree, const LevelEdges& edges,
                              std::string_view scope) {
  std::vector<std::string> told;
  for (const Edge& edge : edges.in(*tree.Find(scope))) {
    told.push_back(std::string(tree.graph().name(tree.node_at(edge.from))) + ">" +
                   std::string(tree.graph().name(tree.node_at(edge.to))) +
                   (edge.control() ? " control" : "") + (edge.reference() ? " reference" : "") +
                   " " + std::string(edges.shape_text(edge.shape())));
  }
  return told;
}

TEST(LevelEdges, EachBelongsToTheLowestCommonScope) {
  GraphBuilder builder;
  const std::array<std::int64_t, 2> dims = {-1, 784};
  const std::array outputs = {Shape{.dtype = 1, .known = true, .dims = dims},
                              Shape{.dtype = 1, .known = true, .dims = {}}};
  builder.AddNode({.name = "a/x", .op = "Variable", .outputs = outputs});
  builder.AddNode("a/y", "Assign", {"a/x:1", "a/x:0", "^b/z"});
  builder.AddNode("b/z", "Op", {"a/x", "b/z", "gone"});
  const auto graph = builder.Build();
  const ScopeTree tree(*graph);
  const LevelEdges edges(tree);
  EXPECT_THAT(Told(tree, edges, "a"), ElementsAre("a/x>a/y reference scalar", "a/x>a/y ?×784"));
  EXPECT_THAT(Told(tree, edges, ""), ElementsAre("b/z>a/y control ", "a/x>b/z ?×784"));
  EXPECT_THAT(Told(tree, edges, "b"), ElementsAre());
  EXPECT_EQ(edges.size(), 4U);
  const std::uint32_t y = tree.rank_of(1);
  const std::uint32_t z = tree.rank_of(2);
  EXPECT_THAT(edges.takers(tree.rank_of(0)), ElementsAre(y, y, z));
  EXPECT_EQ(edges.elements(edges.in(*tree.Find("a"))[1].shape()), 784);
}

TEST(LevelEdges, RandomGraphsLoseNone) {
  for (std::uint32_t seed = 0; seed < 30; ++seed) {
    const auto graph = RandomGraph(seed, 150);
    const ScopeTree tree(*graph);
    const LevelEdges edges(tree);
    std::uint64_t wanted = 0;
    for (std::uint32_t node = 0; node < graph->size(); ++node) {
      for (const Input& input : graph->inputs(node)) {
        wanted += input.node != kNoNode && input.node != node ? 1 : 0;
      }
    }
    std::uint64_t found = 0;
    for (std::uint32_t scope = 0; scope < tree.size(); ++scope) {
      for (const Edge& edge : edges.in(scope)) {
        ++found;
        EXPECT_TRUE(tree.Holds(scope, edge.from) && tree.Holds(scope, edge.to));
        for (std::uint32_t child = scope + 1; child < tree.end(scope); child = tree.end(child)) {
          EXPECT_FALSE(tree.Holds(child, edge.from) && tree.Holds(child, edge.to));
        }
      }
    }
    EXPECT_EQ(found, wanted);
  }
}

// Two copies of a chain, and one with its ends the other way round.
TEST(Templates, ScopesBuiltAlikeShareOne) {
  GraphBuilder builder;
  for (const std::string scope : {"one", "in/two"}) {
    builder.AddNode(scope + "/a", "Add");
    builder.AddNode(scope + "/sub/b", "Mul", {scope + "/a"});
    builder.AddNode(scope + "/c", "Add", {scope + "/sub/b"});
  }
  builder.AddNode("in/three/x", "Mul");
  builder.AddNode("in/three/sub/b", "Add", {"in/three/x"});
  builder.AddNode("in/three/c", "Add", {"in/three/sub/b"});
  const auto graph = builder.Build();
  const ScopeTree tree(*graph);
  const auto templates = FindTemplates(tree, LevelEdges(tree));
  const auto of = [&](std::string_view path) { return templates[*tree.Find(path)]; };
  EXPECT_EQ(of("one"), 0U);
  EXPECT_EQ(of("in/two"), 0U);
  EXPECT_EQ(of("one/sub"), 1U);
  EXPECT_EQ(of("in/two/sub"), 1U);
  EXPECT_EQ(of("in/three"), kNoTemplate);
  EXPECT_EQ(of("in"), kNoTemplate);
  EXPECT_EQ(of(""), kNoTemplate);
}

// The same operations and as many edges, but connected otherwise.
TEST(Templates, WiringCounts) {
  GraphBuilder builder;
  const auto add = [&](const std::string& scope, const std::vector<std::pair<int, int>>& edges) {
    for (const auto& [from, to] : edges) {
      builder.AddNode(scope + "/" + std::to_string(to), "Op", {scope + "/" + std::to_string(from)});
    }
  };
  add("chain", {{9, 0}, {0, 1}, {1, 2}, {2, 3}, {3, 4}});
  add("fan", {{9, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}});
  add("same", {{9, 1}, {1, 4}, {4, 0}, {0, 3}, {3, 2}});
  const auto graph = builder.Build();
  const ScopeTree tree(*graph);
  const auto templates = FindTemplates(tree, LevelEdges(tree));
  EXPECT_EQ(templates[*tree.Find("chain")], 0U);
  EXPECT_EQ(templates[*tree.Find("same")], 0U);
  EXPECT_EQ(templates[*tree.Find("fan")], kNoTemplate);
}

}  // namespace
}  // namespace sightglass::graph
