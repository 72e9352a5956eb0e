#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "store/block.h"
#include "store/segment.h"
#include "store/series.h"

namespace sightglass::store {
namespace {

// A training job: constant stride, a tenth of a second a step give or take a hundredth, float32
// noise around a falling curve.
std::vector<ScalarPoint> JobPoints(std::size_t count) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> jitter(0, 0.01);
  std::normal_distribution<float> noise(0, 0.1F);
  std::vector<ScalarPoint> points(count);
  double wall_time = 1.7e9;
  for (std::size_t i = 0; i < count; ++i) {
    wall_time += 0.1 + jitter(random);
    const auto falling = 1.0F / (1.0F + static_cast<float>(i) * 1e-4F);
    points[i] = {static_cast<base::Step>(i), wall_time, falling + noise(random)};
  }
  return points;
}

void SetPointCounters(benchmark::State& state, std::size_t points) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(points));
  state.counters["ns_per_point"] = benchmark::Counter(
      1e-9 * static_cast<double>(points),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void BM_PackBlock(benchmark::State& state) {
  const auto points = JobPoints(static_cast<std::size_t>(state.range(0)));
  std::uint64_t bytes = 0;
  for (auto _ : state) {
    const auto block = Block<ScalarPoint>::Pack(points);
    bytes = block->memory_bytes();
    benchmark::DoNotOptimize(block.get());
  }
  SetPointCounters(state, points.size());
  state.counters["bytes_per_point"] =
      static_cast<double>(bytes) / static_cast<double>(points.size());
}
BENCHMARK(BM_PackBlock)->Arg(100)->Arg(kBlockPoints);

void BM_UnpackBlock(benchmark::State& state) {
  const auto points = JobPoints(kBlockPoints);
  const auto block = Block<ScalarPoint>::Pack(points);
  std::vector<ScalarPoint> out(points.size());
  for (auto _ : state) {
    block->Unpack(out);
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
  SetPointCounters(state, points.size());
}
BENCHMARK(BM_UnpackBlock);

void BM_UnpackStepsAndValues(benchmark::State& state) {
  const auto points = JobPoints(kBlockPoints);
  const auto block = Block<ScalarPoint>::Pack(points);
  std::vector<base::Step> steps(points.size());
  std::vector<double> values(points.size());
  for (auto _ : state) {
    block->UnpackSteps(steps);
    block->UnpackValues(values);
    benchmark::DoNotOptimize(steps.data());
    benchmark::DoNotOptimize(values.data());
    benchmark::ClobberMemory();
  }
  SetPointCounters(state, points.size());
}
BENCHMARK(BM_UnpackStepsAndValues);

// Appends to `range(1)` series in turn, as a file that logs so many tags does, packing included.
void BM_Append(benchmark::State& state) {
  const auto points = JobPoints(static_cast<std::size_t>(state.range(0)));
  const auto series = static_cast<std::size_t>(state.range(1));
  std::uint64_t bytes = 0;
  for (auto _ : state) {
    std::vector<SegmentBuilder<ScalarPoint>> builders(series);
    for (const ScalarPoint& point : points) {
      for (auto& builder : builders) builder.Append(point);
    }
    bytes = 0;
    for (auto& builder : builders) bytes += builder.Publish()->memory_bytes();
  }
  SetPointCounters(state, points.size() * series);
  state.counters["bytes_per_point"] =
      static_cast<double>(bytes) / static_cast<double>(points.size() * series);
}
BENCHMARK(BM_Append)->Args({1'000'000, 1})->Args({250'000, 20})->Args({100, 1000});

// Every point at step 0: each supersedes the one before.
void BM_AppendSuperseding(benchmark::State& state) {
  auto points = JobPoints(100'000);
  for (ScalarPoint& point : points) point.step = 0;
  for (auto _ : state) {
    SegmentBuilder<ScalarPoint> builder;
    for (const ScalarPoint& point : points) builder.Append(point);
    benchmark::DoNotOptimize(builder.Publish().get());
  }
  SetPointCounters(state, points.size());
}
BENCHMARK(BM_AppendSuperseding);

// A live series: some points, then a publication.
void BM_AppendAndPublish(benchmark::State& state) {
  SegmentBuilder<ScalarPoint> builder;
  const auto points = JobPoints(static_cast<std::size_t>(state.range(0)));
  for (const ScalarPoint& point : points) builder.Append(point);
  ScalarPoint next = points.back();
  for (auto _ : state) {
    ++next.step;
    next.wall_time += 0.1;
    builder.Append(next);
    benchmark::DoNotOptimize(builder.Publish().get());
  }
}
BENCHMARK(BM_AppendAndPublish)->Arg(100)->Arg(100'000)->Arg(1'000'000)->Iterations(2000);

}  // namespace
}  // namespace sightglass::store
