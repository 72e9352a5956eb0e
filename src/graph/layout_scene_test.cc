#include "graph/layout_scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "graph/layout_scene_checks.h"
#include "graph/layout_test_graphs.h"

namespace sightglass::graph {
namespace {

struct Made {
  LevelView view;
  ViewRoutes routes;
  Scene scene;
};

Made MakeScene(const GraphIndex& index, const ViewOptions& options,
               FlowDirection direction = FlowDirection::kUp) {
  LevelView view(index, options);
  ViewRoutes routes = RouteEdges(view);
  Scene scene = LayOutScene(view, routes, direction);
  return {std::move(view), std::move(routes), std::move(scene)};
}

SceneBox BoxOf(const Made& made, std::string_view id) {
  for (std::uint32_t i = 0; i < made.view.items().size(); ++i) {
    if (made.view.id(i) == id) return made.scene.boxes[i];
  }
  ADD_FAILURE() << "no item " << id;
  return {};
}

std::vector<std::string> AllScopes(const GraphIndex& index) {
  std::vector<std::string> open;
  for (std::uint32_t scope = 1; scope < index.tree().size(); ++scope) {
    open.emplace_back(index.tree().path(scope));
  }
  return open;
}

TEST(LayOutScene, FlowGoesUpOrDown) {
  GraphBuilder builder;
  builder.AddNode("a", "Op");
  builder.AddNode("b", "Op", {"a"});
  const GraphIndex index(builder.Build());
  const Made up = MakeScene(index, {});
  EXPECT_GT(BoxOf(up, "n:a").y, BoxOf(up, "n:b").y);
  const Made down = MakeScene(index, {}, FlowDirection::kDown);
  EXPECT_LT(BoxOf(down, "n:a").y, BoxOf(down, "n:b").y);
  ASSERT_EQ(down.scene.edges.size(), 1U);
  EXPECT_EQ(down.scene.edges[0].points.front().y, BoxOf(down, "n:a").y + SceneSizes{}.op_height);
  EXPECT_EQ(down.scene.edges[0].points.back().y, BoxOf(down, "n:b").y);
}

TEST(LayOutScene, LinesMeetAtTheBordersOfOpenScopes) {
  GraphBuilder builder;
  builder.AddNode("in", "Placeholder");
  builder.AddNode("a/b/x", "Add", {"in"});
  builder.AddNode("out", "Neg", {"a/b/x"});
  const GraphIndex index(builder.Build());
  const Made made = MakeScene(index, {.open = {"a", "a/b"}});
  ASSERT_EQ(WhatIsWrong(made.view, made.routes, made.scene), "");
  // Six lines: two in the root, two in a, two in a/b; each end at a border is the end of another.
  ASSERT_EQ(made.scene.edges.size(), 6U);
  int met = 0;
  for (const SceneEdge& one : made.scene.edges) {
    for (const SceneEdge& other : made.scene.edges) {
      met += one.points.back() == other.points.front() ? 1 : 0;
    }
  }
  EXPECT_EQ(met, 4);
}

TEST(LayOutScene, AnOpenScopeHasRoomForItsName) {
  GraphBuilder builder;
  builder.AddNode("a/k", "Const");
  builder.AddNode("b", "Neg", {"a/k"});
  const GraphIndex index(builder.Build());
  for (const bool embed : {true, false}) {
    const Made made = MakeScene(index, {.open = {"a"}, .embed = embed});
    ASSERT_EQ(WhatIsWrong(made.view, made.routes, made.scene), "");
    EXPECT_GE(BoxOf(made, "s:a").width, SceneSizes{}.open_least_width);
  }
  // What is narrower stands in the middle.
  GraphBuilder one;
  one.AddNode("a/x", "Add");
  const GraphIndex alone(one.Build());
  LevelView view(alone, {.open = {"a"}});
  const ViewRoutes routes = RouteEdges(view);
  const Scene scene = LayOutScene(view, routes, FlowDirection::kUp, {.op_width = 10});
  const Made made{std::move(view), routes, scene};
  EXPECT_EQ(BoxOf(made, "s:a").width, 60);
  EXPECT_EQ(BoxOf(made, "n:a/x").x - BoxOf(made, "s:a").x, 25);
}

// Which of two stands further left stays, whatever is opened.
TEST(LayOutScene, OpeningKeepsTheOrderOfTheOthers) {
  const GraphIndex index(NestedGraph(400));
  const std::vector<std::string> at_first = {"model", "model/stage_0", "model/stage_0/block_1"};
  const Made closed = MakeScene(index, {.open = at_first});
  auto then = at_first;
  then.emplace_back("model/stage_0/block_1/layer_3");
  const Made open = MakeScene(index, {.open = then});
  const ViewLevel& level = closed.view.levels()[3];
  ASSERT_EQ(level.end - level.begin, 10U);
  for (std::uint32_t i = level.begin; i < level.end; ++i) {
    for (std::uint32_t j = i + 1; j < level.end; ++j) {
      const auto order = [&](const Made& made) {
        const SceneBox a = BoxOf(made, closed.view.id(i));
        const SceneBox b = BoxOf(made, closed.view.id(j));
        return std::pair(a.y + a.height <= b.y, b.y + b.height <= a.y);
      };
      EXPECT_EQ(order(closed), order(open));
    }
  }
}

TEST(LayOutScene, TheSameTwice) {
  const GraphIndex index(RandomGraph(7, 300));
  const GraphIndex again(RandomGraph(7, 300));
  const Made one = MakeScene(index, {.open = AllScopes(index)});
  const Made two = MakeScene(again, {.open = AllScopes(again)});
  ASSERT_EQ(one.scene.boxes.size(), two.scene.boxes.size());
  for (std::size_t i = 0; i < one.scene.boxes.size(); ++i) {
    EXPECT_EQ(one.view.id(static_cast<std::uint32_t>(i)),
              two.view.id(static_cast<std::uint32_t>(i)));
    EXPECT_EQ(one.scene.boxes[i].x, two.scene.boxes[i].x);
    EXPECT_EQ(one.scene.boxes[i].y, two.scene.boxes[i].y);
  }
}

TEST(LayOutScene, HoldsForRandomGraphs) {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    const GraphIndex index(RandomGraph(seed, 20 + seed * 7));
    for (const bool extract : {true, false}) {
      for (const bool all : {true, false}) {
        ViewOptions options{.embed = extract, .extract = extract};
        if (all) options.open = AllScopes(index);
        const Made made =
            MakeScene(index, options, seed % 2 == 0 ? FlowDirection::kUp : FlowDirection::kDown);
        ASSERT_EQ(WhatIsWrong(made.view, made.routes, made.scene), "") << "seed " << seed;
      }
    }
  }
}

TEST(LayOutScene, HostileGraphs) {
  // Scopes within scopes, all open; one node that everything takes; nothing connected at all.
  std::string deep;
  for (int i = 0; i < 10'000; ++i) deep += "s/";
  GraphBuilder levels;
  levels.AddNode(deep + "x", "Op", {"y"});
  levels.AddNode("y", "Op", {deep + "x"});
  const GraphIndex deepest(levels.Build());
  const Made nested = MakeScene(deepest, {.open = AllScopes(deepest)});
  EXPECT_EQ(WhatIsWrong(nested.view, nested.routes, nested.scene), "");
  EXPECT_EQ(nested.view.levels().size(), 200U);

  GraphBuilder star;
  for (int i = 0; i < 3'000; ++i) star.AddNode("n" + std::to_string(i * 2), "Op", {"n0"});
  const GraphIndex hub(star.Build());
  const Made rays = MakeScene(hub, {.series = false, .extract = false});
  EXPECT_EQ(WhatIsWrong(rays.view, rays.routes, rays.scene), "");

  GraphBuilder apart;
  for (int i = 0; i < 3'000; ++i) apart.AddNode("n" + std::to_string(i * 2), "Op");
  const GraphIndex dust(apart.Build());
  const Made grid = MakeScene(dust, {});
  EXPECT_EQ(WhatIsWrong(grid.view, grid.routes, grid.scene), "");
  EXPECT_LT(grid.scene.width, 5 * grid.scene.height);

  // A long chain where all take of the first: more passed layers than are laid out.
  GraphBuilder chain;
  chain.AddNode("n0", "Op");
  for (int i = 1; i < 1'000; ++i) {
    chain.AddNode("n" + std::to_string(i * 2), "Op", {"n" + std::to_string(i * 2 - 2), "n0"});
  }
  const GraphIndex skips(chain.Build());
  const Made lines = MakeScene(skips, {.series = false, .extract = false});
  EXPECT_EQ(WhatIsWrong(lines.view, lines.routes, lines.scene), "");
}

TEST(LayOutScene, NothingAtAll) {
  const GraphIndex index(GraphBuilder().Build());
  const Made made = MakeScene(index, {});
  EXPECT_EQ(WhatIsWrong(made.view, made.routes, made.scene), "");
  EXPECT_EQ(made.scene.width, 0);
}

}  // namespace
}  // namespace sightglass::graph
