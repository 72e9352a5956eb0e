#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "base/check.h"
#include "base/thread_pool.h"
#include "kind/router.h"
#include "serve/http_server.h"
#include "store/revision_log.h"
#include "store/snapshot.h"

namespace sightglass::serve {

// A server on a free port for tests: add routes, then Start().
struct HttpTestServer {
  HttpTestServer() { options.port = 0; }
  ~HttpTestServer() {
    if (server != nullptr) server->Stop();
  }
  HttpTestServer(const HttpTestServer&) = delete;
  HttpTestServer& operator=(const HttpTestServer&) = delete;

  // A route that answers `make(request, context)`.
  kind::Route& Add(std::string path, kind::Handler handler) {
    routes.push_back({.path = std::move(path), .handler = std::move(handler)});
    return routes.back();
  }
  // A route that always answers `text` as JSON.
  kind::Route& AddText(std::string path, std::string text) {
    return Add(std::move(path),
               [text = std::move(text)](const kind::Request&, const kind::RequestContext&) {
                 return base::Result<kind::Response>(kind::JsonResponse(text));
               });
  }

  void Start() {
    for (kind::Route& route : routes) router.Add(std::move(route));
    auto started = HttpServer::Start(options, router, revisions, pool);
    CHECK(started.ok());
    server = std::move(started).value();
  }
  [[nodiscard]] std::uint16_t port() const { return server->address().port; }

  void Publish(std::uint64_t version) {
    auto snapshot = std::make_shared<store::Snapshot>();
    snapshot->version = version;
    revisions.Observe(std::move(snapshot));
  }

  HttpOptions options;
  std::deque<kind::Route> routes;
  kind::Router router;
  store::RevisionLog revisions;
  base::ThreadPool pool{2};
  std::unique_ptr<HttpServer> server;
};

// Something that happens once and can be waited for.
class TestEvent {
 public:
  void Set() {
    const std::lock_guard lock(mutex_);
    set_ = true;
    changed_.notify_all();
  }
  // false if it does not happen within 20 seconds.
  bool Wait() {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(20), [this] { return set_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool set_ = false;
};

}  // namespace sightglass::serve
