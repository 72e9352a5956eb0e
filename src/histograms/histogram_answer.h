#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/json_writer.h"
#include "histograms/histogram_request.h"
#include "store/series.h"

namespace sightglass::histograms {

// About what one series takes in the head of an answer.
inline constexpr std::size_t kSeriesHeadBytes = 900;

// What was wrong with values: each is told, but a file full of them must not fill the answer.
class ProblemList {
 public:
  static constexpr std::size_t kMaxTold = 100;

  void Add(const kind::SelectedSeries& selected, base::Step step, std::string_view message);
  // What there is to tell of a step that was read: it was put in order, or `error` if it is not
  // empty. Whether there is something to show of it.
  bool Note(const kind::SelectedSeries& selected, base::Step step, bool repaired,
            const std::string& error);
  // The members "problems" and "problem_count".
  void Write(base::JsonWriter& json) const;
  [[nodiscard]] std::uint64_t count() const { return count_; }

 private:
  struct Problem {
    std::string run_id;
    std::string tag_id;
    base::Step step = 0;
    std::string message;
  };
  std::vector<Problem> told_;
  std::uint64_t count_ = 0;
};

// Writes the members that every series of an answer begins with: names and ids of run and tag,
// "display_name", "description" (HTML that is safe in a page), "points" (all in the range that was
// asked for) and "superseded".
class SeriesHeadWriter {
 public:
  // `json` must outlive this.
  explicit SeriesHeadWriter(base::JsonWriter& json) : json_(json) {}
  void Write(const RequestedSeries& series);

 private:
  base::JsonWriter& json_;
  const store::SeriesInfo* described_ = nullptr;  // neighbours often share their metadata
  std::string description_;                       // of described_
};

}  // namespace sightglass::histograms
