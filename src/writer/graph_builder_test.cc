#include "sightglass/graph_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/logged_values.h"

namespace sightglass {
namespace {

using testing::DumpWire;

std::string Built(const GraphBuilder& graph) {
  std::string bytes;
  const Status status = graph.Build(bytes);
  EXPECT_TRUE(status.ok()) << status.message();
  return DumpWire(bytes);
}

TEST(GraphBuilder, ScopesNodesAndInputs) {
  GraphBuilder graph;
  EXPECT_TRUE(graph.Add({.name = "in", .op = "Placeholder"}).ok());
  {
    const auto outer = graph.Scope("net");
    const auto inner = graph.Scope("dense");
    EXPECT_TRUE(graph.Add({.name = "w", .op = "Variable", .device = "/device:CPU:0"}).ok());
    EXPECT_TRUE(
        graph.Add({.name = "mm", .op = "MatMul", .inputs = {"^/init", "/in", "w:1", "w:0"}}).ok());
  }
  EXPECT_TRUE(graph.Add({.name = "init", .op = "NoOp"}).ok());
  EXPECT_EQ(graph.size(), 4U);
  EXPECT_EQ(Built(graph),
            "1{1:\"in\" 2:\"Placeholder\"} "
            "1{1:\"net/dense/w\" 2:\"Variable\" 4:\"/device:CPU:0\"} "
            "1{1:\"net/dense/mm\" 2:\"MatMul\" 3:\"in\" 3:\"net/dense/w:1\" 3:\"net/dense/w\" "
            "3:\"^init\"} "
            "1{1:\"init\" 2:\"NoOp\"} 4{1:22}");
}

TEST(GraphBuilder, WritesAttributesAndShapes) {
  GraphBuilder graph;
  ASSERT_TRUE(graph
                  .Add({.name = "n",
                        .op = "Conv",
                        .attributes = {{.name = "text", .text = "same"},
                                       {.name = "one", .integers = {-1}},
                                       {.name = "many", .integers = {1, 200}},
                                       {.name = "rate", .numbers = {0.5}},
                                       {.name = "rates", .numbers = {0.5, 1}},
                                       {.name = "none"}},
                        .output_shapes = {{-1, 28, 0}, {}}})
                  .ok());
  EXPECT_EQ(Built(graph),
            "1{1:\"n\" 2:\"Conv\" 5{1:\"text\" 2{2:\"same\"}} 5{1:\"one\" 2{3:-1}} "
            "5{1:\"many\" 2{1{3:<01c801>}}} 5{1:\"rate\" 2{4:3f000000}} "
            "5{1:\"rates\" 2{1{4:<0000003f0000803f>}}} 5{1:\"none\" 2{2{}}} "
            "5{1:\"_output_shapes\" 2{1{7{2{1:-1} 2{1:28} 2{}} 7{}}}}} 4{1:22}");
}

TEST(GraphBuilder, RefusesBadNodes) {
  GraphBuilder graph;
  ASSERT_TRUE(graph.Add({.name = "a", .op = "X"}).ok());
  for (const GraphBuilder::Node& node : {
           GraphBuilder::Node{.name = "", .op = "X"},
           GraphBuilder::Node{.name = "a", .op = "X"},
           GraphBuilder::Node{.name = "a:1", .op = "X"},
           GraphBuilder::Node{.name = "^a", .op = "X"},
           GraphBuilder::Node{.name = "/a", .op = "X"},
           GraphBuilder::Node{.name = "a/", .op = "X"},
           GraphBuilder::Node{.name = "a//b", .op = "X"},
           GraphBuilder::Node{.name = "b\n", .op = "X"},
           GraphBuilder::Node{.name = "\xFF", .op = "X"},
           GraphBuilder::Node{.name = "b", .op = ""},
           GraphBuilder::Node{.name = "b", .op = "\xFF"},
           GraphBuilder::Node{.name = "b", .op = "X", .inputs = {""}},
           GraphBuilder::Node{.name = "b", .op = "X", .inputs = {"^"}},
           GraphBuilder::Node{.name = "b", .op = "X", .inputs = {"a:"}},
           GraphBuilder::Node{.name = "b", .op = "X", .inputs = {"a:x"}},
           GraphBuilder::Node{.name = "b", .op = "X", .inputs = {"a:-1"}},
           GraphBuilder::Node{.name = "b", .op = "X", .inputs = {"^a:1"}},
           GraphBuilder::Node{.name = "b", .op = "X", .device = "\xFF"},
           GraphBuilder::Node{.name = "b", .op = "X", .attributes = {{.name = "\xFF"}}},
           GraphBuilder::Node{.name = "b", .op = "X", .output_shapes = {{-2}}},
       }) {
    EXPECT_EQ(graph.Add(node).code(), StatusCode::kInvalidArgument) << node.name;
  }
  EXPECT_EQ(graph.size(), 1U);
  EXPECT_EQ(Built(graph), "1{1:\"a\" 2:\"X\"} 4{1:22}");
  {
    const auto scope = graph.Scope("");
    EXPECT_EQ(graph.Add({.name = "b", .op = "X"}).code(), StatusCode::kInvalidArgument);
  }
}

TEST(GraphBuilder, RefusesInputsThatNoNodeHas) {
  GraphBuilder graph;
  ASSERT_TRUE(graph.Add({.name = "a", .op = "X", .inputs = {"missing"}}).ok());
  std::string bytes = "untouched";
  const Status status = graph.Build(bytes);
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_NE(status.message().find("missing"), std::string_view::npos);
  EXPECT_EQ(bytes, "untouched");
  ASSERT_TRUE(graph.Add({.name = "missing", .op = "X"}).ok());
  EXPECT_TRUE(graph.Build(bytes).ok());
}

TEST(GraphBuilder, AnEmptyGraphIsOne) { EXPECT_EQ(Built(GraphBuilder()), "4{1:22}"); }

}  // namespace
}  // namespace sightglass
