#include "graph/layout_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "graph/layout_cycles.h"
#include "graph/layout_layers.h"
#include "graph/layout_order.h"
#include "graph/layout_pack.h"

namespace sightglass::graph {
namespace {

using ::testing::ElementsAre;

std::uint32_t Below(std::mt19937& random, std::uint32_t limit) {
  return static_cast<std::uint32_t>(random() % limit);
}

TEST(TurnedEdges, OnlyThoseThatCloseACircle) {
  EXPECT_THAT(TurnedEdges(3, std::vector<LayoutEdge>{{0, 1}, {1, 2}, {0, 2}}),
              ElementsAre(false, false, false));
  // The lightest of a circle goes; an edge to itself stays.
  EXPECT_THAT(TurnedEdges(3, std::vector<LayoutEdge>{{0, 1, 5}, {1, 2, 5}, {2, 0, 1}, {1, 1, 1}}),
              ElementsAre(false, false, true, false));
  EXPECT_THAT(TurnedEdges(2, std::vector<LayoutEdge>{{0, 1, 1}, {1, 0, 3}}),
              ElementsAre(true, false));
}

TEST(TurnedEdges, LeaveNoCircle) {
  std::mt19937 random(3);
  for (int round = 0; round < 100; ++round) {
    std::vector<LayoutEdge> edges;
    edges.reserve(60);
    for (int i = 0; i < 60; ++i) edges.push_back({Below(random, 20), Below(random, 20), 1});
    const std::vector<bool> turned = TurnedEdges(20, edges);
    for (std::size_t i = 0; i < edges.size(); ++i) {
      if (turned[i]) std::swap(edges[i].from, edges[i].to);
    }
    // Checks itself that there is no circle.
    const std::vector<LayoutNode> nodes(20);
    const auto layers = AssignLayers(nodes, edges);
    for (const LayoutEdge& edge : edges) {
      EXPECT_TRUE(edge.from == edge.to || layers[edge.from] < layers[edge.to]);
    }
  }
}

TEST(AssignLayers, SourcesComeNearToWhatTakesThem) {
  // 3 is taken only by 2, far down.
  const std::vector<LayoutNode> nodes(4);
  EXPECT_THAT(AssignLayers(nodes, std::vector<LayoutEdge>{{0, 1}, {1, 2}, {3, 2}}),
              ElementsAre(0, 1, 2, 1));
}

TEST(AssignLayers, PinnedNodesAreFirstAndLast) {
  const std::vector<LayoutNode> nodes = {
      {}, {}, {0, 0, LayoutPin::kFirst}, {0, 0, LayoutPin::kLast}};
  EXPECT_THAT(AssignLayers(nodes, std::vector<LayoutEdge>{{0, 1}, {2, 1}, {0, 3}}),
              ElementsAre(1, 2, 0, 3));
}

TEST(OrderLayers, UncrossesWhatCanBe) {
  // Two layers the wrong way round.
  std::vector<LayeredGraph::Segment> segments;
  for (std::uint32_t i = 0; i < 8; ++i) segments.emplace_back(i, 15 - i);
  std::vector<std::uint32_t> layers(16, 0);
  std::fill(layers.begin() + 8, layers.end(), 1);
  LayeredGraph graph(16, layers, segments);
  EXPECT_EQ(CountCrossings(graph), 28U);
  OrderLayers(graph);
  EXPECT_EQ(CountCrossings(graph), 0U);
}

TEST(CountCrossings, AsCountedOneByOne) {
  std::mt19937 random(5);
  for (int round = 0; round < 50; ++round) {
    std::vector<LayeredGraph::Segment> segments;
    segments.reserve(30);
    for (int i = 0; i < 30; ++i) segments.emplace_back(Below(random, 8), 8 + Below(random, 8));
    std::vector<std::uint32_t> layers(16, 0);
    std::fill(layers.begin() + 8, layers.end(), 1);
    const LayeredGraph graph(16, layers, segments);
    std::uint64_t plain = 0;
    for (std::size_t i = 0; i < segments.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const auto [a, b] = segments[i];
        const auto [c, d] = segments[j];
        plain += (a < c && b > d) || (a > c && b < d) ? 1 : 0;
      }
    }
    EXPECT_EQ(CountCrossings(graph), plain);
  }
}

TEST(LayOutGraph, AChainIsStraight) {
  const std::vector<LayoutNode> nodes(4, {10, 4});
  const Layout layout = LayOutGraph(nodes, std::vector<LayoutEdge>{{0, 1}, {1, 2}, {2, 3}, {0, 3}});
  EXPECT_EQ(layout.centers[1].x, layout.centers[2].x);
  EXPECT_EQ(layout.centers[1].y - layout.centers[0].y, 29);
  EXPECT_EQ(layout.height, 3 * 29 + 4);
  // The long one passes two layers, each from top to bottom.
  ASSERT_EQ(layout.bends[3].size(), 4U);
  EXPECT_EQ(layout.bends[3].front().x, layout.bends[3].back().x);
  EXPECT_NE(layout.bends[3].front().x, layout.centers[1].x);
}

TEST(LayOutGraph, WhoStandsLeftDoesNotHangOnSizes) {
  std::mt19937 random(9);
  for (int round = 0; round < 20; ++round) {
    std::vector<LayoutEdge> edges;
    edges.reserve(40);
    for (int i = 0; i < 40; ++i) edges.push_back({Below(random, 25), Below(random, 25), 1});
    std::vector<LayoutNode> nodes(25, {10, 10});
    const Layout before = LayOutGraph(nodes, edges);
    nodes[Below(random, 25)] = {500, 300};
    const Layout after = LayOutGraph(nodes, edges);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      for (std::size_t j = 0; j < nodes.size(); ++j) {
        const bool same_layer =
            before.centers[i].y == before.centers[j].y && after.centers[i].y == after.centers[j].y;
        if (same_layer && before.centers[i].x < before.centers[j].x) {
          EXPECT_LT(after.centers[i].x, after.centers[j].x);
        }
      }
    }
  }
}

TEST(PackBoxes, RowsInOrder) {
  const std::vector<PackBox> boxes(100, {10, 10});
  const Packing packing = PackBoxes(boxes, {.node = 5, .edge = 5, .layer = 5});
  EXPECT_GT(packing.width, packing.height);
  EXPECT_LT(packing.width, 3 * packing.height);
  EXPECT_EQ(packing.corners[1].x, 15);
  EXPECT_EQ(packing.corners[1].y, 0);
}

TEST(PackColumns, NewColumnsWhereOneIsFull) {
  const std::vector<PackBox> boxes(3, {10, 10});
  const Packing packing = PackColumns(boxes, 25, 5, 5);
  EXPECT_THAT(packing.corners,
              ElementsAre(LayoutPoint{0, 0}, LayoutPoint{0, 15}, LayoutPoint{15, 0}));
  EXPECT_EQ(packing.width, 25);
  EXPECT_EQ(packing.height, 25);
}

}  // namespace
}  // namespace sightglass::graph
