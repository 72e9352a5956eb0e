#include "graph/keras_model.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "graph/attributes.h"
#include "graph/graph_bytes_for_test.h"
#include "graph/proto_text_writer.h"
#include "tests/support/is_ok.h"

namespace sightglass::graph {
namespace {

using ::testing::ElementsAre;
using testing::IsOk;

// "name <- inputs" of every layer.
std::vector<std::string> Edges(std::string_view json, const KerasOptions& options = {}) {
  const auto layers = ReadKerasModel(json, options);
  EXPECT_THAT(layers, IsOk());
  std::vector<std::string> edges;
  if (!layers.ok()) return edges;
  for (const KerasLayer& layer : *layers) {
    edges.push_back(fmt::format("{} <-", layer.name));
    for (const std::string& input : layer.inputs) edges.back() += " " + input;
  }
  return edges;
}

std::string Layer(std::string_view name, std::string_view inbound) {
  return fmt::format(
      R"({{"class_name":"Dense","config":{{"name":"{}","dtype":"float32"}},"inbound_nodes":{}}})",
      name, inbound);
}

std::string Tensor(std::string_view layer, int index = 0) {
  return fmt::format(
      R"({{"class_name":"__keras_tensor__","config":{{"shape":[null,{}],"dtype":"float16","keras_history":["{}",0,{}]}}}})",
      4 + index, layer, index);
}

std::string From(std::string_view arguments) {
  return fmt::format(R"([{{"args":[{}],"kwargs":{{}}}}])", arguments);
}

constexpr std::string_view kSequential =
    R"({"class_name":"Sequential","config":{"name":"seq","layers":[
  {"class_name":"InputLayer","config":{"name":"in","batch_shape":[null,8],"dtype":"int32"}},
  {"class_name":"Dense","config":{"name":"a","dtype":{"class_name":"DTypePolicy","config":{"name":"bfloat16"}}}},
  {"class_name":"Odd","config":{"name":"b","dtype":"mixed_float16"}}]}})";

TEST(KerasModel, LayersOfASequentialFollowEachOther) {
  EXPECT_THAT(Edges(kSequential), ElementsAre("seq/in <-", "seq/a <- seq/in", "seq/b <- seq/a"));
  const auto layers = ReadKerasModel(kSequential);
  const auto graph = MakeKerasGraph(*layers);
  EXPECT_EQ(graph->op(1), "Dense");
  EXPECT_EQ(ShapeText(graph->outputs(0)[0]), "int32[?,8]");
  EXPECT_THAT(graph->inputs(2), ElementsAre(Input{.node = 1}));
  std::string text;
  AppendMessageText(GraphDefSchema(), base::AsBytes(KerasGraphDef(*layers)), text);
  EXPECT_EQ(text, R"(node {
  name: "seq/in"
  attr {
    key: "keras_class"
    value {
      s: "InputLayer"
    }
  }
  attr {
    key: "dtype"
    value {
      type: DT_INT32
    }
  }
}
node {
  name: "seq/a"
  input: "seq/in"
  attr {
    key: "keras_class"
    value {
      s: "Dense"
    }
  }
  attr {
    key: "dtype"
    value {
      type: DT_BFLOAT16
    }
  }
}
node {
  name: "seq/b"
  input: "seq/a"
  attr {
    key: "keras_class"
    value {
      s: "Odd"
    }
  }
}
)");
}

// A model inside a model: what feeds it feeds its input layers, and whoever takes an output of it
// takes that of its output layer.
std::string Nested(std::string_view use) {
  const std::string inner = fmt::format(
      R"({{"class_name":"Functional","config":{{"name":"inner","layers":[{},{},{}],
          "input_layers":[["p",0,0]],"output_layers":[["l",0,0],["r",0,0]]}},"inbound_nodes":{}}})",
      Layer("p", "[]"), Layer("l", From(Tensor("p"))), Layer("r", From(Tensor("p"))),
      From(Tensor("x")));
  return fmt::format(R"({{"class_name":"Functional","config":{{"name":"m","layers":[{},{},{}],
      "input_layers":[["x",0,0]],"output_layers":[["sum",0,0]]}}}})",
                     Layer("x", "[]"), inner, use);
}

TEST(KerasModel, ModelsInsideModelsAreScopes) {
  const std::string arguments =
      fmt::format("[{},{},{}]", Tensor("inner"), Tensor("inner", 1), Tensor("inner", 7));
  const std::string json = Nested(Layer("sum", From(arguments)));
  const auto expected =
      ElementsAre("m/x <-", "m/inner/p <- m/x", "m/inner/l <- m/inner/p", "m/inner/r <- m/inner/p",
                  "m/sum <- m/inner/l m/inner/r m/inner/r");
  EXPECT_THAT(Edges(json), expected);
  EXPECT_THAT(Edges(json, {.as_tensorboard = true}), expected);
  const auto graph = MakeKerasGraph(*ReadKerasModel(json));
  EXPECT_EQ(ShapeText(graph->outputs(*graph->Find("m/inner/p"))[0]), "float16[?,4]");
  EXPECT_TRUE(graph->issues().empty());
}

TEST(KerasModel, UnderstandsListsOfKeras2AsTensorBoardDoesNot) {
  const std::string json = fmt::format(
      R"({{"class_name":"Functional","config":{{"name":"m","layers":[{},{},{}],"input_layers":[["a",0,0]],"output_layers":[["c",0,0]]}}}})",
      Layer("a", "[]"), Layer("b", R"([[["a",0,0,{}]]])"),
      Layer("c", R"([[["a",0,0,{}],["b",0,0,{"training":false}]]])"));
  EXPECT_THAT(Edges(json), ElementsAre("m/a <-", "m/b <- m/a", "m/c <- m/a m/b"));
  EXPECT_THAT(Edges(json, {.as_tensorboard = true}), ElementsAre("m/a <-", "m/b <-", "m/c <-"));
}

TEST(KerasModel, TakesASequentialInsideAFunctionalModel) {
  const std::string inner = fmt::format(
      R"({{"class_name":"Sequential","config":{{"name":"s","layers":[{{"class_name":"Dense","config":{{"name":"d"}}}}]}},"inbound_nodes":{}}})",
      From(Tensor("x")));
  const std::string json = fmt::format(
      R"({{"class_name":"Functional","config":{{"name":"m","layers":[{},{},{}],"input_layers":["x",0,0],"output_layers":["y",0,0]}}}})",
      Layer("x", "[]"), inner, Layer("y", From(Tensor("s"))));
  EXPECT_THAT(Edges(json), ElementsAre("m/x <-", "m/s/d <- m/x", "m/y <- m/s/d"));
}

TEST(KerasModel, RefusesWhatIsNoModel) {
  EXPECT_EQ(ReadKerasModel("{").error().code, base::ErrorCode::kInvalidArgument);
  EXPECT_EQ(ReadKerasModel("[]").error().code, base::ErrorCode::kInvalidArgument);
  EXPECT_EQ(ReadKerasModel(R"({"a":1})").error().code, base::ErrorCode::kInvalidArgument);
  // What makes no sense within a model is passed over.
  EXPECT_THAT(
      Edges(
          R"({"class_name":"M","config":{"layers":[1,{"config":7},{"config":{"name":3},"inbound_nodes":[{"args":[[1,{"config":{"keras_history":[1,2]}}]]},5]}]}})"),
      ElementsAre(" <-"));
}

std::string Nested(std::size_t depth) {
  std::string json;
  for (std::size_t i = 0; i < depth; ++i) {
    json += R"({"class_name":"Sequential","config":{"name":"m","layers":[)";
  }
  json += R"({"class_name":"Dense","config":{"name":"d"}})";
  for (std::size_t i = 0; i < depth; ++i) json += "]}}";
  return json;
}

TEST(KerasModel, ModelsInModels) {
  for (const std::size_t depth : {12U, 300U}) {
    const auto layers = ReadKerasModel(Nested(depth));
    ASSERT_THAT(layers, IsOk()) << depth;
    ASSERT_EQ(layers->size(), 1U);
    EXPECT_EQ(layers->front().name.size(), 2 * depth + 1);
  }
  const auto deeper = ReadKerasModel(Nested(1'000));
  ASSERT_FALSE(deeper.ok());
  EXPECT_THAT(deeper.error().message, ::testing::HasSubstr("nested deeper than 1000"));
}

}  // namespace
}  // namespace sightglass::graph
