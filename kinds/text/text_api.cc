#include "kinds/text/text_api.h"

#include "generated/text_openapi.h"
#include "kinds/text/text_series.h"
#include "values/steps_answer.h"

namespace sightglass::kinds {

void AddTextApiRoutes(kind::Router& router) {
  router.Add({.path = "/api/text/steps",
              .handler = values::StepsHandler({.plugin = std::string(kTextPlugin)}),
              .methods = {kind::Method::kPost},
              .max_body_bytes = values::kMaxStepsBodyBytes});
  router.Add(
      {.path = "/api/text/value", .handler = HandleTextValue, .methods = {kind::Method::kGet}});
  // What these read is not in the snapshot.
  router.Add({.path = "/api/text/values",
              .handler = HandleTextValues,
              .methods = {kind::Method::kPost},
              .freshness = kind::Freshness::kNever,
              .max_body_bytes = values::kMaxStepsBodyBytes});
  router.Add({.path = "/api/text/search",
              .handler = HandleTextSearch,
              .methods = {kind::Method::kPost},
              .freshness = kind::Freshness::kNever,
              .max_body_bytes = values::kMaxStepsBodyBytes});
}

std::string_view TextOpenApi() { return embedded::text_openapi().front().bytes; }

}  // namespace sightglass::kinds
