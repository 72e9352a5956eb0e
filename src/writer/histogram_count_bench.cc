#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "writer/histogram_count.h"
#include "writer/histogram_paths.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace {

using sightglass::Numbers;
using sightglass::writer::CountExponential;
using sightglass::writer::CountLinear;
using sightglass::writer::Summarise;

constexpr std::size_t kSize = 1'000'000;

template <class T>
std::vector<T> NormalNumbers() {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal(0, 0.05);
  std::vector<T> values(kSize);
  for (T& value : values) value = static_cast<T>(normal(random));
  return values;
}

// A few whole numbers: many at the very edge of a bucket, which single precision cannot decide.
std::vector<float> QuantisedNumbers() {
  std::vector<float> values = NormalNumbers<float>();
  for (float& value : values) value = std::clamp(std::nearbyint(value * 600), -150.0F, 150.0F);
  return values;
}

template <class T>
void SetRates(benchmark::State& state) {
  const auto count = static_cast<std::int64_t>(state.iterations()) * std::int64_t{kSize};
  state.SetItemsProcessed(count);
  state.SetBytesProcessed(count * static_cast<std::int64_t>(sizeof(T)));
}

// The yardstick: merely reading the memory, for its lowest and highest value.
#if defined(__x86_64__)
__attribute__((target("avx2"))) void BenchRead(benchmark::State& state) {
  const std::vector<float> values = NormalNumbers<float>();
  for (auto _ : state) {
    __m256 low = _mm256_setzero_ps();
    __m256 low_too = low;
    __m256 high = low;
    __m256 high_too = low;
    for (std::size_t i = 0; i + 16 <= values.size(); i += 16) {
      const __m256 lanes = _mm256_loadu_ps(values.data() + i);
      const __m256 lanes_too = _mm256_loadu_ps(values.data() + i + 8);
      low = _mm256_min_ps(low, lanes);
      high = _mm256_max_ps(high, lanes);
      low_too = _mm256_min_ps(low_too, lanes_too);
      high_too = _mm256_max_ps(high_too, lanes_too);
    }
    benchmark::DoNotOptimize(low);
    benchmark::DoNotOptimize(high);
    benchmark::DoNotOptimize(low_too);
    benchmark::DoNotOptimize(high_too);
  }
  SetRates<float>(state);
}
BENCHMARK(BenchRead);
#endif

template <class T>
void BenchLinear(benchmark::State& state) {
  const std::vector<T> values = NormalNumbers<T>();
  const auto buckets = static_cast<std::size_t>(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(CountLinear(values, buckets));
  SetRates<T>(state);
}
BENCHMARK(BenchLinear<float>)->Arg(30)->Arg(64)->Arg(65)->Arg(1'000);
BENCHMARK(BenchLinear<double>)->Arg(30)->Arg(1'000);

void BenchLinearQuantised(benchmark::State& state) {
  const std::vector<float> values = QuantisedNumbers();
  for (auto _ : state) benchmark::DoNotOptimize(CountLinear(values, 30));
  SetRates<float>(state);
}
BENCHMARK(BenchLinearQuantised);

void BenchLinearInt32(benchmark::State& state) {
  const std::vector<std::int32_t> values(kSize, 7);
  for (auto _ : state) benchmark::DoNotOptimize(CountLinear(values, 30));
  SetRates<std::int32_t>(state);
}
BENCHMARK(BenchLinearInt32);

// As one layer's bias: what a call costs at least.
void BenchLinearFew(benchmark::State& state) {
  std::vector<float> values = NormalNumbers<float>();
  values.resize(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(CountLinear(values, 30));
}
BENCHMARK(BenchLinearFew)->Arg(10)->Arg(1'000)->Arg(10'000);

void BenchSummarise(benchmark::State& state) {
  const std::vector<float> values = NormalNumbers<float>();
  for (auto _ : state) benchmark::DoNotOptimize(Summarise(values));
  SetRates<float>(state);
}
BENCHMARK(BenchSummarise);

void BenchExponential(benchmark::State& state) {
  const std::vector<float> values = NormalNumbers<float>();
  for (auto _ : state) benchmark::DoNotOptimize(CountExponential(values));
  SetRates<float>(state);
}
BENCHMARK(BenchExponential);

}  // namespace
