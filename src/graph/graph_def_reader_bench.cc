#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "base/wire_writer.h"
#include "graph/attributes.h"
#include "graph/graph_def_reader.h"

namespace sightglass::graph {
namespace {

// Layers of ten operations in scopes five deep, with the attributes that TensorFlow gives them;
// every tenth is a constant.
std::string MakeGraphDef(std::int64_t nodes) {
  std::string graph;
  for (std::int64_t i = 0; i < nodes; ++i) {
    const std::int64_t layer = i / 10;
    const auto name = [](std::int64_t at) {
      return fmt::format("model/stage_{}/block_{}/layer_{}/op_{}", at / 1'000, at / 100 % 10,
                         at / 10 % 10, at % 10);
    };
    std::string node;
    base::WireWriter writer(node);
    writer.Message(1, name(i));
    writer.Message(2, i % 10 == 0 ? "Const" : fmt::format("Op{}", i % 10));
    if (i > 0) writer.Message(3, name(i - 1));
    if (i % 10 > 1) writer.Message(3, name(layer * 10) + ":1");
    writer.Message(4, "/job:localhost/replica:0/task:0/device:GPU:0");
    AppendAttribute(node, "T", TypeValue(1));
    std::string shape;
    base::WireWriter(shape).Varint(1, static_cast<std::uint64_t>(i % 7 + 1));
    std::string dims;
    base::WireWriter(dims).Message(2, shape);
    std::string list;
    base::WireWriter(list).Message(7, dims);
    std::string value;
    base::WireWriter(value).Message(1, list);
    AppendAttribute(node, "_output_shapes", value);
    if (i % 10 == 0) AppendAttribute(node, "value", TextValue(std::string(100, 'v')));
    base::WireWriter(graph).Message(1, node);
  }
  return graph;
}

void BM_ReadGraphDef(benchmark::State& state) {
  const std::string bytes = MakeGraphDef(state.range(0));
  std::uint64_t memory = 0;
  std::uint64_t names = 0;
  for (auto _ : state) {
    const auto graph = ReadGraphDef(base::AsBytes(bytes));
    memory = (*graph)->memory_bytes();
    names = (*graph)->name_bytes();
  }
  const auto nodes = static_cast<double>(state.range(0));
  state.counters["bytes_a_node"] = static_cast<double>(memory - names) / nodes;
  state.counters["name_bytes_a_node"] = static_cast<double>(names) / nodes;
  state.SetItemsProcessed(state.iterations() * state.range(0));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes.size()));
}
BENCHMARK(BM_ReadGraphDef)->Arg(1'000)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace sightglass::graph
