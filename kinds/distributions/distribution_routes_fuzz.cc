// Any bytes as a request to our API: the first byte chooses the route, the rest is body or query.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "kinds/distributions/distributions_api.h"
#include "tests/support/histogram_log.h"

namespace sightglass::kinds {
namespace {

using testing::HistogramLog;

// A run with healthy histograms and with odd ones.
class World {
 public:
  World() {
    AddDistributionsApiRoutes(router);
    std::vector<HistogramLog::Value> values;
    for (base::Step step = 0; step < 20; ++step) {
      const auto shift = static_cast<double>(step);
      values.push_back({"w", step * 3, {{shift, shift + 1, 5}, {shift + 1, shift + 9, 2}}});
    }
    values.push_back({"constant", 1, {{2, 2, 7}}});
    values.push_back({"none", 1, {}});
    values.push_back({"odd", -5, {{3, 1, 2}, {-1e308, 1e308, 1e300}, {0, 0, -1}}});
    log.Run("a").File(values).Raw("w", 70, "no protobuf");
    snapshot = log.Build();
  }

  HistogramLog log;
  kind::Router router;
  std::shared_ptr<const store::Snapshot> snapshot;
  store::RevisionLog revisions;
  base::CancelFlag cancel;
  base::ThreadPool pool{1};
};

void Run(std::uint8_t choice, std::string_view text) {
  static World world;
  kind::Request request;
  request.path = choice % 2 == 0 ? "/api/distributions" : "/api/distributions/download";
  const kind::Route* route = world.router.Find(request.path);
  CHECK(route != nullptr);
  if (route->methods.front() == kind::Method::kGet) {
    auto query = kind::Parameters::FromQuery(text);
    if (!query.ok()) return;
    request.query = std::move(query).value();
  } else {
    request.method = kind::Method::kPost;
    request.body = text;
    if (choice % 4 < 2) request.headers.emplace_back("accept", "application/json");
  }
  auto response = route->handler(request, {.snapshot = world.snapshot,
                                           .revisions = world.revisions,
                                           .cancel = world.cancel,
                                           .pool = world.pool});
  if (!response.ok()) {
    CHECK(kind::HttpStatus(response.error().code) < 500);
    return;
  }
  if (response->source == nullptr) return;
  std::string piece;
  while (response->source->Next(piece) == kind::BodySource::State::kMore) piece.clear();
}

}  // namespace
}  // namespace sightglass::kinds

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  sightglass::kinds::Run(data[0],
                         std::string_view(reinterpret_cast<const char*>(data) + 1, size - 1));
  return 0;
}
