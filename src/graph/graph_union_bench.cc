#include <benchmark/benchmark.h>

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "graph/build_graph.h"
#include "graph/graph_differences.h"
#include "graph/layout_test_graphs.h"
#include "graph/scope_tree_index.h"

namespace sightglass::graph {
namespace {

struct GraphPair {
  std::shared_ptr<const Graph> first;
  std::shared_ptr<const Graph> second;
};

// The second is the first with every hundredth node left out and every fiftieth of another
// operation.
const GraphPair& PairOf(std::uint32_t nodes) {
  static std::map<std::uint32_t, GraphPair> made;
  GraphPair& pair = made[nodes];
  if (pair.first != nullptr) return pair;
  pair.first = NestedGraph(nodes);
  GraphBuilder builder;
  builder.Reserve(nodes);
  for (std::uint32_t node = 0; node < nodes; ++node) {
    if (node % 100 == 99) continue;
    std::vector<std::string> texts;
    for (const Input& input : pair.first->inputs(node)) {
      texts.push_back((input.control ? "^" : "") + std::string(pair.first->name(input.node)));
    }
    const std::vector<std::string_view> inputs(texts.begin(), texts.end());
    builder.AddNode({.name = pair.first->name(node),
                     .op = node % 50 == 1 ? "Other" : pair.first->op(node),
                     .device = pair.first->device(node),
                     .inputs = inputs,
                     .outputs = pair.first->outputs(node)});
  }
  pair.second = builder.Build();
  return pair;
}

void BM_Unite(benchmark::State& state) {
  const GraphPair& pair = PairOf(static_cast<std::uint32_t>(state.range(0)));
  for (auto _ : state) {
    const auto both = GraphUnion::Make(pair.first, pair.second);
    benchmark::DoNotOptimize((*both)->graph()->size());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

// Without the index of the united graph, which costs what any other does.
void BM_Differences(benchmark::State& state) {
  const GraphPair& pair = PairOf(static_cast<std::uint32_t>(state.range(0)));
  const auto both = *GraphUnion::Make(pair.first, pair.second);
  const ScopeTree tree(*both->graph());
  for (auto _ : state) {
    const GraphDifferences differences(both, tree);
    benchmark::DoNotOptimize(differences.List(0, 5'000).total);
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

BENCHMARK(BM_Unite)->Arg(1'000)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_Differences)->Arg(1'000)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace sightglass::graph
