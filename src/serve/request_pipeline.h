#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/cancel.h"
#include "base/thread_pool.h"
#include "kind/router.h"
#include "serve/access_rights.h"
#include "serve/one_time_links.h"
#include "serve/request_parser.h"
#include "serve/response_finisher.h"
#include "store/revision_log.h"

namespace sightglass::serve {

// The other end of a connection.
struct Peer {
  std::string text{};  // for the access log
  bool loopback = true;
};

// A request on its way to its answer.
struct PlannedRequest {
  kind::Request request{};
  AnswerRules rules{};
  const kind::Route* route = nullptr;
  // An answer that needs no handler any more: it was refused, or only its body is to be compressed.
  std::optional<kind::Response> response{};
  std::string snapshot_tag{};  // of `response`
  bool refused = false;        // by a limit or a right
};

struct PipelineOptions {
  AccessOptions access{};
  std::string path_prefix{};
  std::string frame_ancestors = "'self'";
};

// From a request to its answer: rights, prefixes, routes, methods, entity tags; knows nothing of
// sockets.
//
// A request is planned when its headers are there, so that what is refused need not send its body;
// then answered at once on the event loop, or else by AnswerSlowly() on the pool.
//
// Threads: any thread may call anything.
class RequestPipeline {
 public:
  // All three must outlive it.
  RequestPipeline(PipelineOptions options, const kind::Router& router,
                  const store::RevisionLog& revisions, base::ThreadPool& pool);

  // Moves the headers out of `raw`.
  [[nodiscard]] PlannedRequest Plan(RawRequest& raw, const Peer& peer);
  // How many bytes of body the request may have.
  [[nodiscard]] static std::uint64_t MaxBodyBytes(const PlannedRequest& planned);
  // The answer if it takes no time to make; else AnswerSlowly() is to be called on the pool.
  [[nodiscard]] std::optional<Answer> AnswerNow(PlannedRequest& planned,
                                                const base::CancelFlag& cancel);
  [[nodiscard]] Answer AnswerSlowly(PlannedRequest& planned, const base::CancelFlag& cancel);

  // Of a request that could not be read or came too slowly; the connection is closed behind it.
  [[nodiscard]] static Answer Refusal(int status, std::string_view message);

  [[nodiscard]] std::string MakeCode() { return links_.MakeCode(); }
  [[nodiscard]] bool needs_token() const { return rights_.needs_token(); }
  void set_on_link_used(std::function<void()> callback) { on_link_used_ = std::move(callback); }

 private:
  std::optional<kind::Response> Admit(const RawRequest& raw, const kind::Request& request);
  std::optional<kind::Response> LogIn(const RawRequest& raw, const kind::Request& request);
  kind::Response Handle(PlannedRequest& planned, std::shared_ptr<const store::Snapshot> snapshot,
                        const base::CancelFlag& cancel) const;
  std::string SnapshotTag(const PlannedRequest& planned, const store::Snapshot& snapshot) const;

  const PipelineOptions options_;
  const AccessRights rights_;
  const std::string epoch_;
  const kind::Router& router_;
  const store::RevisionLog& revisions_;
  base::ThreadPool& pool_;
  OneTimeLinks links_;
  std::function<void()> on_link_used_;
};

}  // namespace sightglass::serve
