#pragma once

#include <string_view>

#include "kind/router.h"
#include "kinds/graphs/graph_cache.h"

namespace sightglass::kinds {

// /api/graphs/...; README.md says what they answer.
//
// Threads: any.
class GraphsApi {
 public:
  // This must outlive the router.
  void AddRoutes(kind::Router& router) const;

 private:
  mutable GraphCache cache_;
};

std::string_view GraphsOpenApi();

}  // namespace sightglass::kinds
