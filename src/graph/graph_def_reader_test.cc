#include "graph/graph_def_reader.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "graph/attributes.h"
#include "graph/graph_bytes_for_test.h"
#include "tests/support/is_ok.h"
#include "tests/support/memory_file_system.h"

namespace sightglass::graph {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::IsOk;

std::shared_ptr<const Graph> Read(const std::string& bytes, const GraphLimits& limits = {}) {
  const auto graph = ReadGraphDef(base::AsBytes(bytes), limits);
  EXPECT_THAT(graph, IsOk());
  return graph.ok() ? *graph : GraphBuilder().Build();
}

std::vector<std::string> NamesOf(const Graph& graph) {
  std::vector<std::string> names;
  for (std::uint32_t node = 0; node < graph.size(); ++node) names.emplace_back(graph.name(node));
  return names;
}

TEST(GraphDefReader, ReadsNodesWithWhatTheySay) {
  const auto graph = Read(GraphBytes(R"(
    node { name: "x" op: "Placeholder" device: "/cpu:0"
           attr { key: "shape" value { shape { dim { size: -1 } dim { size: 4 } } } }
           attr { key: "dtype" value { type: DT_FLOAT } } }
    node { name: "w" op: "Const"
           attr { key: "dtype" value { type: DT_INT32 } }
           attr { key: "value" value { tensor { dtype: DT_INT32 tensor_shape { dim { size: 2 } } int_val: 7 } } } }
    node { name: "y" op: "Neg" input: "x" input: "w:1" input: "^x"
           attr { key: "_XlaCluster" value { s: "c1" } }
           attr { key: "T" value { type: DT_HALF } }
           attr { key: "_output_shapes" value { list { shape { dim { size: 3 } } shape { unknown_rank: true } } } } }
    node { name: "less" op: "Less" attr { key: "T" value { type: DT_FLOAT } } }
    versions { producer: 22 })"));
  ASSERT_EQ(graph->size(), 4U);
  EXPECT_EQ(graph->device(0), "/cpu:0");
  ASSERT_EQ(graph->outputs(0).size(), 1U);
  EXPECT_EQ(ShapeText(graph->outputs(0)[0]), "float32[?,4]");
  EXPECT_EQ(ShapeText(graph->outputs(1)[0]), "int32[2]");
  EXPECT_EQ(graph->xla_cluster(2), "c1");
  ASSERT_EQ(graph->outputs(2).size(), 2U);
  EXPECT_EQ(ShapeText(graph->outputs(2)[0]), "float16[3]");
  EXPECT_EQ(ShapeText(graph->outputs(2)[1]), "float16?");
  EXPECT_EQ(ShapeText(graph->outputs(3)[0]), "bool?");
  EXPECT_THAT(graph->inputs(2), ElementsAre(Input{.node = 0}, Input{.node = 1, .output = 1},
                                            Input{.node = 0, .control = true}));
  const auto attributes = ReadAttributes(graph->definition(2));
  ASSERT_EQ(attributes.size(), 2U);
  EXPECT_EQ(attributes[0].key, "T");
  EXPECT_EQ(attributes[1].key, "_XlaCluster");
  EXPECT_TRUE(graph->issues().empty());
}

TEST(GraphDefReader, EqualAttributesAreKeptOnceWhateverTheirOrder) {
  const auto graph = Read(GraphBytes(R"(
    node { name: "a" attr { key: "T" value { i: 1 } } attr { key: "U" value { i: 2 } } }
    node { name: "b" attr { key: "U" value { i: 2 } } attr { key: "T" value { i: 1 } } })"));
  EXPECT_EQ(graph->definition(0).data(), graph->definition(1).data());
}

TEST(GraphDefReader, PassesOverLargeAttributes) {
  const std::string large(5'000, 'x');
  const auto graph = Read(GraphBytes(fmt::format(R"(
    node {{ name: "w" op: "Const" attr {{ key: "small" value {{ i: 1 }} }}
      attr {{ key: "value" value {{ tensor {{ dtype: DT_STRING tensor_shape {{ dim {{ size: 9 }} }} string_val: "{}" }} }} }} }})",
                                                 large)));
  ASSERT_EQ(graph->skipped(0).size(), 1U);
  EXPECT_EQ(graph->skipped(0)[0].key, "value");
  EXPECT_GT(graph->skipped(0)[0].bytes, 5'000U);
  EXPECT_LT(graph->definition(0).size(), 100U);
  EXPECT_EQ(ShapeText(graph->outputs(0)[0]), "[9]");
}

// A constant of many megabytes is not read from its file, and what stands around it is the same.
TEST(GraphDefReader, DoesNotReadLargeConstantsOfAFile) {
  constexpr std::size_t kLarge = std::size_t{8} << 20;
  std::string text = R"(node { name: "a" op: "Op" } node { name: "w" op: "Const" input: "a"
    attr { key: "dtype" value { type: DT_FLOAT } }
    attr { key: "value" value { tensor { dtype: DT_FLOAT tensor_shape { dim { size: 2097152 } } tensor_content: ")";
  text += std::string(kLarge, 'x');
  text += R"(" } } } } node { name: "b" op: "Neg" input: "w" }
    library { function { signature { name: "f" input_arg { name: "p" type: DT_INT64 } output_arg { name: "q" } }
      node_def { name: "n" op: "Big" input: "p" attr { key: "value" value { s: ")";
  text += std::string(kLarge, 'y');
  text += R"(" } } } ret { key: "q" value: "n:out:0" } } })";
  const std::string bytes = GraphBytes(text);
  const auto file = std::make_shared<testing::ScriptedFile>(bytes);
  MessageCursor cursor(file, 0, bytes.size());
  const auto read = ReadGraphDef(cursor);
  ASSERT_THAT(read, IsOk());
  const Graph& graph = **read;
  EXPECT_THAT(NamesOf(graph), ElementsAre("a", "w", "b", "__function_library__/f/p",
                                          "__function_library__/f/n", "__function_library__/f/q"));
  EXPECT_EQ(graph.inputs(1)[0].node, 0U);
  EXPECT_EQ(graph.inputs(2)[0].node, 1U);
  EXPECT_EQ(graph.inputs(4)[0].node, 3U);
  EXPECT_EQ(graph.inputs(5)[0].node, 4U);
  EXPECT_EQ(ShapeText(graph.outputs(1)[0]), "float32[2097152]");
  EXPECT_GE(graph.skipped(1).at(0).bytes, kLarge);
  EXPECT_GE(graph.skipped(4).at(0).bytes, kLarge);
  EXPECT_LT(file->reads(), 12U);  // a megabyte each
  EXPECT_TRUE(graph.issues().empty());
  EXPECT_LT(graph.memory_bytes(), 100'000U);

  const auto in_memory = Read(bytes);
  EXPECT_EQ(NamesOf(*in_memory), NamesOf(graph));
  EXPECT_EQ(in_memory->input_count(), graph.input_count());
}

TEST(GraphDefReader, ReadsFunctionsAfterAllNodesWhereverTheyStand) {
  std::string bytes = GraphBytes(R"(
    library {
      function { signature { name: "f" input_arg { name: "x" type: DT_FLOAT } output_arg { name: "y" } }
                 node_def { name: "call" op: "g" input: "x" } ret { key: "y" value: "call:z:1" } }
      function { signature { name: "g" } node_def { name: "call" op: "f" input: "gone" } } })");
  bytes += GraphBytes(R"(node { name: "a" op: "f" })");
  const auto graph = Read(bytes);
  EXPECT_THAT(NamesOf(*graph),
              ElementsAre("a", "__function_library__/f/x", "__function_library__/f/call",
                          "__function_library__/f/y", "__function_library__/g/call"));
  EXPECT_EQ(graph->op(1), "input_arg");
  EXPECT_EQ(ShapeText(graph->outputs(1)[0]), "float32?");
  EXPECT_EQ(graph->op(3), "output_arg");
  EXPECT_THAT(graph->inputs(3), ElementsAre(Input{.node = 2, .output = 1}));
  ASSERT_EQ(graph->functions().size(), 2U);
  EXPECT_THAT(IssuesOf(*graph), ElementsAre(HasSubstr("'gone' names no node")));
}

// Wherever a file ends, all nodes before that place are there, and an issue tells of it.
TEST(GraphDefReader, GivesWhatIsWholeOfAGraphCutShort) {
  const std::string bytes = GraphBytes(R"(
    node { name: "a" op: "A" } node { name: "b" op: "B" input: "a" }
    library { function { signature { name: "f" } node_def { name: "n" op: "N" } } }
    versions { producer: 22 })");
  const auto whole = Read(bytes);
  std::size_t before = 0;
  for (std::size_t size = 1; size < bytes.size(); ++size) {
    const auto graph = ReadGraphDef(base::AsBytes(bytes).first(size));
    if (!graph.ok()) {
      EXPECT_EQ(graph.error().code, base::ErrorCode::kInvalidArgument);
      EXPECT_LT(size, 10U);
      continue;
    }
    EXPECT_GE((*graph)->size(), before);
    before = (*graph)->size();
    for (std::uint32_t node = 0; node < before; ++node) {
      EXPECT_EQ((*graph)->name(node), whole->name(node));
    }
    const bool at_border = GraphBytes(R"(node { name: "a" op: "A" })").size() == size ||
                           (*graph)->issue_count() > 0 || (*graph)->size() >= 2;
    EXPECT_TRUE(at_border) << size;
  }
  EXPECT_EQ(before, whole->size());
}

TEST(GraphDefReader, RefusesWhatIsNoGraph) {
  EXPECT_EQ(ReadGraphDef(base::AsBytes("hello world")).error().code,
            base::ErrorCode::kInvalidArgument);
  EXPECT_EQ(Read({})->size(), 0U);
}

TEST(GraphDefReader, FailsAsItsFileDoes) {
  const auto file = std::make_shared<testing::ScriptedFile>("x");
  file->FailReads(base::Error{base::ErrorCode::kUnavailable, "no"});
  MessageCursor cursor(file, 0, 1);
  EXPECT_EQ(ReadGraphDef(cursor).error().code, base::ErrorCode::kUnavailable);
}

TEST(GraphDefReader, TakesCyclesAndDeepNames) {
  std::string deep;
  for (int i = 0; i < 10'000; ++i) deep += "s/";
  deep += "leaf";
  const auto graph = Read(GraphBytes(fmt::format(
      R"(node {{ name: "a" input: "b" }} node {{ name: "b" input: "a" input: "b" }} node {{ name: "{}" input: "^a" }})",
      deep)));
  EXPECT_THAT(graph->inputs(0), ElementsAre(Input{.node = 1}));
  EXPECT_THAT(graph->inputs(1), ElementsAre(Input{.node = 0}, Input{.node = 1}));
  EXPECT_EQ(graph->Find(deep), 2U);
  EXPECT_TRUE(graph->issues().empty());
}

TEST(GraphDefReader, TellsOfADamagedNode) {
  std::string bytes = GraphBytes(R"(node { name: "a" })");
  const std::string damaged = std::string("\x0A\x03") + "bad" + "\x7F";  // ends within a field
  bytes += std::string("\x0A\x06") + damaged;
  bytes += GraphBytes(R"(node { name: "c" input: "a" })");
  const auto graph = Read(bytes);
  EXPECT_THAT(NamesOf(*graph), ElementsAre("a", "bad", "c"));
  EXPECT_THAT(IssuesOf(*graph), ElementsAre(HasSubstr("bad: the node is damaged")));
}

}  // namespace
}  // namespace sightglass::graph
