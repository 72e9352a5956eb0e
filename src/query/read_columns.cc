#include "query/read_columns.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

#include "base/check.h"

namespace sightglass::query {
namespace {

class ColumnReader {
 public:
  ColumnReader(IndexRange range, const ColumnChoice& choice, PointColumns& columns)
      : range_(range), choice_(choice), columns_(columns) {}

  static Visit Whole(std::uint64_t /*first_index*/, const store::RangeSummary& /*summary*/) {
    return Visit::kDescend;
  }

  bool Block(std::uint64_t first_index, const ScalarBlock& block, std::size_t begin,
             std::size_t end) {
    const auto at = static_cast<std::size_t>(first_index + begin - range_.begin);
    if (choice_.step) {
      Unpack(columns_.step, at, begin, end,
             [&](std::span<base::Step> out) { block.UnpackSteps(out); });
    }
    if (choice_.wall_time) {
      Unpack(columns_.wall_time, at, begin, end,
             [&](std::span<double> out) { block.UnpackWallTimes(out); });
    }
    if (choice_.value) {
      Unpack(columns_.value, at, begin, end,
             [&](std::span<double> out) { block.UnpackValues(out); });
    }
    return true;
  }

 private:
  template <class Value, class Fill>
  static void Unpack(std::vector<Value>& column, std::size_t at, std::size_t begin, std::size_t end,
                     Fill fill) {
    if (begin == 0) {
      fill(std::span(column).subspan(at, end));
      return;
    }
    std::array<Value, store::kBlockPoints> unpacked;
    fill(std::span(unpacked).first(end));
    std::copy(unpacked.begin() + static_cast<std::ptrdiff_t>(begin),
              unpacked.begin() + static_cast<std::ptrdiff_t>(end),
              column.begin() + static_cast<std::ptrdiff_t>(at));
  }

  IndexRange range_;
  ColumnChoice choice_;
  PointColumns& columns_;
};

// Finds values one after the other. Where the next one is of the same block, the block is unpacked
// once for both: reading one alone takes as long as all before it.
class ValueFinder {
 public:
  explicit ValueFinder(const ScalarPoints& points) : points_(points) {}

  static Visit Whole(std::uint64_t /*first_index*/, const store::RangeSummary& /*summary*/) {
    return Visit::kDescend;
  }
  bool Block(std::uint64_t first_index, const ScalarBlock& block, std::size_t begin,
             std::size_t end) {
    unpacked_ = {.begin = first_index, .end = first_index + end};
    if (IsUnpacked(next_)) {
      block.UnpackValues(std::span(values_).first(end));
    } else {
      unpacked_ = {};
      value_ = block.ValueAt(begin);
    }
    return false;
  }

  // `next` is what will be asked for after `index`.
  double At(std::uint64_t index, std::uint64_t next) {
    if (!IsUnpacked(index)) {
      next_ = next;
      // To the end, so that the block tells how many of its points are seen.
      Walk(points_, {.begin = index, .end = points_.size()}, *this);
    }
    return IsUnpacked(index) ? values_[static_cast<std::size_t>(index - unpacked_.begin)] : value_;
  }

 private:
  [[nodiscard]] bool IsUnpacked(std::uint64_t index) const {
    return index >= unpacked_.begin && index < unpacked_.end;
  }

  const ScalarPoints& points_;
  std::uint64_t next_ = 0;
  double value_ = 0;
  IndexRange unpacked_;
  std::array<double, store::kBlockPoints> values_;
};

}  // namespace

void ReadColumns(const ScalarPoints& points, IndexRange range, const ColumnChoice& choice,
                 PointColumns& columns) {
  CHECK(range.begin <= range.end && range.end <= points.size());
  const auto size = static_cast<std::size_t>(range.size());
  columns.step.resize(choice.step ? size : 0);
  columns.wall_time.resize(choice.wall_time ? size : 0);
  columns.value.resize(choice.value ? size : 0);
  ColumnReader reader(range, choice, columns);
  Walk(points, range, reader);
}

std::vector<double> ValuesAt(const ScalarPoints& points, std::span<const std::uint64_t> indices) {
  std::vector<double> values;
  values.reserve(indices.size());
  ValueFinder finder(points);
  for (std::size_t i = 0; i < indices.size(); ++i) {
    CHECK(indices[i] < points.size());
    const bool is_last = i + 1 == indices.size();
    values.push_back(finder.At(indices[i], is_last ? points.size() : indices[i + 1]));
  }
  return values;
}

}  // namespace sightglass::query
