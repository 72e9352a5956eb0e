#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "histograms/bin_request.h"
#include "histograms/histogram_reader.h"
#include "kind/answer_writer.h"

namespace sightglass::kinds {

// The rows of one series in an answer: histograms of single steps, or of several steps together, in
// the same bins.
//
// Threads: one at a time.
class BinnedSeries {
 public:
  // `points` points will come; they are put together to at most `max_rows` rows of neighbours.
  BinnedSeries(histograms::Bins bins, std::uint64_t points, std::uint64_t max_rows);

  // The next readable point; `position` is its number among those that were to come.
  void Add(const histograms::ReadStep& step, std::uint64_t position);

  // The members "step", "wall_time", "merged", "last_step", "edges", "counts", "below", "above",
  // "total", "min", "max" and, of a symlog scale, "linear_width".
  void Write(kind::AnswerWriter& writer) const;

 private:
  void BeginRow(const histograms::ReadStep& step);

  histograms::Bins bins_;
  std::uint64_t points_;
  std::uint64_t max_rows_;
  std::uint64_t open_group_ = 0;  // of the row that was added to last
  std::vector<std::int64_t> step_;
  std::vector<std::int64_t> last_step_;
  std::vector<double> wall_time_;
  std::vector<std::uint64_t> merged_;
  std::vector<double> counts_;  // row by row
  std::vector<double> below_;
  std::vector<double> above_;
  std::vector<double> total_;
  std::vector<double> min_;
  std::vector<double> max_;
};

}  // namespace sightglass::kinds
