#include "demo/matrix_product.h"

#include <Eigen/Core>

namespace sightglass::demo {
namespace {

using ConstMap = Eigen::Map<const Eigen::MatrixXf>;
using Map = Eigen::Map<Eigen::MatrixXf>;

ConstMap MapOf(const MatrixView& view) {
  DCHECK(view.values.size() == view.rows * view.columns);
  return {view.values.data(), static_cast<Eigen::Index>(view.rows),
          static_cast<Eigen::Index>(view.columns)};
}

Map MapOf(std::span<float> values, std::size_t rows, std::size_t columns) {
  CHECK(values.size() == rows * columns);
  return {values.data(), static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns)};
}

}  // namespace

void Multiply(MatrixView a, MatrixView b, std::span<float> result) {
  CHECK(a.columns == b.rows);
  MapOf(result, a.rows, b.columns).noalias() = MapOf(a) * MapOf(b);
}

void MultiplyTransposed(MatrixView a, MatrixView b, std::span<float> result) {
  CHECK(a.rows == b.rows);
  MapOf(result, a.columns, b.columns).noalias() = MapOf(a).transpose() * MapOf(b);
}

void AddProductWithTransposed(MatrixView a, MatrixView b, std::span<float> result) {
  CHECK(a.columns == b.columns);
  MapOf(result, a.rows, b.rows).noalias() += MapOf(a) * MapOf(b).transpose();
}

}  // namespace sightglass::demo
