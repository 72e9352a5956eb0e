#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sightglass::query {

// In what an axis is even.
enum class ScaleSort : std::uint8_t {
  kLinear,
  kLogarithmic,  // of places above zero
  kSymmetric,    // sign(x) * log(1 + |x| / constant): near zero about linear, far out logarithmic
};

struct AxisScale {
  ScaleSort sort = ScaleSort::kLinear;
  double constant = 1;  // kSymmetric; above zero

  bool operator==(const AxisScale&) const = default;
};

// The x axis of a chart, cut into pixel columns: [edge(0), edge(1)), [edge(1), edge(2)), ..., the
// last one with its right end.
//
// A place belongs to a column by comparison with the edges alone, so that the column never
// decreases with x: what lies between two places of one column lies in it too, exactly, in spite of
// rounding.
class PixelAxis {
 public:
  // `columns` columns over [begin, end], even in `scale`. An axis that makes no sense (begin above
  // end, a bound that is not finite or has no place on the scale, no columns) has no columns and
  // contains nothing.
  PixelAxis(double begin, double end, std::size_t columns, const AxisScale& scale = {});

  [[nodiscard]] std::size_t columns() const { return edges_.empty() ? 0 : edges_.size() - 1; }
  [[nodiscard]] double begin() const { return begin_; }
  [[nodiscard]] double end() const { return end_; }
  // false for NaN.
  [[nodiscard]] bool Contains(double x) const { return x >= begin_ && x <= end_; }

  // REQUIRES: Contains(x). Cost: a binary search.
  [[nodiscard]] std::size_t ColumnOf(double x) const;
  // Column `column` is exactly the x with ColumnBegin(column) <= x < ColumnEnd(column).
  // REQUIRES: column < columns().
  [[nodiscard]] double ColumnBegin(std::size_t column) const { return edges_[column]; }
  [[nodiscard]] double ColumnEnd(std::size_t column) const { return edges_[column + 1]; }
  [[nodiscard]] bool InColumn(std::size_t column, double x) const {
    return x >= ColumnBegin(column) && x < ColumnEnd(column);
  }

 private:
  double begin_;
  double end_;
  // columns() + 1, not decreasing. The last is the next number after end_, which is in view.
  std::vector<double> edges_;
};

}  // namespace sightglass::query
