// Whole requests to /api/scalars on one thread, from the body to the bytes of the answer.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <memory>
#include <random>
#include <string>
#include <utility>

#include "kinds/scalars/scalars_api.h"
#include "query/walk.h"

namespace sightglass::kinds {
namespace {

// Runs of one tag, as a training job writes them. Made once: the large one takes a while.
std::shared_ptr<const store::Snapshot> Jobs(std::size_t runs, std::size_t points) {
  static std::shared_ptr<store::Snapshot> made;
  static std::pair<std::size_t, std::size_t> size;
  if (made != nullptr && size == std::pair(runs, points)) return made;
  made = std::make_shared<store::Snapshot>();
  size = {runs, points};
  made->version = 1;
  std::mt19937_64 random(1);
  for (std::size_t i = 0; i < runs; ++i) {
    store::SegmentBuilder<store::ScalarPoint> builder;
    double wall_time = 1.7e9;
    for (std::size_t k = 0; k < points; ++k) {
      const std::uint64_t bits = random();
      wall_time += 0.1 + 1e-6 * static_cast<double>(bits % 10'000);
      const float noise = 1e-3F * static_cast<float>((bits >> 32) % 1000);
      const float falling = 1.0F / (1.0F + 1e-3F * static_cast<float>(k));
      builder.Append({static_cast<base::Step>(k), wall_time, falling + noise});
    }
    auto series = std::make_shared<store::Series>();
    series->tag_name = "loss";
    series->info = std::make_shared<const store::SeriesInfo>();
    series->points = query::ScalarPoints({{.file = {0}, .segment = builder.Publish()}});
    auto run = std::make_shared<store::Run>();
    run->name = fmt::format("sweep/run_{:04}", i);
    run->series = {std::move(series)};
    made->runs.push_back(std::move(run));
  }
  return made;
}

// Asks the routes of one server again and again, so that what they remember counts.
void Ask(benchmark::State& state, std::shared_ptr<const store::Snapshot> snapshot,
         const std::string& path, const std::string& body, bool remembering = true) {
  auto router = std::make_unique<kind::Router>();
  AddScalarsApiRoutes(*router);
  const store::RevisionLog revisions;
  const base::CancelFlag cancel;
  base::ThreadPool pool(1);
  const kind::RequestContext context = {
      .snapshot = std::move(snapshot), .revisions = revisions, .cancel = cancel, .pool = pool};
  const kind::Request request = {.method = kind::Method::kPost, .path = path, .body = body};
  std::size_t bytes = 0;
  if (remembering) benchmark::DoNotOptimize(router->Find(path)->handler(request, context));
  for (auto _ : state) {
    if (!remembering) {
      router = std::make_unique<kind::Router>();
      AddScalarsApiRoutes(*router);
    }
    auto response = router->Find(path)->handler(request, context);
    if (!response.ok()) {
      state.SkipWithError(response.error().message.c_str());
      break;
    }
    bytes = response->body.size();
  }
  state.counters["bytes"] = static_cast<double>(bytes);
}

void Ask(benchmark::State& state, const std::string& path, const std::string& body) {
  Ask(state,
      Jobs(static_cast<std::size_t>(state.range(0)), static_cast<std::size_t>(state.range(1))),
      path, body);
}

void BM_Scalars(benchmark::State& state) { Ask(state, "/api/scalars", R"({"width":800})"); }
void BM_ScalarsByTime(benchmark::State& state) {
  Ask(state, "/api/scalars", R"({"width":800,"x":"relative"})");
}
void BM_ScalarsSmoothed(benchmark::State& state) {
  Ask(state, "/api/scalars", R"({"width":800,"smoothing":{"kind":"ema","weight":0.9}})");
}
void BM_ScalarsRunningMean(benchmark::State& state) {
  Ask(state, "/api/scalars", R"({"width":800,"smoothing":{"kind":"mean","window":50}})");
}
void BM_ScalarsGaussian(benchmark::State& state) {
  Ask(state, "/api/scalars", R"({"width":800,"smoothing":{"kind":"gaussian","sigma":5}})");
}
void BM_Aggregate(benchmark::State& state) {
  Ask(state, "/api/scalars/aggregate", R"({"width":800,"outputs":["mean","std","min","max"]})");
}
void BM_Table(benchmark::State& state) {
  Ask(state, "/api/scalars/table",
      R"({"columns":[{"tag":"loss"},{"tag":"loss","what":"min"}],"filter":"min(loss)>=0","sort":"loss"})");
}

constexpr std::size_t kZoomPoints = 5'000'000;

// What the page asks for when a card of one long series is zoomed by state.range(0), about its
// middle.
std::string ZoomBody(const benchmark::State& state, std::string_view smoothing) {
  const double width = static_cast<double>(kZoomPoints) / static_cast<double>(state.range(0));
  const double begin = (static_cast<double>(kZoomPoints) - width) / 2;
  return fmt::format(R"({{"width":1300,"neighbours":true,"range":{{"begin":{},"end":{}}},{}}})",
                     begin, begin + width, smoothing);
}

constexpr std::string_view kPlain = R"("columns":["step","value"])";
constexpr std::string_view kEma =
    R"("columns":["step","value","raw"],"smoothing":{"kind":"ema","weight":0.6})";
constexpr std::string_view kMean =
    R"("columns":["step","value","raw"],"smoothing":{"kind":"mean","window":50})";
constexpr std::string_view kGaussian =
    R"("columns":["step","value","raw"],"smoothing":{"kind":"gaussian","sigma":5})";

void BM_Zoom(benchmark::State& state, std::string_view smoothing) {
  Ask(state, Jobs(1, kZoomPoints), "/api/scalars", ZoomBody(state, smoothing));
}
// The first such request, after which the smoothed series is remembered.
void BM_ZoomFirst(benchmark::State& state, std::string_view smoothing) {
  Ask(state, Jobs(1, kZoomPoints), "/api/scalars", ZoomBody(state, smoothing),
      /*remembering=*/false);
}

#define SIGHTGLASS_SIZES Args({100, 2500})->Args({20, 1'000'000})->Unit(benchmark::kMicrosecond)

BENCHMARK(BM_Table)->Args({1000, 10})->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_Scalars)->SIGHTGLASS_SIZES;
BENCHMARK(BM_ScalarsByTime)->SIGHTGLASS_SIZES;
BENCHMARK(BM_ScalarsSmoothed)->SIGHTGLASS_SIZES;
BENCHMARK(BM_ScalarsRunningMean)->SIGHTGLASS_SIZES;
BENCHMARK(BM_ScalarsGaussian)->Args({100, 2500})->Unit(benchmark::kMicrosecond);
#define SIGHTGLASS_ZOOMS Arg(1)->Arg(10)->Arg(1000)->Unit(benchmark::kMicrosecond)

BENCHMARK_CAPTURE(BM_Zoom, plain, kPlain)->SIGHTGLASS_ZOOMS;
BENCHMARK_CAPTURE(BM_Zoom, ema, kEma)->SIGHTGLASS_ZOOMS;
BENCHMARK_CAPTURE(BM_Zoom, mean, kMean)->SIGHTGLASS_ZOOMS;
BENCHMARK_CAPTURE(BM_Zoom, gaussian, kGaussian)->SIGHTGLASS_ZOOMS;
BENCHMARK_CAPTURE(BM_ZoomFirst, ema, kEma)->Arg(1)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(BM_ZoomFirst, mean, kMean)->Arg(1)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(BM_ZoomFirst, gaussian, kGaussian)->Arg(1)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_Aggregate)->Args({100, 2500})->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace sightglass::kinds
