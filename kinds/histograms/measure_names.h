#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "kind/json_reader.h"

namespace sightglass::kinds {

inline constexpr std::size_t kMaxMeasures = 64;

// A number that a step of histograms has.
enum class MeasureKind : std::uint8_t {
  kMean,
  kDeviation,
  kMin,
  kMax,
  kCount,
  kZerosLow,
  kZerosHigh,
  kPercentile,
  kKsStep,
  kW1Step,
  kKsFirst,
  kW1First,
  kKsRun,
  kW1Run,
};

struct Measure {
  std::string name;  // as it was asked for, and as it stands in the answer
  MeasureKind kind = MeasureKind::kMean;
  double level = 0;  // of a percentile: 0 to 1

  // Does it compare two histograms? Otherwise it is told by one.
  [[nodiscard]] bool compares() const { return kind >= MeasureKind::kKsStep; }
  [[nodiscard]] bool needs_baseline() const { return kind >= MeasureKind::kKsRun; }
};

// A list of names, each once: "mean", "deviation", "min", "max", "count", "zeros_low",
// "zeros_high", "p:0.5", "ks_step", "w1_step", "ks_first", "w1_first", "ks_run", "w1_run".
// kInvalidArgument: an unknown one, one that comes again, none at all, more than kMaxMeasures.
base::Result<std::vector<Measure>> ParseMeasures(const kind::JsonValue& list);

}  // namespace sightglass::kinds
