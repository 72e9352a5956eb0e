#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "store/revision_log.h"

namespace sightglass::store {
namespace {

constexpr std::size_t kRuns = 1'000;
constexpr std::size_t kTags = 50;

// Snapshots of a directory in which every series gets a point every time.
class GrowingRuns {
 public:
  GrowingRuns() : builders_(kRuns * kTags) {
    for (std::size_t i = 0; i < kRuns; ++i) runs_.push_back(fmt::format("run{:04}", i));
    for (std::size_t i = 0; i < kTags; ++i) tags_.push_back(fmt::format("layer{:02}/loss", i));
    for (auto& builder : builders_) {
      for (; step_ % 300 < 299; ++step_) builder.Append({.step = step_, .value = 1});
      ++step_;
    }
  }

  std::shared_ptr<const Snapshot> Next() {
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->version = ++version_;
    ++step_;
    for (std::size_t r = 0; r < kRuns; ++r) {
      auto run = std::make_shared<Run>();
      run->name = runs_[r];
      for (std::size_t t = 0; t < kTags; ++t) {
        auto& builder = builders_[r * kTags + t];
        builder.Append({.step = step_, .value = 1});
        auto series = std::make_shared<Series>();
        series->tag_name = tags_[t];
        series->points = Points<ScalarPoint>({{.file = {0}, .segment = builder.Publish()}});
        run->series.push_back(std::move(series));
      }
      snapshot->runs.push_back(std::move(run));
    }
    return snapshot;
  }

 private:
  std::vector<std::string> runs_;
  std::vector<std::string> tags_;
  std::vector<SegmentBuilder<ScalarPoint>> builders_;
  base::Step step_ = 0;
  std::uint64_t version_ = 0;
};

void BM_ObserveAllChanged(benchmark::State& state) {
  GrowingRuns runs;
  RevisionLog log;
  for (int i = 0; i < 40; ++i) log.Observe(runs.Next());
  std::shared_ptr<const Snapshot> before;
  for (auto _ : state) {
    state.PauseTiming();
    // What the log lets go is freed by its last user: not here.
    before = log.snapshot();
    auto next = runs.Next();
    state.ResumeTiming();
    log.Observe(std::move(next));
  }
}
BENCHMARK(BM_ObserveAllChanged)->Unit(benchmark::kMillisecond)->Iterations(20);

void BM_ObserveNothingChanged(benchmark::State& state) {
  GrowingRuns runs;
  RevisionLog log;
  auto snapshot = runs.Next();
  log.Observe(snapshot);
  for (auto _ : state) {
    auto next = std::make_shared<Snapshot>(*snapshot);
    ++next->version;
    snapshot = next;
    log.Observe(std::move(next));
  }
}
BENCHMARK(BM_ObserveNothingChanged)->Unit(benchmark::kMicrosecond);

void BM_Since(benchmark::State& state) {
  GrowingRuns runs;
  RevisionLog log;
  for (int i = 0; i < 3; ++i) log.Observe(runs.Next());
  const auto revision = static_cast<std::uint64_t>(3 - state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(log.Since(revision));
}
BENCHMARK(BM_Since)->ArgName("revisions_ago")->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace sightglass::store
