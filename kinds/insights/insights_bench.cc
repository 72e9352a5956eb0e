// What a look at many runs costs: 1,000 runs of 50 scalar tags, 4 of them losses and 10 norms of
// gradients, with so many points each. Runs share their series, which are read anew for each.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "kinds/insights/insights_check.h"

namespace sightglass::kinds::insights {
namespace {

constexpr int kRuns = 1'000;
constexpr int kTags = 50;

std::string TagName(int number) {
  if (number < 4) return fmt::format("loss/{}", number);
  return number < 14 ? fmt::format("grad_norm/{}", number) : fmt::format("metric/{}", number);
}

std::shared_ptr<const store::Series> MakeSeries(const std::string& tag, std::int64_t points) {
  store::SegmentBuilder<store::ScalarPoint> segment;
  for (std::int64_t i = 0; i < points; ++i) {
    const auto x = static_cast<double>(i);
    const double value = std::exp(-x / 1e3) + 0.01 * std::sin(x * 12.9898);
    segment.Append({.step = i, .wall_time = x, .value = value});
  }
  auto series = std::make_shared<store::Series>();
  series->tag_name = tag;
  series->info = std::make_shared<const store::SeriesInfo>(store::SeriesInfo{.plugin = "scalars"});
  series->points = store::Points<store::ScalarPoint>({{.file = {0}, .segment = segment.Publish()}});
  return series;
}

void BM_ManyRuns(benchmark::State& state) {
  std::deque<std::string> tags;
  std::vector<std::shared_ptr<const store::Series>> series;
  for (int i = 0; i < kTags; ++i) {
    series.push_back(MakeSeries(tags.emplace_back(TagName(i)), state.range(0)));
  }
  auto snapshot = std::make_shared<store::Snapshot>();
  std::vector<const store::Run*> runs;
  for (int i = 0; i < kRuns; ++i) {
    auto run = std::make_shared<store::Run>();
    run->name = fmt::format("run{:04}", i);
    run->series = series;
    runs.push_back(run.get());
    snapshot->runs.push_back(std::move(run));
  }
  const store::RevisionLog revisions;
  const base::CancelFlag cancel;
  base::ThreadPool pool(1);
  histograms::MeasureCache cache;
  const kind::RequestContext context{
      .snapshot = snapshot, .revisions = revisions, .cancel = cancel, .pool = pool};
  for ([[maybe_unused]] const auto iteration : state) {
    benchmark::DoNotOptimize(CheckRuns(runs, {}, context, cache));
  }
}
BENCHMARK(BM_ManyRuns)
    ->Arg(100)
    ->Arg(1'000)
    ->Arg(100'000)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime();

}  // namespace
}  // namespace sightglass::kinds::insights
