#include "kinds/graphs/graphs_api_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "base/buffered_output.h"
#include "base/json_writer.h"
#include "base/text.h"
#include "graph/logged_graph.h"
#include "graph/run_metadata.h"
#include "kind/name_id.h"
#include "kind/typed_parameters.h"
#include "kinds/graphs/graphs_api_upload.h"
#include "kinds/graphs/united_graphs.h"
#include "values/value_points.h"

namespace sightglass::kinds {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using graph::GraphSource;

constexpr std::array<GraphType, 3> kTypes = {GraphType::kOp, GraphType::kConceptual,
                                             GraphType::kProfile};
// Steps of one tag that a list tells; the page offers no more.
constexpr std::uint64_t kMaxListedSteps = 10'000;

bool Has(GraphSource source, GraphType type) {
  switch (type) {
    case GraphType::kOp:
      return graph::HasOpGraph(source);
    case GraphType::kConceptual:
      return source == GraphSource::kKerasModel;
    case GraphType::kProfile:
      return graph::HasProfile(source);
  }
  return false;
}

bool Matches(const kind::NameRef& ref, std::string_view name) {
  return ref.id ? *ref.id == kind::NameIdNumber(name) : ref.name == name;
}

// A run or tag by name or id; nullopt where neither is given.
Result<std::optional<kind::NameRef>> ParseName(const kind::JsonValue& body, std::string_view name) {
  ASSIGN_OR_RETURN(const auto text, body.Member(name));
  ASSIGN_OR_RETURN(const auto id, body.Member(fmt::format("{}_id", name)));
  if (text && id) return id->Bad("a name and an id are one too many");
  kind::NameRef ref;
  if (text) {
    ASSIGN_OR_RETURN(ref.name, text->AsString());
    return std::optional(ref);
  }
  if (!id) return std::optional<kind::NameRef>();
  ASSIGN_OR_RETURN(const std::string_view digits, id->AsString());
  ASSIGN_OR_RETURN(ref.id, kind::ParseId(digits, id->place()));
  return std::optional(ref);
}

struct Found {
  const store::Series* series = nullptr;
  values::ValuePoint point{};
};

Result<values::ValuePoint> PointOf(const store::Series& series, std::optional<base::Step> step) {
  if (!step) return graph::LatestPoint(series);
  std::vector<values::ValuePoint> points;
  values::ReadPoints(*series.refs(), 0, series.refs()->size(), points);
  const auto at = std::ranges::find_if(
      points.rbegin(), points.rend(), [&](const auto& point) { return point.point.step == *step; });
  if (at == points.rend()) {
    return Error{ErrorCode::kNotFound, fmt::format("no graph of step {}", *step)};
  }
  return *at;
}

Result<Found> FindSeries(const store::Run& run, const std::optional<kind::NameRef>& tag,
                         GraphType type, std::optional<base::Step> step) {
  for (const auto& series : run.series) {
    const auto source = graph::GraphSourceOf(*series);
    if (!source || !Has(*source, type)) continue;
    const bool is_run_graph = *source == GraphSource::kRunGraph;
    if (tag ? is_run_graph || !Matches(*tag, series->tag_name) : !is_run_graph) continue;
    ASSIGN_OR_RETURN(const values::ValuePoint point, PointOf(*series, step));
    return Found{series.get(), point};
  }
  return Error{ErrorCode::kNotFound,
               fmt::format("no {} graph of this name in run '{}'", GraphTypeName(type),
                           base::EscapeForDisplay(run.name, 200))};
}

std::uint64_t VersionOf(const Found& found) { return values::PointVersion(found.point.point); }

// Bytes that hold no graph are no fault of the request: see GraphsApi.
Error NoGraph(const Error& error) {
  if (error.code != ErrorCode::kInvalidArgument) return error;
  return Error{ErrorCode::kFailedPrecondition, error.message};
}

// A graph that is there, and how it is kept.
struct Located {
  std::optional<OpenedPlace> opened{};  // instead of the rest but its key
  const store::Run* run = nullptr;
  Found with_graph{};
  std::optional<Found> profile{};
  GraphKey key{};
};

Result<Located> Locate(const store::Snapshot& snapshot, const GraphChoice& choice,
                       OpenedGraphs& opened) {
  if (!choice.file.empty()) {
    ASSIGN_OR_RETURN(OpenedPlace place, opened.Find(choice.file));
    const GraphKey key{
        .run_id = kind::NameIdNumber(place.id), .version = place.version, .is_opened = true};
    return Located{.opened = std::move(place), .key = key};
  }
  const auto run = std::ranges::find_if(
      snapshot.runs, [&](const auto& each) { return Matches(choice.run, each->name); });
  if (run == snapshot.runs.end()) {
    return Error{ErrorCode::kNotFound, "no such run"};
  }
  Located located{.run = run->get()};
  ASSIGN_OR_RETURN(located.with_graph, FindSeries(**run, choice.tag, choice.type, choice.step));
  if (choice.type == GraphType::kProfile) {
    located.profile = located.with_graph;
    // A profile without a graph of its own is one of the run's graph.
    if (!graph::HasOpGraph(*graph::GraphSourceOf(*located.with_graph.series))) {
      ASSIGN_OR_RETURN(located.with_graph,
                       FindSeries(**run, std::nullopt, GraphType::kOp, std::nullopt));
    }
  }
  const Found& named = located.profile ? *located.profile : located.with_graph;
  located.key = {.run_id = kind::NameIdNumber((*run)->name),
                 .tag_id = kind::NameIdNumber(named.series->tag_name),
                 .type = choice.type,
                 .step = named.point.point.step,
                 .version = VersionOf(located.with_graph)};
  if (located.profile) {
    located.key.version = located.key.version << 32 | VersionOf(*located.profile);
  }
  return located;
}

Result<std::shared_ptr<const LoadedGraph>> Read(const Located& located) {
  const store::Run& run = *located.run;
  const std::optional<Found>& profile = located.profile;
  auto read = graph::ReadLoggedGraph(run, *located.with_graph.series, located.with_graph.point);
  if (!read.ok()) return NoGraph(read.error());
  auto loaded = std::make_shared<LoadedGraph>();
  graph::CostTable costs;
  if (profile) {
    const auto blob = graph::ReadGraphBlob(run, *profile->series, profile->point);
    if (!blob.ok()) return NoGraph(blob.error());
    auto measured = graph::ReadRunMetadata(blob->bytes(), **read);
    if (!measured.ok()) return NoGraph(measured.error());
    costs = std::move(measured->table);
    loaded->outputs = std::move(measured->outputs);
    loaded->issues = std::move(measured->issues);
  }
  loaded->index = std::make_shared<const graph::GraphIndex>(std::move(*read), std::move(costs));
  return std::shared_ptr<const LoadedGraph>(std::move(loaded));
}

Result<GraphChoice> ParseOne(const kind::JsonValue& value) {
  GraphChoice choice;
  ASSIGN_OR_RETURN(const auto file, value.Member("file"));
  if (file) {
    RETURN_IF_ERROR(value.AllowOnly({"file", "against"}));
    ASSIGN_OR_RETURN(choice.file, file->AsString());
    if (choice.file.empty()) return file->Bad("an id is needed, as /api/graphs/list tells it");
    return choice;
  }
  ASSIGN_OR_RETURN(const auto run, ParseName(value, "run"));
  if (!run) return value.Bad("\"run\", \"run_id\" or \"file\" is needed");
  choice.run = *run;
  ASSIGN_OR_RETURN(choice.tag, ParseName(value, "tag"));
  if (choice.tag && !choice.tag->id && choice.tag->name.empty()) choice.tag.reset();
  ASSIGN_OR_RETURN(const auto type, value.Member("type"));
  if (type) {
    ASSIGN_OR_RETURN(const std::string_view name, type->AsString());
    const auto at = std::ranges::find(kTypes, name, GraphTypeName);
    if (at == kTypes.end()) {
      return type->Bad(
          fmt::format("'{}' is none of op, conceptual, profile", base::EscapeForDisplay(name, 60)));
    }
    choice.type = *at;
  }
  ASSIGN_OR_RETURN(const auto step, value.Member("step"));
  if (step) {
    ASSIGN_OR_RETURN(choice.step, step->AsInt());
  }
  return choice;
}

void WriteGraph(const store::Series& series, GraphType type, bool run_graph,
                base::JsonWriter& json) {
  std::vector<values::ValuePoint> points;
  const std::uint64_t count = series.refs()->size();
  values::ReadPoints(*series.refs(), count - std::min(count, kMaxListedSteps), count, points);
  json.BeginObject();
  json.Key("tag");
  json.String(run_graph ? std::string_view{} : std::string_view(series.tag_name));
  if (!run_graph) {
    json.Key("tag_id");
    json.String(kind::NameId(series.tag_name));
  }
  json.Key("type");
  json.String(GraphTypeName(type));
  json.Key("steps");
  json.BeginArray();
  for (const values::ValuePoint& point : points) json.Int(point.point.step);
  json.EndArray();
  json.Key("bytes");
  json.UInt(points.empty() ? 0 : points.back().point.bytes);
  json.EndObject();
}

}  // namespace

std::string_view GraphTypeName(GraphType type) {
  switch (type) {
    case GraphType::kOp:
      return "op";
    case GraphType::kConceptual:
      return "conceptual";
    case GraphType::kProfile:
      return "profile";
  }
  return "";
}

Result<GraphChoice> ParseGraphChoice(const kind::JsonValue& body) {
  ASSIGN_OR_RETURN(const auto value, body.Member("graph"));
  if (!value) return body.Bad("\"graph\" is needed");
  RETURN_IF_ERROR(
      value->AllowOnly({"file", "run", "run_id", "tag", "tag_id", "type", "step", "against"}));
  ASSIGN_OR_RETURN(GraphChoice choice, ParseOne(*value));
  ASSIGN_OR_RETURN(const auto against, value->Member("against"));
  if (against) {
    RETURN_IF_ERROR(against->AllowOnly({"file", "run", "run_id", "tag", "tag_id", "type", "step"}));
    ASSIGN_OR_RETURN(GraphChoice other, ParseOne(*against));
    choice.against = std::make_shared<const GraphChoice>(std::move(other));
  }
  return choice;
}

Result<std::shared_ptr<const LoadedGraph>> LoadGraph(const store::Snapshot& snapshot,
                                                     const GraphChoice& choice, GraphCache& cache) {
  ASSIGN_OR_RETURN(const Located first, Locate(snapshot, choice, cache.opened()));
  const auto get = [&](const Located& located) -> GraphCache::Made {
    if (!located.opened) return cache.Get(located.key, [&] { return Read(located); });
    const auto read = [&] {
      auto opened = cache.opened().Read(*located.opened);
      return opened.ok() ? opened : NoGraph(opened.error());
    };
    // What was sent is kept already.
    return located.opened->graph == nullptr ? cache.Get(located.key, read) : read();
  };
  if (choice.against == nullptr) return get(first);
  constexpr std::string_view kOther = "the graph to compare with";
  const auto second = Locate(snapshot, *choice.against, cache.opened());
  if (!second.ok()) return second.error().WithContext(kOther);
  return cache.GetUnion(first.key, second->key, [&]() -> GraphCache::Made {
    ASSIGN_OR_RETURN(const auto first_graph, get(first));
    const auto second_graph = get(*second);
    if (!second_graph.ok()) return second_graph.error().WithContext(kOther);
    return UniteGraphs(*first_graph, **second_graph);
  });
}

Result<kind::Response> HandleGraphList(const kind::Request& request,
                                       const kind::RequestContext& context, GraphCache& cache) {
  RETURN_IF_ERROR(kind::AllowOnlyParameters(request.query, {}));
  base::BufferedOutput out;
  base::JsonWriter json(out);
  json.BeginObject();
  json.Key("runs");
  json.BeginArray();
  for (const auto& run : context.snapshot->runs) {
    bool any = false;
    // The run's graph first, then by tag.
    for (const bool run_graph : {true, false}) {
      for (const auto& series : run->series) {
        const auto source = graph::GraphSourceOf(*series);
        if (!source || (*source == GraphSource::kRunGraph) != run_graph) continue;
        if (!std::exchange(any, true)) {
          json.BeginObject();
          json.Key("run");
          json.String(run->name);
          json.Key("run_id");
          json.String(kind::NameId(run->name));
          json.Key("graphs");
          json.BeginArray();
        }
        for (const GraphType type : kTypes) {
          if (Has(*source, type)) WriteGraph(*series, type, run_graph, json);
        }
      }
    }
    if (!any) continue;
    json.EndArray();
    json.EndObject();
  }
  json.EndArray();
  json.Key("files");
  json.BeginArray();
  for (const OpenedGraph& opened : cache.opened().List()) WriteOpenedGraph(opened, json);
  json.EndArray();
  json.EndObject();
  return kind::JsonResponse(out.TakeText());
}

}  // namespace sightglass::kinds
