#include "graph/level_edges.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "graph/level_edges_table.h"

namespace sightglass::graph {
namespace {

// More dimensions than this are told as "…".
constexpr std::size_t kMaxTextDims = 12;

// Operations of TensorFlow 1 that take the variable itself first.
bool ChangesFirstInput(std::string_view op) {
  constexpr std::array<std::string_view, 7> kOps = {
      "Assign", "AssignAdd", "AssignSub", "CountUpTo", "ScatterAdd", "ScatterSub", "ScatterUpdate"};
  return std::ranges::find(kOps, op) != kOps.end();
}

double Elements(const Shape& shape) {
  double product = 1;
  for (const std::int64_t size : shape.dims) product *= size < 0 ? 1 : static_cast<double>(size);
  return product;
}

}  // namespace

std::string EdgeShapeText(const Shape& shape) {
  if (!shape.known) return {};
  if (shape.dims.empty()) return "scalar";
  std::string text;
  for (std::size_t i = 0; i < shape.dims.size(); ++i) {
    if (i > 0) text += "×";
    if (i == kMaxTextDims) return text + "…";
    text += shape.dims[i] < 0 ? "?" : fmt::to_string(shape.dims[i]);
  }
  return text;
}

std::uint32_t CommonScope(const ScopeTree& tree, std::uint32_t a, std::uint32_t b) {
  std::uint32_t scope = tree.scope_at(a);
  while (!tree.Holds(scope, b)) scope = tree.parent(scope);
  return scope;
}

LevelEdges::LevelEdges(const ScopeTree& tree) {
  texts_.emplace_back();
  elements_.push_back(0);
  shape_numbers_.emplace("", kUnknownShape);

  const Graph& graph = tree.graph();
  std::vector<Edge> found;
  found.reserve(graph.input_count());
  std::vector<std::uint32_t> scopes;
  scopes.reserve(graph.input_count());
  first_edge_.assign(tree.size() + std::size_t{1}, 0);
  first_taker_.assign(graph.size() + std::size_t{1}, 0);
  // Lists of outputs are shared by nodes that have the same, so the address of a shape names it.
  KeyTable known;
  std::vector<std::uint32_t> known_shape;
  std::vector<std::uint8_t> changes;  // by operation: 0 not known yet, 1 no, 2 yes
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    const std::uint32_t to = tree.rank_of(node);
    bool first = true;
    for (const Input& input : graph.inputs(node)) {
      const bool is_first = std::exchange(first, false);
      if (input.node == kNoNode || input.node == node) continue;
      Edge edge{.from = tree.rank_of(input.node), .to = to, .tensor = kUnknownShape};
      const auto outputs = graph.outputs(input.node);
      if (input.control) {
        edge.tensor = Edge::kControl;
      } else {
        if (input.output < outputs.size()) {
          const Shape* const shape = &outputs[input.output];
          const std::uint32_t number = known.Number(reinterpret_cast<std::uintptr_t>(shape));
          if (number == known_shape.size()) known_shape.push_back(ShapeNumber(*shape));
          edge.tensor = known_shape[number];
        }
        if (is_first) {
          const std::uint32_t op = graph.op_id(node);
          if (op >= changes.size()) changes.resize(op + std::size_t{1});
          if (changes[op] == 0) changes[op] = ChangesFirstInput(graph.op(node)) ? 2 : 1;
          if (changes[op] == 2) edge.tensor |= Edge::kReference;
        }
      }
      if (input.side == GraphSide::kFirst) edge.tensor |= Edge::kOnlyFirst;
      if (input.side == GraphSide::kSecond) edge.tensor |= Edge::kOnlySecond;
      const std::uint32_t scope = CommonScope(tree, edge.from, to);
      found.push_back(edge);
      scopes.push_back(scope);
      ++first_edge_[scope + 1];
      ++first_taker_[edge.from + 1];
    }
  }
  for (std::size_t i = 1; i < first_edge_.size(); ++i) first_edge_[i] += first_edge_[i - 1];
  for (std::size_t i = 1; i < first_taker_.size(); ++i) first_taker_[i] += first_taker_[i - 1];

  edges_.resize(found.size());
  std::vector<std::uint32_t> next(first_edge_.begin(), first_edge_.end() - 1);
  for (std::size_t i = 0; i < found.size(); ++i) edges_[next[scopes[i]]++] = found[i];
  takers_.resize(found.size());
  next.assign(first_taker_.begin(), first_taker_.end() - 1);
  for (const Edge& edge : found) takers_[next[edge.from]++] = edge.to;
  for (std::uint32_t rank = 0; rank < graph.size(); ++rank) {
    std::sort(takers_.begin() + first_taker_[rank], takers_.begin() + first_taker_[rank + 1]);
  }
}

std::uint32_t LevelEdges::ShapeNumber(const Shape& shape) {
  const auto [at, is_new] =
      shape_numbers_.emplace(EdgeShapeText(shape), static_cast<std::uint32_t>(texts_.size()));
  if (is_new) {
    texts_.push_back(at->first);
    elements_.push_back(Elements(shape));
  }
  return at->second;
}

std::uint64_t LevelEdges::memory_bytes() const {
  return edges_.capacity() * sizeof(Edge) +
         (first_edge_.capacity() + takers_.capacity() + first_taker_.capacity()) *
             sizeof(std::uint32_t) +
         texts_.size() * 128;
}

}  // namespace sightglass::graph
