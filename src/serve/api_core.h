#pragma once

#include <chrono>
#include <string>

#include "base/result.h"
#include "kind/kind.h"
#include "serve/api_core_summary.h"
#include "serve/server_facts.h"

namespace sightglass::serve {

// What all handlers of our core routes share. Lives as long as the router.
struct ApiCore {
  ApiCore(const ServerFacts& server_facts, const kind::Kinds& all_kinds,
          std::chrono::steady_clock::time_point now)
      : facts(server_facts), kinds(all_kinds), started(now) {}

  const ServerFacts& facts;
  const kind::Kinds& kinds;
  std::chrono::steady_clock::time_point started;
  SummaryCache summaries;
};

// GET /api/runs, GET and POST /api/tags, GET /api/series.
base::Result<kind::Response> AnswerRuns(ApiCore& core, const kind::Request& request,
                                        const kind::RequestContext& context);
base::Result<kind::Response> AnswerTags(ApiCore& core, const kind::Request& request,
                                        const kind::RequestContext& context);
base::Result<kind::Response> AnswerSeries(const kind::Request& request,
                                          const kind::RequestContext& context);
// GET /api/status, /api/issues.
base::Result<kind::Response> AnswerStatus(ApiCore& core, const kind::RequestContext& context);
base::Result<kind::Response> AnswerIssues(ApiCore& core, const kind::Request& request,
                                          const kind::RequestContext& context);

// `path` as it may be shown: below its log directory, with that one's name in front if it has one.
std::string ShownPath(const ServerFacts& facts, std::string_view path);
// `text` without the places of log directories.
std::string WithoutPrefixes(const ServerFacts& facts, std::string text);

// The OpenAPI document of our core routes and of all `kinds`.
std::string MergeOpenApi(const kind::Kinds& kinds, std::string_view version);

}  // namespace sightglass::serve
