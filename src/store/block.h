#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>

#include "base/ids.h"
#include "store/packed_column.h"
#include "store/point.h"

namespace sightglass::store {

inline constexpr std::size_t kBlockPoints = 512;
static_assert(kBlockPoints <= kMaxColumnValues);

// What is known of a range of points without unpacking it: the bottom of the min/max pyramid, and
// of every statistic. For RefPoints the value members stay zero.
struct RangeSummary {
  std::uint64_t count = 0;
  base::Step first_step = 0;
  base::Step last_step = 0;
  double first_wall_time = 0;
  double last_wall_time = 0;
  double min_wall_time = 0;  // wall times need not increase
  double max_wall_time = 0;
  double first_value = 0;  // of any sort, also NaN
  double last_value = 0;
  // Values that are neither NaN nor infinite; the members below speak of those only, and are zero
  // if there are none.
  std::uint64_t finite_count = 0;
  double min_value = 0;
  double max_value = 0;
  base::Step min_step = 0;  // step of the first lowest value
  base::Step max_step = 0;
  double min_value_wall_time = 0;
  double max_value_wall_time = 0;
  std::uint64_t min_index = 0;  // of the first lowest value, counted from the range's first point
  std::uint64_t max_index = 0;

  // The summary of this range followed by `next`.
  void Append(const RangeSummary& next);

  bool operator==(const RangeSummary&) const = default;
};

// Of points in any order. Cost: one pass.
[[nodiscard]] RangeSummary SummarizePoints(std::span<const ScalarPoint> points);
[[nodiscard]] RangeSummary SummarizePoints(std::span<const RefPoint> points);

// Up to kBlockPoints points, packed by column without loss, immutable.
//
// A block is one allocation without pointers: header, then columns. Its bytes mean the same at any
// address, so that they can be written to a file and mapped.
//
// Columns (see packed_column.h): step; wall time as the order-preserving integer image of the
// double, so that differences count units in the last place; then
//   ScalarPoint  value as float32 bits if every value is one exactly, else as float64 bits; the
//                sign is moved to the lowest bit, where a block of one sign drops it again
//   RefPoint     offset, bytes, header
//
// Cost: see scalar_block_bench.cc; 160 bytes (RefPoint: 168) and padding beside the columns.
template <class Point>
class Block {
 public:
  static constexpr bool kHasValues = std::is_same_v<Point, ScalarPoint>;

  // Steps may be in any order. REQUIRES: 1 to kBlockPoints points.
  [[nodiscard]] static std::shared_ptr<const Block> Pack(std::span<const Point> points);

  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(summary_.count); }
  [[nodiscard]] const RangeSummary& summary() const { return summary_; }

  // The first out.size() points, or one column of them. REQUIRES: out.size() <= size().
  void Unpack(std::span<Point> out) const;
  void UnpackSteps(std::span<base::Step> out) const;
  void UnpackWallTimes(std::span<double> out) const;
  void UnpackValues(std::span<double> out) const requires kHasValues { UnpackValueColumn(out); }
  // The value of one point. REQUIRES: index < size().
  [[nodiscard]] double ValueAt(std::size_t index) const requires kHasValues {
    return ValueOf(index);
  }

  // How many points have step < `step`. Cost: nothing is unpacked if steps have a constant stride.
  // REQUIRES: steps strictly increase.
  [[nodiscard]] std::size_t CountBelow(base::Step step) const;

  // The whole allocation but the reference counts.
  [[nodiscard]] std::uint64_t memory_bytes() const { return bytes_; }

 private:
  static constexpr std::size_t kColumns = kHasValues ? 3 : 5;

  Block() = default;
  // Where column `column` begins.
  [[nodiscard]] const std::byte* Column(std::size_t column) const;
  void UnpackValueColumn(std::span<double> out) const;
  [[nodiscard]] double ValueOf(std::size_t index) const;
  void UnpackImages(std::size_t column, std::span<std::uint64_t> out) const;

  RangeSummary summary_;
  std::uint32_t bytes_ = 0;
  bool float32_values_ = false;
  std::array<ColumnForm, kColumns> forms_{};
};

extern template class Block<ScalarPoint>;
extern template class Block<RefPoint>;

}  // namespace sightglass::store
