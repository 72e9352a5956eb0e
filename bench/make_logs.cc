// Makes log directories: large ones to measure with, a small one to look at. Prints what it made as
// one line of JSON.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <thread>

#include "base/result.h"
#include "bench/bulk_logs.h"
#include "bench/demo_logs.h"
#include "bench/graph_logs.h"
#include "bench/speed_probe.h"

namespace sightglass::bench {
namespace {

using Maker = std::function<base::Result<Totals>()>;

int ReportError(const base::Error& error) {
  fmt::print(stderr, "make_logs: {}\n", error.message);
  return 1;
}

int Make(const Maker& maker) {
  const auto start = std::chrono::steady_clock::now();
  const base::Result<Totals> made = maker();
  if (!made.ok()) return ReportError(made.error());
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  fmt::print(
      "{{\"files\":{},\"bytes\":{},\"runs\":{},\"series\":{},\"points\":{},\"seconds\":{:.3f}}}\n",
      made->files, made->bytes, made->runs, made->series, made->points, seconds.count());
  return 0;
}

int Probe(const std::string& path, std::uint64_t threads) {
  const base::Result<SpeedLimits> limits = MeasureSpeedLimits(path, threads);
  if (!limits.ok()) return ReportError(limits.error());
  fmt::print(
      "{{\"bytes\":{},\"threads\":{},\"read_gb_per_second\":{:.2f},"
      "\"checksum_gb_per_second\":{:.2f},\"short_checksum_gb_per_second\":{:.2f},"
      "\"read_and_checksum_gb_per_second\":{:.2f}}}\n",
      limits->bytes, limits->threads, limits->read_rate / 1e9, limits->checksum_rate / 1e9,
      limits->short_checksum_rate / 1e9, limits->read_and_checksum_rate / 1e9);
  return 0;
}

int Run(int argc, char** argv) {
  CLI::App app("Makes TensorBoard log directories of a stated size, the same bytes each time.");
  app.require_subcommand(1);
  // Counts are multiplied; below these limits no product overflows.
  const CLI::Range count(std::uint64_t{1}, std::uint64_t{1'000'000'000});
  const CLI::Range size(std::uint64_t{1}, std::uint64_t{1} << 30);
  std::string out;
  Maker maker;

  const auto command = [&](const char* name, const char* about, auto& options, auto make) {
    CLI::App* sub = app.add_subcommand(name, about);
    sub->add_option("out", out, "Directory to make")->required();
    sub->add_option("--seed", options.seed, "Another seed, other numbers")->capture_default_str();
    sub->callback([&out, &maker, &options, make] {
      maker = [&out, &options, make] { return make(out, options); };
    });
    return sub;
  };
  const auto shape = [&](CLI::App* sub, auto& options) {
    sub->add_option("--runs", options.runs)->check(count)->capture_default_str();
    sub->add_option("--tags", options.tags)->check(count)->capture_default_str();
    sub->add_option("--steps", options.steps)->check(count)->capture_default_str();
  };

  ScalarOptions scalars;
  shape(command("scalars", "Scalars as TensorFlow 2 writes them, one event a value", scalars,
                MakeScalars),
        scalars);

  struct GrowthOptions {
    std::uint64_t steps = ScalarOptions().steps;
    std::uint64_t factor = 1;
    std::uint64_t seed = 1;
  } growth;
  CLI::App* growth_command =
      command("growth", "Scalars of one run with that many times the steps", growth,
              [](const std::string& directory, const GrowthOptions& options) {
                ScalarOptions grown;
                grown.steps = options.steps * options.factor;
                grown.seed = options.seed;
                return MakeScalars(directory, grown);
              });
  growth_command->add_option("--steps", growth.steps)->check(count)->capture_default_str();
  growth_command->add_option("--factor", growth.factor)
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000}))
      ->capture_default_str();

  ImageOptions images;
  CLI::App* image_command = command("images", "Pictures of noise, as PNG", images, MakeImages);
  shape(image_command, images);
  image_command->add_option("--bytes", images.image_bytes, "Size of one image")
      ->check(size)
      ->capture_default_str();

  TextOptions texts;
  CLI::App* text_command =
      command("text", "Long texts, one of a hundred with the word Zanzibar", texts, MakeTexts);
  shape(text_command, texts);
  text_command->add_option("--bytes", texts.text_bytes, "Size of one text")
      ->check(size)
      ->capture_default_str();

  HistogramOptions histograms;
  shape(command("histograms", "Histograms of 30 buckets", histograms, MakeHistograms), histograms);

  ManyFilesOptions many;
  CLI::App* many_command = command("many_files", "Many small files", many, MakeManyFiles);
  many_command->add_option("--runs", many.runs)->check(count)->capture_default_str();
  many_command->add_option("--files-per-run", many.files_per_run)
      ->check(count)
      ->capture_default_str();
  many_command->add_option("--points-per-file", many.points_per_file)
      ->check(count)
      ->capture_default_str();

  GraphOptions graph;
  CLI::App* graph_command =
      command("graph", "A network in training as a graph, nested in scopes", graph, MakeGraph);
  graph_command->add_option("--nodes", graph.nodes)->check(count)->capture_default_str();
  graph_command->add_flag("--flat", graph.flat, "One level of operations instead");

  struct DemoOptions {
    std::uint64_t seed = 1;
  } demo;
  command("demo", "A small directory with something of everything", demo,
          [](const std::string& directory, const DemoOptions& options) {
            return MakeDemo(directory, options.seed);
          });

  std::string probed;
  std::uint64_t threads = std::max(1U, std::thread::hardware_concurrency());
  CLI::App* probe = app.add_subcommand(
      "probe", "How fast this machine reads and checksums a file or directory at best");
  probe->add_option("path", probed)->required();
  probe->add_option("--threads", threads)
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'024}))
      ->capture_default_str();

  CLI11_PARSE(app, argc, argv);
  return probe->parsed() ? Probe(probed, threads) : Make(maker);
}

}  // namespace
}  // namespace sightglass::bench

int main(int argc, char** argv) { return sightglass::bench::Run(argc, argv); }
