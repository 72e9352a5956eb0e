#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/ids.h"
#include "base/result.h"
#include "base/thread_pool.h"
#include "histograms/histogram.h"
#include "io/file_system.h"
#include "store/series.h"
#include "values/value_points.h"
#include "values/value_scan.h"

namespace sightglass::histograms {

// A longer value becomes an entry with an error: it cannot hold a histogram of kMaxBuckets.
inline constexpr std::uint32_t kMaxHistogramBytes = std::uint32_t{64} << 20;

// Which visible points of a series are wanted.
struct StepRange {
  std::optional<base::Step> begin_step{};  // from the first
  std::optional<base::Step> end_step{};    // excluded; up to the last
  // At most so many of them; 0: all. The first and the last are always among them (1: the last).
  // Between them every 2nd, 4th, 8th, ... counted from the first point of the series, so that the
  // choice stays as it is while the series grows, and halves now and then.
  std::uint64_t max_points = 0;
};

struct ChosenPoints {
  std::vector<values::ValuePoint> points{};  // in the order of their steps
  std::uint64_t in_range = 0;                // before thinning
};

// Cost: the blocks that chosen points are in, unpacked.
[[nodiscard]] ChosenPoints ChoosePoints(const store::Points<store::RefPoint>& points,
                                        const StepRange& range);

// One step of one series.
struct ReadStep {
  std::uint64_t index = 0;  // among the visible points of the series
  base::Step step = 0;
  double wall_time = 0;
  Histogram histogram{};
  // The buckets as they were logged, if ReadOptions::logged_buckets.
  std::vector<format::HistogramBucket> logged{};
  std::string error{};  // why it cannot be read; the histogram is then empty
};

struct ReadOptions {
  StepRange range{};
  bool logged_buckets = false;
  io::FileSystem* files = &io::LocalFileSystem();  // must outlive the call
  // Spans of files are read and decoded side by side, in batches of about so many bytes.
  std::size_t batch_bytes = std::size_t{8} << 20;
};

// Called with the number of a series in the list that was given.
using TakeStep = std::function<void(std::uint32_t series, ReadStep&& step)>;

// Reads histograms back from their files, in the order in which they lie there, and hands them over
// on this thread. The steps of one series come in order, those of several series of a run mixed as
// the files have them; the order is the same at every call. Series of scalars give nothing.
// A value that cannot be read or is no histogram is an entry with `error`: nothing is left out.
// Those of a file that is none of the run's come before all others.
// kCancelled: not all was handed over. There are no other errors.
// Cost: each file is opened once; neighbours are read at once. Memory: about 60 bytes for each
// chosen point of one run, a batch of decoded histograms, and 256 KiB a thread.
base::Status ReadHistograms(const std::vector<values::ScanSeries>& series,
                            const ReadOptions& options, base::ThreadPool& pool,
                            const base::CancelFlag& cancel, const TakeStep& take);

// The same for points chosen before: `points` are those of each of `series`, as ChoosePoints()
// gives them. options.range is not looked at.
base::Status ReadChosen(const std::vector<values::ScanSeries>& series,
                        const std::vector<std::vector<values::ValuePoint>>& points,
                        const ReadOptions& options, base::ThreadPool& pool,
                        const base::CancelFlag& cancel, const TakeStep& take);

}  // namespace sightglass::histograms
