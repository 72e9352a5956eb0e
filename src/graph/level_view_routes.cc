#include "graph/level_view_routes.h"

#include <array>
#include <unordered_set>
#include <utility>
#include <vector>

#include "graph/auxiliary_nodes.h"
#include "graph/level_edges_table.h"

namespace sightglass::graph {
namespace {

// A line that leads from an item of an open level to its border.
struct Lead {
  std::uint32_t item = 0;
  std::uint32_t neighbour = 0;
  bool out = false;
  EdgeSum sum{};
};

class Router {
 public:
  explicit Router(const LevelView& view)
      : view_(view),
        controls_(ControlDegrees(view)),
        leads_(view.levels().size()),
        shared_(view.levels().size()) {
    routes_.levels.resize(view.levels().size());
    routes_.in.resize(view.items().size());
    routes_.out.resize(view.items().size());
  }

  ViewRoutes Route() {
    KeyTable pairs;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> places;  // level, edge in it; by pair
    for (const ViewEdge& edge : view_.edges()) {
      const auto [from, to] = MeetingOf(view_, edge.from, edge.to);
      const bool crowded = edge.sum.tensors == 0 &&
                           (controls_[from] > kMaxControlEdges || controls_[to] > kMaxControlEdges);
      if (!IsMain(from) || !IsMain(to) || crowded) {
        Annotate(routes_.out[edge.from], edge.to, edge.sum);
        Annotate(routes_.in[edge.to], edge.from, edge.sum);
        continue;
      }
      const std::uint32_t level = view_.items()[from].level;
      const std::uint32_t number = pairs.Number(PairKey(from, to));
      std::vector<RoutedEdge>& drawn = routes_.levels[level].edges;
      if (number == places.size()) {
        places.emplace_back(level, static_cast<std::uint32_t>(drawn.size()));
        drawn.push_back({{from, false}, {to, false}, {}});
      }
      drawn[places[number].second].sum.Add(edge.sum);
      if (!LeadOut(edge.from, from, to, true, edge.sum)) {
        Annotate(routes_.out[edge.from], edge.to, edge.sum);
      }
      if (!LeadOut(edge.to, to, from, false, edge.sum)) {
        Annotate(routes_.in[edge.to], edge.from, edge.sum);
      }
    }
    for (std::size_t level = 0; level < leads_.size(); ++level) JoinLeads(level);
    return std::move(routes_);
  }

 private:
  [[nodiscard]] bool IsMain(std::uint32_t item) const {
    return view_.items()[item].role == ItemRole::kMain;
  }

  static void Annotate(Annotations& annotations, std::uint32_t item, const EdgeSum& sum) {
    if (annotations.shown.size() < kMaxAnnotations) {
      annotations.shown.push_back({item, sum});
    } else {
      ++annotations.more;
    }
  }

  // Leads from `top`, where the edge is drawn, down to `leaf`. false: an item on the way is aside,
  // and only what is above it is led to.
  bool LeadOut(std::uint32_t leaf, std::uint32_t top, std::uint32_t neighbour, bool out,
               const EdgeSum& sum) {
    chain_.clear();
    for (std::uint32_t item = leaf; item != top; item = view_.parent(item)) chain_.push_back(item);
    for (auto item = chain_.rbegin(); item != chain_.rend(); ++item) {
      if (!IsMain(*item)) return false;
      std::vector<Lead>& leads = leads_[view_.items()[*item].level];
      const std::uint32_t number = lead_numbers_[out ? 1 : 0].Number(PairKey(*item, neighbour));
      std::vector<std::uint32_t>& places = lead_places_[out ? 1 : 0];
      if (number == places.size()) {
        places.push_back(static_cast<std::uint32_t>(leads.size()));
        leads.push_back({*item, neighbour, out, {}});
      }
      leads[places[number]].sum.Add(sum);
    }
    return true;
  }

  // What shares a port further out shares one here, too, so that lines meet at borders.
  [[nodiscard]] std::uint32_t KnownAs(const Lead& lead, std::size_t level) const {
    const std::uint32_t around = view_.levels()[level].item;
    const std::uint32_t outer = view_.items()[around].level;
    if (view_.items()[lead.neighbour].level == outer) return lead.neighbour;
    return shared_[outer][lead.out ? 1 : 0] ? kNoItem : lead.neighbour;
  }

  // REQUIRES: was called for the levels before.
  void JoinLeads(std::size_t level) {
    LevelRoutes& routes = routes_.levels[level];
    std::array<std::unordered_set<std::uint32_t>, 2> neighbours;
    for (const Lead& lead : leads_[level]) {
      neighbours[lead.out ? 1 : 0].insert(KnownAs(lead, level));
    }
    shared_[level] = {neighbours[0].size() > kMaxPorts, neighbours[1].size() > kMaxPorts};
    KeyTable ports;
    KeyTable pairs;
    std::vector<std::uint32_t> places;
    for (const Lead& lead : leads_[level]) {
      const bool shared = shared_[level][lead.out ? 1 : 0];
      const std::uint32_t neighbour = shared ? kNoItem : KnownAs(lead, level);
      const std::uint32_t port = ports.Number(PairKey(lead.out ? 1 : 0, neighbour));
      if (port == routes.ports.size()) routes.ports.push_back({lead.out, neighbour});
      const std::uint32_t number = pairs.Number(PairKey(lead.item, port));
      if (number == places.size()) {
        places.push_back(static_cast<std::uint32_t>(routes.edges.size()));
        const RouteEnd item{lead.item, false};
        const RouteEnd border{port, true};
        routes.edges.push_back({lead.out ? item : border, lead.out ? border : item, {}});
      }
      routes.edges[places[number]].sum.Add(lead.sum);
    }
    leads_[level] = {};
  }

  const LevelView& view_;
  const std::vector<std::uint32_t> controls_;
  ViewRoutes routes_;
  std::vector<std::vector<Lead>> leads_;  // by level
  // Of those that come in and those that go out: item and neighbour, and which of its level it is.
  std::array<KeyTable, 2> lead_numbers_;
  std::array<std::vector<std::uint32_t>, 2> lead_places_;
  std::vector<std::array<bool, 2>> shared_;  // by level: one port for all, in and out
  std::vector<std::uint32_t> chain_;
};

}  // namespace

ViewRoutes RouteEdges(const LevelView& view) { return Router(view).Route(); }

std::optional<std::uint32_t> FindPort(const LevelRoutes& level, bool out, std::uint32_t neighbour) {
  std::optional<std::uint32_t> for_all;
  for (std::uint32_t i = 0; i < level.ports.size(); ++i) {
    if (level.ports[i].out != out) continue;
    if (level.ports[i].neighbour == neighbour) return i;
    if (level.ports[i].neighbour == kNoItem) for_all = i;
  }
  return for_all;
}

}  // namespace sightglass::graph
