#include "graph/series_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "graph/build_graph.h"

namespace sightglass::graph {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> SeriesOf(const std::vector<std::pair<std::string, std::string>>& nodes,
                                  const std::vector<std::string>& apart = {}) {
  GraphBuilder builder;
  for (const auto& [name, op] : nodes) builder.AddNode(name, op);
  const auto graph = builder.Build();
  const ScopeTree tree(*graph);
  std::vector<std::string> told;
  for (std::uint32_t scope = 0; scope < tree.size(); ++scope) {
    std::vector<std::uint32_t> ranks(tree.own_end_rank(scope) - tree.first_rank(scope));
    std::iota(ranks.begin(), ranks.end(), tree.first_rank(scope));
    for (const SeriesGroup& group : FindSeries(tree, scope, ranks, apart)) {
      told.push_back(group.name + " " + std::to_string(group.ranks.size()));
    }
  }
  return told;
}

std::vector<std::pair<std::string, std::string>> Count(const std::string& stem, int first,
                                                       int last) {
  std::vector<std::pair<std::string, std::string>> nodes;
  for (int i = last; i >= first; --i) nodes.emplace_back(stem + std::to_string(i), "Op");
  return nodes;
}

TEST(SeriesGroups, FiveConsecutiveNumbersOfOneOperation) {
  EXPECT_THAT(SeriesOf(Count("a/read_", 3, 7)), ElementsAre("a/read_[3-7] 5"));
  EXPECT_THAT(SeriesOf(Count("a/read_", 3, 6)), ElementsAre());
  EXPECT_THAT(SeriesOf(Count("w", 8, 12)), ElementsAre("w[8-12] 5"));
  auto other = Count("read_", 1, 5);
  other[2].second = "Other";
  EXPECT_THAT(SeriesOf(other), ElementsAre());
}

TEST(SeriesGroups, TheBareNameIsNumberZero) {
  auto nodes = Count("read_", 1, 4);
  nodes.emplace_back("read", "Op");
  EXPECT_THAT(SeriesOf(nodes), ElementsAre("read_[0-4] 5"));
  // But not of names that count without "_".
  nodes = Count("read", 1, 4);
  nodes.emplace_back("read", "Op");
  EXPECT_THAT(SeriesOf(nodes), ElementsAre());
}

TEST(SeriesGroups, AGapEndsOne) {
  auto nodes = Count("x_", 0, 5);
  for (const auto& node : Count("x_", 10, 15)) nodes.push_back(node);
  EXPECT_THAT(SeriesOf(nodes), ElementsAre("x_[0-5] 6", "x_[10-15] 6"));
  EXPECT_THAT(SeriesOf(nodes, {"x_[0-5]"}), ElementsAre("x_[10-15] 6"));
}

TEST(SeriesGroups, NumbersThatOccurTwiceStayApart) {
  auto nodes = Count("x_", 0, 5);
  nodes.emplace_back("x_03", "Op");
  EXPECT_THAT(SeriesOf(nodes), ElementsAre("x_[0-5] 6"));
}

TEST(SeriesGroups, LongDigitsAreNames) {
  const CountedName split = SplitCountedName("x_1234567890");
  EXPECT_TRUE(split.bare);
  EXPECT_EQ(split.stem, "x_1234567890");
  EXPECT_EQ(SplitCountedName("123").stem, "");
  EXPECT_EQ(SplitCountedName("123").number, 123U);
  EXPECT_EQ(SplitCountedName("").stem, "");
}

}  // namespace
}  // namespace sightglass::graph
