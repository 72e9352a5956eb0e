#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/ids.h"
#include "query/walk.h"

namespace sightglass::kinds {

// How TensorBoard writes a point.
enum class PointForm : std::uint8_t {
  kArray,   // [1700000000.5,3,0.25]
  kObject,  // {"wallTime":1700000000.5,"step":3,"value":0.25}
  kCsv,     // 1700000000.5,3,0.25 and a line end
};

struct PointText {
  PointForm form = PointForm::kArray;
  bool booleans = false;  // values are true and false
};

// Appends the visible points of a series, or those at `indices` (sorted) if it is not null: JSON as
// an array, CSV as lines without a heading. Stops early, with whatever it has, if `cancel` is set.
//
// Numbers are written as base::NumberText does. Cost: about 60 nanoseconds a point.
void AppendPoints(const query::ScalarPoints& points, PointText text,
                  const std::vector<base::Step>* indices, const base::CancelFlag& cancel,
                  std::string& out);

// Writes the number as base::NumberText(seconds) does and returns the end of it; at most
// kMaxNumberBytes. Wall times of whole microseconds, which most are, take a tenth of the time.
inline constexpr std::size_t kMaxNumberBytes = 32;
char* PutWallTime(double seconds, char* at);

}  // namespace sightglass::kinds
