#include "kinds/graphs/graphs_api_node.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/buffered_output.h"
#include "base/json_writer.h"
#include "base/text.h"
#include "format/tensor.h"
#include "graph/attributes.h"
#include "kinds/graphs/graphs_api_differences.h"
#include "kinds/graphs/graphs_api_request.h"
#include "kinds/graphs/graphs_api_scene.h"

namespace sightglass::kinds {
namespace {

using base::Error;
using base::ErrorCode;
using graph::Graph;
using graph::GraphIndex;
using graph::Input;

// Of each list; the rest is counted.
constexpr std::size_t kMaxListed = 1'000;
constexpr std::size_t kMaxOps = 100;

class CardWriter {
 public:
  CardWriter(const LoadedGraph& loaded, const std::vector<bool>& on, base::JsonWriter& json)
      : loaded_(loaded), index_(*loaded.index), on_(on), json_(json) {}

  void WriteScope(std::uint32_t scope) {
    const graph::ScopeTree& tree = index_.tree();
    Text("name", tree.path(scope));
    Text("kind", "scope");
    const graph::RankRange range{tree.first_rank(scope), tree.end_rank(scope)};
    Count("count", range.end - range.begin);
    Count("depth", tree.depth(scope));
    std::uint64_t children = tree.own_end_rank(scope) - tree.first_rank(scope);
    for (std::uint32_t child = scope + 1; child < tree.end(scope); child = tree.end(child)) {
      ++children;
    }
    Count("children", children);
    if (index_.template_of(scope) != graph::kNoTemplate) {
      Count("template", index_.template_of(scope));
    }
    const graph::GroupFacts facts = index_.facts().Count({&range, 1});
    Count("op_kinds", facts.ops.size());
    WriteCounts("ops", facts.ops, kMaxOps, json_);
    WriteCounts("devices", facts.devices, kMaxOps, json_);
    WriteCounts("clusters", facts.clusters, kMaxOps, json_);
    WriteCounts("tpu_incompatible_ops", index_.tpu().IncompatibleOps(range), kMaxOps, json_);
    WriteCost(index_, {&range, 1}, on_, json_);
    if (loaded_.differences != nullptr) {
      WriteDifference(*loaded_.differences, {&range, 1}, true, json_);
    }
  }

  void WriteNode(std::uint32_t node) {
    const Graph& graph = index_.graph();
    const std::uint32_t rank = index_.tree().rank_of(node);
    const graph::RankRange range{rank, rank + 1};
    Text("name", graph.name(node));
    Text("kind", "op");
    Text("op", graph.op(node));
    Text("scope", index_.tree().path(index_.tree().scope_at(rank)));
    Text("device", graph.device(node));
    Text("cluster", graph.xla_cluster(node));
    WriteCost(index_, {&range, 1}, on_, json_);
    WriteAttributes(node);
    WriteInputs(node);
    WriteOutputs(node);
    WriteTakers(node);
    WriteFunctions(node);
    if (index_.tpu().Incompatible({&range, 1}) > 0) {
      json_.Key("tpu_incompatible");
      json_.Bool(true);
    }
    if (loaded_.differences != nullptr) {
      WriteNodeDifference(loaded_.differences->both(), node, json_);
    }
  }

 private:
  void Text(std::string_view key, std::string_view value) {
    json_.Key(key);
    json_.String(value);
  }
  void Count(std::string_view key, std::uint64_t value) {
    json_.Key(key);
    json_.UInt(value);
  }

  void WriteAttributes(std::uint32_t node) {
    json_.Key("attributes");
    json_.BeginArray();
    for (const graph::Attribute& attribute :
         graph::ReadAttributes(index_.graph().definition(node))) {
      json_.BeginObject();
      Text("key", attribute.key);
      Text("value", graph::AttributeText(attribute.value));
      json_.EndObject();
    }
    for (const graph::SkippedAttribute& skipped : index_.graph().skipped(node)) {
      json_.BeginObject();
      Text("key", skipped.key);
      Count("skipped_bytes", skipped.bytes);
      json_.EndObject();
    }
    json_.EndArray();
  }

  void WriteShape(const graph::Shape& shape) {
    if (shape.dtype != 0) Text("dtype", format::DataTypeName(shape.dtype));
    if (!shape.known) return;
    json_.Key("shape");
    json_.BeginArray();
    for (const std::int64_t size : shape.dims) json_.Int(size);
    json_.EndArray();
  }

  void WriteSide(bool only_first, bool only_second) {
    if (only_first) Text("diff", NodeStatusName(graph::NodeStatus::kRemoved));
    if (only_second) Text("diff", NodeStatusName(graph::NodeStatus::kAdded));
  }

  void WriteInputs(std::uint32_t node) {
    const Graph& graph = index_.graph();
    for (const bool control : {false, true}) {
      json_.Key(control ? "control_inputs" : "inputs");
      json_.BeginArray();
      std::uint64_t count = 0;
      for (const Input& input : graph.inputs(node)) {
        if (input.control != control || ++count > kMaxListed) continue;
        json_.BeginObject();
        if (input.node == graph::kNoNode) {
          json_.Key("missing");
          json_.Bool(true);
        } else {
          Text("name", graph.name(input.node));
          Text("op", graph.op(input.node));
          Count("output", input.output);
          const auto outputs = graph.outputs(input.node);
          if (!control && input.output < outputs.size()) WriteShape(outputs[input.output]);
        }
        WriteSide(input.side == graph::GraphSide::kFirst, input.side == graph::GraphSide::kSecond);
        json_.EndObject();
      }
      json_.EndArray();
      Count(control ? "control_input_count" : "input_count", count);
    }
  }

  void WriteOutputs(std::uint32_t node) {
    const auto outputs = index_.graph().outputs(node);
    json_.Key("outputs");
    json_.BeginArray();
    for (std::size_t i = 0; i < std::min(outputs.size(), kMaxListed); ++i) {
      json_.BeginObject();
      WriteShape(outputs[i]);
      json_.EndObject();
    }
    json_.EndArray();
    auto measured =
        std::ranges::lower_bound(loaded_.outputs, node, {}, &graph::MeasuredOutput::node);
    if (measured == loaded_.outputs.end() || measured->node != node) return;
    json_.Key("measured_outputs");
    json_.BeginArray();
    std::size_t count = 0;
    for (; measured != loaded_.outputs.end() && measured->node == node && count < kMaxListed;
         ++measured, ++count) {
      json_.BeginObject();
      Count("output", measured->slot);
      WriteShape({.dtype = measured->dtype, .known = true, .dims = measured->dims});
      json_.Key("bytes");
      json_.Int(measured->bytes);
      json_.EndObject();
    }
    json_.EndArray();
  }

  // Each node that takes something, once.
  void WriteTakers(std::uint32_t node) {
    const graph::ScopeTree& tree = index_.tree();
    const auto takers = index_.edges().takers(tree.rank_of(node));
    std::uint64_t count = 0;
    std::uint32_t before = graph::kNoNode;
    json_.Key("takers");
    json_.BeginArray();
    for (const std::uint32_t rank : takers) {
      if (std::exchange(before, rank) == rank || ++count > kMaxListed) continue;
      const std::uint32_t taker = tree.node_at(rank);
      bool data = false;
      bool first = false;
      bool second = false;
      for (const Input& input : index_.graph().inputs(taker)) {
        if (input.node != node) continue;
        data |= !input.control;
        first |= input.side != graph::GraphSide::kSecond;
        second |= input.side != graph::GraphSide::kFirst;
      }
      json_.BeginObject();
      Text("name", index_.graph().name(taker));
      Text("op", index_.graph().op(taker));
      json_.Key("control");
      json_.Bool(!data);
      WriteSide(first && !second, second && !first);
      json_.EndObject();
    }
    json_.EndArray();
    Count("taker_count", count);
  }

  // Those that it calls, and are there.
  void WriteFunctions(std::uint32_t node) {
    const Graph& graph = index_.graph();
    json_.Key("functions");
    json_.BeginArray();
    std::vector<std::string_view> names = graph::CalledFunctions(graph.definition(node));
    if (graph.FindFunction(graph.op(node)) != nullptr) names.push_back(graph.op(node));
    for (const std::string_view name : names) {
      if (graph.FindFunction(name) == nullptr) continue;
      json_.String(fmt::format("{}/{}", graph::kFunctionScope, name));
    }
    json_.EndArray();
  }

  const LoadedGraph& loaded_;
  const GraphIndex& index_;
  const std::vector<bool>& on_;
  base::JsonWriter& json_;
};

}  // namespace

base::Result<kind::Response> HandleGraphNode(const kind::Request& request,
                                             const kind::RequestContext& context,
                                             GraphCache& cache) {
  ASSIGN_OR_RETURN(const auto document, kind::JsonDocument::Parse(request.body));
  const kind::JsonValue body = document.root();
  RETURN_IF_ERROR(body.AllowOnly({"graph", "name", "kind", "devices"}));
  ASSIGN_OR_RETURN(const GraphChoice choice, ParseGraphChoice(body));
  ASSIGN_OR_RETURN(const std::string name, NeededString(body, "name"));
  ASSIGN_OR_RETURN(const auto kind_member, body.Member("kind"));
  bool scope_wanted = false;
  if (kind_member) {
    ASSIGN_OR_RETURN(const std::string_view kind_name, kind_member->AsString());
    if (kind_name != "op" && kind_name != "scope") {
      return kind_member->Bad("\"op\" or \"scope\" is expected");
    }
    scope_wanted = kind_name == "scope";
  }
  std::optional<std::vector<std::string>> devices;
  ASSIGN_OR_RETURN(const auto device_list, body.Member("devices"));
  if (device_list) {
    ASSIGN_OR_RETURN(devices, device_list->AsStrings(kMaxNamesInRequest));
  }
  ASSIGN_OR_RETURN(const auto loaded, LoadGraph(*context.snapshot, choice, cache));
  const GraphIndex& index = *loaded->index;
  const auto node = index.graph().Find(name);
  const auto scope = index.tree().Find(name);
  if ((scope_wanted || !node) && !scope) {
    return Error{ErrorCode::kNotFound, fmt::format("nothing in the graph is named '{}'",
                                                   base::EscapeForDisplay(name, 200))};
  }
  const std::vector<bool> on = DevicesOn(index, devices);
  base::BufferedOutput out;
  base::JsonWriter json(out);
  json.BeginObject();
  CardWriter writer(*loaded, on, json);
  if (node && !(scope_wanted && scope)) {
    writer.WriteNode(*node);
  } else {
    writer.WriteScope(*scope);
  }
  json.EndObject();
  return kind::JsonResponse(out.TakeText());
}

}  // namespace sightglass::kinds
