#include "kinds/graphs/graphs_api_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "base/buffered_output.h"
#include "kinds/graphs/graphs_api_differences.h"

namespace sightglass::kinds {
namespace {

using graph::Annotations;
using graph::ItemKind;
using graph::ItemRole;
using graph::LevelView;
using graph::RouteEnd;
using graph::Scene;
using graph::ViewItem;

// Devices and clusters that are told of one item.
constexpr std::size_t kMaxTold = 20;

std::string_view RoleName(ItemRole role) {
  switch (role) {
    case ItemRole::kMain:
      return "main";
    case ItemRole::kSource:
      return "source";
    case ItemRole::kSink:
      return "sink";
    case ItemRole::kEmbedded:
      return "embedded";
    case ItemRole::kFunctions:
      return "functions";
  }
  return "";
}

// A quarter of a pixel is fine enough, and short.
double Rounded(double place) { return std::round(place * 4) / 4; }

class SceneWriter {
 public:
  SceneWriter(const LoadedGraph& loaded, const LevelView& view, const graph::ViewRoutes& routes,
              const Scene& scene, const std::vector<bool>& on, base::JsonWriter& json)
      : differences_(loaded.differences.get()),
        view_(view),
        routes_(routes),
        scene_(scene),
        on_(on),
        json_(json) {
    for (std::uint32_t i = 0; i < view.items().size(); ++i) ids_.push_back(view.id(i));
  }

  void WriteNodes() {
    json_.Key("nodes");
    json_.BeginArray();
    for (std::uint32_t i = 0; i < view_.items().size(); ++i) {
      if (view_.items()[i].role != ItemRole::kEmbedded) WriteNode(i);
    }
    json_.EndArray();
  }

  void WriteEdges() {
    json_.Key("edges");
    json_.BeginArray();
    for (const graph::SceneEdge& edge : scene_.edges) WriteEdge(edge);
    json_.EndArray();
  }

 private:
  void Text(std::string_view key, std::string_view value) {
    json_.Key(key);
    json_.String(value);
  }
  void Number(std::string_view key, double value) {
    json_.Key(key);
    json_.Double(Rounded(value));
  }
  void Count(std::string_view key, std::uint64_t value) {
    json_.Key(key);
    json_.UInt(value);
  }
  [[nodiscard]] std::string_view IdOf(std::uint32_t item) const {
    return item == graph::kNoItem ? std::string_view{} : std::string_view(ids_[item]);
  }

  void WriteNode(std::uint32_t number) {
    const ViewItem& item = view_.items()[number];
    const graph::GraphIndex& index = view_.index();
    json_.BeginObject();
    Text("id", ids_[number]);
    Text("name", view_.name(number));
    Text("label", view_.label(number));
    Text("kind", ItemKindName(item.kind));
    Text("role", RoleName(item.role));
    Text("in_item", IdOf(view_.parent(number)));
    json_.Key("open");
    json_.Bool(item.inner != graph::kNoLevel);
    const graph::SceneBox& box = scene_.boxes[number];
    Number("x", box.x);
    Number("y", box.y);
    Number("w", box.width);
    Number("h", box.height);
    Count("count", item.nodes);
    if (item.kind == ItemKind::kOp) {
      Text("op", index.graph().op(index.tree().node_at(item.ref)));
    } else if (item.kind == ItemKind::kSeries) {
      const std::uint32_t rank = view_.series(item.ref).ranks.front();
      Text("op", index.graph().op(index.tree().node_at(rank)));
      json_.Key("chain");
      json_.Bool(item.inner_edges > 0);
    } else if (item.kind != ItemKind::kMore) {
      const std::uint32_t alike = index.template_of(item.ref);
      if (alike != graph::kNoTemplate) Count("template", alike);
    }
    const auto ranges = view_.ranges(item);
    if (!index.facts().devices().empty() || !index.facts().clusters().empty()) {
      const graph::GroupFacts facts = index.facts().Count(ranges);
      WriteCounts("devices", facts.devices, kMaxTold, json_);
      WriteCounts("clusters", facts.clusters, kMaxTold, json_);
    }
    WriteCost(index, ranges, on_, json_);
    const std::uint64_t incompatible = index.tpu().Incompatible(ranges);
    if (incompatible > 0) Count("tpu_incompatible", incompatible);
    if (differences_ != nullptr) {
      WriteDifference(*differences_, ranges, item.kind != ItemKind::kOp, json_);
    }
    if (item.inner == graph::kNoLevel) {
      WriteAnnotations("in", routes_.in[number]);
      WriteAnnotations("out", routes_.out[number]);
    }
    json_.EndObject();
  }

  void WriteAnnotations(std::string_view key, const Annotations& annotations) {
    if (annotations.shown.empty()) return;
    json_.Key(key);
    json_.BeginArray();
    for (const graph::Annotation& annotation : annotations.shown) {
      const ViewItem& item = view_.items()[annotation.item];
      json_.BeginObject();
      Text("id", ids_[annotation.item]);
      Text("name", view_.name(annotation.item));
      Text("label", view_.label(annotation.item));
      Text("kind", ItemKindName(item.kind));
      Text("role", RoleName(item.role));
      if (item.kind == ItemKind::kOp) {
        const graph::GraphIndex& index = view_.index();
        Text("op", index.graph().op(index.tree().node_at(item.ref)));
      }
      Count("tensors", annotation.sum.tensors);
      Count("controls", annotation.sum.controls);
      WriteAnnotationDifference(item, annotation.sum);
      json_.EndObject();
    }
    json_.EndArray();
    if (annotations.more > 0) Count(fmt::format("{}_more", key), annotations.more);
  }

  // A little node stands for an edge too: one that only one graph has is no less a difference.
  void WriteAnnotationDifference(const ViewItem& item, const graph::EdgeSum& sum) {
    if (differences_ == nullptr) return;
    auto status = graph::StatusOf(differences_->Count(view_.ranges(item)), item.nodes);
    const std::uint64_t edges = std::uint64_t{sum.tensors} + sum.controls;
    if (sum.only_second == edges) status = graph::NodeStatus::kAdded;
    if (sum.only_first == edges) status = graph::NodeStatus::kRemoved;
    if (status == graph::NodeStatus::kSame) return;
    json_.Key("diff");
    json_.BeginObject();
    Text("status", NodeStatusName(status));
    json_.EndObject();
  }

  void WriteEnd(std::string_view key, const RouteEnd& end, std::uint32_t level) {
    if (end.port) {
      Text(key, IdOf(routes_.levels[level].ports[end.number].neighbour));
    } else {
      Text(key, ids_[end.number]);
    }
  }

  void WriteEdge(const graph::SceneEdge& edge) {
    const graph::RoutedEdge& routed = routes_.levels[edge.level].edges[edge.edge];
    json_.BeginObject();
    Text("in_item", IdOf(view_.levels()[edge.level].item));
    WriteEnd("from", routed.from, edge.level);
    WriteEnd("to", routed.to, edge.level);
    if (routed.from.port) Text("border", "from");
    if (routed.to.port) Text("border", "to");
    Count("tensors", routed.sum.tensors);
    Count("controls", routed.sum.controls);
    json_.Key("elements");
    json_.Double(routed.sum.elements);
    if (routed.sum.references > 0) {
      json_.Key("reference");
      json_.Bool(true);
    }
    Text("label", EdgeLabel(view_.index(), routed.sum));
    WriteEdgeDifference(routed.sum, json_);
    json_.Key("points");
    json_.BeginArray();
    for (const graph::LayoutPoint& point : edge.points) {
      json_.Double(Rounded(point.x));
      json_.Double(Rounded(point.y));
    }
    json_.EndArray();
    json_.EndObject();
  }

  const graph::GraphDifferences* const differences_;  // null: one graph only
  const LevelView& view_;
  const graph::ViewRoutes& routes_;
  const Scene& scene_;
  const std::vector<bool>& on_;
  base::JsonWriter& json_;
  std::vector<std::string> ids_;  // by item
};

// Answers are made in memory, and drawn by a browser.
base::Status CheckSize(const LevelView& view, const graph::ViewRoutes& routes) {
  std::size_t lines = 0;
  for (const graph::LevelRoutes& level : routes.levels) lines += level.edges.size();
  if (lines > kMaxSceneLines) {
    return base::Error{base::ErrorCode::kOutOfRange,
                       fmt::format("{} lines to draw, limit {}: open less", lines, kMaxSceneLines)};
  }
  std::size_t bytes = 0;
  for (std::uint32_t i = 0; i < view.items().size(); ++i) bytes += view.name(i).size();
  if (bytes > kMaxSceneNameBytes) {
    return base::Error{
        base::ErrorCode::kOutOfRange,
        fmt::format("names of {} bytes, limit {}: open less", bytes, kMaxSceneNameBytes)};
  }
  return base::OkStatus();
}

template <class Texts>
void WriteTexts(std::string_view key, const Texts& texts, base::JsonWriter& json) {
  json.Key(key);
  json.BeginArray();
  for (const auto& text : texts) json.String(text);
  json.EndArray();
}

void WriteGraphFacts(const LoadedGraph& loaded, base::JsonWriter& json) {
  const graph::GraphIndex& index = *loaded.index;
  json.Key("graph");
  json.BeginObject();
  json.Key("nodes");
  json.UInt(index.graph().size());
  json.Key("edges");
  json.UInt(index.edges().size());
  json.Key("scopes");
  json.UInt(index.tree().size() - 1);
  WriteTexts("devices", index.facts().devices(), json);
  WriteTexts("clusters", index.facts().clusters(), json);
  WriteTexts("profile_devices", index.costs().devices(), json);
  std::vector<std::string_view> pseudo;
  for (const std::string& device : index.costs().devices()) {
    if (graph::IsPseudoDevice(device)) pseudo.push_back(device);
  }
  WriteTexts("pseudo_devices", pseudo, json);
  if (index.tpu().is_known()) {
    const graph::RankRange all{0, index.graph().size()};
    json.Key("tpu_incompatible");
    json.UInt(index.tpu().Incompatible({&all, 1}));
  }
  if (loaded.differences != nullptr) WriteDifferenceFacts(*loaded.differences, json);
  json.Key("issue_count");
  json.UInt(index.graph().issue_count() + loaded.issues.size() + index.tree().names_cut());
  json.Key("issues");
  json.BeginArray();
  for (const auto* issues : {&index.graph().issues(), &loaded.issues}) {
    for (const graph::GraphIssue& issue : *issues) {
      json.BeginObject();
      json.Key("what");
      json.String(issue.what);
      json.Key("node");
      json.String(issue.node);
      json.EndObject();
    }
  }
  json.EndArray();
  json.Key("memory_bytes");
  json.UInt(index.memory_bytes());
  json.EndObject();
}

}  // namespace

std::string_view ItemKindName(ItemKind kind) {
  switch (kind) {
    case ItemKind::kScope:
      return "scope";
    case ItemKind::kFunction:
      return "function";
    case ItemKind::kOp:
      return "op";
    case ItemKind::kSeries:
      return "series";
    case ItemKind::kMore:
      return "more";
  }
  return "";
}

std::string EdgeLabel(const graph::GraphIndex& index, const graph::EdgeSum& sum) {
  if (sum.tensors == 0) return "control";
  if (sum.tensors == 1) return std::string(index.edges().shape_text(sum.shape));
  return fmt::format("{} tensors", sum.tensors);
}

void WriteCounts(std::string_view key, const std::vector<graph::TextCount>& counts,
                 std::size_t most, base::JsonWriter& json) {
  if (counts.empty()) return;
  json.Key(key);
  json.BeginObject();
  for (std::size_t i = 0; i < std::min(counts.size(), most); ++i) {
    json.NameKey(counts[i].first);
    json.UInt(counts[i].second);
  }
  json.EndObject();
}

void WriteCost(const graph::GraphIndex& index, std::span<const graph::RankRange> ranges,
               const std::vector<bool>& on, base::JsonWriter& json) {
  if (index.costs().empty()) return;
  const auto cost = index.costs().Sum(ranges, on);
  if (!cost) return;
  json.Key("cost");
  json.BeginObject();
  json.Key("nodes");
  json.UInt(cost->nodes);
  json.Key("sum");
  json.Int(cost->sum_micros);
  json.Key("span");
  json.Int(cost->span_micros);
  json.Key("memory");
  json.Int(cost->bytes);
  json.EndObject();
}

std::vector<bool> DevicesOn(const graph::GraphIndex& index,
                            const std::optional<std::vector<std::string>>& names) {
  const std::vector<std::string>& devices = index.costs().devices();
  std::vector<bool> on;
  if (names) {
    for (const std::string& device : devices) {
      on.push_back(std::ranges::find(*names, device) != names->end());
    }
  } else if (!std::ranges::all_of(devices, graph::IsPseudoDevice)) {
    for (const std::string& device : devices) on.push_back(!graph::IsPseudoDevice(device));
  }
  return on;
}

base::Result<kind::Response> HandleGraphScene(const kind::Request& request,
                                              const kind::RequestContext& context,
                                              GraphCache& cache) {
  ASSIGN_OR_RETURN(const auto document, kind::JsonDocument::Parse(request.body));
  RETURN_IF_ERROR(document.root().AllowOnly({"graph", "open", "options"}));
  ASSIGN_OR_RETURN(const SceneRequest wanted, ParseSceneMembers(document.root()));
  ASSIGN_OR_RETURN(const auto loaded, LoadGraph(*context.snapshot, wanted.graph, cache));
  const LevelView view(*loaded->index, wanted.view);
  const graph::ViewRoutes routes = graph::RouteEdges(view);
  RETURN_IF_ERROR(CheckSize(view, routes));
  const Scene scene = graph::LayOutScene(view, routes, wanted.direction);
  const std::vector<bool> on = DevicesOn(*loaded->index, wanted.devices);

  base::BufferedOutput out;
  base::JsonWriter json(out);
  json.BeginObject();
  WriteGraphFacts(*loaded, json);
  json.Key("direction");
  json.String(wanted.direction == graph::FlowDirection::kUp ? "up" : "down");
  json.Key("width");
  json.Double(Rounded(scene.width));
  json.Key("height");
  json.Double(Rounded(scene.height));
  json.Key("left_closed");
  json.UInt(view.left_closed());
  SceneWriter writer(*loaded, view, routes, scene, on, json);
  writer.WriteNodes();
  writer.WriteEdges();
  json.EndObject();
  return kind::JsonResponse(out.TakeText());
}

}  // namespace sightglass::kinds
