// Any bytes as what a client sends: parsed, planned and answered as a connection does it, without a
// socket. However the bytes are cut into packets, the answers are the same.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "kind/router.h"
#include "serve/request_pipeline.h"
#include "store/revision_log.h"

namespace sightglass::serve {
namespace {

using State = RequestParser::State;

base::Result<kind::Response> Echo(const kind::Request& request, const kind::RequestContext&) {
  CHECK(request.path.starts_with('/'));
  CHECK(request.path.find('\0') == std::string::npos);
  kind::Response response = kind::TextResponse(200, request.path + request.root + request.body);
  for (const auto& [name, value] : request.query.items()) response.headers.emplace_back("X", value);
  response.immutable = request.path == "/blob";
  return response;
}

struct World {
  World() {
    for (const char* path : {"/", "/data/runs", "/api/x", "/blob"}) {
      router.Add({.path = path, .handler = Echo, .max_body_bytes = 1000});
    }
    router.Add({.path = "/post", .handler = Echo, .methods = {kind::Method::kPost}});
  }
  kind::Router router;
  store::RevisionLog revisions;
  base::ThreadPool pool{1};
  RequestPipeline pipeline{{}, router, revisions, pool};
  RequestPipeline guarded{{.access = {.token = "t"}, .path_prefix = "/p"}, router, revisions, pool};
};

void CheckHead(const Answer& answer) {
  CHECK(answer.head.starts_with("HTTP/1.1 "));
  // One blank line, at the end, and no control characters: nobody writes headers of their own.
  CHECK(answer.head.find("\r\n\r\n") == answer.head.size() - 4);
  CHECK(std::ranges::none_of(answer.head, [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\r' && c != '\n';
  }));
}

// The statuses of the answers to `bytes`, which come in pieces of `step`.
std::vector<int> Talk(RequestPipeline& pipeline, std::string_view bytes, std::size_t step) {
  RequestParser parser({.header_bytes = 2000, .target_bytes = 500});
  std::vector<int> statuses;
  std::string waiting;
  PlannedRequest planned;
  const base::CancelFlag cancel;
  while (!bytes.empty()) {
    const std::string_view piece = bytes.substr(0, step);
    bytes.remove_prefix(piece.size());
    waiting += piece;
    for (bool again = true; again && !waiting.empty();) {
      const std::size_t used = parser.Feed(waiting);
      CHECK(used <= waiting.size());
      waiting.erase(0, used);
      again = used > 0;
      if (parser.state() == State::kHeaderDone) {
        planned = pipeline.Plan(parser.request(), {});
        parser.ReadBody(1000, !planned.response.has_value());
        again = true;
      }
      if (parser.state() == State::kDone) {
        planned.request.body = parser.request().body;
        auto answer = pipeline.AnswerNow(planned, cancel);
        if (!answer) answer = pipeline.AnswerSlowly(planned, cancel);
        CheckHead(*answer);
        statuses.push_back(answer->status);
        parser.Reset();
      }
      if (parser.state() == State::kFailed) {
        const Answer refusal = RequestPipeline::Refusal(parser.failure_status(), parser.failure());
        CheckHead(refusal);
        statuses.push_back(refusal.status);
        return statuses;
      }
    }
  }
  return statuses;
}

void Run(std::string_view bytes) {
  static World world;
  if (bytes.size() > 20'000) return;
  const std::vector<int> whole = Talk(world.pipeline, bytes, SIZE_MAX);
  CHECK(Talk(world.pipeline, bytes, 1) == whole);
  CHECK(Talk(world.pipeline, bytes, 7) == whole);
  Talk(world.guarded, bytes, SIZE_MAX);
}

}  // namespace
}  // namespace sightglass::serve

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sightglass::serve::Run({reinterpret_cast<const char*>(data), size});
  return 0;
}
