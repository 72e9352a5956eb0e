#include <benchmark/benchmark.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <vector>

#include "graph/layout_scene.h"
#include "graph/layout_test_graphs.h"
#include "graph/level_view.h"
#include "graph/level_view_routes.h"
#include "graph/scope_tree_index.h"

namespace sightglass::graph {
namespace {

std::shared_ptr<const Graph> GraphOf(std::uint32_t nodes) {
  static std::map<std::uint32_t, std::shared_ptr<const Graph>> made;
  auto& graph = made[nodes];
  if (graph == nullptr) graph = NestedGraph(nodes);
  return graph;
}

void CountNodes(benchmark::State& state, std::uint32_t nodes) {
  state.SetItemsProcessed(state.iterations() * nodes);
}

void BM_Tree(benchmark::State& state) {
  const auto graph = GraphOf(static_cast<std::uint32_t>(state.range(0)));
  for (auto _ : state) {
    const ScopeTree tree(*graph);
    state.counters["bytes/node"] =
        static_cast<double>(tree.memory_bytes()) / static_cast<double>(graph->size());
  }
  CountNodes(state, graph->size());
}

void BM_Edges(benchmark::State& state) {
  const auto graph = GraphOf(static_cast<std::uint32_t>(state.range(0)));
  const ScopeTree tree(*graph);
  for (auto _ : state) {
    const LevelEdges edges(tree);
    benchmark::DoNotOptimize(edges.size());
  }
  CountNodes(state, graph->size());
}

void BM_Templates(benchmark::State& state) {
  const auto graph = GraphOf(static_cast<std::uint32_t>(state.range(0)));
  const ScopeTree tree(*graph);
  const LevelEdges edges(tree);
  for (auto _ : state) benchmark::DoNotOptimize(FindTemplates(tree, edges));
  CountNodes(state, graph->size());
}

void BM_Index(benchmark::State& state) {
  const auto graph = GraphOf(static_cast<std::uint32_t>(state.range(0)));
  for (auto _ : state) {
    const GraphIndex index(graph);
    state.counters["bytes/node"] =
        static_cast<double>(index.memory_bytes()) / static_cast<double>(graph->size());
    state.counters["names"] =
        static_cast<double>(graph->name_bytes()) / static_cast<double>(graph->size());
  }
  CountNodes(state, graph->size());
}

// The root, or one way down to the operations.
ViewOptions OpenTo(bool deep) {
  if (!deep) return {};
  return {.open = {"model", "model/stage_0", "model/stage_0/block_1",
                   "model/stage_0/block_1/layer_2", "train"}};
}

void BM_View(benchmark::State& state) {
  const GraphIndex index(GraphOf(static_cast<std::uint32_t>(state.range(0))));
  const ViewOptions options = OpenTo(state.range(1) != 0);
  for (auto _ : state) {
    const LevelView view(index, options);
    benchmark::DoNotOptimize(RouteEdges(view));
    state.counters["items"] = static_cast<double>(view.items().size());
  }
}

void BM_Scene(benchmark::State& state) {
  const GraphIndex index(GraphOf(static_cast<std::uint32_t>(state.range(0))));
  const LevelView view(index, OpenTo(state.range(1) != 0));
  const ViewRoutes routes = RouteEdges(view);
  for (auto _ : state) benchmark::DoNotOptimize(LayOutScene(view, routes));
}

// One level of so many nodes, with 1.5 edges each.
void BM_FlatLayout(benchmark::State& state) {
  const auto count = static_cast<std::uint32_t>(state.range(0));
  std::mt19937 random(1);
  const std::vector<LayoutNode> nodes(count, {30, 10});
  std::vector<LayoutEdge> edges;
  for (std::uint32_t i = 1; i < count; ++i) {
    const auto below = [&](std::uint32_t limit) {
      return static_cast<std::uint32_t>(random() % std::min(i, limit));
    };
    edges.push_back({i - 1 - below(10), i});
    if (i % 2 == 0) edges.push_back({i - 1 - below(40), i});
  }
  for (auto _ : state) benchmark::DoNotOptimize(LayOutGraph(nodes, edges));
}

void Sizes(benchmark::internal::Benchmark* bench) {
  bench->Arg(1'000)->Arg(10'000)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
}
void OpenSizes(benchmark::internal::Benchmark* bench) {
  bench->ArgsProduct({{1'000, 10'000, 100'000, 1'000'000}, {0, 1}})->Unit(benchmark::kMillisecond);
}

BENCHMARK(BM_Tree)->Apply(Sizes);
BENCHMARK(BM_Edges)->Apply(Sizes);
BENCHMARK(BM_Templates)->Apply(Sizes);
BENCHMARK(BM_Index)->Apply(Sizes);
BENCHMARK(BM_View)->Apply(OpenSizes);
BENCHMARK(BM_Scene)->Apply(OpenSizes);
BENCHMARK(BM_FlatLayout)->Arg(100)->Arg(1'000)->Arg(5'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace sightglass::graph
