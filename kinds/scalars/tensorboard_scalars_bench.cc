// What TensorBoard's routes cost without HTTP: points and bytes of JSON a second.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "base/check.h"
#include "kinds/scalars/tensorboard_scalars.h"

namespace sightglass::kinds {
namespace {

// A loss curve of float32 values.
store::Points<store::ScalarPoint> LossCurve(std::size_t count, bool whole_micros) {
  std::mt19937_64 random(7);
  store::SegmentBuilder<store::ScalarPoint> segment;
  for (std::size_t i = 0; i < count; ++i) {
    const double noise = static_cast<double>(random() % 1'000'000) / 1e6;
    // As tf.summary stamps time, or as time.time() of Python gives it.
    const double micros = 1.79e15 + static_cast<double>(i) * 1342.0;
    const double wall_time = micros / 1e6 + (whole_micros ? 0 : noise * 1e-6);
    segment.Append({static_cast<base::Step>(i), wall_time,
                    static_cast<float>(1 / (1.0 + static_cast<double>(i)) + noise / 10)});
  }
  std::vector<store::Part<store::ScalarPoint>> parts;
  parts.push_back({.file = {0}, .segment = segment.Publish()});
  return store::Points<store::ScalarPoint>(std::move(parts));
}

class Server {
 public:
  Server(std::size_t runs, std::size_t points, bool whole_micros,
         const kind::KindOptions& options = {})
      : scalars_(options) {
    auto series = std::make_shared<store::Series>();
    series->tag_name = "loss";
    series->info = std::make_shared<const store::SeriesInfo>(
        store::SeriesInfo{.plugin = "scalars", .data_class = 1});
    series->points = LossCurve(points, whole_micros);
    auto snapshot = std::make_shared<store::Snapshot>();
    for (std::size_t i = 0; i < runs; ++i) {
      auto run = std::make_shared<store::Run>();
      run->name = fmt::format("run{:04}", i);
      run->series.push_back(series);
      snapshot->runs.push_back(std::move(run));
    }
    snapshot_ = std::move(snapshot);
    scalars_.AddRoutes(router_);
  }

  kind::Response Ask(const std::string& path, const kind::Request& request) {
    auto answer = router_.Find(path)->handler(
        request,
        {.snapshot = snapshot_, .revisions = revisions_, .cancel = cancel_, .pool = pool_});
    CHECK(answer.ok());
    return std::move(answer).value();
  }

 private:
  TensorboardScalars scalars_;
  std::shared_ptr<const store::Snapshot> snapshot_;
  kind::Router router_;
  store::RevisionLog revisions_;
  base::CancelFlag cancel_;
  base::ThreadPool pool_;
};

void Measure(benchmark::State& state, Server& server, const std::string& path,
             const kind::Request& request, std::int64_t points) {
  std::size_t bytes = 0;
  for (auto _ : state) {
    const kind::Response response = server.Ask(path, request);
    bytes = response.body.size();
    benchmark::DoNotOptimize(response.body.data());
  }
  state.SetItemsProcessed(state.iterations() * points);
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes));
  state.counters["answer_bytes"] = static_cast<double>(bytes);
}

kind::Request GetRequest(std::string_view query) {
  kind::Request request;
  request.query = kind::Parameters::FromQuery(query).value();
  return request;
}

void BM_Scalars(benchmark::State& state) {
  Server server(1, static_cast<std::size_t>(state.range(0)), state.range(1) != 0);
  Measure(state, server, "/data/plugin/scalars/scalars", GetRequest("run=run0000&tag=loss"),
          state.range(0));
}
BENCHMARK(BM_Scalars)
    ->ArgNames({"points", "whole_micros"})
    ->Args({1000, 1})
    ->Args({1000, 0})
    ->Args({1'000'000, 1});

void BM_ScalarsCsv(benchmark::State& state) {
  Server server(1, 1000, true);
  Measure(state, server, "/data/plugin/scalars/scalars",
          GetRequest("run=run0000&tag=loss&format=csv"), 1000);
}
BENCHMARK(BM_ScalarsCsv);

// With the choice of points remembered, as for every request but the first.
void BM_ScalarsSampled(benchmark::State& state) {
  kind::KindOptions options;
  options.tensorboard_samples.emplace();
  Server server(1, 1'000'000, true, options);
  Measure(state, server, "/data/plugin/scalars/scalars", GetRequest("run=run0000&tag=loss"), 1000);
}
BENCHMARK(BM_ScalarsSampled);

void BM_ChooseSamples(benchmark::State& state) {
  for (auto _ : state) {
    kind::SampledIndices sampled;
    benchmark::DoNotOptimize(sampled.Of(1'000'000, 1000));
  }
  state.SetItemsProcessed(state.iterations() * 1'000'000);
}
BENCHMARK(BM_ChooseSamples);

void BM_Multirun(benchmark::State& state) {
  Server server(static_cast<std::size_t>(state.range(0)), 1000, true);
  kind::Request request;
  request.method = kind::Method::kPost;
  request.headers = {{"content-type", "application/x-www-form-urlencoded"}};
  request.body = "tag=loss";
  for (std::int64_t i = 0; i < state.range(0); ++i)
    request.body += fmt::format("&runs=run{:04}", i);
  Measure(state, server, "/data/plugin/scalars/scalars_multirun", request, state.range(0) * 1000);
}
BENCHMARK(BM_Multirun)->Arg(5)->Arg(100)->UseRealTime();

void BM_Tags(benchmark::State& state) {
  Server server(static_cast<std::size_t>(state.range(0)), 1, true);
  Measure(state, server, "/data/plugin/scalars/tags", {}, state.range(0));
}
BENCHMARK(BM_Tags)->Arg(1000);

}  // namespace
}  // namespace sightglass::kinds
