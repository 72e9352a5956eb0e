#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <utility>

#include "format/encode.h"
#include "kinds/text/text_search.h"

namespace sightglass::kinds {
namespace {

// A file of texts of the given length made of words, in the page cache.
class TextFile {
 public:
  explicit TextFile(std::size_t text_bytes) {
    // mkstemp() replaces six letters X at the end.
    path_ = (std::filesystem::temp_directory_path() / "text_search_bench_").string() +
            std::string(6, 'X');
    const int fd = mkstemp(path_.data());
    if (fd >= 0) std::fclose(fdopen(fd, "w"));
    std::ofstream file(path_, std::ios::binary);
    std::mt19937 random(1);
    store::SegmentBuilder<store::RefPoint> builder;
    std::uint64_t offset = 0;
    for (base::Step step = 0; offset < kBytes; ++step) {
      std::string text;
      while (text.size() < text_bytes) {
        text += kWords[random() % std::size(kWords)];
        text += ' ';
      }
      const std::string value = format::EncodeTensorValue(
          "sample", format::EncodeStringTensor({}, std::vector<std::string>{text}));
      builder.Append({.step = step,
                      .wall_time = static_cast<double>(step),
                      .offset = offset,
                      .bytes = static_cast<std::uint32_t>(value.size())});
      file << value;
      offset += value.size();
    }
    auto record = std::make_shared<store::FileRecord>();
    record->path = path_;
    record->bytes_done = offset;
    run_.files.push_back(std::move(record));
    auto series = std::make_shared<store::Series>();
    series->tag_name = "sample";
    series->points = store::Points<store::RefPoint>({{.file = {0}, .segment = builder.Publish()}});
    run_.series.push_back(std::move(series));
  }
  ~TextFile() { std::filesystem::remove(path_); }
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;

  [[nodiscard]] std::vector<values::ScanSeries> series() const {
    return {{.run = &run_, .series = run_.series[0].get()}};
  }

 private:
  static constexpr std::uint64_t kBytes = std::uint64_t{256} << 20;
  static constexpr std::string_view kWords[] = {"the",   "model",  "answers", "with",  "a",
                                                "token", "stream", "of",      "words", "and",
                                                "loss",  "step",   "prompt",  "reward"};
  std::string path_;
  store::Run run_;
};

void Search(benchmark::State& state, const TextQuery& query) {
  const TextFile file(static_cast<std::size_t>(state.range(0)));
  base::ThreadPool pool;
  const base::CancelFlag cancel;
  std::uint64_t bytes = 0;
  for (auto _ : state) {
    auto finder = TextFinder::Make(query);
    TextSearch search(file.series(), std::move(finder).value(), 1'000);
    std::vector<TextHit> hits;
    while (search.Next(pool, cancel, hits)) {
    }
    bytes += search.counts().bytes;
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}

BENCHMARK_CAPTURE(Search, literal, TextQuery{.text = "gradient"})
    ->Arg(200)
    ->Arg(4'000)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(Search, folded, TextQuery{.text = "Größe"})
    ->Arg(4'000)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(Search, regex, TextQuery{.text = "grad\\w+\\d", .regex = true})
    ->Arg(200)
    ->Arg(4'000)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace sightglass::kinds
