#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "histograms/histogram_reader.h"
#include "histograms/measure_cache.h"
#include "kind/answer_writer.h"
#include "kinds/histograms/measure_names.h"

namespace sightglass::kinds {

// The measures of one series, step by step.
//
// Threads: one at a time.
class MeasuredSeries {
 public:
  // `measures` must outlive this.
  explicit MeasuredSeries(const std::vector<Measure>& measures);

  // The next readable step; `baseline` is what measures of two runs compare it with, null if there
  // is none.
  void Add(histograms::ReadStep&& step, const histograms::Histogram* baseline);
  // A step out of the cache. REQUIRES: CanRemember(measures).
  void Add(const histograms::StepMeasures& step);

  // The members "step", "wall_time" and "measures".
  void Write(kind::AnswerWriter& writer) const;

  // Does the cache know all of these?
  static bool CanRemember(const std::vector<Measure>& measures);

 private:
  const std::vector<Measure>& measures_;
  bool compares_first_ = false;
  bool compares_step_ = false;
  std::optional<histograms::Histogram> first_;
  std::optional<histograms::Histogram> previous_;
  std::vector<std::int64_t> step_;
  std::vector<double> wall_time_;
  std::vector<std::vector<double>> columns_;  // by measure
};

}  // namespace sightglass::kinds
