#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "kind/kind.h"
#include "kind/router.h"

namespace sightglass::testing {

// Asks routes without a server: what the HTTP layer does between a socket and a handler, as far as
// handlers can tell. A path that has no route is answered with 404 and no body.
class RouteCaller {
 public:
  explicit RouteCaller(std::shared_ptr<const store::Snapshot> snapshot)
      : snapshot_(std::move(snapshot)) {}

  kind::Router& router() { return router_; }
  void Cancel() { cancel_.Cancel(); }

  // `target` is a path, perhaps with a query.
  kind::Response Get(std::string_view target) { return Send(kind::Method::kGet, target, {}, {}); }
  kind::Response Post(std::string_view target, std::string_view content_type,
                      std::string_view body) {
    return Send(kind::Method::kPost, target, content_type, body);
  }

  // `headers` beside the content type, by lower-case names.
  kind::Response Send(kind::Method method, std::string_view target, std::string_view content_type,
                      std::string_view body, kind::Headers headers = {}) {
    const std::size_t mark = std::min(target.find('?'), target.size());
    kind::Request request;
    request.method = method;
    request.path = kind::PercentDecode(target.substr(0, mark), /*plus_is_blank=*/false);
    auto query = kind::Parameters::FromQuery(target.substr(std::min(mark + 1, target.size())));
    if (!query.ok()) return kind::ErrorResponse(query.error(), kind::ErrorStyle::kApi);
    request.query = std::move(query).value();
    request.headers = std::move(headers);
    if (!content_type.empty()) request.headers.emplace_back("content-type", content_type);
    request.body = body;
    const kind::Route* route = router_.Find(request.path);
    if (route == nullptr) return kind::TextResponse(404, {});
    auto answer = route->handler(
        request,
        {.snapshot = snapshot_, .revisions = revisions_, .cancel = cancel_, .pool = pool_});
    if (!answer.ok()) return kind::ErrorResponse(answer.error(), route->errors);
    return std::move(answer).value();
  }

 private:
  std::shared_ptr<const store::Snapshot> snapshot_;
  kind::Router router_;
  store::RevisionLog revisions_;
  base::CancelFlag cancel_;
  base::ThreadPool pool_{2};
};

}  // namespace sightglass::testing
