#include "graph/attributes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "graph/build_graph.h"
#include "graph/graph_bytes_for_test.h"
#include "graph/graph_def_reader.h"

namespace sightglass::graph {
namespace {

using ::testing::ElementsAre;

// The text of the only attribute of the only node.
std::string TextOf(std::string_view value, std::size_t max_bytes = 1024) {
  const std::string bytes = GraphBytes(std::string("node { name: 'a' attr { key: 'k' value { ") +
                                       std::string(value) + " } } }");
  const auto graph = ReadGraphDef(base::AsBytes(bytes));
  const auto attributes = ReadAttributes((*graph)->definition(0));
  return attributes.size() == 1 ? AttributeText(attributes[0].value, max_bytes) : "none";
}

TEST(Attributes, AreOneLineEach) {
  EXPECT_EQ(TextOf("s: 'a\\n\"b\"'"), "\"a\\x0A\"b\"\"");
  EXPECT_EQ(TextOf("i: -3"), "-3");
  EXPECT_EQ(TextOf("f: 0.25"), "0.25");
  EXPECT_EQ(TextOf("b: true"), "true");
  EXPECT_EQ(TextOf("type: DT_INT64"), "int64");
  EXPECT_EQ(TextOf("shape { dim { size: 2 } dim { size: -1 } }"), "[2,?]");
  EXPECT_EQ(TextOf("shape { unknown_rank: true }"), "?");
  EXPECT_EQ(TextOf("placeholder: 'T'"), "\"T\"");
  EXPECT_EQ(TextOf("func { name: 'f' attr { key: 'T' value { type: DT_FLOAT } } }"),
            "f(T=float32)");
  EXPECT_EQ(TextOf("list { i: 1 i: 2 }"), "[1, 2]");
  EXPECT_EQ(TextOf("list { type: DT_FLOAT type: DT_BOOL }"), "[float32, bool]");
  EXPECT_EQ(TextOf("list { func { name: 'g' } }"), "[g]");
  EXPECT_EQ(TextOf("list { }"), "[]");
  EXPECT_EQ(TextOf(""), "");
  EXPECT_EQ(
      TextOf("tensor { dtype: DT_INT32 tensor_shape { dim { size: 2 } } int_val: 7 int_val: 8 }"),
      "int32[2] = 7, 8");
  EXPECT_EQ(TextOf("tensor { dtype: DT_STRING tensor_shape { } string_val: 'x' }"),
            "string[] = \"x\"");
  EXPECT_EQ(TextOf("tensor { dtype: DT_FLOAT tensor_shape { dim { size: 1000000 } } }"),
            "float32[1000000]");
}

TEST(Attributes, AreCutBetweenCharacters) { EXPECT_EQ(TextOf("s: 'ééééééééé'", 6), "\"éé..."); }

TEST(Attributes, SayWhichFunctionsAreCalled) {
  const std::string bytes = GraphBytes(R"(node { name: "a"
    attr { key: "body" value { func { name: "f" } } }
    attr { key: "branches" value { list { func { name: "h" } func { name: "f" } } } }
    attr { key: "other" value { s: "x" } } })");
  const auto graph = ReadGraphDef(base::AsBytes(bytes));
  EXPECT_THAT(CalledFunctions((*graph)->definition(0)), ElementsAre("f", "h"));
}

TEST(Attributes, OfDefinitionsThatAreMade) {
  std::string definition;
  AppendAttribute(definition, "z", IntValue(-1));
  AppendAttribute(definition, "a", FloatValue(0.5F));
  AppendAttribute(definition, "b", TextValue("t"));
  AppendAttribute(definition, "c", TypeValue(1));
  std::vector<std::string> texts;
  for (const Attribute& attribute : ReadAttributes(base::AsBytes(definition))) {
    texts.push_back(std::string(attribute.key) + "=" + AttributeText(attribute.value));
  }
  EXPECT_THAT(texts, ElementsAre("a=0.5", "b=\"t\"", "c=float32", "z=-1"));
}

}  // namespace
}  // namespace sightglass::graph
