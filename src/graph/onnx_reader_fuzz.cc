// Any bytes as an ONNX model: inputs lead to nodes that exist, and names are unique.

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/check.h"
#include "graph/message_cursor.h"
#include "graph/onnx_reader.h"

namespace sightglass::graph {
namespace {

void Run(base::Bytes bytes) {
  MessageCursor cursor(bytes);
  const auto graph = ReadOnnxModel(cursor, {.max_attribute_bytes = 32});
  if (!graph.ok()) return;
  for (std::uint32_t node = 0; node < (*graph)->size(); ++node) {
    CHECK((*graph)->Find((*graph)->name(node)) == node);
    for (const Input& input : (*graph)->inputs(node)) {
      CHECK(input.node == kNoNode || input.node < (*graph)->size());
    }
  }
}

}  // namespace
}  // namespace sightglass::graph

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sightglass::graph::Run(std::as_bytes(std::span(data, size)));
  return 0;
}
