#include "kinds/graphs/graphs_api.h"

#include <utility>

#include "generated/graphs_openapi.h"
#include "kinds/graphs/graphs_api_choice.h"
#include "kinds/graphs/graphs_api_differences.h"
#include "kinds/graphs/graphs_api_node.h"
#include "kinds/graphs/graphs_api_request.h"
#include "kinds/graphs/graphs_api_scene.h"
#include "kinds/graphs/graphs_api_search.h"
#include "kinds/graphs/graphs_api_upload.h"
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
  router.Add({.path = "/api/graphs/list",
              .handler =
                  [this](const kind::Request& request, const kind::RequestContext& context) {
                    return HandleGraphList(request, context, cache_);
                  },
              .methods = {Method::kGet},
              // Files are opened and replaced without the logs.
              .freshness = kind::Freshness::kNever});
  const auto add = [&](const char* path, Handle handle,
                       std::size_t max_body_bytes = kMaxGraphBodyBytes) {
    router.Add(
        {.path = path,
         .handler =
             [this, handle](const kind::Request& request, const kind::RequestContext& context) {
               auto response = handle(request, context, cache_);
               return response.ok() ? std::move(response) : Told(response.error());
             },
         .methods = {Method::kPost},
         .max_body_bytes = max_body_bytes});
  };
  add("/api/graphs/scene", HandleGraphScene);
  add("/api/graphs/node", HandleGraphNode);
  add("/api/graphs/search", HandleGraphSearch);
  add("/api/graphs/trace", HandleGraphTrace);
  add("/api/graphs/path", HandleGraphPath);
  add("/api/graphs/differences", HandleGraphDifferences);
  add("/api/graphs/upload", HandleGraphUpload, kMaxUploadBytes);
  add("/api/graphs/remove", HandleGraphRemove);
}

base::Status GraphsApi::OpenFile(const std::string& path) const {
  const OpenedGraph added = cache_.opened().AddFile(path);
  const auto loaded = LoadGraph({}, {.file = added.id}, cache_);
  return loaded.ok() ? base::OkStatus() : base::Status(loaded.error());
}

std::string_view GraphsOpenApi() { return embedded::graphs_openapi().front().bytes; }

}  // namespace sightglass::kinds
