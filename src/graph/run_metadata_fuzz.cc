// Any bytes as RunMetadata: costs belong to nodes that exist, in order, and nothing overflows.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "base/check.h"
#include "graph/build_graph.h"
#include "graph/proto_schema.h"
#include "graph/proto_text_writer.h"
#include "graph/run_metadata.h"

namespace sightglass::graph {
namespace {

void Run(base::Bytes bytes) {
  static const std::shared_ptr<const Graph> graph = [] {
    GraphBuilder builder;
    for (const char* const name : {"a", "b", "c", "layer/MatMul"}) builder.AddNode(name, "Op");
    return builder.Build();
  }();
  const auto costs = ReadRunMetadata(bytes, *graph);
  if (costs.ok()) {
    for (const CostEntry& entry : costs->table.entries) {
      CHECK(entry.node < graph->size());
      CHECK(entry.device < costs->table.devices.size());
      CHECK(entry.end_micros >= entry.start_micros);
      CHECK(entry.bytes >= 0);
    }
    CHECK(std::ranges::is_sorted(costs->table.entries, {}, &CostEntry::node));
    CHECK(std::ranges::is_sorted(costs->outputs, {}, &MeasuredOutput::node));
  }
  std::string text;
  AppendMessageText(RunMetadataSchema(), bytes, text);
}

}  // namespace
}  // namespace sightglass::graph

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sightglass::graph::Run(std::as_bytes(std::span(data, size)));
  return 0;
}
