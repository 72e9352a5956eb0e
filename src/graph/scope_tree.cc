#include "graph/scope_tree.h"

#include <algorithm>
#include <random>

#include "base/check.h"
#include "base/hash.h"

namespace sightglass::graph {
namespace {

constexpr std::uint32_t kNoScope = ~0U;

// Of a scope: of its label and its parent's hash, so of its whole path.
std::uint64_t LabelHash(std::string_view label, std::uint64_t parent_hash) {
  return base::HashBytes(label, parent_hash);
}

// Where the part that begins at `begin` ends: at the next '/', or npos. The first part takes an
// empty one before it along.
std::size_t PartEnd(std::string_view name, std::size_t begin) {
  return name.find('/', begin == 0 ? 1 : begin);
}

std::size_t CommonBytes(std::string_view a, std::string_view b) {
  const std::size_t most = std::min(a.size(), b.size());
  return static_cast<std::size_t>(
      std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(most), b.begin()).first -
      a.begin());
}

}  // namespace

// Finds the scopes in the order in which the graph names them, then numbers them anew.
class ScopeTree::Maker {
 public:
  Maker(ScopeTree& tree, const ScopeLimits& limits) : tree_(tree), limits_(limits) {}

  void Make() {
    tree_.scopes_.push_back({});
    hashes_.push_back(tree_.seed_);
    Grow(1024);
    const Graph& graph = *tree_.graph_;
    scope_of_.resize(graph.size());
    for (std::uint32_t node = 0; node < graph.size(); ++node) TakeName(node);
    MoveNodesNamedAsScopes();
    NumberAnew();
    RankNodes();
  }

 private:
  // A scope of the name looked at before this one.
  struct Open {
    std::size_t end = 0;  // where its path ends in the name
    std::uint32_t scope = 0;
  };

  // Neighbours in a graph share most of their names, so that mostly nothing is looked up.
  void TakeName(std::uint32_t node) {
    const std::string_view name = tree_.graph_->name(node);
    const std::string_view before = node == 0 ? std::string_view{} : tree_.graph_->name(node - 1);
    const std::size_t common = CommonBytes(name, before);
    // Its '/' must be common, too.
    while (!open_.empty() && open_.back().end >= common) open_.pop_back();
    std::size_t begin = open_.empty() ? 0 : open_.back().end + 1;
    std::uint32_t scope = open_.empty() ? kRootScope : open_.back().scope;
    for (std::size_t end = PartEnd(name, begin); end != std::string_view::npos;
         end = PartEnd(name, begin)) {
      const std::uint32_t child = ChildOf(scope, node, begin, end);
      if (child == kNoScope) {
        ++tree_.names_cut_;
        break;
      }
      scope = child;
      open_.push_back({end, scope});
      begin = end + 1;
    }
    scope_of_[node] = scope;
  }

  std::uint32_t ChildOf(std::uint32_t parent, std::uint32_t node, std::size_t begin,
                        std::size_t end) {
    const std::string_view label = tree_.graph_->name(node).substr(begin, end - begin);
    const std::uint64_t hash = LabelHash(label, hashes_[parent]);
    if (const auto found = tree_.FindChild(parent, label, hash)) return *found;
    if (tree_.scopes_.size() >= limits_.max_scopes) return kNoScope;
    const auto scope = static_cast<std::uint32_t>(tree_.scopes_.size());
    tree_.scopes_.push_back({.parent = parent,
                             .depth = tree_.scopes_[parent].depth + 1,
                             .name_node = node,
                             .name_bytes = static_cast<std::uint32_t>(end),
                             .label_begin = static_cast<std::uint32_t>(begin)});
    hashes_.push_back(hash);
    if (tree_.scopes_.size() * 2 > tree_.slots_.size()) {
      Grow(tree_.slots_.size() * 2);
    } else {
      Enter(scope);
    }
    return scope;
  }

  void Grow(std::size_t slots) {
    tree_.slots_.assign(slots, kNoScope);
    for (std::uint32_t scope = 1; scope < tree_.scopes_.size(); ++scope) Enter(scope);
  }

  void Enter(std::uint32_t scope) {
    const std::size_t mask = tree_.slots_.size() - 1;
    std::size_t slot = hashes_[scope] & mask;
    while (tree_.slots_[slot] != kNoScope) slot = (slot + 1) & mask;
    tree_.slots_[slot] = scope;
  }

  void MoveNodesNamedAsScopes() {
    for (std::uint32_t node = 0; node < scope_of_.size(); ++node) {
      const std::string_view name = tree_.graph_->name(node);
      const std::uint32_t parent = scope_of_[node];
      const std::size_t begin = parent == kRootScope ? 0 : tree_.scopes_[parent].name_bytes + 1;
      const std::string_view label = name.substr(std::min(begin, name.size()));
      if (const auto scope = tree_.FindChild(parent, label, LabelHash(label, hashes_[parent]))) {
        scope_of_[node] = *scope;
      }
    }
  }

  // A parent was found before its children, so one pass in either direction does.
  void NumberAnew() {
    std::vector<Scope>& old = tree_.scopes_;
    const std::size_t count = old.size();
    std::vector<std::uint32_t> below(count, 1);  // scopes, itself included
    for (std::size_t scope = count - 1; scope > 0; --scope)
      below[old[scope].parent] += below[scope];
    number_.assign(count, 0);
    std::vector<std::uint32_t> next(count, 0);  // number of the next child to come
    next[0] = 1;
    for (std::size_t scope = 1; scope < count; ++scope) {
      std::uint32_t& of_parent = next[old[scope].parent];
      number_[scope] = of_parent;
      next[scope] = of_parent + 1;
      of_parent += below[scope];
    }
    std::vector<Scope> scopes(count);
    for (std::size_t scope = 0; scope < count; ++scope) {
      Scope moved = old[scope];
      moved.parent = number_[moved.parent];
      moved.end = number_[scope] + below[scope];
      scopes[number_[scope]] = moved;
    }
    old = std::move(scopes);
    for (std::uint32_t& slot : tree_.slots_) {
      if (slot != kNoScope) slot = number_[slot];
    }
  }

  void RankNodes() {
    const std::size_t nodes = scope_of_.size();
    tree_.first_rank_.assign(tree_.scopes_.size() + 1, 0);
    for (std::uint32_t& scope : scope_of_) {
      scope = number_[scope];
      ++tree_.first_rank_[scope + 1];
    }
    for (std::size_t scope = 1; scope < tree_.first_rank_.size(); ++scope) {
      tree_.first_rank_[scope] += tree_.first_rank_[scope - 1];
    }
    std::vector<std::uint32_t> next(tree_.first_rank_.begin(), tree_.first_rank_.end() - 1);
    tree_.rank_of_.resize(nodes);
    tree_.node_at_.resize(nodes);
    tree_.scope_at_.resize(nodes);
    for (std::uint32_t node = 0; node < nodes; ++node) {
      const std::uint32_t rank = next[scope_of_[node]]++;
      tree_.rank_of_[node] = rank;
      tree_.node_at_[rank] = node;
      tree_.scope_at_[rank] = scope_of_[node];
    }
  }

  ScopeTree& tree_;
  const ScopeLimits limits_;
  std::vector<std::uint64_t> hashes_;    // by scope as found
  std::vector<std::uint32_t> scope_of_;  // by node
  std::vector<std::uint32_t> number_;    // the lasting one, by scope as found
  std::vector<Open> open_;
};

// Names that all collide cannot be made up beforehand; nothing that anybody sees hangs on the seed.
ScopeTree::ScopeTree(const Graph& graph, const ScopeLimits& limits)
    : graph_(&graph), seed_(std::random_device()()) {
  Maker(*this, limits).Make();
}

std::string_view ScopeTree::path(std::uint32_t scope) const {
  if (scope == kRootScope) return {};
  return graph_->name(scopes_[scope].name_node).substr(0, scopes_[scope].name_bytes);
}

std::string_view ScopeTree::label(std::uint32_t scope) const {
  return path(scope).substr(scopes_[scope].label_begin);
}

std::string ScopeTree::node_label(std::uint32_t rank) const {
  const std::uint32_t scope = scope_at(rank);
  const std::string_view name = graph_->name(node_at(rank));
  if (IsNamedAsScope(rank)) return "(" + std::string(label(scope)) + ")";
  return std::string(scope == kRootScope ? name : name.substr(path(scope).size() + 1));
}

bool ScopeTree::IsNamedAsScope(std::uint32_t rank) const {
  const std::uint32_t scope = scope_at(rank);
  return scope != kRootScope && graph_->name(node_at(rank)).size() == scopes_[scope].name_bytes;
}

std::optional<std::uint32_t> ScopeTree::Find(std::string_view path) const {
  if (path.empty()) return kRootScope;
  std::uint32_t scope = kRootScope;
  std::uint64_t hash = seed_;
  for (std::size_t begin = 0;;) {
    const std::size_t end = PartEnd(path, begin);
    const std::string_view label = path.substr(begin, end - begin);
    hash = LabelHash(label, hash);
    const auto child = FindChild(scope, label, hash);
    if (!child || end == std::string_view::npos) return child;
    scope = *child;
    begin = end + 1;
  }
}

std::optional<std::uint32_t> ScopeTree::FindChild(std::uint32_t parent, std::string_view wanted,
                                                  std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = hash & mask;; slot = (slot + 1) & mask) {
    const std::uint32_t scope = slots_[slot];
    if (scope == kNoScope) return std::nullopt;
    if (scopes_[scope].parent == parent && label(scope) == wanted) return scope;
  }
}

std::uint64_t ScopeTree::memory_bytes() const {
  return scopes_.capacity() * sizeof(Scope) +
         (first_rank_.capacity() + node_at_.capacity() + rank_of_.capacity() +
          scope_at_.capacity() + slots_.capacity()) *
             sizeof(std::uint32_t);
}

}  // namespace sightglass::graph
