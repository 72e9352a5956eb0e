// Any bytes as a file: whatever format they look like, every number in what is read leads
// somewhere, and names are unique.

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/bytes.h"
#include "base/check.h"
#include "graph/graph_file.h"

namespace sightglass::graph {
namespace {

void Run(base::Bytes bytes) {
  const auto file = ReadGraphBytes(bytes, {.max_nodes = 1'000, .max_attribute_bytes = 32});
  if (!file.ok()) {
    CHECK(!file.error().message.empty());
    return;
  }
  CHECK(!file->format.empty());
  const Graph& graph = *file->graph;
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    CHECK(graph.Find(graph.name(node)) == node);
    for (const Input& input : graph.inputs(node)) {
      CHECK(input.node == kNoNode || input.node < graph.size());
    }
  }
}

}  // namespace
}  // namespace sightglass::graph

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sightglass::graph::Run(std::as_bytes(std::span(data, size)));
  return 0;
}
