// Measures the writer library, one thing a call, and prints one line of JSON:
//
//   writer_speed scalars DIR        nanoseconds of one scalar on the caller's thread
//   writer_speed sustained DIR      scalars a second until they are in the file
//   writer_speed histograms DIR     milliseconds of a histogram of a million float32
//   writer_speed pictures DIR FILE  milliseconds of a picture: FILE holds 256x256 RGB bytes
//
// tensorboardx_bench.py does the same with tensorboardX. Both log into DIR, which must be empty.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "sightglass/summary_writer.h"

namespace sightglass {
namespace {

using Clock = std::chrono::steady_clock;

// As many as fit a training loop's second, and well below WriterOptions::max_queue: nobody waits
// for the disk.
constexpr int kBurst = 1'000;
constexpr int kBursts = 200;
constexpr std::int64_t kSustained = 10'000'000;
constexpr std::int64_t kPeerScalars = 50'000;  // as in tensorboardx_speed.py
constexpr std::int64_t kSide = 256;

double NanosSince(Clock::time_point begin) {
  return std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
}

double Median(std::vector<double> values) {
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
  return values[values.size() / 2];
}

double Percentile(std::vector<double>& sorted, double percent) {
  const auto last = static_cast<double>(sorted.size() - 1);
  return sorted[static_cast<std::size_t>(last * percent / 100)];
}

// What asking the clock twice costs by itself.
double ClockNanos() {
  std::vector<double> nothing;
  for (int i = 0; i < 10'000; ++i) {
    const auto begin = Clock::now();
    nothing.push_back(NanosSince(begin));
  }
  return Median(nothing);
}

std::uint64_t BytesIn(const std::string& directory) {
  std::uint64_t bytes = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
    if (entry.is_regular_file()) bytes += entry.file_size();
  }
  return bytes;
}

struct CallCost {
  double mean_nanos = 0;  // in bursts, the clock asked only before and after
  double p50_nanos = 0;   // each call by itself, less the clock
  double p99_nanos = 0;
};

CallCost MeasureCalls(SummaryWriter& writer, const std::function<void(std::int64_t)>& bursts,
                      const std::function<void(std::int64_t)>& single) {
  std::vector<double> means;
  std::int64_t step = 0;
  for (int i = 0; i < kBursts; ++i, step += kBurst) {
    const auto begin = Clock::now();
    bursts(step);
    means.push_back(NanosSince(begin) / kBurst);
    writer.Flush();
  }
  const double clock = ClockNanos();
  std::vector<double> singles;
  for (int i = 0; i < kBursts; ++i) {
    for (int j = 0; j < kBurst; ++j, ++step) {
      const auto begin = Clock::now();
      single(step);
      singles.push_back(std::max(0.0, NanosSince(begin) - clock));
    }
    writer.Flush();
  }
  std::ranges::sort(singles);
  return {std::accumulate(means.begin(), means.end(), 0.0) / kBursts, Percentile(singles, 50),
          Percentile(singles, 99)};
}

int MeasureScalars(const std::string& directory) {
  SummaryWriter writer(directory);
  const ScalarSeries series = writer.Scalar("train/loss");
  const CallCost handle = MeasureCalls(
      writer,
      [&](std::int64_t first) {
        for (std::int64_t step = first; step < first + kBurst; ++step) series.Add(step, 0.5);
      },
      [&](std::int64_t step) { series.Add(step, 0.5); });
  const CallCost name = MeasureCalls(
      writer,
      [&](std::int64_t first) {
        for (std::int64_t step = first; step < first + kBurst; ++step) {
          writer.AddScalar("valid/loss", 0.5, step);
        }
      },
      [&](std::int64_t step) { writer.AddScalar("valid/loss", 0.5, step); });
  std::printf(
      "{\"handle\":{\"mean_ns\":%.3f,\"p50_ns\":%.3f,\"p99_ns\":%.3f},"
      "\"name\":{\"mean_ns\":%.3f,\"p50_ns\":%.3f,\"p99_ns\":%.3f}}\n",
      handle.mean_nanos, handle.p50_nanos, handle.p99_nanos, name.mean_nanos, name.p50_nanos,
      name.p99_nanos);
  return writer.Close().ok() ? 0 : 1;
}

int MeasureSustained(const std::string& directory) {
  const auto begin = Clock::now();
  SummaryWriter writer(directory);
  const ScalarSeries series = writer.Scalar("train/loss");
  for (std::int64_t step = 0; step < kSustained; ++step) series.Add(step, 0.5);
  const bool closed = writer.Close().ok();
  const double seconds = NanosSince(begin) / 1e9;
  const std::uint64_t bytes = BytesIn(directory);
  const WriterCounts counts = writer.counts();
  if (!closed || bytes != counts.bytes || counts.events != kSustained || counts.dropped != 0) {
    std::fprintf(stderr, "writer_speed: not everything is in the file\n");
    return 1;
  }
  // A step's number takes more bytes the higher it is: sizes are compared at the peer's number of
  // scalars. The record that begins a file is none of them.
  const std::string fewer = directory + "/fewer";
  SummaryWriter small(fewer);
  const std::uint64_t head = BytesIn(fewer);
  for (std::int64_t step = 0; step < kPeerScalars; ++step) small.AddScalar("train/loss", 0.5, step);
  if (!small.Close().ok()) return 1;
  std::printf("{\"scalars\":%lld,\"seconds\":%.6f,\"bytes_per_scalar\":%.6f}\n",
              static_cast<long long>(kSustained), seconds,
              static_cast<double>(BytesIn(fewer) - head) / static_cast<double>(kPeerScalars));
  return 0;
}

int MeasureHistograms(const std::string& directory) {
  constexpr int kRounds = 30;
  std::mt19937 random(1);
  std::normal_distribution<float> normal;
  std::vector<float> values(1'000'000);
  for (float& value : values) value = normal(random);
  SummaryWriter writer(directory);
  std::vector<double> linear;
  std::vector<double> exponential;
  std::vector<double> reading;
  // Sum as integers: the compiler may use the widest loads it has, and nothing but memory is waited
  // for.
  std::uint64_t sum = 0;
  for (int step = 0; step < kRounds; ++step) {
    auto begin = Clock::now();
    writer.AddHistogram("weights", values, step);
    linear.push_back(NanosSince(begin) / 1e6);
    begin = Clock::now();
    writer.AddHistogram("weights/exponential", values, step, {.bins = HistogramBins::kExponential});
    exponential.push_back(NanosSince(begin) / 1e6);
    begin = Clock::now();
    const auto* words = reinterpret_cast<const unsigned char*>(values.data());
    for (std::size_t at = 0; at < values.size() * sizeof(float); at += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      __builtin_memcpy(&word, words + at, sizeof(word));
      sum += word;
    }
    reading.push_back(NanosSince(begin) / 1e6);
  }
  std::printf("{\"linear_ms\":%.5f,\"exponential_ms\":%.5f,\"read_ms\":%.5f,\"sum\":%llu}\n",
              Median(linear), Median(exponential), Median(reading),
              static_cast<unsigned long long>(sum));
  return writer.Close().ok() ? 0 : 1;
}

int MeasurePicture(const std::string& directory, const std::string& path) {
  constexpr int kRounds = 100;
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  const PixelShape shape{.height = kSide, .width = kSide, .channels = 3};
  const Numbers pixels(bytes.data(), bytes.size(), NumberType::kUint8);
  SummaryWriter writer(directory);
  writer.Flush();
  const std::uint64_t before = BytesIn(directory);
  std::vector<double> times;
  for (int step = 0; step < kRounds; ++step) {
    const auto begin = Clock::now();
    const Status added = writer.AddImage("picture", pixels, shape, step);
    times.push_back(NanosSince(begin) / 1e6);
    if (!added.ok()) {
      std::fprintf(stderr, "writer_speed: %s\n", std::string(added.message()).c_str());
      return 1;
    }
  }
  const bool closed = writer.Close().ok();
  std::printf("{\"ms\":%.5f,\"bytes\":%.1f}\n", Median(times),
              static_cast<double>(BytesIn(directory) - before) / kRounds);
  return closed ? 0 : 1;
}

}  // namespace
}  // namespace sightglass

int main(int argc, char** argv) {
  CLI::App app("Measures the writer library");
  app.require_subcommand(1);
  std::string directory;
  std::string picture;
  const auto add = [&](const char* name) {
    CLI::App* const command = app.add_subcommand(name);
    command->add_option("directory", directory)->required();
    return command;
  };
  CLI::App* const scalars = add("scalars");
  CLI::App* const sustained = add("sustained");
  CLI::App* const histograms = add("histograms");
  CLI::App* const pictures = add("pictures");
  pictures->add_option("file", picture)->required()->check(CLI::ExistingFile);
  CLI11_PARSE(app, argc, argv);
  if (scalars->parsed()) return sightglass::MeasureScalars(directory);
  if (sustained->parsed()) return sightglass::MeasureSustained(directory);
  if (histograms->parsed()) return sightglass::MeasureHistograms(directory);
  return sightglass::MeasurePicture(directory, picture);
}
