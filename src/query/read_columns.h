#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "query/walk.h"

namespace sightglass::query {

struct ColumnChoice {
  bool step = true;
  bool wall_time = true;
  bool value = true;
};

// Points by column. Columns that were not asked for are empty.
struct PointColumns {
  std::vector<base::Step> step;
  std::vector<double> wall_time;
  std::vector<double> value;
};

// The points of `range` into `columns`, whatever was there. Cost: the blocks of the range unpacked,
// only the columns asked for; memory is reused.
void ReadColumns(const ScalarPoints& points, IndexRange range, const ColumnChoice& choice,
                 PointColumns& columns);

// The values of points `indices`, in any order. Cost: a block unpacked wherever the block changes
// from one to the next. REQUIRES: each below points.size().
[[nodiscard]] std::vector<double> ValuesAt(const ScalarPoints& points,
                                           std::span<const std::uint64_t> indices);

}  // namespace sightglass::query
