#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "query/smooth.h"
#include "query/smoothing.h"
#include "query/walk.h"

namespace sightglass::query {

// Every visible value of a series smoothed, with a min/max pyramid of its own: what Reduce() needs
// to draw a smoothed line as it draws a plain one. Immutable.
//
// Steps and times are not copied: they are read from the points, which are given along with the
// column and are not kept alive by it. Nodes are those of the points (walk.h): segment by segment,
// pages of kBlocksPerPage blocks, blocks.
//
// Values are plain doubles, because a smoothed float32 is none any more: packed they would take 7
// bytes instead of 8, for three times the time.
//
// Memory: 8.3 bytes a point. Cost to make: BM_MakeSmoothedColumn in reduce_bench.cc.
class SmoothedColumn {
 public:
  // A column can be told from that of another series, or of another state of the same, by the
  // origins of its segments alone. false: some of them is not known.
  [[nodiscard]] static bool CanKnow(const ScalarPoints& points);

  // Of all of `points`. For kEma, what `earlier` has in common with them is shared instead of
  // smoothed again: all pages but the last of a series that grew. `earlier` may be null or of any
  // other points.
  // REQUIRES: CanKnow(points); not IsConstant(points), which are not smoothed at all; sort is not
  // kNone; `earlier` was made with the same smoothing.
  [[nodiscard]] static std::shared_ptr<const SmoothedColumn> Make(const ScalarPoints& points,
                                                                  const Smoothing& smoothing,
                                                                  const SmoothedColumn* earlier);

  // What a column of `points` takes, known before it is made.
  [[nodiscard]] static std::uint64_t MemoryBytes(const ScalarPoints& points);

  // Whether it is the column of `points`.
  [[nodiscard]] bool IsOf(const ScalarPoints& points) const;

  // The smoothed values of points [range.begin, range.end). REQUIRES: out.size() == range.size().
  void Read(IndexRange range, std::span<double> out) const;

  // The summary of a node that Walk() shows as a whole, with smoothed values in place of its own.
  [[nodiscard]] const store::RangeSummary& SummaryOf(std::uint64_t first_index,
                                                     std::uint64_t count) const;

  // How many pages of `other` this one shares.
  [[nodiscard]] std::size_t SharedPagesForTesting(const SmoothedColumn& other) const;

 private:
  // So many values that a page of the segment has, or what is visible of the last one.
  struct Page {
    std::size_t size = 0;
    std::unique_ptr<double[]> values;
    std::vector<store::RangeSummary> blocks;
    store::RangeSummary summary;
    Smoother after{0};  // kEma: ready for the value after the last one
  };
  // The column of a part that has visible points.
  struct Part {
    std::uint64_t origin = 0;
    std::uint64_t superseded_count = 0;
    std::uint64_t visible = 0;
    std::uint64_t begin = 0;
    std::vector<std::shared_ptr<const Page>> pages{};
    store::RangeSummary summary{};
  };
  class PageMaker;

  SmoothedColumn() = default;
  [[nodiscard]] const Part& PartOf(std::uint64_t index) const;

  std::vector<Part> parts_;
};

}  // namespace sightglass::query
