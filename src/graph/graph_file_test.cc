#include "graph/graph_file.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <string>

#include "base/wire_writer.h"
#include "graph/attributes.h"
#include "graph/graph_bytes_for_test.h"
#include "graph/zip_member.h"
#include "tests/support/is_ok.h"
#include "tests/support/memory_file_system.h"

namespace sightglass::graph {
namespace {

using base::ErrorCode;
using base::WireWriter;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using testing::IsOk;

// `bytes` bytes of a number, the lowest first; past its end zeros.
void Put(std::string& out, std::uint64_t value, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i, value >>= 8) out += static_cast<char>(value & 0xFF);
}

// A ZIP file with one member; deflated ones are one block that is not compressed.
std::string Zip(std::string_view name, std::string_view text, bool deflated) {
  std::string packed(text);
  if (deflated) {
    packed = "\x01";
    Put(packed, text.size(), 2);
    Put(packed, ~text.size(), 2);
    packed += text;
  }
  std::string zip = "PK\x03\x04";
  Put(zip, 20, 2);
  Put(zip, 0, 2);
  Put(zip, deflated ? 8 : 0, 2);
  Put(zip, 0, 8);  // time and checksum
  Put(zip, packed.size(), 4);
  Put(zip, text.size(), 4);
  Put(zip, name.size(), 2);
  Put(zip, 0, 2);
  zip += name;
  zip += packed;
  const std::size_t directory = zip.size();
  zip += "PK\x01\x02";
  Put(zip, 20, 2);
  Put(zip, 20, 2);
  Put(zip, 0, 2);
  Put(zip, deflated ? 8 : 0, 2);
  Put(zip, 0, 8);
  Put(zip, packed.size(), 4);
  Put(zip, text.size(), 4);
  Put(zip, name.size(), 2);
  Put(zip, 0, 16);  // no extra field, no comment, attributes, and where it begins: 0
  zip += name;
  const std::size_t end = zip.size();
  zip += "PK\x05\x06";
  Put(zip, 0, 4);
  Put(zip, 1, 2);
  Put(zip, 1, 2);
  Put(zip, end - directory, 4);
  Put(zip, directory, 4);
  Put(zip, 0, 2);
  return zip;
}

std::string Field(std::uint32_t field, std::string_view bytes) {
  std::string out;
  WireWriter(out).Message(field, bytes);
  return out;
}

std::string Number(std::uint32_t field, std::uint64_t value) {
  std::string out;
  WireWriter(out).Varint(field, value);
  return out;
}

// A value of ONNX: float32 [N, 3].
std::string ValueInfo(std::string_view name) {
  const std::string shape = Field(1, Field(2, "N")) + Field(1, Number(1, 3));
  return Field(1, name) + Field(2, Field(1, Number(1, 1) + Field(2, shape)));
}

std::string OnnxModel() {
  const std::string weights = Number(1, 3) + Number(1, 5) + Number(2, 10) +  //
                              Field(8, "layer.weight") + Field(9, std::string(30'000, 'w'));
  const std::string attribute = Field(1, "alpha") + std::string("\x15") + std::string(4, '\0');
  const std::string ints = Field(1, "kernel") + Field(8, "\x03\x05") + Number(20, 7);
  const std::string constant = Field(1, "value") + Field(5, Number(1, 2) + Number(2, 7));
  const std::string gemm = Field(1, "x") + Field(1, "layer.weight") + Field(1, "") + Field(2, "h") +
                           Field(2, "h2") + Field(3, "/layer/Gemm") + Field(4, "Gemm") +
                           Field(5, attribute) + Field(5, ints) + Field(5, constant);
  const std::string branch = Field(1, Field(1, "h2") + Field(2, "inner") + Field(4, "Neg")) +
                             Field(12, ValueInfo("inner"));
  const std::string choice = Field(1, "h") + Field(2, "y") + Field(3, "choice") + Field(4, "If") +
                             Field(5, Field(1, "then_branch") + Field(6, branch));
  const std::string graph = Field(1, gemm) + Field(1, choice) + Field(2, "main") +
                            Field(5, weights) + Field(11, ValueInfo("x")) +
                            Field(12, ValueInfo("y")) + Field(13, ValueInfo("h"));
  const std::string function =
      Field(1, "Gelu") + Field(4, "X") + Field(5, "Y") +
      Field(7, Field(1, "X") + Field(2, "Y") + Field(4, "Erf") + Field(7, "custom"));
  return Number(1, 8) + Field(2, "producer") + Field(7, graph) + Field(25, function);
}

class GraphFileTest : public ::testing::Test {
 protected:
  base::Result<GraphFile> Read(std::string_view bytes) {
    files_.Write("/model", bytes);
    return ReadGraphFile("/model", {}, files_);
  }
  std::vector<std::string> Names(std::string_view bytes) {
    const auto file = Read(bytes);
    EXPECT_THAT(file, IsOk());
    std::vector<std::string> names;
    if (!file.ok()) return names;
    for (std::uint32_t node = 0; node < file->graph->size(); ++node) {
      names.emplace_back(file->graph->name(node));
    }
    return names;
  }

  testing::MemoryFileSystem files_;
};

constexpr std::string_view kKeras =
    R"({"class_name":"Sequential","config":{"name":"s","layers":[{"class_name":"Dense","config":{"name":"d"}}]}})";
constexpr std::string_view kGraphText =
    R"(node { name: "a" op: "A" } node { name: "b" input: "a" })";

TEST_F(GraphFileTest, ReadsEveryFormatByWhatItHolds) {
  const std::string graph_def = GraphBytes(kGraphText);
  EXPECT_THAT(Names(graph_def), ElementsAre("a", "b"));
  EXPECT_EQ(Read(graph_def)->format, "GraphDef");
  EXPECT_THAT(Names(kGraphText), ElementsAre("a", "b"));
  EXPECT_EQ(Read(kGraphText)->format, "GraphDef");
  const std::string saved = Number(1, 1) + Field(2, Field(1, "meta") + Field(2, graph_def));
  EXPECT_THAT(Names(saved), ElementsAre("a", "b"));
  EXPECT_EQ(Read(saved)->format, "SavedModel");
  files_.Write("/dir/saved_model.pb", saved);
  EXPECT_THAT(ReadGraphFile("/dir", {}, files_), IsOk());
  EXPECT_THAT(Names(kKeras), ElementsAre("s/d"));
  EXPECT_TRUE(Read(kKeras)->conceptual);
  for (const bool deflated : {false, true}) {
    EXPECT_THAT(Names(Zip("config.json", kKeras, deflated)), ElementsAre("s/d"));
  }
  EXPECT_EQ(Read(OnnxModel())->format, "ONNX");
}

TEST_F(GraphFileTest, ReadsOnnxModels) {
  const auto file = Read(OnnxModel());
  ASSERT_THAT(file, IsOk());
  const Graph& graph = *file->graph;
  std::vector<std::string> names;
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    names.push_back(fmt::format("{} {}", graph.name(node), graph.op(node)));
    for (const Input& input : graph.inputs(node)) {
      names.back() += fmt::format(" {}:{}", graph.name(input.node), input.output);
    }
  }
  EXPECT_THAT(
      names,
      ElementsAre("layer/weight Initializer", "input/x Input",
                  "layer/Gemm Gemm input/x:0 layer/weight:0", "choice If layer/Gemm:0",
                  "choice/then_branch/inner Neg layer/Gemm:1",
                  "choice/then_branch/output/inner Output choice/then_branch/inner:0",
                  "output/y Output choice:0", "__function_library__/Gelu/input/X Input",
                  "__function_library__/Gelu/Y Erf __function_library__/Gelu/input/X:0",
                  "__function_library__/Gelu/output/Y Output __function_library__/Gelu/Y:0"));
  EXPECT_EQ(ShapeText(graph.outputs(0)[0]), "float16[3,5]");
  EXPECT_EQ(ShapeText(graph.outputs(1)[0]), "float32[?,3]");
  EXPECT_EQ(ShapeText(graph.outputs(2)[0]), "float32[?,3]");
  EXPECT_EQ(ShapeText(graph.outputs(2)[1]), "?");
  std::vector<std::string> attributes;
  for (const Attribute& attribute : ReadAttributes(graph.definition(2))) {
    attributes.push_back(fmt::format("{}={}", attribute.key, AttributeText(attribute.value)));
  }
  EXPECT_THAT(attributes, ElementsAre("alpha=0", "kernel=[3, 5]", "value=\"int64[2]\""));
  EXPECT_TRUE(graph.issues().empty());
}

TEST_F(GraphFileTest, GivesWhatIsWholeOfFilesCutShort) {
  const std::string saved =
      Number(1, 1) + Field(2, Field(1, "meta") + Field(2, GraphBytes(kGraphText)));
  const auto cut = Read(saved.substr(0, saved.size() - 2));
  ASSERT_THAT(cut, IsOk());
  EXPECT_EQ(cut->graph->size(), 1U);
  EXPECT_EQ(cut->graph->issue_count(), 1U);
  const std::string onnx = OnnxModel();
  const auto model = Read(onnx.substr(0, 300));
  ASSERT_THAT(model, IsOk());
  EXPECT_EQ(model->format, "ONNX");
  EXPECT_GE(model->graph->issue_count(), 1U);
  const auto text = Read("node { name: \"a\" }\nnode { na");
  ASSERT_THAT(text, IsOk());
  EXPECT_EQ(text->graph->size(), 1U);
  EXPECT_THAT(IssuesOf(*text->graph), ElementsAre(HasSubstr("line 2, column 10")));
  const auto strange = Read("node { name: \"a\" other: 5 }");
  EXPECT_THAT(IssuesOf(*strange->graph), ElementsAre(HasSubstr("1 fields of the text")));
}

TEST_F(GraphFileTest, SaysWhatIsWrongAndWhere) {
  const auto message = [this](std::string_view bytes) {
    const auto file = Read(bytes);
    return file.ok() ? std::string("ok") : file.error().message;
  };
  EXPECT_EQ(message(""), "the file is empty: /model");
  EXPECT_THAT(message("hello world"), HasSubstr("no GraphDef in text format: line 1, column 7"));
  EXPECT_THAT(message("{\"a\":1}"), HasSubstr("no Keras model"));
  EXPECT_THAT(message("{\"a\":"), EndsWith(": /model"));
  EXPECT_THAT(message("PK\x03\x04 and no more of it"), HasSubstr("no sound ZIP file"));
  EXPECT_THAT(message(Zip("other", kKeras, false)), HasSubstr("no 'config.json'"));
  EXPECT_THAT(message(std::string("\x00\x01\x02", 3)), HasSubstr("no GraphDef"));
  EXPECT_THAT(message(Number(1, 1) + Field(2, Field(1, "meta"))), HasSubstr("holds no graph"));
  EXPECT_EQ(ReadGraphFile("/none", {}, files_).error().code, ErrorCode::kNotFound);
}

TEST_F(GraphFileTest, ZipFilesOfAnyDamageAreRefused) {
  const std::string zip = Zip("config.json", kKeras, true);
  for (std::size_t i = 0; i < zip.size(); ++i) {
    for (const char byte : {'\xFF', '\0', static_cast<char>(zip[i] + 1)}) {
      std::string damaged = zip;
      damaged[i] = byte;
      testing::ScriptedFile file(damaged);
      const auto member = ReadZipMember(file, "config.json", 1'000);
      if (member.ok()) {
        EXPECT_LE(member->size(), 1'000U);
      }
    }
    testing::ScriptedFile file(zip.substr(0, i));
    EXPECT_FALSE(ReadZipMember(file, "config.json", 1'000).ok()) << i;
  }
  testing::ScriptedFile file(zip);
  EXPECT_EQ(ReadZipMember(file, "config.json", 10).error().code, ErrorCode::kOutOfRange);
}

}  // namespace
}  // namespace sightglass::graph
