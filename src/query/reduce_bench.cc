#include <benchmark/benchmark.h>

#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "query/range.h"
#include "query/reduce.h"
#include "query/smooth.h"

namespace sightglass::query {
namespace {

// One file of `count` points, as a training job writes them. Made once: the large one takes a
// while.
const ScalarPoints& JobSeries(std::uint64_t count) {
  static std::uint64_t made_count = 0;
  static ScalarPoints made;
  if (made_count == count) return made;
  made = {};
  std::mt19937_64 random(1);
  store::SegmentBuilder<store::ScalarPoint> builder;
  double wall_time = 1.7e9;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t bits = random();
    wall_time += 0.1 + 1e-6 * static_cast<double>(bits % 10'000);
    const float noise = 1e-3F * static_cast<float>((bits >> 32) % 1000);
    const float falling = 1.0F / (1.0F + 1e-6F * static_cast<float>(i));
    builder.Append({static_cast<base::Step>(i), wall_time, falling + noise});
  }
  made = ScalarPoints({{.file = {0}, .segment = builder.Publish()}});
  made_count = count;
  return made;
}

ReduceRequest WholeView(const ScalarPoints& points, Axis axis) {
  const store::RangeSummary& summary = points.summary();
  ReduceRequest request = {.axis = axis, .columns = 1000, .neighbours = true};
  request.x_begin =
      axis == Axis::kStep ? static_cast<double>(summary.first_step) : summary.min_wall_time;
  request.x_end =
      axis == Axis::kStep ? static_cast<double>(summary.last_step) : summary.max_wall_time;
  return request;
}

void BM_ReduceAll(benchmark::State& state) {
  const ScalarPoints& points = JobSeries(static_cast<std::uint64_t>(state.range(0)));
  const ReduceRequest request = WholeView(points, static_cast<Axis>(state.range(1)));
  for (auto _ : state) benchmark::DoNotOptimize(Reduce(points, request).index.data());
}

// A hundredth of the series, from its middle.
void BM_ReduceZoomed(benchmark::State& state) {
  const ScalarPoints& points = JobSeries(static_cast<std::uint64_t>(state.range(0)));
  ReduceRequest request = WholeView(points, static_cast<Axis>(state.range(1)));
  const double width = request.x_end - request.x_begin;
  request.x_begin += width / 2;
  request.x_end = request.x_begin + width / 100;
  for (auto _ : state) benchmark::DoNotOptimize(Reduce(points, request).index.data());
}

void BM_ReduceSmoothed(benchmark::State& state) {
  const ScalarPoints& points = JobSeries(static_cast<std::uint64_t>(state.range(0)));
  const ReduceRequest request = WholeView(points, Axis::kStep);
  for (auto _ : state) {
    benchmark::DoNotOptimize(ReduceSmoothed(points, 0.99, request).index.data());
  }
}

// The same once the smoothed series is there.
void BM_ReduceSmoothedColumn(benchmark::State& state) {
  const ScalarPoints& points = JobSeries(static_cast<std::uint64_t>(state.range(0)));
  const ReduceRequest request = WholeView(points, Axis::kStep);
  const Smoothing smoothing = {.sort = SmoothingSort::kEma, .weight = 0.99};
  const auto column = SmoothedColumn::Make(points, smoothing, nullptr);
  for (auto _ : state) {
    benchmark::DoNotOptimize(ReduceSmoothed(points, *column, request).index.data());
  }
}

void BM_MakeSmoothedColumn(benchmark::State& state) {
  const ScalarPoints& points = JobSeries(static_cast<std::uint64_t>(state.range(0)));
  const Smoothing smoothing = {.sort = SmoothingSort::kEma, .weight = 0.99};
  for (auto _ : state) {
    benchmark::DoNotOptimize(SmoothedColumn::Make(points, smoothing, nullptr).get());
  }
  state.counters["bytes"] = static_cast<double>(SmoothedColumn::MemoryBytes(points));
}

// The chain of multiplications and additions alone: what no column can be made faster than on one
// core.
void BM_SmoothInPlace(benchmark::State& state) {
  std::vector<double> values(static_cast<std::size_t>(state.range(0)), 1.0);
  values.front() = 2;
  for (auto _ : state) {
    Smoother(0.99).Apply(values);
    benchmark::ClobberMemory();
  }
}

void BM_RangeByWallTime(benchmark::State& state) {
  const ScalarPoints& points = JobSeries(static_cast<std::uint64_t>(state.range(0)));
  const double middle = (points.summary().min_wall_time + points.summary().max_wall_time) / 2;
  for (auto _ : state) {
    benchmark::DoNotOptimize(RangeByWallTime(points, middle, middle + 1000));
  }
}

constexpr std::int64_t kMillion = 1'000'000;

#define SIGHTGLASS_AXES(count)                                    \
  Args({count, static_cast<std::int64_t>(Axis::kStep)})           \
      ->Args({count, static_cast<std::int64_t>(Axis::kWallTime)}) \
      ->Unit(benchmark::kMicrosecond)

BENCHMARK(BM_ReduceAll)->SIGHTGLASS_AXES(kMillion);
BENCHMARK(BM_ReduceZoomed)->SIGHTGLASS_AXES(kMillion);
BENCHMARK(BM_ReduceSmoothed)->Arg(kMillion)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_ReduceSmoothedColumn)->Arg(kMillion)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_MakeSmoothedColumn)->Arg(kMillion)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_SmoothInPlace)->Arg(kMillion)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_RangeByWallTime)->Arg(kMillion)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_ReduceAll)->SIGHTGLASS_AXES(100 * kMillion);
BENCHMARK(BM_ReduceZoomed)->SIGHTGLASS_AXES(100 * kMillion);
BENCHMARK(BM_RangeByWallTime)->Arg(100 * kMillion)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace sightglass::query
