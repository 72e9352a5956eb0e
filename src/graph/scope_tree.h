#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/graph.h"

namespace sightglass::graph {

inline constexpr std::uint32_t kRootScope = 0;

struct ScopeLimits {
  // Names with more parts than this allows in all stay whole in the last scope that there was room
  // for.
  std::uint32_t max_scopes = 20'000'000;
};

// The scopes that the names of a graph's nodes speak of: "a/b/c" is node c in scope "a/b" in scope
// "a" in the root. A node whose name is that of a scope stands inside it. Parts may be empty; only
// an empty first one is none, since its scope would have the root's name: "/x" is a node of the
// root.
//
// Scopes are numbered so that those below scope s are s+1 .. end(s)-1 (children in the order in
// which the graph first names them), and nodes have *ranks*, by scope and then as in the graph. So
// all nodes below a scope are one range of ranks, and so are those directly in it.
//
// Threads: immutable once made. Memory: 36 bytes a scope, 12 a node. Cost of making: linear in the
// bytes of all names.
class ScopeTree {
 public:
  // `graph` must outlive the tree.
  explicit ScopeTree(const Graph& graph, const ScopeLimits& limits = {});

  [[nodiscard]] const Graph& graph() const { return *graph_; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(scopes_.size()); }
  // Of the root: the root.
  [[nodiscard]] std::uint32_t parent(std::uint32_t scope) const { return scopes_[scope].parent; }
  [[nodiscard]] std::uint32_t end(std::uint32_t scope) const { return scopes_[scope].end; }
  [[nodiscard]] std::uint32_t depth(std::uint32_t scope) const { return scopes_[scope].depth; }
  // "a/b"; of the root "".
  [[nodiscard]] std::string_view path(std::uint32_t scope) const;
  // The node that first names it.
  [[nodiscard]] std::uint32_t first_node(std::uint32_t scope) const {
    return scopes_[scope].name_node;
  }
  // "b"
  [[nodiscard]] std::string_view label(std::uint32_t scope) const;

  // The nodes in and below a scope: [first_rank, end_rank); directly in it: [first_rank,
  // own_end_rank).
  [[nodiscard]] std::uint32_t first_rank(std::uint32_t scope) const { return first_rank_[scope]; }
  [[nodiscard]] std::uint32_t own_end_rank(std::uint32_t scope) const {
    return first_rank_[scope + 1];
  }
  [[nodiscard]] std::uint32_t end_rank(std::uint32_t scope) const {
    return first_rank_[end(scope)];
  }
  [[nodiscard]] bool Holds(std::uint32_t scope, std::uint32_t rank) const {
    return rank >= first_rank(scope) && rank < end_rank(scope);
  }

  [[nodiscard]] std::uint32_t node_at(std::uint32_t rank) const { return node_at_[rank]; }
  [[nodiscard]] std::uint32_t rank_of(std::uint32_t node) const { return rank_of_[node]; }
  // The scope that the node of this rank is directly in.
  [[nodiscard]] std::uint32_t scope_at(std::uint32_t rank) const { return scope_at_[rank]; }
  // The part of its name within its scope; "(b)" if its name is that of its scope.
  [[nodiscard]] std::string node_label(std::uint32_t rank) const;
  // Whether it has the name of its scope.
  [[nodiscard]] bool IsNamedAsScope(std::uint32_t rank) const;

  // The scope of this path; nullopt: there is none. Cost: linear in the path.
  [[nodiscard]] std::optional<std::uint32_t> Find(std::string_view path) const;

  // Nodes whose names have parts beyond the limit on scopes.
  [[nodiscard]] std::uint64_t names_cut() const { return names_cut_; }
  [[nodiscard]] std::uint64_t memory_bytes() const;

 private:
  struct Scope {
    std::uint32_t parent = 0;
    std::uint32_t end = 0;
    std::uint32_t depth = 0;
    std::uint32_t name_node = 0;    // its name begins with this scope's path
    std::uint32_t name_bytes = 0;   // of the path
    std::uint32_t label_begin = 0;  // in the path
  };
  class Maker;

  // The child of `parent` whose last part has `label`. `hash` as LabelHash() gives it.
  [[nodiscard]] std::optional<std::uint32_t> FindChild(std::uint32_t parent, std::string_view label,
                                                       std::uint64_t hash) const;

  const Graph* graph_;
  std::uint64_t seed_;
  std::vector<Scope> scopes_;
  std::vector<std::uint32_t> first_rank_;  // one more than scopes
  std::vector<std::uint32_t> node_at_;
  std::vector<std::uint32_t> rank_of_;
  std::vector<std::uint32_t> scope_at_;
  std::vector<std::uint32_t> slots_;  // a hash table of scopes; kNoScope: free
  std::uint64_t names_cut_ = 0;
};

}  // namespace sightglass::graph
