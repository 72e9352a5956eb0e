#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_writer.h"
#include "graph/layout_scene.h"
#include "graph/scope_tree_index.h"
#include "kind/router.h"
#include "kinds/graphs/graphs_api_request.h"

namespace sightglass::kinds {

// POST /api/graphs/scene
base::Result<kind::Response> HandleGraphScene(const kind::Request& request,
                                              const kind::RequestContext& context,
                                              GraphCache& cache);

// {"sum":..,"span":..,"memory":..,"nodes":..}: microseconds and bytes; nothing where nothing was
// measured.
void WriteCost(const graph::GraphIndex& index, std::span<const graph::RankRange> ranges,
               const std::vector<bool>& on, base::JsonWriter& json);

// {"text":count,...} under `key`; nothing if there is none.
void WriteCounts(std::string_view key, const std::vector<graph::TextCount>& counts,
                 std::size_t most, base::JsonWriter& json);

// Which devices of the profile count; without names all but pseudo-devices, if there are others.
std::vector<bool> DevicesOn(const graph::GraphIndex& index,
                            const std::optional<std::vector<std::string>>& names);

// "scope", "op", ...
std::string_view ItemKindName(graph::ItemKind kind);

// "32×10", "3 tensors", "control"
std::string EdgeLabel(const graph::GraphIndex& index, const graph::EdgeSum& sum);

}  // namespace sightglass::kinds
