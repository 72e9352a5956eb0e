#include "graph/graph_paths.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "graph/build_graph.h"
#include "graph/graph_costs.h"
#include "graph/graph_search.h"

namespace sightglass::graph {
namespace {

using ::testing::ElementsAre;

// a/x -> b -> c/y -> d, and round from d to b; e hangs on nothing.
std::shared_ptr<const Graph> Ring() {
  GraphBuilder builder;
  const std::array<std::int64_t, 2> dims = {32, 10};
  const std::array outputs = {Shape{.dtype = 1, .known = true, .dims = dims}};
  builder.AddNode({.name = "a/x", .op = "Const", .outputs = outputs});
  builder.AddNode("b", "Merge", {"a/x", "d"});
  builder.AddNode("c/y", "MatMul", {"b", "gone"});
  builder.AddNode("d", "Exit", {"c/y"});
  builder.AddNode("e", "MatMul");
  return builder.Build();
}

class GraphPaths : public ::testing::Test {
 protected:
  std::vector<std::string> Path(std::string_view from, std::string_view to) {
    const RankRange start = *RanksOf(index_, from, false);
    const RankRange end = *RanksOf(index_, to, false);
    const auto path = FindPath(index_, {&start, 1}, {&end, 1}, cancel_);
    std::vector<std::string> names;
    if (!path->has_value()) return {"none"};
    for (const std::uint32_t rank : **path) {
      names.emplace_back(index_.graph().name(index_.tree().node_at(rank)));
    }
    return names;
  }
  std::vector<std::string> Search(const SearchQuery& query) {
    const auto found = SearchGraph(index_, query, cancel_);
    std::vector<std::string> names;
    if (!found.ok()) return {std::string(base::ErrorCodeName(found.error().code))};
    for (const SearchHit& hit : found->hits) {
      names.emplace_back(hit.scope ? index_.tree().path(hit.number)
                                   : index_.graph().name(index_.tree().node_at(hit.number)));
    }
    if (found->more) names.emplace_back("...");
    return names;
  }

  const GraphIndex index_{Ring()};
  base::CancelFlag cancel_;
};

TEST_F(GraphPaths, ShortestWays) {
  EXPECT_THAT(Path("a/x", "d"), ElementsAre("a/x", "b", "c/y", "d"));
  EXPECT_THAT(Path("d", "c/y"), ElementsAre("d", "b", "c/y"));
  EXPECT_THAT(Path("c", "d"), ElementsAre("c/y", "d"));
  EXPECT_THAT(Path("b", "b"), ElementsAre("b"));
  EXPECT_THAT(Path("e", "d"), ElementsAre("none"));
  EXPECT_EQ(RanksOf(index_, "zzz", false), std::nullopt);
}

TEST_F(GraphPaths, TracesAreFoldedIntoWhatIsSeen) {
  const LevelView view(index_, {.embed = false, .extract = false});
  const RankRange b = *RanksOf(index_, "b", false);
  const auto traced = TraceNodes(index_, {&b, 1}, TraceDirection::kInputs, cancel_);
  const FoldedTrace trace = FoldTrace(view, *traced);
  EXPECT_EQ(trace.nodes, 4U);
  std::vector<std::string> ids;
  for (const TracedItem& item : trace.items) ids.push_back(view.id(item.item));
  EXPECT_THAT(ids, ElementsAre("s:a", "n:b", "s:c", "n:d"));
  EXPECT_EQ(trace.edges.size(), 4U);
  const RankRange x = *RanksOf(index_, "e", false);
  const auto lonely = TraceNodes(index_, {&x, 1}, TraceDirection::kOutputs, cancel_);
  EXPECT_EQ(FoldTrace(view, *lonely).nodes, 1U);
}

TEST_F(GraphPaths, SearchByNameOperationAndShape) {
  EXPECT_THAT(Search({.text = "A"}), ElementsAre("a", "a/x"));
  EXPECT_THAT(Search({.text = "^[cd]", .regex = true}), ElementsAre("d", "c", "c/y"));
  EXPECT_THAT(Search({.text = "(", .regex = true}), ElementsAre("INVALID_ARGUMENT"));
  EXPECT_THAT(Search({.text = "matmul", .by = SearchBy::kOp}), ElementsAre("e", "c/y"));
  EXPECT_THAT(Search({.text = "matmul", .by = SearchBy::kOp, .limit = 1}), ElementsAre("e", "..."));
  EXPECT_THAT(Search({.text = "32x?", .by = SearchBy::kShape}), ElementsAre("a/x"));
  EXPECT_THAT(Search({.text = "32", .by = SearchBy::kShape}), ElementsAre());
  EXPECT_THAT(Search({.text = "32x", .by = SearchBy::kShape}), ElementsAre("INVALID_ARGUMENT"));
}

TEST_F(GraphPaths, StopsWhenNobodyWaits) {
  cancel_.Cancel();
  EXPECT_THAT(Search({.text = "a"}), ElementsAre("CANCELLED"));
}

TEST(GraphCosts, SumsAndSpans) {
  const auto graph = Ring();
  const ScopeTree tree(*graph);
  const GraphCosts costs(tree,
                         {.entries = {{1, 0, 10, 20, 100}, {1, 1, 15, 40, 7}, {2, 0, 50, 55, 1}},
                          .devices = {"cpu", "gpu"}});
  const RankRange all{0, graph->size()};
  const auto sum = costs.Sum({&all, 1}, {});
  ASSERT_TRUE(sum);
  EXPECT_EQ(sum->nodes, 2U);
  EXPECT_EQ(sum->sum_micros, 10 + 25 + 5);
  EXPECT_EQ(sum->span_micros, 45);
  EXPECT_EQ(sum->bytes, 108);
  EXPECT_EQ(costs.Sum({&all, 1}, {false, true})->span_micros, 25);
  const RankRange none{tree.rank_of(0), tree.rank_of(0) + 1};
  EXPECT_FALSE(costs.Sum({&none, 1}, {}));
}

}  // namespace
}  // namespace sightglass::graph
