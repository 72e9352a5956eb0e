// Any bytes as a GraphDef, and as RunMetadata with graphs: every number in what is read leads
// somewhere, names are unique, and the text of it is made without harm.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/check.h"
#include "graph/attributes.h"
#include "graph/function_graphs.h"
#include "graph/graph_def_reader.h"
#include "graph/graph_text.h"

namespace sightglass::graph {
namespace {

void Check(const Graph& graph) {
  CHECK(graph.main_size() <= graph.size());
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    CHECK(graph.Find(graph.name(node)) == node);
    CHECK(graph.FunctionOf(node) == nullptr || node >= graph.main_size());
    for (const Input& input : graph.inputs(node)) {
      CHECK(input.node == kNoNode || input.node < graph.size());
    }
    for (const Shape& shape : graph.outputs(node)) CHECK(!ShapeText(shape).empty());
    for (const Attribute& attribute : ReadAttributes(graph.definition(node))) {
      CHECK(AttributeText(attribute.value, 100).size() <= 110);
    }
    CalledFunctions(graph.definition(node));
    for (const SkippedAttribute& skipped : graph.skipped(node)) CHECK(skipped.bytes > 16);
  }
  CHECK(graph.issues().size() <= graph.issue_count());
}

void Run(base::Bytes bytes) {
  const auto graph = ReadGraphDef(bytes, {.max_nodes = 1'000, .max_attribute_bytes = 16});
  if (graph.ok()) Check(**graph);
  GraphText text(bytes, AttributeLimit{.bytes = 8, .key = "large"});
  std::string out;
  while (text.Next(out)) {
  }
  if (const auto merged = MergeFunctionGraphs(bytes); merged.ok()) {
    const auto functions = ReadGraphDef(base::AsBytes(*merged));
    if (functions.ok()) Check(**functions);
  }
}

}  // namespace
}  // namespace sightglass::graph

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sightglass::graph::Run(std::as_bytes(std::span(data, size)));
  return 0;
}
