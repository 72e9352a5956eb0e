#include "serve/api_core.h"

#include <memory>
#include <utility>

#include "base/check.h"
#include "serve/api_tags_request.h"
#include "serve/core_routes.h"

namespace sightglass::serve {
namespace {

using kind::Freshness;
using kind::Method;
using kind::Request;
using kind::RequestContext;
using kind::Response;
using kind::Work;

}  // namespace

void AddApiCoreRoutes(const ServerFacts& facts, const kind::Kinds& kinds, kind::Router& router) {
  CHECK(facts.clock != nullptr && facts.issues != nullptr);
  const auto core = std::make_shared<ApiCore>(facts, kinds, facts.clock->MonotonicNow());
  const auto get = [&](std::string path, kind::Handler handler, Freshness freshness) {
    router.Add({.path = std::move(path),
                .handler = std::move(handler),
                .methods = {Method::kGet},
                .freshness = freshness});
  };
  get(
      "/api/runs",
      [core](const Request& request, const RequestContext& context) {
        return AnswerRuns(*core, request, context);
      },
      Freshness::kSnapshot);
  router.Add({.path = "/api/tags",
              .handler =
                  [core](const Request& request, const RequestContext& context) {
                    return AnswerTags(*core, request, context);
                  },
              .methods = {Method::kGet, Method::kPost},
              .max_body_bytes = kMaxTagsBodyBytes});
  get("/api/series", AnswerSeries, Freshness::kSnapshot);
  get(
      "/api/status",
      [core](const Request&, const RequestContext& context) {
        return AnswerStatus(*core, context);
      },
      Freshness::kNever);
  get(
      "/api/issues",
      [core](const Request& request, const RequestContext& context) {
        return AnswerIssues(*core, request, context);
      },
      Freshness::kNever);
  get(
      "/api/openapi.json",
      [text = MergeOpenApi(kinds, facts.version)](const Request&, const RequestContext&) {
        return kind::JsonResponse(text);
      },
      Freshness::kSnapshot);

  router.Add({.path = "/api/health",
              .handler = [](const Request&, const RequestContext&) -> base::Result<Response> {
                return kind::JsonResponse(R"({"status":"ok"})");
              },
              .methods = {Method::kGet},
              .work = Work::kQuick,
              .freshness = Freshness::kNever});
  router.Add(
      {.path = "/api/reload",
       .handler = [core](const Request&, const RequestContext& context) -> base::Result<Response> {
         if (core->facts.reload) core->facts.reload();
         base::BufferedOutput out;
         base::JsonWriter json(out);
         json.BeginObject();
         WriteState(context, json);
         json.EndObject();
         Response response = kind::JsonResponse(out.TakeText());
         response.status = 202;
         return response;
       },
       .methods = {Method::kPost},
       .freshness = Freshness::kNever});
}

}  // namespace sightglass::serve
