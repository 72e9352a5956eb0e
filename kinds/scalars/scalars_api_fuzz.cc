// Any bytes as a request to our API: the first byte chooses the route, the rest is body or query.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/check.h"
#include "kinds/scalars/scalars_api.h"
#include "query/walk.h"

namespace sightglass::kinds {
namespace {

std::shared_ptr<const store::Series> MakeSeries(std::string_view tag, std::uint32_t id) {
  store::SegmentBuilder<store::ScalarPoint> builder;
  for (int i = 0; i < 700; ++i) {
    builder.Append({i * 3 - (i == 300 ? 60 : 0), 1000.0 + i / 2, static_cast<double>(i % 7)});
  }
  auto series = std::make_shared<store::Series>();
  series->tag = {id};
  series->tag_name = tag;
  series->info = std::make_shared<const store::SeriesInfo>();
  series->points = query::ScalarPoints({{.file = {1}, .segment = builder.Publish()}});
  return series;
}

std::shared_ptr<const store::Snapshot> MakeSnapshot() {
  auto snapshot = std::make_shared<store::Snapshot>();
  snapshot->version = 1;
  for (const char* const name : {"a", "b"}) {
    auto run = std::make_shared<store::Run>();
    run->name = name;
    run->series = {MakeSeries("epoch", 1), MakeSeries("loss", 2)};
    snapshot->runs.push_back(std::move(run));
  }
  return snapshot;
}

struct World {
  World() {
    AddScalarsApiRoutes(router);
    revisions.Observe(snapshot);
  }
  kind::Router router;
  std::shared_ptr<const store::Snapshot> snapshot = MakeSnapshot();
  store::RevisionLog revisions;
  base::CancelFlag cancel;
  base::ThreadPool pool{1};
};

void Run(std::uint8_t choice, std::string_view text) {
  static World world;
  constexpr std::string_view kPaths[] = {"/api/scalars", "/api/scalars/table",
                                         "/api/scalars/export", "/api/scalars/aggregate"};
  kind::Request request;
  request.path = kPaths[choice % 4];
  const kind::Route* route = world.router.Find(request.path);
  CHECK(route != nullptr);
  if (choice % 8 >= 4 && request.path != kPaths[3]) {
    auto query = kind::Parameters::FromQuery(text);
    if (!query.ok()) return;
    request.query = std::move(query).value();
  } else {
    request.method = kind::Method::kPost;
    request.body = text;
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
