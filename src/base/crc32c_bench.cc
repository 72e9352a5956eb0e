#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/crc32c.h"
#include "base/crc32c_paths.h"

namespace {

using sightglass::base::Bytes;
using sightglass::base::Crc32c;
using sightglass::base::Crc32cOf8;
using sightglass::base::crc32c_internal::Path;
using sightglass::base::crc32c_internal::Paths;

void SetBytes(benchmark::State& state, std::size_t size) {
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(size));
}

void BenchPath(benchmark::State& state, Path path) {
  const auto size = static_cast<std::size_t>(state.range(0));
  const std::vector<std::byte> buffer(size, std::byte{0x5A});
  for (auto _ : state) benchmark::DoNotOptimize(path.extend(0, buffer.data(), buffer.size()));
  SetBytes(state, size);
}

// As record framing calls it, inlined where short.
void BenchChosen(benchmark::State& state) {
  const auto size = static_cast<std::size_t>(state.range(0));
  const std::vector<std::byte> buffer(size, std::byte{0x5A});
  for (auto _ : state) benchmark::DoNotOptimize(Crc32c(buffer));
  SetBytes(state, size);
}
BENCHMARK(BenchChosen)->Arg(8)->Arg(30)->Arg(50)->Arg(100)->Arg(127)->Arg(128)->Arg(256)->Arg(760);

// Records of 16 to 100 bytes in an order that no branch predictor learns, headers included: what
// the loader sees in a scalar file.
void BenchMixedRecords(benchmark::State& state) {
  const std::vector<std::byte> buffer(1 << 20, std::byte{0x5A});
  std::vector<std::uint32_t> sizes;
  std::uint64_t random = 1;
  std::size_t total = 0;
  while (total + 128 < buffer.size()) {
    random = random * 6364136223846793005U + 1442695040888963407U;
    const auto size = static_cast<std::uint32_t>(16 + (random >> 33) % 85);
    sizes.push_back(size);
    total += size + 16;
  }
  for (auto _ : state) {
    const std::byte* at = buffer.data();
    std::uint32_t sum = 0;
    for (const std::uint32_t size : sizes) {
      sum += Crc32cOf8(size);
      sum += Crc32c(Bytes(at + 12, size));
      at += size + 16;
    }
    benchmark::DoNotOptimize(sum);
  }
  SetBytes(state, total);
  state.counters["ns_per_record"] = benchmark::Counter(
      static_cast<double>(sizes.size()) * 1e-9,
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(BenchMixedRecords);

[[maybe_unused]] const bool registered = [] {
  for (const Path& path : Paths()) {
    if (!path.supported) continue;
    auto* const bench = benchmark::RegisterBenchmark(
        ("BenchPath/" + std::string(path.name)).c_str(), &BenchPath, path);
    for (const int size :
         {8, 50, 100, 128, 192, 256, 384, 512, 760, 1024, 4096, 65536, 200'000, 16 << 20}) {
      bench->Arg(size);
    }
  }
  return true;
}();

}  // namespace
