#include "graph/templates.h"

#include <string_view>
#include <unordered_map>

#include "base/hash.h"

namespace sightglass::graph {
namespace {

constexpr int kRefinements = 2;

// Two independent hashes.
struct Print {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  bool operator==(const Print&) const = default;
  // The sum does not depend on the order: a multiset.
  void Add(const Print& other) {
    low += other.low;
    high += other.high;
  }
};

struct PrintHash {
  std::size_t operator()(const Print& print) const { return print.low; }
};

// `kind` keeps apart what is combined for different ends.
Print Mix(const Print& a, const Print& b, std::uint64_t kind) {
  return {base::MultiplyFold(a.low ^ 0x9E3779B97F4A7C15U, b.low ^ (kind * 2 + 1)) +
              base::MultiplyFold(b.low ^ 0xC2B2AE3D27D4EB4FU, a.low + kind),
          base::MultiplyFold(a.high ^ 0xD1B54A32D192ED03U, b.high ^ (kind * 2 + 1)) +
              base::MultiplyFold(b.high ^ 0x165667B19E3779F9U, a.high + kind)};
}

enum Kind : std::uint64_t { kIn = 1, kOut, kControlIn, kControlOut, kEnd, kScope, kSeen };

class Finder {
 public:
  Finder(const ScopeTree& tree, const LevelEdges& edges) : tree_(tree), edges_(edges) {}

  std::vector<std::uint32_t> Find() {
    const Graph& graph = tree_.graph();
    of_scope_.resize(tree_.size());
    place_.resize(tree_.size());
    // A scope comes before those below it.
    for (std::uint32_t scope = tree_.size(); scope-- > 0;) PrintScope(scope);

    std::unordered_map<Print, std::uint32_t, PrintHash> first_of;
    std::vector<std::uint32_t> numbers(tree_.size(), kNoTemplate);
    std::uint32_t count = 0;
    if (graph.size() == 0) return numbers;
    for (std::uint32_t scope = 1; scope < tree_.size(); ++scope) {
      const auto [at, is_new] = first_of.emplace(of_scope_[scope], scope);
      if (is_new) continue;
      std::uint32_t& first = numbers[at->second];
      if (first == kNoTemplate) first = count++;
      numbers[scope] = first;
    }
    // So far in the order of the second occurrence.
    std::vector<std::uint32_t> anew(count, kNoTemplate);
    std::uint32_t next = 0;
    for (std::uint32_t& number : numbers) {
      if (number == kNoTemplate) continue;
      if (anew[number] == kNoTemplate) anew[number] = next++;
      number = anew[number];
    }
    return numbers;
  }

 private:
  Print OpPrint(std::uint32_t rank) {
    const std::uint32_t node = tree_.node_at(rank);
    const std::uint32_t op = tree_.graph().op_id(node);
    if (op >= ops_.size()) ops_.resize(op + std::size_t{1});
    Print& print = ops_[op];
    if (print == Print{}) {
      const std::string_view name = tree_.graph().op(node);
      print = {base::HashBytes(name, 1), base::HashBytes(name, 2)};
    }
    return print;
  }

  // The child of `scope` that holds `rank`, as a place in children_.
  std::uint32_t ChildAt(std::uint32_t scope, std::uint32_t rank) const {
    std::uint32_t child = tree_.scope_at(rank);
    if (child == scope) return rank - tree_.first_rank(scope);
    while (tree_.parent(child) != scope) child = tree_.parent(child);
    return place_[child];
  }

  void PrintScope(std::uint32_t scope) {
    children_.clear();
    for (std::uint32_t rank = tree_.first_rank(scope); rank < tree_.own_end_rank(scope); ++rank) {
      children_.push_back(OpPrint(rank));
    }
    for (std::uint32_t child = scope + 1; child < tree_.end(scope); child = tree_.end(child)) {
      place_[child] = static_cast<std::uint32_t>(children_.size());
      children_.push_back(of_scope_[child]);
    }
    const auto edges = edges_.in(scope);
    for (int round = 0; round < kRefinements && !edges.empty(); ++round) {
      seen_.assign(children_.size(), {});
      for (const Edge& edge : edges) {
        const std::uint32_t from = ChildAt(scope, edge.from);
        const std::uint32_t to = ChildAt(scope, edge.to);
        const bool control = edge.control();
        const Print from_end = Mix(children_[from], OpPrint(edge.from), kEnd);
        const Print to_end = Mix(children_[to], OpPrint(edge.to), kEnd);
        seen_[to].Add(Mix(from_end, to_end, control ? kControlIn : kIn));
        seen_[from].Add(Mix(to_end, from_end, control ? kControlOut : kOut));
      }
      for (std::size_t i = 0; i < children_.size(); ++i) {
        children_[i] = Mix(children_[i], seen_[i], kSeen);
      }
    }
    Print sum{children_.size(), children_.size()};
    for (const Print& child : children_) sum.Add(Mix(child, child, kScope));
    of_scope_[scope] = Mix(sum, Print{edges.size(), edges.size()}, kScope);
  }

  const ScopeTree& tree_;
  const LevelEdges& edges_;
  std::vector<Print> ops_;
  std::vector<Print> of_scope_;
  std::vector<std::uint32_t> place_;  // of a scope among its parent's children
  std::vector<Print> children_;
  std::vector<Print> seen_;
};

}  // namespace

std::vector<std::uint32_t> FindTemplates(const ScopeTree& tree, const LevelEdges& edges) {
  return Finder(tree, edges).Find();
}

}  // namespace sightglass::graph
