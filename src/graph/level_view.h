#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "graph/scope_tree_index.h"
#include "graph/series_groups.h"

namespace sightglass::graph {

inline constexpr std::uint32_t kNoItem = ~0U;
inline constexpr std::uint32_t kNoLevel = ~0U;

enum class ItemKind : std::uint8_t {
  kScope,
  kFunction,  // a scope that is a function of the library
  kOp,
  kSeries,
  kMore,  // all that a level has beyond the limit
};

// Where an item is drawn.
enum class ItemRole : std::uint8_t {
  kMain,       // in the drawing
  kSource,     // beside it, as a little node at each that takes of it
  kSink,       // beside it, as a little node at each that it takes of
  kEmbedded,   // only as a little node at its neighbours
  kFunctions,  // the library of functions, beside it
};

// What a request wants to see.
struct ViewOptions {
  std::vector<std::string> open{};   // paths of scopes and names of series
  bool series = true;                // fold series of like nodes
  std::vector<std::string> apart{};  // names of series that are not folded
  bool embed = true;                 // constants and summaries as little nodes at their neighbours
  bool extract = true;               // nodes of high degree to the side
  std::vector<std::string> main{};   // names that stay in the drawing
  std::vector<std::string> aside{};  // names that are taken out of it
  std::size_t max_level_items = 5'000;
  std::size_t max_items = 20'000;
  std::size_t max_levels = 1'000;
  std::size_t max_depth = 200;  // of levels in each other
};

// One thing that is seen: a scope, open or closed, a node, or several nodes as one.
struct ViewItem {
  ItemKind kind = ItemKind::kOp;
  ItemRole role = ItemRole::kMain;
  std::uint32_t level = 0;         // in which it stands
  std::uint32_t inner = kNoLevel;  // the level of what is in it, if it is open
  std::uint32_t ref = 0;           // scope; rank of a node; number of a series
  std::uint32_t first_range = 0;   // its nodes: ranges [first_range, end_range) of the view
  std::uint32_t end_range = 0;
  std::uint32_t nodes = 0;
  std::uint32_t inner_edges = 0;  // of a closed series: between its nodes
};

// What is in one open scope or series.
struct ViewLevel {
  std::uint32_t scope = kRootScope;
  std::uint32_t item = kNoItem;  // that is open; kNoItem: the root
  std::uint32_t begin = 0;       // its items
  std::uint32_t end = 0;
  std::uint32_t depth = 0;
};

// Everything that flows from one closed item to another.
struct EdgeSum {
  std::uint32_t tensors = 0;  // control edges not counted
  std::uint32_t controls = 0;
  std::uint32_t references = 0;
  std::uint32_t shape = kUnknownShape;  // of the one tensor; of several: of the first
  double elements = 0;
  // Of two graphs in one, control edges included.
  std::uint32_t only_first = 0;
  std::uint32_t only_second = 0;

  void Add(const Edge& edge, const LevelEdges& edges);
  void Add(const EdgeSum& other);
};

struct ViewEdge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  EdgeSum sum{};
};

// What is seen of a graph when some scopes are open: items in levels, and edges between closed
// items. Every node is in just one closed item.
//
// Cost: linear in the children of open scopes, the edges between them, and the nodes of the graph
// (4 bytes each).
class LevelView {
 public:
  // `index` must outlive the view. What `options` names that is not there counts for nothing.
  LevelView(const GraphIndex& index, const ViewOptions& options);

  [[nodiscard]] const GraphIndex& index() const { return *index_; }
  // Level 0 is the root; an inner level comes after the one it is in.
  [[nodiscard]] std::span<const ViewLevel> levels() const { return levels_; }
  // Those of one level stand together, in the order in which the graph first names them.
  [[nodiscard]] std::span<const ViewItem> items() const { return items_; }
  [[nodiscard]] std::span<ViewItem> items() { return items_; }
  [[nodiscard]] std::span<const ViewEdge> edges() const { return edges_; }
  [[nodiscard]] const SeriesGroup& series(std::uint32_t number) const { return series_[number]; }
  [[nodiscard]] std::span<const RankRange> ranges(const ViewItem& item) const {
    return std::span(ranges_).subspan(item.first_range, item.end_range - item.first_range);
  }
  // The closed item that the node of this rank is in.
  [[nodiscard]] std::uint32_t item_at(std::uint32_t rank) const { return item_at_[rank]; }
  // The open item around this one; kNoItem at the root.
  [[nodiscard]] std::uint32_t parent(std::uint32_t item) const {
    return levels_[items_[item].level].item;
  }
  // Scopes and series that should be open, but for the limits.
  [[nodiscard]] std::uint64_t left_closed() const { return left_closed_; }

  // The name of what it stands for; of kMore that of its scope.
  [[nodiscard]] std::string name(std::uint32_t item) const;
  // The same, and what it is: unique, and the same in every view that has it.
  [[nodiscard]] std::string id(std::uint32_t item) const;
  [[nodiscard]] std::string label(std::uint32_t item) const;

 private:
  class Maker;

  const GraphIndex* index_;
  std::vector<ViewLevel> levels_;
  std::vector<ViewItem> items_;
  std::vector<ViewEdge> edges_;
  std::vector<SeriesGroup> series_;
  std::vector<RankRange> ranges_;
  std::vector<std::uint32_t> item_at_;
  std::uint64_t left_closed_ = 0;
};

}  // namespace sightglass::graph
