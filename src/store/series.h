#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/ids.h"
#include "store/segment.h"

namespace sightglass::store {

// Metadata of a series; shared by all series that have the same.
struct SeriesInfo {
  std::string plugin{};  // "scalars", "images", ...: which kind it belongs to
  std::string plugin_content{};
  std::string display_name{};
  std::string description{};
  std::uint8_t data_class = 0;  // numbers as in summary.proto
  // The writer named no plugin: `plugin` is what the first value looks like. TensorBoard does not
  // show such series.
  bool plugin_assumed = false;
  bool boolean = false;  // scalars that are 1 for true and 0 for false

  bool operator==(const SeriesInfo&) const = default;
};

// One segment of a series, and how much of it later segments leave visible.
template <class Point>
struct Part {
  base::FileId file;
  std::shared_ptr<const Segment<Point>> segment;
  // The first `visible` kept points; the rest is superseded by a later part. Set by Points.
  std::uint64_t visible = 0;
  // How many visible points of the series come before this part's. Set by Points.
  std::uint64_t begin = 0;
};

// The points of one tag of one run, over all its files, immutable.
//
// Parts are in file order. A later part supersedes, in every earlier one, all points from its own
// first step on: the visible points have strictly increasing steps. Nothing is dropped: superseded
// points are counted and can be read.
template <class Point>
class Points {
 public:
  Points() = default;
  // Computes what is visible. `parts` in file order; parts without points are left out.
  explicit Points(std::vector<Part<Point>> parts);

  [[nodiscard]] std::uint64_t size() const { return size_; }  // visible
  [[nodiscard]] std::uint64_t superseded_size() const {
    return superseded_size_;
  }  // in their own part or by a later one
  [[nodiscard]] const std::vector<Part<Point>>& parts() const { return parts_; }
  // Of the visible points. Cost: whole pages and blocks by their summaries, at most one block per
  // part unpacked.
  [[nodiscard]] const RangeSummary& summary() const { return summary_; }

  // How many visible points have step < `step`. Cost: as Segment::CountBelow(), of one part.
  [[nodiscard]] std::uint64_t CountBelow(base::Step step) const;
  // Summary of the visible points [begin, end). Cost: as Segment::Summarize(), of two parts.
  [[nodiscard]] RangeSummary Summarize(std::uint64_t begin, std::uint64_t end) const;

  // Appends visible points [begin, end) in order.
  void Read(std::uint64_t begin, std::uint64_t end, std::vector<Point>& out) const;
  // All superseded points, part by part.
  void ReadSuperseded(std::vector<Point>& out) const;

 private:
  std::vector<Part<Point>> parts_;
  std::uint64_t size_ = 0;
  std::uint64_t superseded_size_ = 0;
  RangeSummary summary_;
};

// One tag of one run. Scalars are columns; everything else refers to its file.
struct Series {
  base::TagId tag;
  std::string_view tag_name;  // owned by the tag pool, which outlives every snapshot; any bytes
  std::shared_ptr<const SeriesInfo> info;
  std::variant<Points<ScalarPoint>, Points<RefPoint>> points;
  std::uint64_t mismatched =
      0;  // values of another kind than the first one's: reported as issues, not among the points

  [[nodiscard]] const Points<ScalarPoint>* scalars() const {
    return std::get_if<Points<ScalarPoint>>(&points);
  }
  [[nodiscard]] const Points<RefPoint>* refs() const {
    return std::get_if<Points<RefPoint>>(&points);
  }
  [[nodiscard]] std::uint64_t size() const;
  [[nodiscard]] std::uint64_t superseded_size() const;
};

extern template class Points<ScalarPoint>;
extern template class Points<RefPoint>;

}  // namespace sightglass::store
