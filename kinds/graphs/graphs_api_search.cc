#include "kinds/graphs/graphs_api_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/buffered_output.h"
#include "base/json_writer.h"
#include "base/text.h"
#include "graph/graph_paths.h"
#include "kinds/graphs/graphs_api_differences.h"
#include "kinds/graphs/graphs_api_request.h"

namespace sightglass::kinds {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using graph::GraphIndex;
using graph::SearchBy;
using kind::JsonValue;

// Nodes of a path that are told; the rest is counted.
constexpr std::size_t kMaxPathNodes = 10'000;

Result<graph::SearchQuery> ParseQuery(const JsonValue& body) {
  graph::SearchQuery query;
  ASSIGN_OR_RETURN(query.text, NeededString(body, "query"));
  ASSIGN_OR_RETURN(const auto regex, body.Member("regex"));
  if (regex) {
    ASSIGN_OR_RETURN(query.regex, regex->AsBool());
  }
  ASSIGN_OR_RETURN(const auto by, body.Member("by"));
  if (by) {
    constexpr std::array<std::pair<std::string_view, SearchBy>, 4> kWays = {
        {{"name", SearchBy::kName},
         {"op", SearchBy::kOp},
         {"attr", SearchBy::kAttribute},
         {"shape", SearchBy::kShape}}};
    ASSIGN_OR_RETURN(const std::string_view name, by->AsString());
    const auto way = std::ranges::find(kWays, name, [](const auto& each) { return each.first; });
    if (way == kWays.end()) {
      return by->Bad(
          fmt::format("'{}' is none of name, op, attr, shape", base::EscapeForDisplay(name, 60)));
    }
    query.by = way->second;
  }
  ASSIGN_OR_RETURN(const auto limit, body.Member("limit"));
  if (limit) {
    ASSIGN_OR_RETURN(const std::uint64_t number, limit->AsUInt());
    if (number == 0 || number > kMaxSearchLimit) {
      return Error{ErrorCode::kOutOfRange,
                   fmt::format("limit: {} is not from 1 to {}", number, kMaxSearchLimit)};
    }
    query.limit = static_cast<std::size_t>(number);
  }
  return query;
}

// Scopes from the root down to one, each in the next: what must be open to see what is in it. Ends
// where names are so long that ten thousand hits would fill gigabytes.
void WriteScopes(const graph::ScopeTree& tree, std::uint32_t scope, base::JsonWriter& json) {
  std::vector<std::uint32_t> chain;
  for (; scope != graph::kRootScope; scope = tree.parent(scope)) chain.push_back(scope);
  constexpr std::size_t kMaxBytes = 4'096;
  std::size_t bytes = 0;
  json.Key("scopes");
  json.BeginArray();
  for (auto each = chain.rbegin(); each != chain.rend(); ++each) {
    bytes += tree.path(*each).size();
    if (bytes > kMaxBytes) break;
    json.String(tree.path(*each));
  }
  json.EndArray();
}

void WriteNodeRef(const LoadedGraph& loaded, std::uint32_t rank, base::JsonWriter& json) {
  const GraphIndex& index = *loaded.index;
  const std::uint32_t node = index.tree().node_at(rank);
  json.BeginObject();
  json.Key("id");
  json.String(fmt::format("n:{}", index.graph().name(node)));
  json.Key("kind");
  json.String("op");
  json.Key("name");
  json.String(index.graph().name(node));
  json.Key("op");
  json.String(index.graph().op(node));
  WriteScopes(index.tree(), index.tree().scope_at(rank), json);
  const graph::RankRange range{rank, rank + 1};
  if (loaded.differences != nullptr) {
    WriteDifference(*loaded.differences, {&range, 1}, false, json);
  }
  json.EndObject();
}

void WriteScopeRef(const LoadedGraph& loaded, std::uint32_t scope, base::JsonWriter& json) {
  const graph::ScopeTree& tree = loaded.index->tree();
  json.BeginObject();
  json.Key("id");
  json.String(fmt::format("s:{}", tree.path(scope)));
  json.Key("kind");
  json.String("scope");
  json.Key("name");
  json.String(tree.path(scope));
  json.Key("count");
  json.UInt(tree.end_rank(scope) - tree.first_rank(scope));
  WriteScopes(tree, tree.parent(scope), json);
  const graph::RankRange range{tree.first_rank(scope), tree.end_rank(scope)};
  if (loaded.differences != nullptr) {
    WriteDifference(*loaded.differences, {&range, 1}, true, json);
  }
  json.EndObject();
}

Result<graph::RankRange> RanksNamed(const GraphIndex& index, const std::string& name) {
  const auto range = graph::RanksOf(index, name, false);
  if (!range) {
    return Error{ErrorCode::kNotFound, fmt::format("nothing in the graph is named '{}'",
                                                   base::EscapeForDisplay(name, 200))};
  }
  return *range;
}

}  // namespace

void WriteHit(const LoadedGraph& loaded, const graph::SearchHit& hit, base::JsonWriter& json) {
  if (hit.scope) {
    WriteScopeRef(loaded, hit.number, json);
  } else {
    WriteNodeRef(loaded, hit.number, json);
  }
}

Result<kind::Response> HandleGraphSearch(const kind::Request& request,
                                         const kind::RequestContext& context, GraphCache& cache) {
  ASSIGN_OR_RETURN(const auto document, kind::JsonDocument::Parse(request.body));
  const JsonValue body = document.root();
  RETURN_IF_ERROR(body.AllowOnly({"graph", "query", "regex", "by", "limit", "differences"}));
  ASSIGN_OR_RETURN(const GraphChoice choice, ParseGraphChoice(body));
  ASSIGN_OR_RETURN(graph::SearchQuery query, ParseQuery(body));
  ASSIGN_OR_RETURN(const auto differences, body.Member("differences"));
  bool only_differences = false;
  if (differences) {
    ASSIGN_OR_RETURN(only_differences, differences->AsBool());
    if (only_differences && choice.against == nullptr) {
      return differences->Bad("\"graph.against\" is needed for it");
    }
  }
  ASSIGN_OR_RETURN(const auto loaded, LoadGraph(*context.snapshot, choice, cache));
  if (only_differences) query.differences = loaded->differences.get();
  ASSIGN_OR_RETURN(const auto result, graph::SearchGraph(*loaded->index, query, context.cancel));
  base::BufferedOutput out;
  base::JsonWriter json(out);
  json.BeginObject();
  json.Key("hits");
  json.BeginArray();
  for (const graph::SearchHit& hit : result.hits) WriteHit(*loaded, hit, json);
  json.EndArray();
  json.Key("more");
  json.Bool(result.more);
  json.EndObject();
  return kind::JsonResponse(out.TakeText());
}

Result<kind::Response> HandleGraphTrace(const kind::Request& request,
                                        const kind::RequestContext& context, GraphCache& cache) {
  ASSIGN_OR_RETURN(const auto document, kind::JsonDocument::Parse(request.body));
  const JsonValue body = document.root();
  RETURN_IF_ERROR(body.AllowOnly({"graph", "name", "direction", "open", "options"}));
  ASSIGN_OR_RETURN(const SceneRequest wanted, ParseSceneMembers(body));
  ASSIGN_OR_RETURN(const std::string name, NeededString(body, "name"));
  auto direction = graph::TraceDirection::kInputs;
  ASSIGN_OR_RETURN(const auto way, body.Member("direction"));
  if (way) {
    ASSIGN_OR_RETURN(const std::string_view text, way->AsString());
    if (text != "inputs" && text != "outputs") {
      return way->Bad("\"inputs\" or \"outputs\" is expected");
    }
    if (text == "outputs") direction = graph::TraceDirection::kOutputs;
  }
  ASSIGN_OR_RETURN(const auto loaded, LoadGraph(*context.snapshot, wanted.graph, cache));
  const GraphIndex& index = *loaded->index;
  ASSIGN_OR_RETURN(const graph::RankRange range, RanksNamed(index, name));
  ASSIGN_OR_RETURN(const auto traced,
                   graph::TraceNodes(index, {&range, 1}, direction, context.cancel));
  const graph::LevelView view(index, wanted.view);
  const graph::FoldedTrace trace = graph::FoldTrace(view, traced);
  base::BufferedOutput out;
  base::JsonWriter json(out);
  json.BeginObject();
  json.Key("count");
  json.UInt(trace.nodes);
  json.Key("items");
  json.BeginArray();
  for (const graph::TracedItem& item : trace.items) {
    json.BeginObject();
    json.Key("id");
    json.String(view.id(item.item));
    json.Key("count");
    json.UInt(item.nodes);
    json.EndObject();
  }
  json.EndArray();
  json.Key("edges");
  json.BeginArray();
  for (const std::uint32_t edge : trace.edges) {
    json.BeginArray();
    json.String(view.id(view.edges()[edge].from));
    json.String(view.id(view.edges()[edge].to));
    json.EndArray();
  }
  json.EndArray();
  json.EndObject();
  return kind::JsonResponse(out.TakeText());
}

Result<kind::Response> HandleGraphPath(const kind::Request& request,
                                       const kind::RequestContext& context, GraphCache& cache) {
  ASSIGN_OR_RETURN(const auto document, kind::JsonDocument::Parse(request.body));
  const JsonValue body = document.root();
  RETURN_IF_ERROR(body.AllowOnly({"graph", "from", "to"}));
  ASSIGN_OR_RETURN(const GraphChoice choice, ParseGraphChoice(body));
  ASSIGN_OR_RETURN(const std::string from_name, NeededString(body, "from"));
  ASSIGN_OR_RETURN(const std::string to_name, NeededString(body, "to"));
  ASSIGN_OR_RETURN(const auto loaded, LoadGraph(*context.snapshot, choice, cache));
  const GraphIndex& index = *loaded->index;
  ASSIGN_OR_RETURN(const graph::RankRange from, RanksNamed(index, from_name));
  ASSIGN_OR_RETURN(const graph::RankRange to, RanksNamed(index, to_name));
  ASSIGN_OR_RETURN(auto path, graph::FindPath(index, {&from, 1}, {&to, 1}, context.cancel));
  bool reversed = false;
  if (!path) {
    // Whoever asks for a way between two seldom knows which comes first.
    ASSIGN_OR_RETURN(path, graph::FindPath(index, {&to, 1}, {&from, 1}, context.cancel));
    reversed = path.has_value();
  }
  base::BufferedOutput out;
  base::JsonWriter json(out);
  json.BeginObject();
  json.Key("found");
  json.Bool(path.has_value());
  json.Key("reversed");
  json.Bool(reversed);
  json.Key("count");
  json.UInt(path ? path->size() : 0);
  json.Key("nodes");
  json.BeginArray();
  for (std::size_t i = 0; path && i < std::min(path->size(), kMaxPathNodes); ++i) {
    WriteNodeRef(*loaded, (*path)[i], json);
  }
  json.EndArray();
  json.EndObject();
  return kind::JsonResponse(out.TakeText());
}

}  // namespace sightglass::kinds
