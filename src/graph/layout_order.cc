#include "graph/layout_order.h"

#include <algorithm>
#include <numeric>

namespace sightglass::graph {
namespace {

// Vertices and segments looked at, in all sweeps together.
constexpr std::size_t kMaxSteps = 4'000'000;
constexpr int kMaxSweeps = 24;
// So many sweeps without gain end the search.
constexpr int kMaxIdleSweeps = 4;
// Swapping looks at pairs of segments, so only graphs up to this size get it.
constexpr std::size_t kMaxSwapSegments = 5'000;
constexpr int kMaxSwapRounds = 4;

using Layers = std::vector<std::vector<std::uint32_t>>;

// Counts of numbers below a limit, with running totals.
class RunningCounts {
 public:
  void Reset(std::size_t limit) { sums_.assign(limit + 1, 0); }
  void Add(std::size_t at) {
    for (++at; at < sums_.size(); at += at & (~at + 1)) ++sums_[at];
  }
  // Of numbers up to `at`.
  [[nodiscard]] std::uint64_t UpTo(std::size_t at) const {
    std::uint64_t sum = 0;
    for (++at; at > 0; at -= at & (~at + 1)) sum += sums_[at];
    return sum;
  }

 private:
  std::vector<std::uint32_t> sums_;
};

class Orderer {
 public:
  explicit Orderer(LayeredGraph& graph) : graph_(graph), place_(graph.size()) {}

  void Order() {
    WalkFromTop();
    Layers best = graph_.layers;
    std::uint64_t fewest = CountCrossings(graph_);
    const std::size_t a_sweep = graph_.size() + graph_.segments() * 4 + 1;
    const int sweeps =
        static_cast<int>(std::clamp<std::size_t>(kMaxSteps / a_sweep, 2, kMaxSweeps));
    int idle = 0;
    for (int sweep = 0; sweep < sweeps && fewest > 0 && idle < kMaxIdleSweeps; ++sweep) {
      Sweep(sweep % 2 == 0);
      if (graph_.segments() <= kMaxSwapSegments) SwapNeighbours();
      const std::uint64_t crossings = CountCrossings(graph_);
      ++idle;
      if (crossings < fewest) {
        fewest = crossings;
        best = graph_.layers;
        idle = 0;
      }
    }
    graph_.layers = std::move(best);
  }

 private:
  // Depth first, so that what hangs together stands together.
  void WalkFromTop() {
    std::vector<bool> seen(graph_.size());
    std::vector<std::uint32_t> stack;
    const Layers before = graph_.layers;
    for (auto& layer : graph_.layers) layer.clear();
    for (const auto& layer : before) {
      for (const std::uint32_t start : layer) {
        stack.push_back(start);
        while (!stack.empty()) {
          const std::uint32_t vertex = stack.back();
          stack.pop_back();
          if (seen[vertex]) continue;
          seen[vertex] = true;
          graph_.layers[graph_.layer_of(vertex)].push_back(vertex);
          const auto down = graph_.down(vertex);
          stack.insert(stack.end(), down.rbegin(), down.rend());
        }
      }
    }
    for (const auto& layer : graph_.layers) Number(layer);
  }

  void Number(const std::vector<std::uint32_t>& layer) {
    for (std::uint32_t i = 0; i < layer.size(); ++i) place_[layer[i]] = i;
  }

  void Sweep(bool downwards) {
    const std::size_t count = graph_.layers.size();
    for (std::size_t i = 1; i < count; ++i) {
      SortLayer(graph_.layers[downwards ? i : count - 1 - i], downwards);
    }
  }

  // Vertices without neighbours on that side stay where they are; others share the places left.
  void SortLayer(std::vector<std::uint32_t>& layer, bool by_upper) {
    struct Mean {
      double place = 0;
      std::uint32_t vertex = 0;
    };
    std::vector<Mean> means;
    std::vector<bool> fixed(layer.size());
    for (std::size_t i = 0; i < layer.size(); ++i) {
      const auto neighbours = by_upper ? graph_.up(layer[i]) : graph_.down(layer[i]);
      if (neighbours.empty()) {
        fixed[i] = true;
        continue;
      }
      double sum = 0;
      for (const std::uint32_t neighbour : neighbours) sum += place_[neighbour];
      means.push_back({sum / static_cast<double>(neighbours.size()), layer[i]});
    }
    std::ranges::stable_sort(means, {}, &Mean::place);
    auto next = means.begin();
    for (std::size_t i = 0; i < layer.size(); ++i) {
      if (!fixed[i]) layer[i] = (next++)->vertex;
    }
    Number(layer);
  }

  void SwapNeighbours() {
    bool swapped = true;
    for (int round = 0; round < kMaxSwapRounds && swapped; ++round) {
      swapped = false;
      for (auto& layer : graph_.layers) {
        for (std::size_t i = 0; i + 1 < layer.size(); ++i) {
          if (Gain(layer[i], layer[i + 1]) <= 0) continue;
          std::swap(layer[i], layer[i + 1]);
          std::swap(place_[layer[i]], place_[layer[i + 1]]);
          swapped = true;
        }
      }
    }
  }

  // Crossings saved when b stands left of a, not right.
  std::int64_t Gain(std::uint32_t a, std::uint32_t b) {
    return Gain(graph_.up(a), graph_.up(b)) + Gain(graph_.down(a), graph_.down(b));
  }
  std::int64_t Gain(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
    // The sums of a few places each would do for most; a hub with thousands of neighbours is left
    // to the means.
    if (a.size() * b.size() > 1'024) return 0;
    std::int64_t gain = 0;
    for (const std::uint32_t from_a : a) {
      for (const std::uint32_t from_b : b) {
        gain +=
            (place_[from_a] > place_[from_b] ? 1 : 0) - (place_[from_a] < place_[from_b] ? 1 : 0);
      }
    }
    return gain;
  }

  LayeredGraph& graph_;
  std::vector<std::uint32_t> place_;  // in its layer
};

}  // namespace

LayeredGraph::LayeredGraph(std::uint32_t nodes, std::vector<std::uint32_t> layer_of,
                           std::span<const Segment> segments)
    : nodes_(nodes),
      layer_of_(std::move(layer_of)),
      first_up_(layer_of_.size() + 1),
      first_down_(layer_of_.size() + 1) {
  const std::uint32_t deepest =
      layer_of_.empty() ? 0 : *std::max_element(layer_of_.begin(), layer_of_.end());
  layers.resize(layer_of_.empty() ? 0 : deepest + std::size_t{1});
  for (std::uint32_t vertex = 0; vertex < size(); ++vertex) {
    layers[layer_of_[vertex]].push_back(vertex);
  }
  for (const auto& [upper, lower] : segments) {
    ++first_down_[upper + 1];
    ++first_up_[lower + 1];
  }
  std::partial_sum(first_up_.begin(), first_up_.end(), first_up_.begin());
  std::partial_sum(first_down_.begin(), first_down_.end(), first_down_.begin());
  up_.resize(segments.size());
  down_.resize(segments.size());
  std::vector<std::uint32_t> next_up(first_up_.begin(), first_up_.end() - 1);
  std::vector<std::uint32_t> next_down(first_down_.begin(), first_down_.end() - 1);
  for (const auto& [upper, lower] : segments) {
    down_[next_down[upper]++] = lower;
    up_[next_up[lower]++] = upper;
  }
}

std::uint64_t CountCrossings(const LayeredGraph& graph) {
  std::vector<std::uint32_t> place(graph.size());
  for (const auto& layer : graph.layers) {
    for (std::uint32_t i = 0; i < layer.size(); ++i) place[layer[i]] = i;
  }
  std::uint64_t crossings = 0;
  RunningCounts ends;
  std::vector<std::uint32_t> targets;
  for (std::size_t i = 0; i + 1 < graph.layers.size(); ++i) {
    ends.Reset(graph.layers[i + 1].size());
    std::uint64_t before = 0;
    for (const std::uint32_t vertex : graph.layers[i]) {
      targets.clear();
      for (const std::uint32_t lower : graph.down(vertex)) targets.push_back(place[lower]);
      // Those of one vertex do not cross each other.
      for (const std::uint32_t target : targets) crossings += before - ends.UpTo(target);
      for (const std::uint32_t target : targets) ends.Add(target);
      before += targets.size();
    }
  }
  return crossings;
}

void OrderLayers(LayeredGraph& graph) { Orderer(graph).Order(); }

}  // namespace sightglass::graph
