// Files that TensorFlow, Keras and ONNX wrote: tests/data/graph_files/README.md says how.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "graph/attributes.h"
#include "graph/graph_file.h"
#include "tests/support/is_ok.h"
#include "tests/support/temp_dir.h"

namespace sightglass::graph {
namespace {

using ::sightglass::testing::IsOk;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsSupersetOf;

std::string PathOf(std::string_view name) {
  return fmt::format("{}/graph_files/{}", SIGHTGLASS_TEST_DATA, name);
}

GraphFile ReadReal(std::string_view name) {
  auto file = ReadGraphFile(PathOf(name));
  EXPECT_THAT(file, IsOk());
  return file.ok() ? *file : GraphFile{.graph = GraphBuilder(GraphLimits()).Build(), .format = ""};
}

// "name op input:output ..." of every node, in the order of the file.
std::vector<std::string> Lines(const Graph& graph) {
  std::vector<std::string> lines;
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    lines.push_back(fmt::format("{} {}", graph.name(node), graph.op(node)));
    for (const Input& input : graph.inputs(node)) {
      lines.back() += fmt::format(" {}:{}", graph.name(input.node), input.output);
    }
  }
  return lines;
}

std::string ShapeOf(const Graph& graph, std::string_view name) {
  const auto node = graph.Find(name);
  if (!node) return "no such node";
  if (graph.outputs(*node).empty()) return "none";
  return ShapeText(graph.outputs(*node)[0]);
}

TEST(RealGraphFiles, FrozenGraphs) {
  const GraphFile bytes = ReadReal("frozen.pb");
  EXPECT_EQ(bytes.format, "GraphDef");
  EXPECT_FALSE(bytes.conceptual);
  const std::vector<std::string> lines = Lines(*bytes.graph);
  EXPECT_THAT(
      lines, IsSupersetOf({"x Placeholder", "scale/MatMul MatMul x:0 scale/MatMul/ReadVariableOp:0",
                           "scale/Relu Relu scale/MatMul:0"}));
  EXPECT_EQ(ShapeOf(*bytes.graph, "x"), "float32[?,3]");
  EXPECT_TRUE(bytes.graph->issues().empty());
  const GraphFile text = ReadReal("frozen.pbtxt");
  EXPECT_EQ(text.format, "GraphDef");
  EXPECT_EQ(Lines(*text.graph), lines);
  EXPECT_TRUE(text.graph->issues().empty());
}

TEST(RealGraphFiles, FunctionsOfLoops) {
  const GraphFile file = ReadReal("collatz.pb");
  EXPECT_GT(file.graph->size(), file.graph->main_size()) << "nodes of functions";
  EXPECT_THAT(Lines(*file.graph), Contains(::testing::HasSubstr(" StatelessWhile ")));
  EXPECT_TRUE(file.graph->issues().empty());
}

TEST(RealGraphFiles, SavedModels) {
  const GraphFile file = ReadReal("scale_saved_model");
  EXPECT_EQ(file.format, "SavedModel");
  EXPECT_THAT(Lines(*file.graph), Contains(::testing::HasSubstr("StatefulPartitionedCall")));
  EXPECT_TRUE(file.graph->issues().empty());
  EXPECT_EQ(Lines(*ReadReal("scale_saved_model/saved_model.pb").graph), Lines(*file.graph));
}

TEST(RealGraphFiles, KerasModels) {
  const GraphFile residual = ReadReal("residual.json");
  EXPECT_EQ(residual.format, "Keras");
  EXPECT_TRUE(residual.conceptual);
  EXPECT_THAT(
      Lines(*residual.graph),
      ElementsAre("residual/features InputLayer", "residual/hidden Dense residual/features:0",
                  "residual/skip Dense residual/features:0",
                  "residual/sum Add residual/hidden:0 residual/skip:0",
                  "residual/logits Dense residual/sum:0"));
  EXPECT_EQ(ShapeOf(*residual.graph, "residual/features"), "float32[?,8]");
  const GraphFile pooling = ReadReal("pooling.keras");
  EXPECT_EQ(pooling.format, "Keras");
  EXPECT_THAT(Lines(*pooling.graph),
              ElementsAre("pooling/values InputLayer", "pooling/positive ReLU pooling/values:0",
                          "pooling/share Softmax pooling/values:0",
                          "pooling/both Concatenate pooling/positive:0 pooling/share:0"));
  EXPECT_THAT(Lines(*ReadReal("siamese.json").graph),
              IsSupersetOf({"siamese/a InputLayer",
                            "siamese/tower/input_layer InputLayer siamese/a:0 siamese/b:0",
                            "siamese/tower/d2 Dense siamese/tower/d1:0"}))
      << "a model that is used twice takes two inputs";
}

TEST(RealGraphFiles, OnnxModels) {
  const GraphFile dense = ReadReal("dense.onnx");
  EXPECT_EQ(dense.format, "ONNX");
  EXPECT_THAT(Lines(*dense.graph),
              ElementsAre("dense/weight Initializer", "dense/bias Initializer", "input/x Input",
                          "dense/Gemm Gemm input/x:0 dense/weight:0 dense/bias:0",
                          "act/Relu Relu dense/Gemm:0", "output/y Output act/Relu:0"));
  EXPECT_EQ(ShapeOf(*dense.graph, "dense/weight"), "float32[3,2]");
  const GraphFile branchy = ReadReal("branchy.onnx");
  EXPECT_THAT(Lines(*branchy.graph),
              IsSupersetOf({"choose If c:0", "choose/then_branch/t Neg input/x:0",
                            "choose/else_branch/e Abs input/x:0", "twice Twice choose:0",
                            "__function_library__/Twice/Y Add "
                            "__function_library__/Twice/input/X:0 "
                            "__function_library__/Twice/input/X:0"}));
  EXPECT_TRUE(branchy.graph->issues().empty());
  const GraphFile cnn = ReadReal("small_cnn.onnx");
  std::vector<std::string> ops;
  for (std::uint32_t node = 0; node < cnn.graph->size(); ++node) {
    ops.emplace_back(cnn.graph->op(node));
    for (const Input& input : cnn.graph->inputs(node)) EXPECT_NE(input.node, kNoNode);
  }
  EXPECT_THAT(ops, IsSupersetOf({"Conv", "MatMul", "Softmax"}));
  EXPECT_TRUE(cnn.graph->issues().empty());
}

TEST(RealGraphFiles, BytesGiveWhatFilesGive) {
  for (const std::string_view name :
       {"frozen.pb", "frozen.pbtxt", "collatz.pb", "scale_saved_model/saved_model.pb",
        "residual.json", "siamese.json", "pooling.keras", "dense.onnx", "branchy.onnx",
        "small_cnn.onnx"}) {
    const std::string bytes = sightglass::testing::ReadFileBytes(PathOf(name));
    const auto read = ReadGraphBytes(base::AsBytes(bytes));
    ASSERT_THAT(read, IsOk()) << name;
    EXPECT_EQ(Lines(*read->graph), Lines(*ReadReal(name).graph)) << name;
  }
}

}  // namespace
}  // namespace sightglass::graph
