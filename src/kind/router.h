#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "base/thread_pool.h"
#include "kind/http_message.h"
#include "store/revision_log.h"
#include "store/snapshot.h"

namespace sightglass::kind {

// What a handler answers from, beside its request.
struct RequestContext {
  std::shared_ptr<const store::Snapshot> snapshot;  // never null
  const store::RevisionLog& revisions;
  // Set when the client is gone or the server stops. Lives as long as the answer's source.
  const base::CancelFlag& cancel;
  base::ThreadPool& pool;  // for ForEach() over many series; the handler may be one of its tasks
  // Of this server: with a revision it names a state of the data. Empty where there is no server.
  std::string_view epoch{};
};

// An error becomes an answer in the manner of its route: see ErrorStyle.
using Handler = std::function<base::Result<Response>(const Request&, const RequestContext&)>;

enum class ErrorStyle : std::uint8_t {
  kTensorboard,  // text/plain: "Not found: No scalar data for run='r', tag='t'"
  kApi,          // {"error":{"code":"NOT_FOUND","message":"..."}}
};

// Where a handler runs.
enum class Work : std::uint8_t {
  kQuick,  // on the event loop: always done within a millisecond, whatever the request and the data
  kPool,   // on the request pool
};

// How long an answer is good.
enum class Freshness : std::uint8_t {
  kSnapshot,  // as long as the snapshot: gets an entity tag, and 304 without calling the handler
  kNever,     // depends on something else, too
};

struct Route {
  std::string path;  // exact, e.g. "/data/plugin/scalars/tags"
  Handler handler;
  // Which methods are taken; HEAD goes with GET. Empty: any, as TensorBoard does. Others get 405.
  std::vector<Method> methods{};
  ErrorStyle errors = ErrorStyle::kApi;
  Work work = Work::kPool;
  Freshness freshness = Freshness::kSnapshot;
  std::size_t max_body_bytes = std::size_t{1} << 20;
};

// All routes, filled at start and never changed while serving.
class Router {
 public:
  // REQUIRES: no route has this path yet.
  void Add(Route route);
  // nullptr if there is none.
  [[nodiscard]] const Route* Find(std::string_view path) const;
  [[nodiscard]] const std::map<std::string, Route, std::less<>>& routes() const { return routes_; }

 private:
  std::map<std::string, Route, std::less<>> routes_;
};

// The HTTP status that tells of `code`.
int HttpStatus(base::ErrorCode code);
// The answer that tells of `error` in `style`.
Response ErrorResponse(const base::Error& error, ErrorStyle style);

}  // namespace sightglass::kind
