// A graph made of any bytes, with some of it open: what is drawn holds together (see
// layout_scene_checks.h).

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "graph/build_graph.h"
#include "graph/graph_paths.h"
#include "graph/layout_scene.h"
#include "graph/layout_scene_checks.h"

namespace sightglass::graph {
namespace {

constexpr std::size_t kMaxNodes = 400;

// Bytes that make up a graph; zeros when they are at their end.
class Choices {
 public:
  explicit Choices(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  [[nodiscard]] bool empty() const { return bytes_.empty(); }
  std::uint8_t Next() {
    if (bytes_.empty()) return 0;
    const std::uint8_t byte = bytes_.front();
    bytes_ = bytes_.subspan(1);
    return byte;
  }

 private:
  std::span<const std::uint8_t> bytes_;
};

// A node: depth, parts of its name, operation, inputs.
void AddNode(Choices& choices, GraphBuilder& builder, std::vector<std::string>& names) {
  constexpr std::string_view kOps[] = {"Const", "Add", "NoOp", "ScalarSummary"};
  std::string name;
  const int depth = choices.Next() % 5;
  for (int i = 0; i < depth; ++i) {
    const std::uint8_t part = choices.Next();
    if (part % 8 != 0) name += static_cast<char>('a' + part % 4);
    name += '/';
  }
  const std::uint8_t last = choices.Next();
  name += last % 2 == 0 ? std::string(1, static_cast<char>('a' + last % 5))
                        : "x_" + std::to_string(last / 4);
  const std::string_view op = kOps[choices.Next() % 4];
  std::vector<std::string> inputs;
  for (int count = choices.Next() % 5; count > 0; --count) {
    const std::uint8_t from = choices.Next();
    const std::string& taken = names.empty() ? name : names[names.size() - 1 - from % names.size()];
    inputs.push_back((from >= 224 ? "^" : "") + (from == 128 ? std::string("gone") : taken));
  }
  const std::vector<std::string_view> views(inputs.begin(), inputs.end());
  builder.AddNode({.name = name, .op = op, .inputs = views});
  names.push_back(std::move(name));
}

void Run(std::span<const std::uint8_t> bytes) {
  Choices choices(bytes);
  const std::uint8_t how = choices.Next();
  const std::uint8_t open_every = choices.Next();
  GraphBuilder builder;
  std::vector<std::string> names;
  while (!choices.empty() && names.size() < kMaxNodes) AddNode(choices, builder, names);
  const GraphIndex index(builder.Build());
  ViewOptions options{.series = (how & 1) != 0, .embed = (how & 2) != 0, .extract = (how & 4) != 0};
  if ((how & 8) != 0) options.max_level_items = 3;
  for (std::uint32_t scope = 1; scope < index.tree().size(); ++scope) {
    if (scope % (open_every % 4 + 1) == 0) options.open.emplace_back(index.tree().path(scope));
  }
  // Series are only known when they are seen.
  const LevelView first(index, options);
  for (std::uint32_t i = 0; i < first.items().size(); ++i) {
    if (first.items()[i].kind == ItemKind::kSeries) options.open.push_back(first.name(i));
  }
  const LevelView view(index, options);
  const ViewRoutes routes = RouteEdges(view);
  const Scene scene =
      LayOutScene(view, routes, (how & 16) != 0 ? FlowDirection::kDown : FlowDirection::kUp);
  const std::string wrong = WhatIsWrong(view, routes, scene);
  CHECK(wrong.empty());

  if (index.graph().size() == 0) return;
  const base::CancelFlag cancel;
  const RankRange from{0, 1};
  const RankRange to{index.graph().size() - 1, index.graph().size()};
  const auto traced = TraceNodes(index, {&to, 1}, TraceDirection::kInputs, cancel);
  const auto path = FindPath(index, {&from, 1}, {&to, 1}, cancel);
  CHECK(path->has_value() == (*traced)[0]);
  CHECK(FoldTrace(view, *traced).nodes > 0);
}

}  // namespace
}  // namespace sightglass::graph

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sightglass::graph::Run(std::span(data, size));
  return 0;
}
