#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/check.h"

namespace sightglass::demo {

// Numbers in columns, one column after the other. Where examples go through a network, a column is
// one example.
class Matrix {
 public:
  Matrix() = default;
  Matrix(std::size_t rows, std::size_t columns) { Resize(rows, columns); }

  // What it holds is then undefined.
  void Resize(std::size_t rows, std::size_t columns) {
    rows_ = rows;
    columns_ = columns;
    values_.resize(rows * columns);
  }

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  [[nodiscard]] std::span<float> values() { return values_; }
  [[nodiscard]] std::span<const float> values() const { return values_; }
  [[nodiscard]] std::span<float> column(std::size_t index) {
    DCHECK(index < columns_);
    return std::span(values_).subspan(index * rows_, rows_);
  }
  [[nodiscard]] std::span<const float> column(std::size_t index) const {
    DCHECK(index < columns_);
    return std::span(values_).subspan(index * rows_, rows_);
  }

 private:
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
  std::vector<float> values_;
};

}  // namespace sightglass::demo
