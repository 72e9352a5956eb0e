#pragma once

#include <cstddef>
#include <span>

#include "demo/matrix.h"

namespace sightglass::demo {

// Numbers in columns that belong to somebody else.
struct MatrixView {
  std::span<const float> values;
  std::size_t rows = 0;
  std::size_t columns = 0;
};

inline MatrixView View(const Matrix& matrix) {
  return {matrix.values(), matrix.rows(), matrix.columns()};
}

// The products that layers need. The result is as large as it must be, and overlaps no factor.
// Every result is summed up in one order, whatever the number of threads.

// result = a * b
void Multiply(MatrixView a, MatrixView b, std::span<float> result);
// result = transposed a * b
void MultiplyTransposed(MatrixView a, MatrixView b, std::span<float> result);
// result += a * transposed b
void AddProductWithTransposed(MatrixView a, MatrixView b, std::span<float> result);

}  // namespace sightglass::demo
