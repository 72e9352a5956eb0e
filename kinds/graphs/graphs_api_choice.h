#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/ids.h"
#include "base/result.h"
#include "kind/json_reader.h"
#include "kind/router.h"
#include "kind/series_selection.h"
#include "kinds/graphs/graph_cache.h"

namespace sightglass::kinds {

// "op", "conceptual", "profile"
std::string_view GraphTypeName(GraphType type);

// The member "graph" of a request.
struct GraphChoice {
  std::string file{};  // not empty: the id of one of OpenedGraphs, instead of all but `against`
  kind::NameRef run{};
  std::optional<kind::NameRef> tag{};  // nullopt: the run's graph
  GraphType type = GraphType::kOp;
  std::optional<base::Step> step{};  // nullopt: the latest
  // The graph that it is compared with; null: none. Has none of its own.
  std::shared_ptr<const GraphChoice> against{};
};

// {"run":..|"run_id":..,"tag":..|"tag_id":..,"type":"op","step":..,"against":{..}}, or {"file":..}
base::Result<GraphChoice> ParseGraphChoice(const kind::JsonValue& body);

// The graph, from `cache` or read from its file; of a comparison both in one (graph_union.h), with
// LoadedGraph::differences. kNotFound: there is none like it. kDataLoss:
// the file no longer holds it. kFailedPrecondition: it is no graph. kOutOfRange: it is too large.
base::Result<std::shared_ptr<const LoadedGraph>> LoadGraph(const store::Snapshot& snapshot,
                                                           const GraphChoice& choice,
                                                           GraphCache& cache);

// GET /api/graphs/list
base::Result<kind::Response> HandleGraphList(const kind::Request& request,
                                             const kind::RequestContext& context,
                                             GraphCache& cache);

}  // namespace sightglass::kinds
