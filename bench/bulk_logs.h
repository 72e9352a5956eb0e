#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "bench/log_file.h"

namespace sightglass::bench {

// Large log directories for measuring. The same options give the same bytes. Each run is one
// TensorFlow 2 event file: at each step, one event for every tag, with microsecond wall times and
// jitter as a training loop has them.

struct ScalarOptions {
  std::uint64_t runs = 1;
  std::uint64_t tags = 20;
  std::uint64_t steps = 250'000;
  std::uint64_t seed = 1;
};
base::Result<Totals> MakeScalars(const std::string& directory, const ScalarOptions& options);

// DT_STRING [3]: width, height, and a PNG of noise with exactly so many bytes (noise_png.h).
struct ImageOptions {
  std::uint64_t runs = 4;
  std::uint64_t tags = 5;
  std::uint64_t steps = 200;
  std::uint64_t image_bytes = 200'000;
  std::uint64_t seed = 1;
};
base::Result<Totals> MakeImages(const std::string& directory, const ImageOptions& options);

// DT_STRING []: plain words in lines, so many bytes of them, and "Zanzibar" in the middle of step
// 50, 150, 250, ... of each series.
struct TextOptions {
  std::uint64_t runs = 4;
  std::uint64_t tags = 5;
  std::uint64_t steps = 500;
  std::uint64_t text_bytes = 100'000;
  std::uint64_t seed = 1;
};
base::Result<Totals> MakeTexts(const std::string& directory, const TextOptions& options);

// DT_DOUBLE [30, 3], as tf.summary.histogram writes them.
struct HistogramOptions {
  std::uint64_t runs = 10;
  std::uint64_t tags = 50;
  std::uint64_t steps = 1'000;
  std::uint64_t seed = 1;
};
base::Result<Totals> MakeHistograms(const std::string& directory, const HistogramOptions& options);

// Many small files in nested folders, several in each run, none overlapping another in steps: what
// open files and directory walks cost.
struct ManyFilesOptions {
  std::uint64_t runs = 2'500;
  std::uint64_t files_per_run = 4;
  std::uint64_t points_per_file = 10;
  std::uint64_t seed = 1;
};
base::Result<Totals> MakeManyFiles(const std::string& directory, const ManyFilesOptions& options);

}  // namespace sightglass::bench
