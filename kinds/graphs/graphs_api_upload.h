#pragma once

#include <cstddef>

#include "base/json_writer.h"
#include "base/result.h"
#include "kind/router.h"
#include "kinds/graphs/graph_cache.h"

namespace sightglass::kinds {

// Larger files are opened by `sightglass graph FILE`, which reads no constants into memory.
inline constexpr std::size_t kMaxUploadBytes = std::size_t{512} << 20;

// One of the files that /api/graphs/list tells.
void WriteOpenedGraph(const OpenedGraph& opened, base::JsonWriter& json);

// POST /api/graphs/upload
base::Result<kind::Response> HandleGraphUpload(const kind::Request& request,
                                               const kind::RequestContext& context,
                                               GraphCache& cache);
// POST /api/graphs/remove
base::Result<kind::Response> HandleGraphRemove(const kind::Request& request,
                                               const kind::RequestContext& context,
                                               GraphCache& cache);

}  // namespace sightglass::kinds
