#include "graph/layout_cycles.h"

#include <deque>
#include <queue>
#include <tuple>

#include "graph/layout_adjacency.h"

namespace sightglass::graph {
namespace {

class Cutter {
 public:
  Cutter(std::uint32_t nodes, std::span<const LayoutEdge> edges)
      : edges_(edges),
        in_(nodes, edges, Side::kIn),
        out_(nodes, edges, Side::kOut),
        in_weight_(nodes),
        out_weight_(nodes),
        in_count_(nodes),
        out_count_(nodes),
        place_(nodes, 0),
        gone_(nodes, false) {
    for (const LayoutEdge& edge : edges) {
      if (edge.from == edge.to) continue;
      out_weight_[edge.from] += edge.weight;
      in_weight_[edge.to] += edge.weight;
      ++out_count_[edge.from];
      ++in_count_[edge.to];
    }
  }

  // Places of the nodes in an order that few edges go against.
  std::vector<std::int64_t> Order() {
    const auto count = static_cast<std::uint32_t>(gone_.size());
    for (std::uint32_t node = 0; node < count; ++node) Watch(node);
    left_ = count;
    while (left_ > 0) {
      TakeEnds();
      if (left_ > 0) TakeBest();
    }
    return place_;
  }

 private:
  // By surplus, then by number: the first node wins.
  using Candidate = std::tuple<double, std::uint32_t>;
  struct Worse {
    bool operator()(const Candidate& a, const Candidate& b) const {
      if (std::get<0>(a) != std::get<0>(b)) return std::get<0>(a) < std::get<0>(b);
      return std::get<1>(a) > std::get<1>(b);
    }
  };

  void Watch(std::uint32_t node) {
    if (in_count_[node] == 0) {
      sources_.push_back(node);
    } else if (out_count_[node] == 0) {
      sinks_.push_back(node);
    } else {
      best_.emplace(out_weight_[node] - in_weight_[node], node);
    }
  }

  // Both lists may hold nodes that are gone; they are passed over.
  void TakeEnds() {
    while (!sources_.empty() || !sinks_.empty()) {
      if (!sources_.empty()) {
        const std::uint32_t node = sources_.front();
        sources_.pop_front();
        if (!gone_[node]) Take(node, next_first_++);
      } else {
        const std::uint32_t node = sinks_.front();
        sinks_.pop_front();
        if (!gone_[node]) Take(node, next_last_--);
      }
    }
  }

  void TakeBest() {
    while (!best_.empty()) {
      const auto [surplus, node] = best_.top();
      best_.pop();
      // What changed since was pushed again.
      if (gone_[node] || surplus != out_weight_[node] - in_weight_[node]) continue;
      Take(node, next_first_++);
      return;
    }
  }

  void Take(std::uint32_t node, std::int64_t place) {
    gone_[node] = true;
    place_[node] = place;
    --left_;
    for (const std::uint32_t edge : out_[node]) {
      const std::uint32_t other = edges_[edge].to;
      if (gone_[other]) continue;
      in_weight_[other] -= edges_[edge].weight;
      --in_count_[other];
      Watch(other);
    }
    for (const std::uint32_t edge : in_[node]) {
      const std::uint32_t other = edges_[edge].from;
      if (gone_[other]) continue;
      out_weight_[other] -= edges_[edge].weight;
      --out_count_[other];
      Watch(other);
    }
  }

  std::span<const LayoutEdge> edges_;
  Adjacency in_;
  Adjacency out_;
  std::vector<double> in_weight_;
  std::vector<double> out_weight_;
  std::vector<std::uint32_t> in_count_;
  std::vector<std::uint32_t> out_count_;
  std::vector<std::int64_t> place_;
  std::vector<bool> gone_;
  std::deque<std::uint32_t> sources_;
  std::deque<std::uint32_t> sinks_;
  std::priority_queue<Candidate, std::vector<Candidate>, Worse> best_;
  std::int64_t next_first_ = 0;
  std::int64_t next_last_ = -1;
  std::uint32_t left_ = 0;
};

}  // namespace

std::vector<bool> TurnedEdges(std::uint32_t nodes, std::span<const LayoutEdge> edges) {
  std::vector<std::int64_t> place = Cutter(nodes, edges).Order();
  // Those put last got places below 0.
  for (std::int64_t& at : place) {
    if (at < 0) at += std::int64_t{1} << 40;
  }
  std::vector<bool> turned(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    turned[i] = place[edges[i].from] > place[edges[i].to];
  }
  return turned;
}

}  // namespace sightglass::graph
