#include "kinds/scalars/scalars_api.h"

#include <memory>

#include "generated/scalars_openapi.h"
#include "kinds/scalars/scalars_aggregate.h"
#include "kinds/scalars/scalars_api_series.h"
#include "kinds/scalars/scalars_export.h"
#include "kinds/scalars/scalars_table.h"

namespace sightglass::kinds {
namespace {

// Room for ten thousand series named one by one.
constexpr std::size_t kMaxBodyBytes = std::size_t{8} << 20;

void Add(std::string path, kind::Handler handler, std::vector<kind::Method> methods,
         kind::Router& router) {
  router.Add({.path = std::move(path),
              .handler = std::move(handler),
              .methods = std::move(methods),
              .max_body_bytes = kMaxBodyBytes});
}

}  // namespace

void AddScalarsApiRoutes(kind::Router& router) {
  using kind::Method;
  // Lives as long as its route.
  const auto cache = std::make_shared<SmoothedCache>();
  const auto scalars = [cache](const kind::Request& request, const kind::RequestContext& context) {
    return HandleScalars(request, context, *cache);
  };
  Add("/api/scalars", scalars, {Method::kGet, Method::kPost}, router);
  Add("/api/scalars/aggregate", HandleScalarsAggregate, {Method::kPost}, router);
  Add("/api/scalars/table", HandleScalarsTable, {Method::kGet, Method::kPost}, router);
  Add("/api/scalars/export", HandleScalarsExport, {Method::kGet, Method::kPost}, router);
}

std::string_view ScalarsOpenApi() { return embedded::scalars_openapi().front().bytes; }

}  // namespace sightglass::kinds
