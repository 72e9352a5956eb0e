#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "histograms/histogram.h"
#include "histograms/measure_cache.h"
#include "histograms/measures.h"
#include "histograms/random_histograms.h"
#include "histograms/rebin.h"

namespace sightglass::histograms {
namespace {

using Buckets = std::vector<format::HistogramBucket>;

enum Form : std::int64_t { kLinear, kExponential };

// As many as a page of 200 tags with 500 steps has.
constexpr std::size_t kHistograms = 100'000;

std::vector<Buckets> SomeBuckets(std::int64_t form) {
  RandomHistograms random(1);
  std::vector<Buckets> made(kHistograms);
  for (Buckets& buckets : made) {
    buckets = form == kLinear ? random.Linear(30) : random.Exponential();
  }
  return made;
}

const std::vector<Histogram>& SomeHistograms(std::int64_t form) {
  static std::int64_t made_form = -1;
  static std::vector<Histogram> made;
  if (made_form == form) return made;
  made.clear();
  for (Buckets& buckets : SomeBuckets(form)) made.push_back(MakeSane(std::move(buckets)));
  made_form = form;
  return made;
}

void CountItems(benchmark::State& state, const std::vector<Histogram>& histograms) {
  std::int64_t buckets = 0;
  for (const Histogram& each : histograms)
    buckets += static_cast<std::int64_t>(each.buckets.size());
  state.SetItemsProcessed(state.iterations() * buckets);
  state.counters["histograms"] = benchmark::Counter(
      static_cast<double>(state.iterations()) * static_cast<double>(histograms.size()),
      benchmark::Counter::kIsRate);
}

// Items are buckets.
void BM_Rebin(benchmark::State& state) {
  const std::vector<Histogram>& histograms = SomeHistograms(state.range(0));
  const auto bins = static_cast<std::size_t>(state.range(1));
  const bool linear = state.range(0) == kLinear;
  const BinEdges edges =
      MakeEdges(linear ? -3 : -1e-7, linear ? 4 : 1e-7, bins,
                linear ? BinScale::kLinear : BinScale::kSymlog, linear ? 1 : 1e-12);
  std::vector<double> counts(bins);
  for (auto _ : state) {
    for (const Histogram& each : histograms) {
      benchmark::DoNotOptimize(Rebin(each, edges.edges, counts));
      benchmark::DoNotOptimize(counts.data());
    }
  }
  CountItems(state, histograms);
}

void BM_Measure(benchmark::State& state) {
  const std::vector<Histogram>& histograms = SomeHistograms(state.range(0));
  for (auto _ : state) {
    for (const Histogram& each : histograms) benchmark::DoNotOptimize(Measure(each, 0, 0));
  }
  CountItems(state, histograms);
}

void BM_Drift(benchmark::State& state) {
  const std::vector<Histogram>& histograms = SomeHistograms(state.range(0));
  for (auto _ : state) {
    for (std::size_t i = 1; i < histograms.size(); ++i) {
      benchmark::DoNotOptimize(DriftBetween(histograms[i - 1], histograms[i]));
    }
  }
  CountItems(state, histograms);
}

// Copying the buckets is a part of it.
void BM_MakeSane(benchmark::State& state) {
  const std::vector<Buckets> logged = SomeBuckets(state.range(0));
  for (auto _ : state) {
    for (const Buckets& buckets : logged) benchmark::DoNotOptimize(MakeSane(buckets).total);
  }
  CountItems(state, SomeHistograms(state.range(0)));
}

BENCHMARK(BM_Rebin)
    ->ArgsProduct({{kLinear, kExponential}, {30, 100, 1000}})
    ->ArgNames({"form", "bins"})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(BM_Measure)->Arg(kLinear)->Arg(kExponential)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_Drift)->Arg(kLinear)->Arg(kExponential)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_MakeSane)->Arg(kLinear)->Arg(kExponential)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace sightglass::histograms
