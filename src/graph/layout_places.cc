#include "graph/layout_places.h"

#include <algorithm>
#include <array>
#include <limits>

#include "graph/level_edges_table.h"

namespace sightglass::graph {
namespace {

constexpr double kFar = std::numeric_limits<double>::max();

class Placer {
 public:
  Placer(const LayeredGraph& graph, std::span<const double> widths, const LayoutGaps& gaps)
      : graph_(graph), widths_(widths), gaps_(gaps), place_(graph.size()) {
    for (const auto& layer : graph.layers) {
      for (std::uint32_t i = 0; i < layer.size(); ++i) place_[layer[i]] = i;
    }
    FindConflicts();
  }

  std::vector<double> Place() {
    std::array<std::vector<double>, 4> drawings;
    for (int corner = 0; corner < 4; ++corner) {
      from_top_ = corner < 2;
      from_left_ = corner % 2 == 0;
      Align();
      drawings[static_cast<std::size_t>(corner)] = Compact();
    }
    return Middle(drawings);
  }

 private:
  // Segments that cross one between two passing places give way to it: long edges stay straight.
  void FindConflicts() {
    for (std::size_t i = 0; i + 1 < graph_.layers.size(); ++i) {
      const auto& upper = graph_.layers[i];
      const auto& lower = graph_.layers[i + 1];
      std::int64_t left = 0;  // place of the last inner segment's upper end
      std::size_t done = 0;
      for (std::size_t j = 0; j < lower.size(); ++j) {
        const std::int64_t inner = InnerUpper(lower[j]);
        if (inner < 0 && j + 1 < lower.size()) continue;
        const std::int64_t right = inner >= 0 ? inner : static_cast<std::int64_t>(upper.size()) - 1;
        for (; done <= j; ++done) {
          for (const std::uint32_t vertex : graph_.up(lower[done])) {
            const auto at = static_cast<std::int64_t>(place_[vertex]);
            const bool is_inner = graph_.IsPassing(vertex) && graph_.IsPassing(lower[done]);
            if ((at < left || at > right) && !is_inner) {
              conflicts_.Number(PairKey(vertex, lower[done]));
            }
          }
        }
        left = right;
      }
    }
  }

  // Of a passing place whose edge passes the layer above, too: where; else -1.
  [[nodiscard]] std::int64_t InnerUpper(std::uint32_t vertex) const {
    if (!graph_.IsPassing(vertex) || graph_.up(vertex).empty()) return -1;
    const std::uint32_t above = graph_.up(vertex).front();
    return graph_.IsPassing(above) ? static_cast<std::int64_t>(place_[above]) : -1;
  }

  // Neighbours in the layer that was aligned before, from the side that we come from.
  void SortNeighbours(std::uint32_t vertex) {
    const auto neighbours = from_top_ ? graph_.up(vertex) : graph_.down(vertex);
    neighbours_.assign(neighbours.begin(), neighbours.end());
    std::ranges::sort(neighbours_, [this](std::uint32_t a, std::uint32_t b) {
      return from_left_ ? place_[a] < place_[b] : place_[a] > place_[b];
    });
  }

  [[nodiscard]] bool InConflict(std::uint32_t a, std::uint32_t b) const {
    return conflicts_.Has(from_top_ ? PairKey(a, b) : PairKey(b, a));
  }

  // Joins each vertex with a middle neighbour into blocks that shall stand straight.
  void Align() {
    root_.resize(graph_.size());
    next_.resize(graph_.size());
    for (std::uint32_t vertex = 0; vertex < graph_.size(); ++vertex) {
      root_[vertex] = vertex;
      next_[vertex] = vertex;
    }
    const std::size_t count = graph_.layers.size();
    for (std::size_t step = 1; step < count; ++step) {
      const auto& layer = graph_.layers[from_top_ ? step : count - 1 - step];
      std::int64_t limit = -1;  // in places from our side: what is aligned must not cross
      const std::size_t neighbours_count =
          graph_.layers[from_top_ ? step - 1 : count - step].size();
      for (std::size_t i = 0; i < layer.size(); ++i) {
        const std::uint32_t vertex = layer[from_left_ ? i : layer.size() - 1 - i];
        SortNeighbours(vertex);
        if (neighbours_.empty()) continue;
        const std::size_t low = (neighbours_.size() - 1) / 2;
        const std::size_t high = neighbours_.size() / 2;
        for (std::size_t middle = low; middle <= high && next_[vertex] == vertex; ++middle) {
          const std::uint32_t other = neighbours_[middle];
          const std::int64_t at =
              from_left_ ? std::int64_t{place_[other]}
                         : static_cast<std::int64_t>(neighbours_count) - 1 - place_[other];
          if (InConflict(other, vertex) || at <= limit) continue;
          next_[other] = vertex;
          root_[vertex] = root_[other];
          next_[vertex] = root_[vertex];
          limit = at;
        }
      }
    }
  }

  [[nodiscard]] double Gap(std::uint32_t a, std::uint32_t b) const {
    const bool passing = graph_.IsPassing(a) || graph_.IsPassing(b);
    return (widths_[a] + widths_[b]) / 2 + (passing ? gaps_.edge : gaps_.node);
  }

  // Blocks as far to our side as gaps allow, then back as far as the next block lets them.
  std::vector<double> Compact() {
    struct Arc {
      std::uint32_t left = 0;  // blocks, seen from our side
      std::uint32_t right = 0;
      double gap = 0;
    };
    std::vector<Arc> arcs;
    std::vector<std::uint32_t> waits(graph_.size());
    for (const auto& layer : graph_.layers) {
      for (std::size_t i = 0; i + 1 < layer.size(); ++i) {
        const std::uint32_t a = from_left_ ? layer[i] : layer[layer.size() - 1 - i];
        const std::uint32_t b = from_left_ ? layer[i + 1] : layer[layer.size() - 2 - i];
        arcs.push_back({root_[a], root_[b], Gap(a, b)});
        ++waits[root_[b]];
      }
    }
    std::vector<std::uint32_t> first(graph_.size() + std::size_t{1});
    for (const Arc& arc : arcs) ++first[arc.left + 1];
    for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    std::vector<Arc> by_left(arcs.size());
    std::vector<std::uint32_t> fill(first.begin(), first.end() - 1);
    for (const Arc& arc : arcs) by_left[fill[arc.left]++] = arc;

    std::vector<double> at(graph_.size(), 0);
    std::vector<std::uint32_t> order;
    for (std::uint32_t vertex = 0; vertex < graph_.size(); ++vertex) {
      if (root_[vertex] == vertex && waits[vertex] == 0) order.push_back(vertex);
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (std::uint32_t j = first[order[i]]; j < first[order[i] + 1]; ++j) {
        const Arc& arc = by_left[j];
        at[arc.right] = std::max(at[arc.right], at[arc.left] + arc.gap);
        if (--waits[arc.right] == 0) order.push_back(arc.right);
      }
    }
    for (auto block = order.rbegin(); block != order.rend(); ++block) {
      double most = kFar;
      for (std::uint32_t j = first[*block]; j < first[*block + 1]; ++j) {
        most = std::min(most, at[by_left[j].right] - by_left[j].gap);
      }
      if (most != kFar) at[*block] = std::max(at[*block], most);
    }
    std::vector<double> x(graph_.size());
    for (std::uint32_t vertex = 0; vertex < graph_.size(); ++vertex) {
      x[vertex] = from_left_ ? at[root_[vertex]] : -at[root_[vertex]];
    }
    return x;
  }

  // All drawings are put over the narrowest, at the side from which they were made. Order within a
  // layer holds in each of them, so it holds for the middle ones.
  std::vector<double> Middle(std::array<std::vector<double>, 4>& drawings) const {
    std::array<double, 4> low{};
    std::array<double, 4> high{};
    std::size_t narrowest = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      low[i] = kFar;
      high[i] = -kFar;
      for (std::uint32_t vertex = 0; vertex < graph_.size(); ++vertex) {
        low[i] = std::min(low[i], drawings[i][vertex] - widths_[vertex] / 2);
        high[i] = std::max(high[i], drawings[i][vertex] + widths_[vertex] / 2);
      }
      if (high[i] - low[i] < high[narrowest] - low[narrowest]) narrowest = i;
    }
    std::vector<double> x(graph_.size());
    for (std::uint32_t vertex = 0; vertex < graph_.size(); ++vertex) {
      std::array<double, 4> at{};
      for (std::size_t i = 0; i < 4; ++i) {
        const double shift = i % 2 == 0 ? low[narrowest] - low[i] : high[narrowest] - high[i];
        at[i] = drawings[i][vertex] + shift;
      }
      std::ranges::sort(at);
      x[vertex] = (at[1] + at[2]) / 2;
    }
    return x;
  }

  const LayeredGraph& graph_;
  std::span<const double> widths_;
  const LayoutGaps& gaps_;
  std::vector<std::uint32_t> place_;  // in its layer
  KeyTable conflicts_;                // segments, upper and lower
  bool from_top_ = true;
  bool from_left_ = true;
  std::vector<std::uint32_t> root_;  // of its block
  std::vector<std::uint32_t> next_;  // in its block, around
  std::vector<std::uint32_t> neighbours_;
};

// Rounding may have brought neighbours a hair too near.
void Spread(const LayeredGraph& graph, std::span<const double> widths, const LayoutGaps& gaps,
            std::vector<double>& x) {
  for (const auto& layer : graph.layers) {
    for (std::size_t i = 1; i < layer.size(); ++i) {
      const std::uint32_t a = layer[i - 1];
      const std::uint32_t b = layer[i];
      const bool passing = graph.IsPassing(a) || graph.IsPassing(b);
      x[b] = std::max(x[b], x[a] + (widths[a] + widths[b]) / 2 + (passing ? gaps.edge : gaps.node));
    }
  }
}

}  // namespace

std::vector<double> PlaceVertices(const LayeredGraph& graph, std::span<const double> widths,
                                  const LayoutGaps& gaps) {
  if (graph.size() == 0) return {};
  std::vector<double> x = Placer(graph, widths, gaps).Place();
  Spread(graph, widths, gaps, x);
  return x;
}

}  // namespace sightglass::graph
