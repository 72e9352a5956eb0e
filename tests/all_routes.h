#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/cancel.h"
#include "base/result.h"
#include "base/thread_pool.h"
#include "kind/kind.h"
#include "serve/live_hub.h"
#include "serve/profile_store.h"
#include "serve/server_facts.h"
#include "store/revision_log.h"
#include "tests/loaded_logs.h"
#include "tests/support/fake_clock.h"

namespace sightglass::testing {

// All routes of the program on one log directory, called without a server between.
class AllRoutes {
 public:
  static constexpr std::string_view kEpoch = "0123456789abcdef";

  // Loads `directory`. `files` must outlive this.
  explicit AllRoutes(const std::string& directory, io::FileSystem& files = io::LocalFileSystem());

  // Takes in what changed.
  void Refresh();

  struct CallOptions {
    kind::Method method = kind::Method::kGet;
    std::string body{};
    std::string root{};  // as Request::root
    std::string content_type = "application/json";
  };
  // `target` is a path with its query. Errors come as the answers that tell of them; a path that is
  // no route gives 404.
  kind::Response Call(std::string_view target, const CallOptions& options);
  kind::Response Get(std::string_view target) { return Call(target, {}); }

  [[nodiscard]] const kind::Router& router() const { return router_; }
  // To be changed before the first call.
  serve::ServerFacts& facts() { return facts_; }
  FakeClock& clock() { return clock_; }
  [[nodiscard]] int reloads() const { return reloads_; }

 private:
  FakeClock clock_;
  LoadedLogs logs_;
  store::RevisionLog revisions_;
  serve::LiveHub hub_;
  serve::ProfileStore profile_;
  serve::ServerFacts facts_;
  kind::Kinds kinds_;
  kind::Router router_;
  base::ThreadPool pool_{2};
  base::CancelFlag cancel_;
  int reloads_ = 0;
};

}  // namespace sightglass::testing
