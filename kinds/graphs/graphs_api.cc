#include "kinds/graphs/graphs_api.h"

#include <utility>

#include "generated/graphs_openapi.h"
#include "kinds/graphs/graphs_api_choice.h"
#include "kinds/graphs/graphs_api_node.h"
#include "kinds/graphs/graphs_api_request.h"
#include "kinds/graphs/graphs_api_scene.h"
#include "kinds/graphs/graphs_api_search.h"
#include "values/blob_answer.h"

namespace sightglass::kinds {
namespace {

// A graph that can no longer be read, or never could, is not the request's fault.
base::Result<kind::Response> Told(const base::Error& error) {
  if (error.code == base::ErrorCode::kDataLoss) return values::ValueErrorResponse(error);
  if (error.code == base::ErrorCode::kFailedPrecondition) {
    return values::DamagedValueResponse(error);
  }
  return error;
}

}  // namespace

void GraphsApi::AddRoutes(kind::Router& router) const {
  using kind::Method;
  using Handle = base::Result<kind::Response> (*)(const kind::Request&, const kind::RequestContext&,
                                                  GraphCache&);
  router.Add({.path = "/api/graphs/list", .handler = HandleGraphList, .methods = {Method::kGet}});
  const auto add = [&](const char* path, Handle handle) {
    router.Add(
        {.path = path,
         .handler =
             [this, handle](const kind::Request& request, const kind::RequestContext& context) {
               auto response = handle(request, context, cache_);
               return response.ok() ? std::move(response) : Told(response.error());
             },
         .methods = {Method::kPost},
         .max_body_bytes = kMaxGraphBodyBytes});
  };
  add("/api/graphs/scene", HandleGraphScene);
  add("/api/graphs/node", HandleGraphNode);
  add("/api/graphs/search", HandleGraphSearch);
  add("/api/graphs/trace", HandleGraphTrace);
  add("/api/graphs/path", HandleGraphPath);
}

std::string_view GraphsOpenApi() { return embedded::graphs_openapi().front().bytes; }

}  // namespace sightglass::kinds
