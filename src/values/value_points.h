#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/ids.h"
#include "store/series.h"

namespace sightglass::values {

// One point of a series whose values stay in their files, with what is needed to read it back.
struct ValuePoint {
  base::FileId file;
  store::RefPoint point;
  // Among the visible points; of a superseded one, where it would stand.
  std::uint64_t index = 0;
};

// Appends the visible points [begin, end) in order. Cost: the blocks they are in, unpacked.
void ReadPoints(const store::Points<store::RefPoint>& points, std::uint64_t begin,
                std::uint64_t end, std::vector<ValuePoint>& out);

// The visible point at `index`; nullopt past the end.
std::optional<ValuePoint> PointAt(const store::Points<store::RefPoint>& points,
                                  std::uint64_t index);

// 32 bits made of step, wall time, offset and length, the same in every process: with run, tag and
// step they name these bytes and no others, so that an answer can be kept for good.
std::uint32_t PointVersion(const store::RefPoint& point);

// The point of this step and version. A superseded one is found, too: what a link names should not
// vanish when a job starts again. nullopt: none, or `series` holds scalars.
// Cost: one block unpacked; where the visible point is another, all superseded ones.
std::optional<ValuePoint> FindPoint(const store::Series& series, base::Step step,
                                    std::uint32_t version);

}  // namespace sightglass::values
