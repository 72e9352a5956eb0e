#include "graph/level_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "graph/auxiliary_nodes.h"
#include "graph/layout_test_graphs.h"
#include "graph/level_view_routes.h"

namespace sightglass::graph {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

std::vector<std::string> IdsOf(const LevelView& view, std::uint32_t level) {
  std::vector<std::string> ids;
  for (std::uint32_t i = view.levels()[level].begin; i < view.levels()[level].end; ++i) {
    ids.push_back(view.id(i));
  }
  return ids;
}

std::vector<std::string> EdgesOf(const LevelView& view) {
  std::vector<std::string> told;
  for (const ViewEdge& edge : view.edges()) {
    told.push_back(view.id(edge.from) + ">" + view.id(edge.to) + " " +
                   std::to_string(edge.sum.tensors) + "+" + std::to_string(edge.sum.controls));
  }
  return told;
}

std::uint32_t Item(const LevelView& view, std::string_view id) {
  for (std::uint32_t i = 0; i < view.items().size(); ++i) {
    if (view.id(i) == id) return i;
  }
  ADD_FAILURE() << "no item " << id;
  return 0;
}

std::shared_ptr<const Graph> TwoScopes() {
  GraphBuilder builder;
  builder.AddNode("in", "Placeholder");
  builder.AddNode("a/x", "Add", {"in"});
  builder.AddNode("a/b/y", "Mul", {"a/x", "in"});
  builder.AddNode("a/b/z", "Mul", {"a/b/y"});
  builder.AddNode("out", "Neg", {"a/b/z", "a/b/y", "^a/x"});
  return builder.Build();
}

TEST(LevelView, ClosedScopesTakeTheEdgesOfWhatIsInThem) {
  const GraphIndex index(TwoScopes());
  const LevelView view(index, {});
  EXPECT_THAT(IdsOf(view, 0), ElementsAre("n:in", "s:a", "n:out"));
  EXPECT_THAT(EdgesOf(view), UnorderedElementsAre("n:in>s:a 2+0", "s:a>n:out 2+1"));
  EXPECT_EQ(view.items()[1].nodes, 3U);
}

TEST(LevelView, OpenScopesShowTheirs) {
  const GraphIndex index(TwoScopes());
  const LevelView view(index, {.open = {"a/b", "a", "nothing"}});
  ASSERT_EQ(view.levels().size(), 3U);
  EXPECT_THAT(IdsOf(view, 1), ElementsAre("n:a/x", "s:a/b"));
  EXPECT_THAT(IdsOf(view, 2), ElementsAre("n:a/b/y", "n:a/b/z"));
  EXPECT_THAT(EdgesOf(view),
              UnorderedElementsAre("n:in>n:a/x 1+0", "n:in>n:a/b/y 1+0", "n:a/x>n:a/b/y 1+0",
                                   "n:a/b/y>n:a/b/z 1+0", "n:a/b/z>n:out 1+0", "n:a/b/y>n:out 1+0",
                                   "n:a/x>n:out 0+1"));
  // One that is open in a closed one stays hidden.
  EXPECT_EQ(LevelView(index, {.open = {"a/b"}}).levels().size(), 1U);
}

TEST(LevelView, SeriesFoldAndOpen) {
  GraphBuilder builder;
  builder.AddNode("r_0", "Op");
  for (int i = 1; i < 6; ++i) {
    builder.AddNode("r_" + std::to_string(i), "Op", {"r_" + std::to_string(i - 1)});
  }
  builder.AddNode("end", "Neg", {"r_5"});
  const GraphIndex index(builder.Build());
  const LevelView folded(index, {});
  EXPECT_THAT(IdsOf(folded, 0), ElementsAre("g:r_[0-5]", "n:end"));
  EXPECT_EQ(folded.items()[0].inner_edges, 5U);
  EXPECT_EQ(folded.label(0), "r_[0-5]");
  const LevelView open(index, {.open = {"r_[0-5]"}});
  EXPECT_EQ(open.levels().size(), 2U);
  EXPECT_EQ(IdsOf(open, 1).size(), 6U);
  EXPECT_EQ(open.edges().size(), 6U);
  EXPECT_EQ(LevelView(index, {.apart = {"r_[0-5]"}}).items().size(), 7U);
  EXPECT_EQ(LevelView(index, {.series = false}).items().size(), 7U);
}

TEST(LevelView, PastTheLimitTheRestIsOneItem) {
  const GraphIndex index(NestedGraph(3'000));
  const LevelView view(index,
                       {.open = {"model", "model/stage_0", "model/stage_1"}, .max_level_items = 4});
  std::uint64_t nodes = 0;
  for (std::uint32_t i = 0; i < view.items().size(); ++i) {
    if (view.items()[i].inner == kNoLevel) nodes += view.items()[i].nodes;
  }
  EXPECT_EQ(nodes, 3'000U);
  EXPECT_EQ(view.items()[Item(view, "m:model/stage_0")].nodes, 630U);
}

TEST(LevelView, LimitsOnLevelsAndItems) {
  const GraphIndex index(NestedGraph(3'000));
  const LevelView few(index, {.open = {"model", "train"}, .max_levels = 2});
  EXPECT_EQ(few.levels().size(), 2U);
  EXPECT_EQ(few.left_closed(), 1U);
  const LevelView small(index, {.open = {"model", "train"}, .max_items = 4});
  EXPECT_LE(small.items().size(), 4U);
}

TEST(AuxiliaryNodes, ConstantsAndSummariesAreEmbedded) {
  GraphBuilder builder;
  builder.AddNode("a/c", "Const");
  builder.AddNode("a/used_outside", "Const");
  builder.AddNode("a/unused", "Const");
  builder.AddNode("a/x", "Add", {"a/c", "a/used_outside"});
  builder.AddNode("a/s", "ScalarSummary", {"a/c", "a/x"});
  builder.AddNode("b", "Neg", {"a/used_outside"});
  const GraphIndex index(builder.Build());
  const LevelView view(index, {.open = {"a"}});
  const auto role = [&](std::string_view id) { return view.items()[Item(view, id)].role; };
  EXPECT_EQ(role("n:a/c"), ItemRole::kEmbedded);
  EXPECT_EQ(role("n:a/s"), ItemRole::kEmbedded);
  EXPECT_EQ(role("n:a/used_outside"), ItemRole::kMain);
  EXPECT_EQ(role("n:a/unused"), ItemRole::kMain);
  const ViewRoutes routes = RouteEdges(view);
  ASSERT_EQ(routes.in[Item(view, "n:a/x")].shown.size(), 1U);
  EXPECT_EQ(view.id(routes.in[Item(view, "n:a/x")].shown[0].item), "n:a/c");
  ASSERT_EQ(routes.out[Item(view, "n:a/x")].shown.size(), 1U);
  const LevelView kept(index, {.open = {"a"}, .main = {"a/c"}});
  EXPECT_EQ(kept.items()[Item(kept, "n:a/c")].role, ItemRole::kMain);
}

// A hub that gives to all, one that takes of all, and a chain between.
std::shared_ptr<const Graph> Hubs(int chain) {
  GraphBuilder builder;
  builder.AddNode("rate", "Placeholder");
  builder.AddNode("n", "Add", {"rate"});
  std::vector<std::string> names = {"n"};
  for (int i = 1; i < chain; ++i) {
    names.push_back("n" + std::string(static_cast<std::size_t>(i), 'x'));
    builder.AddNode(names.back(), "Add", {names[names.size() - 2], "rate"});
  }
  const std::vector<std::string_view> all(names.begin(), names.end());
  builder.AddNode({.name = "save", .op = "Save", .inputs = all});
  builder.AddNode("saved", "Neg", {"save"});
  builder.AddNode("done", "NoOp", {"^n"});
  return builder.Build();
}

TEST(AuxiliaryNodes, HubsAreTakenOut) {
  const GraphIndex index(Hubs(30));
  const LevelView view(index, {});
  const auto role = [](const LevelView& of, std::string_view id) {
    return of.items()[Item(of, id)].role;
  };
  EXPECT_EQ(role(view, "n:rate"), ItemRole::kSource);
  EXPECT_EQ(role(view, "n:save"), ItemRole::kSink);
  EXPECT_EQ(role(view, "n:done"), ItemRole::kSink);
  // Nothing but the hub held it in the drawing.
  EXPECT_EQ(role(view, "n:saved"), ItemRole::kSink);
  EXPECT_EQ(role(view, "n:n"), ItemRole::kMain);
  const ViewRoutes routes = RouteEdges(view);
  EXPECT_EQ(routes.in[Item(view, "n:save")].shown.size(), kMaxAnnotations);
  EXPECT_EQ(routes.in[Item(view, "n:save")].more, 25U);
  EXPECT_EQ(routes.levels[0].edges.size(), 29U);

  const LevelView by_hand(index, {.main = {"rate"}, .aside = {"nx"}});
  EXPECT_EQ(role(by_hand, "n:rate"), ItemRole::kMain);
  EXPECT_NE(role(by_hand, "n:nx"), ItemRole::kMain);
  const LevelView all(index, {.extract = false});
  EXPECT_TRUE(std::ranges::all_of(
      all.items(), [](const ViewItem& item) { return item.role == ItemRole::kMain; }));
}

TEST(AuxiliaryNodes, SmallLevelsKeepTheirs) {
  const GraphIndex index(Hubs(8));
  const LevelView view(index, {});
  EXPECT_EQ(view.items()[Item(view, "n:rate")].role, ItemRole::kMain);
  EXPECT_EQ(view.items()[Item(view, "n:save")].role, ItemRole::kMain);
}

TEST(LevelViewRoutes, EdgesAreLedThroughPorts) {
  const GraphIndex index(TwoScopes());
  const LevelView view(index, {.open = {"a", "a/b"}});
  const ViewRoutes routes = RouteEdges(view);
  EXPECT_EQ(routes.levels[0].edges.size(), 2U);
  const std::uint32_t out = Item(view, "n:out");
  // z and y of a/b go to `out` through one port of a/b and one of a.
  EXPECT_TRUE(FindPort(routes.levels[1], true, out));
  EXPECT_TRUE(FindPort(routes.levels[2], true, out));
  EXPECT_FALSE(FindPort(routes.levels[2], false, out));
  std::map<bool, int> ports;
  for (const Port& port : routes.levels[2].ports) ++ports[port.out];
  EXPECT_EQ(ports[false], 2) << "of `in`, and of a/x";
  EXPECT_EQ(ports[true], 1);
}

// Every tensor and control edge is in just one sum, however much is open, and roles and edges of a
// level do not hang on what is open in it.
TEST(LevelView, HoldsForRandomGraphs) {
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    const GraphIndex index(RandomGraph(seed, 120));
    std::vector<std::string> open;
    std::map<std::string, ItemRole> roles;
    for (std::uint32_t scope = 0; scope < index.tree().size(); ++scope) {
      if (scope > 0) open.emplace_back(index.tree().path(scope));
      if (scope % 3 != 0) continue;
      const LevelView view(index, {.open = open});
      std::uint64_t sum = 0;
      for (const ViewEdge& edge : view.edges()) sum += edge.sum.tensors + edge.sum.controls;
      for (const ViewItem& item : view.items()) {
        // Edges within a closed scope are its own.
        if (item.inner != kNoLevel) continue;
        sum += item.inner_edges;
        if (item.kind != ItemKind::kScope) continue;
        for (std::uint32_t below = item.ref; below < index.tree().end(item.ref); ++below) {
          sum += index.edges().in(below).size();
        }
      }
      EXPECT_EQ(sum, index.edges().size());
      for (std::uint32_t i = 0; i < view.items().size(); ++i) {
        const auto [at, is_new] = roles.emplace(view.id(i), view.items()[i].role);
        EXPECT_EQ(at->second, view.items()[i].role) << view.id(i) << " seed " << seed;
      }
    }
  }
}

}  // namespace
}  // namespace sightglass::graph
