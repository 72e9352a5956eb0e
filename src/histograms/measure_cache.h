#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/ids.h"
#include "base/mutex.h"
#include "histograms/histogram_reader.h"
#include "histograms/measures.h"

namespace sightglass::histograms {

// TensorBoard's nine, and four to clip and to judge tails by.
inline constexpr std::array<double, 13> kMeasuredShares = {
    0, 0.01, 0.05, 0.0668, 0.1587, 0.3085, 0.5, 0.6915, 0.8413, 0.9332, 0.95, 0.99, 1};

// What is remembered of one step: numbers only, whatever the size of its histogram.
struct StepMeasures {
  base::Step step = 0;
  double wall_time = 0;
  Moments moments{};
  std::array<double, kMeasuredShares.size()> percentiles{};  // at kMeasuredShares
  bool repaired = false;                                     // see Histogram
};

struct MeasuredStep {
  std::uint64_t index = 0;  // among the visible points of the series
  StepMeasures measures{};
  std::string error{};  // why the value cannot be read; its measures are then those of no values
};

struct SeriesMeasures {
  std::vector<MeasuredStep> steps{};
  std::uint64_t in_range = 0;  // points in the range, before thinning
};

struct MeasureCounts {
  std::uint64_t remembered = 0;  // steps that needed no reading
  std::uint64_t read = 0;        // steps that did
  std::uint64_t bytes = 0;       // of these
};

struct MeasureCacheOptions {
  std::uint64_t max_bytes = std::uint64_t{64} << 20;  // about 340,000 steps
};

// Measures of histograms that were read once, so that strips of layers, insights and live views do
// not read old steps again.
//
// A step is known by the segment of its series (store/segment.h: no two share an origin), its step
// and its version (values/value_points.h). So a job that starts again and a file that is replaced
// are read anew, and nothing of a snapshot is kept alive. Room is made by forgetting the segments
// that were not asked for the longest, but none of the same call: one that asks for more than fits
// finds what fitted when it comes again.
//
// Threads: any. Values are read without the lock; two that want the same at once may both read it.
class MeasureCache {
 public:
  explicit MeasureCache(const MeasureCacheOptions& options = {}) : options_(options) {}

  // The measures of each of `series`, in the order of the list; an entry for every chosen point, in
  // order. `counts`, if given, is added to. kCancelled as ReadHistograms(); what was read until
  // then is remembered. Cost: a lookup for each step; those not known as ReadHistograms(). Memory:
  // 200 bytes a step in the answer.
  base::Result<std::vector<SeriesMeasures>> Read(const std::vector<values::ScanSeries>& series,
                                                 const ReadOptions& options, base::ThreadPool& pool,
                                                 const base::CancelFlag& cancel,
                                                 MeasureCounts* counts = nullptr) EXCLUDES(mutex_);

  [[nodiscard]] std::uint64_t memory_bytes() const EXCLUDES(mutex_);

 private:
  struct Row {
    std::uint32_t version = 0;
    StepMeasures measures{};
  };
  struct Segment {
    std::uint64_t origin = 0;
    std::uint64_t last_call = 0;
    std::vector<Row> rows{};  // in the order of their steps
  };
  using Segments = std::list<Segment>;  // used last at the front
  struct Plan;

  // Fills in what is known of the chosen points, and lists what is not.
  void Recall(Plan& plan, SeriesMeasures& series) EXCLUDES(mutex_);
  // Takes in what was read.
  void Remember(const Plan& plan, const SeriesMeasures& series) EXCLUDES(mutex_);
  // The segment, which is now the one used last; nullptr if nothing is known of it.
  Segment* Use(std::uint64_t origin, std::uint64_t call) REQUIRES_LOCK(mutex_);
  void AddRows(std::uint64_t origin, const std::vector<Row>& rows, std::uint64_t call)
      EXCLUDES(mutex_);
  // Forgets until `bytes` fit; false if they do not.
  bool MakeRoom(std::uint64_t bytes, std::uint64_t call) REQUIRES_LOCK(mutex_);

  const MeasureCacheOptions options_;
  mutable base::Mutex mutex_;
  Segments segments_ GUARDED_BY(mutex_);
  std::unordered_map<std::uint64_t, Segments::iterator> by_origin_ GUARDED_BY(mutex_);
  std::uint64_t bytes_ GUARDED_BY(mutex_) = 0;
  std::uint64_t calls_ GUARDED_BY(mutex_) = 0;
};

// The measures of one histogram, as the cache has them.
[[nodiscard]] StepMeasures Measure(const Histogram& histogram, base::Step step, double wall_time);

}  // namespace sightglass::histograms
