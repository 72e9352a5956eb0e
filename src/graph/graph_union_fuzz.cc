// Two graphs of any bytes, united: every node is there, and nothing differs from itself.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "base/bytes.h"
#include "base/check.h"
#include "graph/graph_def_reader.h"
#include "graph/graph_differences.h"
#include "graph/layout_scene.h"
#include "graph/layout_scene_checks.h"

namespace sightglass::graph {
namespace {

void Check(const std::shared_ptr<const Graph>& first, const std::shared_ptr<const Graph>& second) {
  const auto both = GraphUnion::Make(first, second);
  CHECK(both.ok());
  const GraphIndex index((*both)->graph());
  const GraphDifferences differences(*both, index.tree());
  std::uint32_t common = 0;
  for (std::uint32_t node = 0; node < second->size(); ++node) {
    common += first->Find(second->name(node)) ? 1 : 0;
    const auto found = index.graph().Find(second->name(node));
    CHECK(found && (*both)->in_second(*found) == node);
  }
  CHECK(index.graph().size() == first->size() + second->size() - common);
  std::uint64_t listed = 0;
  for (const Difference& difference : differences.List(0, index.graph().size()).found) {
    const auto& tree = index.tree();
    listed += difference.scope
                  ? tree.end_rank(difference.number) - tree.first_rank(difference.number)
                  : 1;
  }
  CHECK(listed == differences.Total().all());
  if (index.graph().size() > 300) return;
  const LevelView view(index, {});
  const ViewRoutes routes = RouteEdges(view);
  CHECK(WhatIsWrong(view, routes, LayOutScene(view, routes, FlowDirection::kUp)).empty());
}

void Run(std::string_view bytes) {
  // The first byte says where the second graph begins.
  if (bytes.empty()) return;
  const std::size_t cut = (bytes.size() - 1) * static_cast<std::uint8_t>(bytes.front()) / 255;
  bytes.remove_prefix(1);
  const auto first = ReadGraphDef(base::AsBytes(bytes.substr(0, cut)));
  const auto second = ReadGraphDef(base::AsBytes(bytes.substr(cut)));
  if (!first.ok() || !second.ok()) return;
  Check(*first, *second);
  const auto itself = GraphUnion::Make(*first, *first);
  CHECK(itself.ok());
  for (std::uint32_t node = 0; node < (*first)->size(); ++node) {
    CHECK((*itself)->status(node) == NodeStatus::kSame);
  }
}

}  // namespace
}  // namespace sightglass::graph

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sightglass::graph::Run({reinterpret_cast<const char*>(data), size});
  return 0;
}
