#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "histograms/histogram.h"
#include "histograms/measure_cache.h"
#include "kind/answer_writer.h"

namespace sightglass::kinds {

// Where the cache has each of these levels among those it measures; nullopt if it lacks one.
std::optional<std::vector<std::size_t>> RememberedLevels(const std::vector<double>& levels);

// The percentiles of one series, step by step.
//
// Threads: one at a time.
class PercentileTable {
 public:
  // `levels` must outlive this.
  explicit PercentileTable(const std::vector<double>& levels) : levels_(levels) {}

  void Add(base::Step step, double wall_time, const histograms::Histogram& histogram);
  // `places` as RememberedLevels() gives them.
  void Add(const histograms::StepMeasures& measures, const std::vector<std::size_t>& places);

  // The members "step", "wall_time", "levels" and "values".
  void Write(kind::AnswerWriter& writer) const;

 private:
  const std::vector<double>& levels_;
  std::vector<std::int64_t> step_;
  std::vector<double> wall_time_;
  std::vector<double> values_;  // row by row
};

}  // namespace sightglass::kinds
