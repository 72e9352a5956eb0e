#include "kinds/graphs/graphs_api_differences.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "base/buffered_output.h"
#include "graph/attributes.h"
#include "kinds/graphs/graphs_api_request.h"
#include "kinds/graphs/graphs_api_search.h"

namespace sightglass::kinds {
namespace {

using graph::DifferenceCounts;
using graph::Graph;
using graph::NodeStatus;

// Of each list of a card; the rest is counted.
constexpr std::size_t kMaxListed = 1'000;

void WriteText(std::string_view key, std::string_view value, base::JsonWriter& json) {
  json.Key(key);
  json.String(value);
}

void WriteCount(std::string_view key, std::uint64_t value, base::JsonWriter& json) {
  json.Key(key);
  json.UInt(value);
}

void WriteStatusCounts(const DifferenceCounts& counts, base::JsonWriter& json) {
  WriteCount("added", counts.added, json);
  WriteCount("removed", counts.removed, json);
  WriteCount("changed", counts.changed, json);
}

// {"old":..,"new":..} under `key`.
void WritePair(std::string_view key, std::string_view first, std::string_view second,
               base::JsonWriter& json) {
  json.Key(key);
  json.BeginObject();
  WriteText("old", first, json);
  WriteText("new", second, json);
  json.EndObject();
}

// As a person reads them, with those that were too large to be kept.
std::map<std::string, std::string> AttributesOf(const Graph& graph, std::uint32_t node) {
  std::map<std::string, std::string> texts;
  for (const graph::Attribute& attribute : graph::ReadAttributes(graph.definition(node))) {
    texts.emplace(attribute.key, graph::AttributeText(attribute.value));
  }
  for (const graph::SkippedAttribute& skipped : graph.skipped(node)) {
    texts.emplace(skipped.key, fmt::format("({} bytes)", skipped.bytes));
  }
  return texts;
}

void WriteAttributes(const graph::GraphUnion& both, std::uint32_t first, std::uint32_t second,
                     base::JsonWriter& json) {
  const auto before = AttributesOf(both.first(), first);
  const auto after = AttributesOf(both.second(), second);
  auto keys = before;
  keys.insert(after.begin(), after.end());
  json.Key("attributes");
  json.BeginArray();
  std::size_t listed = 0;
  for (const auto& [key, unused] : keys) {
    const auto old_value = before.find(key);
    const auto new_value = after.find(key);
    const bool is_both = old_value != before.end() && new_value != after.end();
    if ((is_both && old_value->second == new_value->second) || ++listed > kMaxListed) continue;
    json.BeginObject();
    WriteText("key", key, json);
    if (old_value != before.end()) WriteText("old", old_value->second, json);
    if (new_value != after.end()) WriteText("new", new_value->second, json);
    json.EndObject();
  }
  json.EndArray();
}

// "a:1", "^a", as files have them; null for one that names no node.
void WriteInputs(std::string_view key, const Graph& graph, std::uint32_t node,
                 base::JsonWriter& json) {
  json.Key(key);
  json.BeginArray();
  const auto inputs = graph.inputs(node);
  for (std::size_t i = 0; i < std::min(inputs.size(), kMaxListed); ++i) {
    const graph::Input& input = inputs[i];
    if (input.node == graph::kNoNode) {
      json.Null();
      continue;
    }
    std::string text(input.control ? "^" : "");
    text += graph.name(input.node);
    if (input.output > 0) text += fmt::format(":{}", input.output);
    json.String(text);
  }
  json.EndArray();
}

std::string ShapesText(std::span<const graph::Shape> outputs) {
  std::string text;
  for (std::size_t i = 0; i < std::min(outputs.size(), kMaxListed); ++i) {
    if (i > 0) text += ", ";
    text += graph::ShapeText(outputs[i]);
  }
  return text;
}

base::Result<std::size_t> NumberMember(const kind::JsonValue& body, std::string_view name,
                                       std::uint64_t least, std::uint64_t most,
                                       std::size_t otherwise) {
  ASSIGN_OR_RETURN(const auto value, body.Member(name));
  if (!value) return otherwise;
  ASSIGN_OR_RETURN(const std::uint64_t number, value->AsUInt());
  if (number < least || number > most) {
    return base::Error{base::ErrorCode::kOutOfRange,
                       fmt::format("{}: {} is not from {} to {}", name, number, least, most)};
  }
  return static_cast<std::size_t>(number);
}

}  // namespace

std::string_view NodeStatusName(NodeStatus status) {
  switch (status) {
    case NodeStatus::kSame:
      return "same";
    case NodeStatus::kAdded:
      return "added";
    case NodeStatus::kRemoved:
      return "removed";
    case NodeStatus::kChanged:
      return "changed";
  }
  return "";
}

void WriteDifference(const graph::GraphDifferences& differences,
                     std::span<const graph::RankRange> ranges, bool group, base::JsonWriter& json) {
  const DifferenceCounts counts = differences.Count(ranges);
  if (counts.all() == 0) return;
  std::uint64_t nodes = 0;
  for (const graph::RankRange& range : ranges) nodes += range.end - range.begin;
  json.Key("diff");
  json.BeginObject();
  WriteText("status", NodeStatusName(graph::StatusOf(counts, nodes)), json);
  if (group) WriteStatusCounts(counts, json);
  json.EndObject();
}

void WriteEdgeDifference(const graph::EdgeSum& sum, base::JsonWriter& json) {
  if (sum.only_first == 0 && sum.only_second == 0) return;
  json.Key("diff");
  json.BeginObject();
  WriteCount("added", sum.only_second, json);
  WriteCount("removed", sum.only_first, json);
  json.EndObject();
}

void WriteDifferenceFacts(const graph::GraphDifferences& differences, base::JsonWriter& json) {
  const DifferenceCounts counts = differences.Total();
  const graph::GraphUnion& both = differences.both();
  json.Key("diff");
  json.BeginObject();
  WriteStatusCounts(counts, json);
  WriteCount("same", both.graph()->size() - counts.all(), json);
  WriteCount("edges_added", differences.added_inputs(), json);
  WriteCount("edges_removed", differences.removed_inputs(), json);
  WriteCount("old_nodes", both.first().size(), json);
  WriteCount("new_nodes", both.second().size(), json);
  json.EndObject();
}

void WriteNodeDifference(const graph::GraphUnion& both, std::uint32_t node,
                         base::JsonWriter& json) {
  json.Key("diff");
  json.BeginObject();
  WriteText("status", NodeStatusName(both.status(node)), json);
  const graph::NodeChanges changes = both.changes(node);
  if (changes.any() || changes.device) {
    const Graph& before = both.first();
    const Graph& after = both.second();
    const std::uint32_t first = both.in_first(node);
    const std::uint32_t second = both.in_second(node);
    if (changes.op) WritePair("op", before.op(first), after.op(second), json);
    if (changes.device) WritePair("device", before.device(first), after.device(second), json);
    if (changes.shapes) {
      WritePair("shapes", ShapesText(before.outputs(first)), ShapesText(after.outputs(second)),
                json);
    }
    if (changes.attributes) WriteAttributes(both, first, second, json);
    if (changes.inputs) {
      json.Key("inputs");
      json.BeginObject();
      WriteInputs("old", before, first, json);
      WriteInputs("new", after, second, json);
      json.EndObject();
    }
  }
  json.EndObject();
}

base::Result<kind::Response> HandleGraphDifferences(const kind::Request& request,
                                                    const kind::RequestContext& context,
                                                    GraphCache& cache) {
  constexpr std::size_t kDefaultLimit = 1'000;
  ASSIGN_OR_RETURN(const auto document, kind::JsonDocument::Parse(request.body));
  const kind::JsonValue body = document.root();
  RETURN_IF_ERROR(body.AllowOnly({"graph", "skip", "limit"}));
  ASSIGN_OR_RETURN(const GraphChoice choice, ParseGraphChoice(body));
  if (choice.against == nullptr) return body.Bad("\"graph.against\" is needed");
  ASSIGN_OR_RETURN(const std::size_t skip, NumberMember(body, "skip", 0, ~0U, 0));
  ASSIGN_OR_RETURN(const std::size_t limit,
                   NumberMember(body, "limit", 1, kMaxSearchLimit, kDefaultLimit));
  ASSIGN_OR_RETURN(const auto loaded, LoadGraph(*context.snapshot, choice, cache));
  const graph::DifferenceList list = loaded->differences->List(skip, limit);
  base::BufferedOutput out;
  base::JsonWriter json(out);
  json.BeginObject();
  WriteDifferenceFacts(*loaded->differences, json);
  WriteCount("total", list.total, json);
  json.Key("hits");
  json.BeginArray();
  for (const graph::Difference& difference : list.found) {
    WriteHit(*loaded, {.scope = difference.scope, .number = difference.number}, json);
  }
  json.EndArray();
  json.EndObject();
  return kind::JsonResponse(out.TakeText());
}

}  // namespace sightglass::kinds
