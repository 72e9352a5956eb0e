#include "graph/auxiliary_nodes.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>
#include <vector>

#include "graph/level_edges_table.h"

namespace sightglass::graph {
namespace {

bool IsSummary(std::string_view op) { return op.ends_with("Summary") && op.size() > 7; }

// How many items of its level each is connected to.
struct Degrees {
  std::vector<std::uint32_t> in;
  std::vector<std::uint32_t> out;
};

Degrees CountDegrees(const LevelView& view) {
  Degrees degrees{std::vector<std::uint32_t>(view.items().size()),
                  std::vector<std::uint32_t>(view.items().size())};
  KeyTable seen;
  for (const ViewEdge& edge : view.edges()) {
    if (edge.sum.tensors == 0) continue;
    const auto [from, to] = MeetingOf(view, edge.from, edge.to);
    if (view.items()[from].role == ItemRole::kEmbedded ||
        view.items()[to].role == ItemRole::kEmbedded) {
      continue;
    }
    const std::uint32_t before = seen.size();
    if (seen.Number(PairKey(from, to)) < before) continue;
    ++degrees.out[from];
    ++degrees.in[to];
  }
  return degrees;
}

// Above it, a degree is unusual among `degrees`, which are sorted.
double UsualMost(const std::vector<std::uint32_t>& degrees, double factor) {
  const auto at = [&](double part) {
    const auto i =
        static_cast<std::size_t>(std::lround(static_cast<double>(degrees.size()) * part));
    return static_cast<double>(degrees[std::min(i, degrees.size() - 1)]);
  };
  const double most = at(0.75) + factor * (at(0.75) - at(0.25));
  return std::max(most, static_cast<double>(kMinDegreeToExtract - 1));
}

void ExtractByDegree(const Degrees& degrees, const std::vector<bool>& by_hand, LevelView& view,
                     const ViewLevel& level) {
  std::vector<std::uint32_t> in;
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = level.begin; i < level.end; ++i) {
    const ItemRole role = view.items()[i].role;
    if (role == ItemRole::kEmbedded || role == ItemRole::kFunctions) continue;
    in.push_back(degrees.in[i]);
    out.push_back(degrees.out[i]);
  }
  if (in.size() < kMinItemsToExtract) return;
  std::ranges::sort(in);
  std::ranges::sort(out);
  const double most_in = UsualMost(in, 1);
  const double most_out = UsualMost(out, 4);
  for (std::uint32_t i = level.begin; i < level.end; ++i) {
    ViewItem& item = view.items()[i];
    if (item.role != ItemRole::kMain || by_hand[i] || item.kind == ItemKind::kMore) continue;
    if (degrees.in[i] > most_in) {
      item.role = ItemRole::kSink;
    } else if (degrees.out[i] > most_out) {
      item.role = ItemRole::kSource;
    }
  }
}

bool IsAside(ItemRole role) { return role == ItemRole::kSource || role == ItemRole::kSink; }

// Nodes that only what was taken out held in the drawing go after it.
void ExtractStranded(const std::vector<bool>& by_hand, LevelView& view) {
  struct Ties {
    bool drawn = false;
    bool aside_in = false;   // takes something of an item aside
    bool aside_out = false;  // gives something to one
  };
  std::vector<Ties> ties(view.items().size());
  for (const ViewEdge& edge : view.edges()) {
    const auto [from, to] = MeetingOf(view, edge.from, edge.to);
    const ItemRole from_role = view.items()[from].role;
    const ItemRole to_role = view.items()[to].role;
    if (from_role == ItemRole::kMain && to_role == ItemRole::kMain) {
      ties[from].drawn = true;
      ties[to].drawn = true;
    }
    if (IsAside(from_role)) ties[to].aside_in = true;
    if (IsAside(to_role)) ties[from].aside_out = true;
    // Edges that leave a level hold on to what they come from there.
    for (std::uint32_t i = edge.from; i != from; i = view.parent(i)) ties[i].drawn = true;
    for (std::uint32_t i = edge.to; i != to; i = view.parent(i)) ties[i].drawn = true;
  }
  for (std::uint32_t i = 0; i < ties.size(); ++i) {
    ViewItem& item = view.items()[i];
    if (item.role != ItemRole::kMain || by_hand[i] || ties[i].drawn) continue;
    if (ties[i].aside_in == ties[i].aside_out) continue;
    item.role = ties[i].aside_in ? ItemRole::kSink : ItemRole::kSource;
  }
}

}  // namespace

bool IsEmbedded(const GraphIndex& index, std::uint32_t rank) {
  const ScopeTree& tree = index.tree();
  const Graph& graph = index.graph();
  const std::uint32_t node = tree.node_at(rank);
  const std::string_view op = graph.op(node);
  const std::uint32_t scope = tree.scope_at(rank);
  const auto takers = index.edges().takers(rank);
  if (op == "Const") {
    return !takers.empty() && std::ranges::all_of(graph.inputs(node), &Input::control) &&
           std::ranges::all_of(takers,
                               [&](std::uint32_t taker) { return tree.Holds(scope, taker); });
  }
  if (!IsSummary(op)) return false;
  bool taken = false;
  for (const Input& input : graph.inputs(node)) {
    if (input.node == kNoNode || input.node == node) continue;
    if (!tree.Holds(scope, tree.rank_of(input.node))) return false;
    taken |= !IsSummary(graph.op(input.node)) && graph.op(input.node) != "Const";
  }
  return taken && std::ranges::all_of(takers, [&](std::uint32_t taker) {
           return IsSummary(graph.op(tree.node_at(taker)));
         });
}

Meeting MeetingOf(const LevelView& view, std::uint32_t from, std::uint32_t to) {
  const auto depth = [&](std::uint32_t item) {
    return view.levels()[view.items()[item].level].depth;
  };
  while (view.items()[from].level != view.items()[to].level) {
    const std::uint32_t from_depth = depth(from);
    const std::uint32_t to_depth = depth(to);
    if (from_depth >= to_depth) from = view.parent(from);
    if (to_depth >= from_depth) to = view.parent(to);
  }
  return {from, to};
}

std::vector<std::uint32_t> ControlDegrees(const LevelView& view) {
  std::vector<std::uint32_t> degrees(view.items().size());
  KeyTable seen;
  for (const ViewEdge& edge : view.edges()) {
    if (edge.sum.controls == 0) continue;
    const auto [from, to] = MeetingOf(view, edge.from, edge.to);
    const std::uint32_t before = seen.size();
    if (seen.Number(PairKey(from, to)) < before) continue;
    ++degrees[from];
    ++degrees[to];
  }
  return degrees;
}

void AssignRoles(const ViewOptions& options, LevelView& view) {
  const auto items = view.items();
  std::vector<bool> by_hand(items.size());
  const Degrees degrees = CountDegrees(view);
  std::unordered_map<std::string_view, bool> named;  // whether it stays
  for (const std::string& name : options.aside) named[name] = false;
  for (const std::string& name : options.main) named[name] = true;
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    ViewItem& item = items[i];
    if (item.kind == ItemKind::kMore) continue;
    if (!named.empty()) {
      const auto found = named.find(view.name(i));
      if (found != named.end()) {
        by_hand[i] = true;
        item.role = found->second                    ? ItemRole::kMain
                    : degrees.in[i] > degrees.out[i] ? ItemRole::kSink
                                                     : ItemRole::kSource;
        continue;
      }
    }
    const bool is_scope = item.kind == ItemKind::kScope;
    if (is_scope && item.level == 0 && view.index().tree().path(item.ref) == kFunctionScope) {
      item.role = ItemRole::kFunctions;
    } else if (options.extract && item.role == ItemRole::kMain && item.kind == ItemKind::kOp &&
               view.index().graph().op(view.index().tree().node_at(item.ref)) == "NoOp") {
      item.role = ItemRole::kSink;
    }
  }
  if (!options.extract) return;
  for (const ViewLevel& level : view.levels()) ExtractByDegree(degrees, by_hand, view, level);
  ExtractStranded(by_hand, view);
}

}  // namespace sightglass::graph
