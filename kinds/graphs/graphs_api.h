#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"
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

  // Reads a graph file and lists it. Errors as LoadGraph().
  base::Status OpenFile(const std::string& path) const;
  [[nodiscard]] std::size_t opened_files() const { return cache_.opened().size(); }

 private:
  mutable GraphCache cache_;
};

std::string_view GraphsOpenApi();

}  // namespace sightglass::kinds
