#include "graph/graph_union.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "graph/attributes.h"
#include "graph/build_graph.h"
#include "graph/graph_bytes_for_test.h"
#include "graph/graph_def_reader.h"
#include "graph/graph_differences.h"
#include "graph/graph_search.h"
#include "graph/layout_scene.h"
#include "graph/layout_scene_checks.h"
#include "graph/layout_test_graphs.h"

namespace sightglass::graph {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using GraphPtr = std::shared_ptr<const Graph>;

GraphPtr Parsed(std::string_view text) { return *ReadGraphDef(base::AsBytes(GraphBytes(text))); }

std::shared_ptr<const GraphUnion> Unite(const GraphPtr& first, const GraphPtr& second) {
  return *GraphUnion::Make(first, second);
}

char SignOf(NodeStatus status) {
  constexpr std::string_view kSigns = "=+-~";
  return kSigns[static_cast<std::size_t>(status)];
}

// "+a" of every node, in the order of the united graph.
std::vector<std::string> Signs(const GraphUnion& both) {
  std::vector<std::string> signs;
  for (std::uint32_t node = 0; node < both.graph()->size(); ++node) {
    signs.push_back(SignOf(both.status(node)) + std::string(both.graph()->name(node)));
  }
  return signs;
}

// "+a" of every input of a node.
std::vector<std::string> InputSigns(const GraphUnion& both, std::string_view node) {
  constexpr std::string_view kSigns = "=-+";
  std::vector<std::string> signs;
  for (const Input& input : both.graph()->inputs(*both.graph()->Find(node))) {
    signs.push_back(kSigns[static_cast<std::size_t>(input.side)] +
                    std::string(input.control ? "^" : "") +
                    (input.node == kNoNode ? "?" : std::string(both.graph()->name(input.node))));
  }
  return signs;
}

// Another version of a random graph: some nodes are left out, some are others.
GraphPtr Altered(const Graph& graph, std::uint32_t seed) {
  std::mt19937 random(seed);
  GraphBuilder builder;
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    const std::uint32_t choice = random() % 8;
    if (choice == 0) continue;
    std::vector<std::string> inputs;
    for (const Input& input : graph.inputs(node)) {
      if (input.node == kNoNode || random() % 9 == 0) continue;
      inputs.push_back((input.control ? "^" : "") + std::string(graph.name(input.node)));
    }
    const std::vector<std::string_view> views(inputs.begin(), inputs.end());
    builder.AddNode({.name = graph.name(node),
                     .op = choice == 1 ? "Other" : graph.op(node),
                     .device = graph.device(node),
                     .inputs = views,
                     .outputs = graph.outputs(node)});
    if (choice == 2) builder.AddNode(std::string(graph.name(node)) + "/more", "New");
  }
  return builder.Build();
}

TEST(GraphUnion, SaysWhatBecameOfEachNode) {
  GraphBuilder first;
  first.AddNode("in", "Placeholder");
  first.AddNode("a/old", "Relu", {"in"});
  first.AddNode("a/op", "Add", {"in", "a/old"});
  first.AddNode("out", "Neg", {"a/op"});
  GraphBuilder second;
  second.AddNode("in", "Placeholder");
  second.AddNode("a/new", "Elu", {"in"});
  second.AddNode("a/new2", "Elu", {"a/new"});
  second.AddNode("a/op", "Sub", {"in", "a/new2"});
  second.AddNode("out", "Neg", {"a/op", "^in"});
  const auto both = Unite(first.Build(), second.Build());
  EXPECT_THAT(Signs(*both), ElementsAre("=in", "+a/new", "+a/new2", "-a/old", "~a/op", "~out"));
  EXPECT_THAT(InputSigns(*both, "a/op"), ElementsAre("=in", "-a/old", "+a/new2"));
  EXPECT_THAT(InputSigns(*both, "out"), ElementsAre("=a/op", "+^in"));
  EXPECT_THAT(InputSigns(*both, "a/old"), ElementsAre("-in"));
  const NodeChanges op = both->changes(*both->graph()->Find("a/op"));
  EXPECT_TRUE(op.op && op.inputs && !op.attributes && !op.shapes);
  const NodeChanges out = both->changes(*both->graph()->Find("out"));
  EXPECT_TRUE(!out.op && out.inputs);
  EXPECT_EQ(both->graph()->op(*both->graph()->Find("a/op")), "Add");
}

TEST(GraphUnion, TheOrderOfInputsCountsButNotThatOfAttributes) {
  const auto first = Parsed(R"(
      node { name: "a" op: "X" } node { name: "b" op: "X" }
      node { name: "c" op: "Sub" input: "a" input: "b"
             attr { key: "T" value { i: 1 } } attr { key: "U" value { i: 2 } } }
      node { name: "d" op: "Y" device: "/cpu:0" attr { key: "T" value { i: 1 } } }
      node { name: "e" op: "Z" attr { key: "_output_shapes" value { list { shape { dim { size: 2 } } } } } })");
  const auto second = Parsed(R"(
      node { name: "a" op: "X" } node { name: "b" op: "X" }
      node { name: "c" op: "Sub" input: "b" input: "a"
             attr { key: "U" value { i: 2 } } attr { key: "T" value { i: 1 } } }
      node { name: "d" op: "Y" device: "/gpu:0" attr { key: "T" value { i: 2 } } }
      node { name: "e" op: "Z" attr { key: "_output_shapes" value { list { shape { dim { size: 3 } } } } } })");
  const auto both = Unite(first, second);
  EXPECT_THAT(Signs(*both), ElementsAre("=a", "=b", "~c", "~d", "~e"));
  EXPECT_THAT(InputSigns(*both, "c"), ElementsAre("=a", "=b"));
  EXPECT_TRUE(both->changes(2).inputs && !both->changes(2).attributes);
  EXPECT_TRUE(both->changes(3).attributes && both->changes(3).device);
  EXPECT_TRUE(both->changes(4).shapes && !both->changes(4).attributes);
}

TEST(GraphUnion, AnotherDeviceAloneIsNoChange) {
  const auto first = Parsed(R"(node { name: "a" op: "X" device: "/cpu:0" })");
  const auto second = Parsed(R"(node { name: "a" op: "X" device: "/gpu:0" })");
  const auto both = Unite(first, second);
  EXPECT_THAT(Signs(*both), ElementsAre("=a"));
  EXPECT_TRUE(both->changes(0).device);
}

TEST(GraphUnion, FunctionsStandTogether) {
  const auto add = [](GraphBuilder& builder, std::string_view function,
                      std::initializer_list<std::string_view> nodes) {
    builder.BeginFunction(function);
    for (const std::string_view node : nodes) builder.AddNode(node, "Op");
    builder.EndFunction();
  };
  GraphBuilder first;
  first.AddNode("m", "Call");
  add(first, "f", {"x", "y"});
  add(first, "only_first", {"x"});
  GraphBuilder second;
  second.AddNode("m", "Call");
  second.AddNode("n", "Call");
  add(second, "only_second", {"x"});
  add(second, "f", {"x", "z", "y"});
  const auto both = Unite(first.Build(), second.Build());
  const Graph& graph = *both->graph();
  EXPECT_EQ(graph.main_size(), 2U);
  std::vector<std::tuple<std::string_view, std::uint32_t, std::uint32_t>> functions;
  for (const GraphFunction& function : graph.functions()) {
    functions.emplace_back(function.name, function.begin, function.end);
  }
  EXPECT_THAT(functions, ElementsAre(std::tuple("f", 2, 5), std::tuple("only_first", 5, 6),
                                     std::tuple("only_second", 6, 7)));
  EXPECT_EQ(graph.FunctionOf(3)->name, "f");
  EXPECT_EQ(graph.FindFunction("only_second")->begin, 6U);
  EXPECT_THAT(Signs(*both),
              ElementsAre("=m", "+n", "=__function_library__/f/x", "+__function_library__/f/z",
                          "=__function_library__/f/y", "-__function_library__/only_first/x",
                          "+__function_library__/only_second/x"));
}

// A node of the main graph may have the name that a function's node has in the other graph.
TEST(GraphUnion, ANodeInAFunctionHereAndOutsideThere) {
  GraphBuilder first;
  first.AddNode("__function_library__/f/x", "Op");
  GraphBuilder second;
  second.BeginFunction("f");
  for (const char* const name : {"w", "x", "y"}) second.AddNode(name, "Op");
  second.EndFunction();
  const auto both = Unite(first.Build(), second.Build());
  EXPECT_THAT(Signs(*both), ElementsAre("=__function_library__/f/x", "+__function_library__/f/w",
                                        "+__function_library__/f/y"));
}

TEST(GraphUnion, KeepsTheIssuesOfBothOnce) {
  GraphBuilder first;
  first.AddNode("a", "X", {"gone"});
  GraphBuilder second;
  second.AddNode("a", "X", {"gone"});
  second.AddNode("b", "X", {"lost"});
  const auto both = Unite(first.Build(), second.Build());
  EXPECT_THAT(IssuesOf(*both->graph()), ElementsAre("a: input 'gone' names no node of the graph",
                                                    "b: input 'lost' names no node of the graph"));
  EXPECT_EQ(both->graph()->issue_count(), 2U);
  EXPECT_THAT(InputSigns(*both, "a"), ElementsAre("=?"));
}

TEST(GraphUnion, OfEmptyGraphs) {
  const auto empty = GraphBuilder().Build();
  EXPECT_EQ(Unite(empty, empty)->graph()->size(), 0U);
  const auto some = RandomGraph(1, 20);
  EXPECT_EQ(GraphDifferences(Unite(empty, some), ScopeTree(*Unite(empty, some)->graph())).Total(),
            (DifferenceCounts{.added = some->size()}));
}

// Graphs of any shape: with itself none differs; every name is there once; everything that a graph
// has is told of the union as well.
TEST(GraphUnion, HoldsForRandomGraphs) {
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    const auto first = RandomGraph(seed, 80);
    EXPECT_THAT(GraphDifferences(Unite(first, first), ScopeTree(*first)).List(0, 10).found,
                IsEmpty());
    const auto second = seed % 4 == 3 ? RandomGraph(seed + 1'000, 60) : Altered(*first, seed);
    const auto both = Unite(first, second);
    const Graph& graph = *both->graph();
    std::uint32_t common = 0;
    for (std::uint32_t node = 0; node < second->size(); ++node) {
      common += first->Find(second->name(node)) ? 1 : 0;
    }
    ASSERT_EQ(graph.size(), first->size() + second->size() - common);
    for (const Graph* const one : {first.get(), second.get()}) {
      const GraphSide absent = one == first.get() ? GraphSide::kSecond : GraphSide::kFirst;
      for (std::uint32_t node = 0; node < one->size(); ++node) {
        const auto found = graph.Find(one->name(node));
        ASSERT_TRUE(found.has_value());
        EXPECT_EQ(one == first.get() ? both->in_first(*found) : both->in_second(*found), node);
        std::multiset<std::string_view> inputs;
        std::multiset<std::string_view> united;
        for (const Input& input : one->inputs(node)) {
          inputs.insert(input.node == kNoNode ? "" : one->name(input.node));
        }
        for (const Input& input : graph.inputs(*found)) {
          if (input.side == absent) continue;
          united.insert(input.node == kNoNode ? "" : graph.name(input.node));
        }
        EXPECT_EQ(united, inputs) << seed << " " << one->name(node);
      }
    }
  }
}

TEST(GraphDifferences, CountsOfGroupsSumUp) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const auto first = RandomGraph(seed, 120);
    const auto both = Unite(first, Altered(*first, seed + 7));
    const GraphIndex index(both->graph());
    const ScopeTree& tree = index.tree();
    const GraphDifferences differences(both, tree);
    std::uint64_t listed = 0;
    for (std::uint32_t scope = 0; scope < tree.size(); ++scope) {
      const RankRange whole{tree.first_rank(scope), tree.end_rank(scope)};
      std::vector<RankRange> parts = {{tree.first_rank(scope), tree.own_end_rank(scope)}};
      for (std::uint32_t child = scope + 1; child < tree.end(scope); child = tree.end(child)) {
        parts.push_back({tree.first_rank(child), tree.end_rank(child)});
      }
      EXPECT_EQ(differences.Count({&whole, 1}), differences.Count(parts));
    }
    const DifferenceList list = differences.List(0, 1'000);
    for (const Difference& difference : list.found) {
      RankRange range{difference.number, difference.number + 1};
      if (difference.scope) {
        range = {tree.first_rank(difference.number), tree.end_rank(difference.number)};
      }
      const DifferenceCounts counts = differences.Count({&range, 1});
      EXPECT_EQ(StatusOf(counts, range.end - range.begin), difference.status);
      listed += counts.all();
    }
    EXPECT_EQ(listed, differences.Total().all()) << "each difference is in the list once";
    EXPECT_EQ(list.total, list.found.size());
    const LevelView view(index, {});
    const ViewRoutes routes = RouteEdges(view);
    EXPECT_EQ(WhatIsWrong(view, routes, LayOutScene(view, routes, FlowDirection::kUp)), "");
  }
}

TEST(GraphDifferences, AWholeScopeIsOnePlaceToStop) {
  GraphBuilder first;
  first.AddNode("a/x", "X");
  first.AddNode("old/b/x", "X");
  first.AddNode("old/y", "X");
  GraphBuilder second;
  second.AddNode("a/x", "Y");
  second.AddNode("a/z", "X");
  const auto both = Unite(first.Build(), second.Build());
  const ScopeTree tree(*both->graph());
  const GraphDifferences differences(both, tree);
  std::vector<std::string> stops;
  for (const Difference& difference : differences.List(0, 10).found) {
    stops.push_back(SignOf(difference.status) +
                    std::string(difference.scope
                                    ? tree.path(difference.number)
                                    : both->graph()->name(tree.node_at(difference.number))));
  }
  EXPECT_THAT(stops, ElementsAre("~a/x", "+a/z", "-old"));
  const DifferenceList rest = differences.List(2, 1);
  EXPECT_EQ(rest.total, 3U);
  EXPECT_EQ(rest.found.size(), 1U);
  EXPECT_THAT(differences.List(5, 1).found, IsEmpty());
}

TEST(GraphDifferences, ASearchOfWhatDiffersOnly) {
  GraphBuilder first;
  first.AddNode("a/x", "X");
  first.AddNode("b/x", "X");
  GraphBuilder second;
  second.AddNode("a/x", "X");
  second.AddNode("b/x", "Y");
  const auto both = Unite(first.Build(), second.Build());
  const GraphIndex index(both->graph());
  const GraphDifferences differences(both, index.tree());
  const auto found = SearchGraph(index, {.differences = &differences}, base::CancelFlag());
  ASSERT_EQ(found->hits.size(), 2U);
  EXPECT_EQ(index.tree().path(found->hits[0].number), "b");
  EXPECT_EQ(index.graph().name(index.tree().node_at(found->hits[1].number)), "b/x");
}

}  // namespace
}  // namespace sightglass::graph
