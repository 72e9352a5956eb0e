#include "graph/graph.h"

#include <algorithm>

#include "base/hash.h"

namespace sightglass::graph {

std::uint32_t TextTable::Add(std::string_view text) {
  texts_.push_back(arena_.CopyString(text));
  return static_cast<std::uint32_t>(texts_.size() - 1);
}

std::uint64_t TextTable::memory_bytes() const {
  return arena_.memory_bytes() + texts_.capacity() * sizeof(std::string_view);
}

std::string_view Graph::name(std::uint32_t node) const {
  const std::uint32_t begin = node == 0 ? 0 : nodes_[node - 1].name_end;
  return std::string_view(names_).substr(begin, nodes_[node].name_end - begin);
}

std::span<const Input> Graph::inputs(std::uint32_t node) const {
  const std::uint32_t begin = node == 0 ? 0 : nodes_[node - 1].inputs_end;
  return std::span(inputs_).subspan(begin, nodes_[node].inputs_end - begin);
}

std::vector<SkippedAttribute> Graph::skipped(std::uint32_t node) const {
  std::vector<SkippedAttribute> found;
  auto at = std::ranges::lower_bound(skipped_, node, {}, &Skipped::node);
  for (; at != skipped_.end() && at->node == node; ++at) {
    found.push_back({texts_.At(at->key), at->bytes});
  }
  return found;
}

std::optional<std::uint32_t> Graph::Find(std::string_view wanted) const {
  if (slots_.empty()) return std::nullopt;
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = Hash(wanted) & mask;; slot = (slot + 1) & mask) {
    const std::uint32_t node = slots_[slot];
    if (node == kNoNode) return std::nullopt;
    if (name(node) == wanted) return node;
  }
}

const GraphFunction* Graph::FunctionOf(std::uint32_t node) const {
  const auto after = std::ranges::upper_bound(functions_, node, {}, &GraphFunction::begin);
  if (after == functions_.begin() || node >= std::prev(after)->end) return nullptr;
  return &*std::prev(after);
}

const GraphFunction* Graph::FindFunction(std::string_view wanted) const {
  const auto at = function_numbers_.find(wanted);
  return at == function_numbers_.end() ? nullptr : &functions_[at->second];
}

std::uint64_t Graph::memory_bytes() const {
  return nodes_.capacity() * sizeof(Node) + names_.capacity() + inputs_.capacity() * sizeof(Input) +
         texts_.memory_bytes() + definitions_.memory_bytes() + shapes_.memory_bytes() +
         output_lists_.capacity() * sizeof(std::span<const Shape>) +
         skipped_.capacity() * sizeof(Skipped) + functions_.capacity() * sizeof(GraphFunction) +
         function_numbers_.size() * 64 + slots_.capacity() * sizeof(std::uint32_t);
}

std::uint64_t Graph::Hash(std::string_view text) const { return base::HashBytes(text, seed_); }

}  // namespace sightglass::graph
