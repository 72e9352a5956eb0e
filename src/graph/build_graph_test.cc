#include "graph/build_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "graph/graph_bytes_for_test.h"

namespace sightglass::graph {
namespace {

using ::testing::ElementsAre;

TEST(GraphBuilder, FindsInputsThatComeBeforeAndAfter) {
  GraphBuilder builder;
  builder.AddNode("a/x", "Const");
  builder.AddNode("b", "Neg", {"a/x:2", "c", "^c"});
  builder.AddNode("c", "Const");
  const auto graph = builder.Build();
  ASSERT_EQ(graph->size(), 3U);
  EXPECT_EQ(graph->name(1), "b");
  EXPECT_EQ(graph->op(1), "Neg");
  EXPECT_EQ(graph->op_id(0), graph->op_id(2));
  EXPECT_THAT(graph->inputs(1), ElementsAre(Input{.node = 0, .output = 2}, Input{.node = 2},
                                            Input{.node = 2, .control = true}));
  EXPECT_EQ(graph->Find("a/x"), 0U);
  EXPECT_EQ(graph->Find("a"), std::nullopt);
  EXPECT_TRUE(graph->issues().empty());
}

TEST(GraphBuilder, KeepsFactsOfNodesOnce) {
  GraphBuilder builder;
  const std::array<std::int64_t, 2> dims = {-1, 10};
  const std::array outputs = {Shape{.dtype = 1, .known = true, .dims = dims}, Shape{}};
  const std::array skipped = {SkippedAttribute{.key = "value", .bytes = 5'000}};
  const std::string definition = "definition";
  for (const std::string_view name : {"a", "b"}) {
    builder.AddNode({.name = name,
                     .op = "Op",
                     .device = "/cpu:0",
                     .xla_cluster = "cluster",
                     .outputs = outputs,
                     .definition = base::AsBytes(definition),
                     .skipped = skipped});
  }
  builder.AddNode("c", "Op");
  const auto graph = builder.Build();
  EXPECT_EQ(graph->device(1), "/cpu:0");
  EXPECT_EQ(graph->xla_cluster(1), "cluster");
  ASSERT_EQ(graph->outputs(1).size(), 2U);
  EXPECT_EQ(graph->outputs(1).data(), graph->outputs(0).data());
  EXPECT_EQ(graph->outputs(1)[0].dtype, 1U);
  EXPECT_THAT(graph->outputs(1)[0].dims, ElementsAre(-1, 10));
  EXPECT_FALSE(graph->outputs(1)[1].known);
  EXPECT_EQ(graph->definition(1).data(), graph->definition(0).data());
  EXPECT_EQ(base::AsText(graph->definition(1)), definition);
  ASSERT_EQ(graph->skipped(1).size(), 1U);
  EXPECT_EQ(graph->skipped(1)[0].key, "value");
  EXPECT_EQ(graph->skipped(1)[0].bytes, 5'000U);
  EXPECT_TRUE(graph->outputs(2).empty());
  EXPECT_TRUE(graph->definition(2).empty());
  EXPECT_TRUE(graph->skipped(2).empty());
}

TEST(GraphBuilder, TellsWhatIsWrongAndKeepsAll) {
  GraphBuilder builder;
  builder.AddNode("a", "Op", {"a", "gone:1", "^b"});
  builder.AddNode("a", "Op", {"a"});
  builder.AddNode("a", "Op");
  builder.AddNode("", "Op");
  builder.AddNode("x//y/", "Op");
  const auto graph = builder.Build();
  EXPECT_THAT(graph->inputs(0), ElementsAre(Input{.node = 0}, Input{}, Input{.control = true}));
  EXPECT_EQ(graph->name(1), "a (2)");
  EXPECT_EQ(graph->name(2), "a (3)");
  EXPECT_EQ(graph->name(3), "(no name)");
  EXPECT_EQ(graph->Find("a (3)"), 2U);
  EXPECT_THAT(IssuesOf(*graph),
              ElementsAre("a: another node has the same name", "a: another node has the same name",
                          ": a node has no name", "x//y/: a part of the name is empty",
                          "a: input 'gone:1' names no node of the graph",
                          "a: input '^b' names no node of the graph"));
}

TEST(GraphBuilder, CountsIssuesBeyondThoseItTells) {
  GraphBuilder builder;
  for (int i = 0; i < 1'500; ++i) builder.AddNode("same", "Op");
  const auto graph = builder.Build();
  EXPECT_EQ(graph->size(), 1'500U);
  EXPECT_EQ(graph->issues().size(), kMaxToldIssues);
  EXPECT_EQ(graph->issue_count(), 1'499U);
}

TEST(GraphBuilder, NamesOfFunctionsAreTheirOwn) {
  GraphBuilder builder;
  builder.AddNode("x", "f", {"y"});
  builder.AddNode("y", "Const");
  builder.BeginFunction("f");
  builder.AddNode("b", "Neg", {"norm:batch_mean:0", "x", "z:output:3"});
  builder.AddNode("x", "input_arg");
  builder.AddNode("norm", "FusedBatchNormV3", {"y"});
  builder.AddNode("z", "Split");
  builder.EndFunction();
  builder.BeginFunction("g");
  builder.AddNode("b", "f");
  builder.EndFunction();
  builder.BeginFunction("f");
  builder.AddNode("b", "Neg");
  const auto graph = builder.Build();
  EXPECT_EQ(graph->main_size(), 2U);
  EXPECT_EQ(graph->name(2), "__function_library__/f/b");
  EXPECT_THAT(graph->inputs(2), ElementsAre(Input{.node = 4, .output = 1}, Input{.node = 3},
                                            Input{.node = 5, .output = 3}));
  EXPECT_THAT(graph->inputs(4), ElementsAre(Input{}));
  ASSERT_EQ(graph->functions().size(), 3U);
  EXPECT_EQ(graph->functions()[2].name, "f (2)");
  EXPECT_EQ(graph->FunctionOf(1), nullptr);
  EXPECT_EQ(graph->FunctionOf(5), &graph->functions()[0]);
  EXPECT_EQ(graph->FunctionOf(6), graph->FindFunction("g"));
  EXPECT_EQ(graph->FindFunction("h"), nullptr);
}

TEST(GraphBuilder, StopsAtItsLimits) {
  GraphBuilder nodes({.max_nodes = 2});
  for (const char* name : {"a", "b", "c", "d"}) nodes.AddNode(name, "Op");
  EXPECT_EQ(nodes.AddNode("e", "Op"), kNoNode);
  const auto graph = nodes.Build();
  EXPECT_EQ(graph->size(), 2U);
  EXPECT_EQ(graph->issue_count(), 1U);

  GraphBuilder names({.max_name_bytes = 100});
  names.AddNode(std::string(60, 'a'), "Op");
  names.AddNode(std::string(60, 'b'), "Op");
  EXPECT_EQ(names.Build()->size(), 1U);

  GraphBuilder inputs({.max_inputs = 1});
  inputs.AddNode("a", "Op");
  inputs.AddNode("b", "Op", {"a", "a"});
  EXPECT_EQ(inputs.Build()->size(), 1U);
}

TEST(GraphBuilder, FindsEveryNameOfMany) {
  GraphBuilder builder;
  for (int i = 0; i < 10'000; ++i) {
    const std::string name = "n" + std::to_string(i);
    const std::string input = "n" + std::to_string((i * 7919) % 10'000);
    const std::array<std::string_view, 1> inputs = {input};
    builder.AddNode({.name = name, .inputs = inputs});
  }
  const auto graph = builder.Build();
  for (std::uint32_t i = 0; i < 10'000; ++i) {
    ASSERT_EQ(graph->Find("n" + std::to_string(i)), i);
    ASSERT_EQ(graph->inputs(i)[0].node, i * 7919 % 10'000);
  }
  EXPECT_EQ(graph->Find(""), std::nullopt);
  EXPECT_GT(graph->memory_bytes(), graph->name_bytes());
}

}  // namespace
}  // namespace sightglass::graph
