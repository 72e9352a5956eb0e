#include "graph/level_view.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "graph/auxiliary_nodes.h"
#include "graph/level_edges_table.h"

namespace sightglass::graph {
namespace {

std::uint32_t AddUpTo(std::uint32_t a, std::uint32_t b) { return a > ~0U - b ? ~0U : a + b; }

}  // namespace

void EdgeSum::Add(const Edge& edge, const LevelEdges& edges) {
  only_first = AddUpTo(only_first, edge.side() == GraphSide::kFirst ? 1 : 0);
  only_second = AddUpTo(only_second, edge.side() == GraphSide::kSecond ? 1 : 0);
  if (edge.control()) {
    controls = AddUpTo(controls, 1);
    return;
  }
  if (tensors == 0) shape = edge.shape();
  tensors = AddUpTo(tensors, 1);
  references = AddUpTo(references, edge.reference() ? 1 : 0);
  elements += edges.elements(edge.shape());
}

void EdgeSum::Add(const EdgeSum& other) {
  if (tensors == 0) shape = other.shape;
  tensors = AddUpTo(tensors, other.tensors);
  controls = AddUpTo(controls, other.controls);
  references = AddUpTo(references, other.references);
  elements += other.elements;
  only_first = AddUpTo(only_first, other.only_first);
  only_second = AddUpTo(only_second, other.only_second);
}

class LevelView::Maker {
 public:
  Maker(LevelView& view, const ViewOptions& options)
      : view_(view), tree_(view.index_->tree()), options_(options) {
    for (const std::string& name : options.open) {
      const auto scope = tree_.Find(name);
      if (scope) open_scopes_.insert(*scope);
    }
    open_names_ = {options.open.begin(), options.open.end()};
    apart_ = options.apart;
    std::ranges::sort(apart_);
  }

  void Make() {
    view_.levels_.push_back({});
    FillScope(0);
    // Levels are added at the end while this goes on.
    for (std::uint32_t level = 0; level < view_.levels_.size(); ++level) OpenItems(level);
    PlaceNodes();
    SumEdges();
  }

 private:
  // A child of a scope on its way to be an item.
  struct Child {
    ItemKind kind = ItemKind::kOp;
    std::uint32_t ref = 0;
    std::uint32_t order = 0;  // the node that first names it
    bool embedded = false;
  };

  void FillScope(std::uint32_t level) {
    const std::uint32_t scope = view_.levels_[level].scope;
    std::vector<Child> children = ScopesIn(scope);
    const std::size_t first_op = children.size();
    std::vector<std::uint32_t> plain;  // ranks of nodes that may be in a series
    for (std::uint32_t rank = tree_.first_rank(scope); rank < tree_.own_end_rank(scope); ++rank) {
      if (options_.embed && IsEmbedded(*view_.index_, rank)) {
        children.push_back({ItemKind::kOp, rank, tree_.node_at(rank), true});
      } else {
        plain.push_back(rank);
      }
    }
    if (options_.series) FoldSeries(scope, plain, children);
    for (const std::uint32_t rank : plain) {
      children.push_back({ItemKind::kOp, rank, tree_.node_at(rank), false});
    }
    // Within a limit, scopes come before nodes: more hangs on them.
    const std::size_t room = Room();
    std::vector<Child> rest;
    if (children.size() > room) {
      std::stable_sort(children.begin() + static_cast<std::ptrdiff_t>(first_op), children.end(),
                       [](const Child& a, const Child& b) {
                         return std::pair(a.kind != ItemKind::kSeries, a.order) <
                                std::pair(b.kind != ItemKind::kSeries, b.order);
                       });
      const std::size_t kept = std::max<std::size_t>(room, 1) - 1;
      rest.assign(children.begin() + static_cast<std::ptrdiff_t>(kept), children.end());
      children.resize(kept);
    }
    std::ranges::stable_sort(children, {}, &Child::order);
    view_.levels_[level].begin = static_cast<std::uint32_t>(view_.items_.size());
    for (const Child& child : children) AddItem(level, child);
    if (!rest.empty()) AddMore(level, rest);
    view_.levels_[level].end = static_cast<std::uint32_t>(view_.items_.size());
  }

  std::vector<Child> ScopesIn(std::uint32_t scope) const {
    std::vector<Child> children;
    const bool library = scope != kRootScope && tree_.path(scope) == kFunctionScope;
    for (std::uint32_t child = scope + 1; child < tree_.end(scope); child = tree_.end(child)) {
      children.push_back({library ? ItemKind::kFunction : ItemKind::kScope, child,
                          tree_.first_node(child), false});
    }
    return children;
  }

  // Takes nodes that are in a series out of `plain`.
  void FoldSeries(std::uint32_t scope, std::vector<std::uint32_t>& plain,
                  std::vector<Child>& children) {
    std::vector<SeriesGroup> groups = FindSeries(tree_, scope, plain, apart_);
    std::vector<std::uint32_t> folded;
    for (SeriesGroup& group : groups) {
      folded.insert(folded.end(), group.ranks.begin(), group.ranks.end());
      const std::uint32_t first = tree_.node_at(std::ranges::min(group.ranks));
      children.push_back(
          {ItemKind::kSeries, static_cast<std::uint32_t>(view_.series_.size()), first, false});
      view_.series_.push_back(std::move(group));
    }
    std::ranges::sort(folded);
    std::erase_if(plain,
                  [&](std::uint32_t rank) { return std::ranges::binary_search(folded, rank); });
  }

  [[nodiscard]] std::size_t Room() const {
    const std::size_t all = options_.max_items - std::min(options_.max_items, view_.items_.size());
    return std::min(options_.max_level_items, all);
  }

  void AddRanges(const Child& child) {
    if (child.kind == ItemKind::kSeries) {
      for (const std::uint32_t rank : view_.series_[child.ref].ranks) {
        view_.ranges_.push_back({rank, rank + 1});
      }
    } else if (child.kind == ItemKind::kOp) {
      view_.ranges_.push_back({child.ref, child.ref + 1});
    } else {
      view_.ranges_.push_back({tree_.first_rank(child.ref), tree_.end_rank(child.ref)});
    }
  }

  void AddItem(std::uint32_t level, const Child& child) {
    ViewItem item{.kind = child.kind, .level = level, .ref = child.ref};
    if (child.embedded) item.role = ItemRole::kEmbedded;
    item.first_range = static_cast<std::uint32_t>(view_.ranges_.size());
    AddRanges(child);
    Finish(item);
  }

  void AddMore(std::uint32_t level, const std::vector<Child>& rest) {
    ViewItem item{.kind = ItemKind::kMore, .level = level, .ref = view_.levels_[level].scope};
    item.first_range = static_cast<std::uint32_t>(view_.ranges_.size());
    for (const Child& child : rest) AddRanges(child);
    Finish(item);
  }

  void Finish(ViewItem& item) {
    item.end_range = static_cast<std::uint32_t>(view_.ranges_.size());
    for (const RankRange& range : view_.ranges(item)) item.nodes += range.end - range.begin;
    view_.items_.push_back(item);
  }

  [[nodiscard]] bool IsOpen(const ViewItem& item) const {
    if (item.kind == ItemKind::kScope || item.kind == ItemKind::kFunction) {
      return open_scopes_.contains(item.ref);
    }
    return item.kind == ItemKind::kSeries && open_names_.contains(view_.series_[item.ref].name);
  }

  void OpenItems(std::uint32_t level) {
    for (std::uint32_t i = view_.levels_[level].begin; i < view_.levels_[level].end; ++i) {
      if (!IsOpen(view_.items_[i])) continue;
      if (view_.levels_.size() >= options_.max_levels || Room() < 2 ||
          view_.levels_[level].depth + 1 >= options_.max_depth) {
        ++view_.left_closed_;
        continue;
      }
      const auto inner = static_cast<std::uint32_t>(view_.levels_.size());
      view_.items_[i].inner = inner;
      const bool is_series = view_.items_[i].kind == ItemKind::kSeries;
      view_.levels_.push_back(
          {.scope = is_series ? view_.levels_[level].scope : view_.items_[i].ref,
           .item = i,
           .depth = view_.levels_[level].depth + 1});
      if (is_series) {
        FillSeries(inner, view_.items_[i].ref);
      } else {
        FillScope(inner);
      }
    }
  }

  void FillSeries(std::uint32_t level, std::uint32_t series) {
    view_.levels_[level].begin = static_cast<std::uint32_t>(view_.items_.size());
    const std::vector<std::uint32_t>& ranks = view_.series_[series].ranks;
    const std::size_t room = std::max<std::size_t>(Room(), 1);
    const std::size_t kept = ranks.size() > room ? room - 1 : ranks.size();
    std::vector<Child> rest;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      const Child child{ItemKind::kOp, ranks[i], 0, false};
      if (i < kept) {
        AddItem(level, child);
      } else {
        rest.push_back(child);
      }
    }
    if (!rest.empty()) AddMore(level, rest);
    view_.levels_[level].end = static_cast<std::uint32_t>(view_.items_.size());
  }

  void PlaceNodes() {
    view_.item_at_.assign(view_.index_->graph().size(), kNoItem);
    for (std::uint32_t i = 0; i < view_.items_.size(); ++i) {
      if (view_.items_[i].inner != kNoLevel) continue;
      for (const RankRange& range : view_.ranges(view_.items_[i])) {
        std::fill(view_.item_at_.begin() + range.begin, view_.item_at_.begin() + range.end, i);
      }
    }
  }

  void SumEdges() {
    const LevelEdges& edges = view_.index_->edges();
    KeyTable pairs;
    for (const ViewLevel& level : view_.levels_) {
      // The edges of an open series are among those of its scope.
      if (level.item != kNoItem && view_.items_[level.item].kind == ItemKind::kSeries) continue;
      for (const Edge& edge : edges.in(level.scope)) {
        const std::uint32_t from = view_.item_at_[edge.from];
        const std::uint32_t to = view_.item_at_[edge.to];
        if (from == to) {
          ++view_.items_[from].inner_edges;
          continue;
        }
        const std::uint32_t number = pairs.Number(PairKey(from, to));
        if (number == view_.edges_.size()) view_.edges_.push_back({from, to, {}});
        view_.edges_[number].sum.Add(edge, edges);
      }
    }
  }

  LevelView& view_;
  const ScopeTree& tree_;
  const ViewOptions& options_;
  std::unordered_set<std::uint32_t> open_scopes_;
  std::unordered_set<std::string_view> open_names_;
  std::vector<std::string> apart_;
};

LevelView::LevelView(const GraphIndex& index, const ViewOptions& options) : index_(&index) {
  Maker(*this, options).Make();
  AssignRoles(options, *this);
}

std::string LevelView::name(std::uint32_t number) const {
  const ViewItem& item = items_[number];
  switch (item.kind) {
    case ItemKind::kOp:
      return std::string(index_->graph().name(index_->tree().node_at(item.ref)));
    case ItemKind::kSeries:
      return series_[item.ref].name;
    default:
      return std::string(index_->tree().path(item.ref));
  }
}

std::string LevelView::id(std::uint32_t number) const {
  const ViewItem& item = items_[number];
  switch (item.kind) {
    case ItemKind::kOp:
      return "n:" + name(number);
    case ItemKind::kSeries:
      return "g:" + name(number);
    case ItemKind::kMore:
      // An open series has the scope of the level it is in.
      return "m:" + (parent(number) == kNoItem ? std::string() : name(parent(number)));
    default:
      return "s:" + name(number);
  }
}

std::string LevelView::label(std::uint32_t number) const {
  const ViewItem& item = items_[number];
  const ScopeTree& tree = index_->tree();
  std::string label;
  switch (item.kind) {
    case ItemKind::kOp:
      label = tree.node_label(item.ref);
      break;
    case ItemKind::kSeries: {
      const std::string_view path = tree.path(tree.scope_at(series_[item.ref].ranks.front()));
      label = series_[item.ref].name.substr(path.empty() ? 0 : path.size() + 1);
      break;
    }
    case ItemKind::kMore:
      return {};
    default:
      label = tree.label(item.ref);
  }
  // A part of a name that is empty should be seen, too.
  return label.empty() ? "/" : label;
}

}  // namespace sightglass::graph
