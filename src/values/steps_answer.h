#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kind/router.h"
#include "store/point.h"

namespace sightglass::values {

inline constexpr std::uint64_t kMaxStepPoints = 1'000'000;
inline constexpr std::size_t kMaxStepsBodyBytes = std::size_t{8} << 20;

// A number of a value that is known without reading it.
using HeaderNumber = std::int64_t (*)(const store::RefHeader&);

struct StepColumn {
  std::string name;  // in the answer
  HeaderNumber number;
};

// What the steps of one kind tell of.
struct StepsOptions {
  std::string plugin;  // "images"
  // How many samples a value holds.
  HeaderNumber samples = [](const store::RefHeader& /*header*/) { return std::int64_t{1}; };
  std::vector<StepColumn> columns{};
};

// POST /api/<kind>/steps: the points of series whose values stay in their files, without the
// values.
//
// Body, all of it optional: the members of kind::SeriesChoice ("series":[{"run_id":..,"tag_id":..}]
// or with "run" and "tag", "runs", "runs_matching", "tags", "tags_matching"), "begin_step" and
// "end_step" (the first one past the last).
// Answer, as kind::AnswerWriter gives it:
//   {"epoch":..,"revision":..,"loading":..,"series":[{"run","run_id","tag","tag_id","display_name",
//    "description","points","superseded","begin","samples","step":COLUMN,"wall_time":COLUMN,
//    "v":COLUMN,"bytes":COLUMN,"count":COLUMN, further columns of the kind}],"missing":[..]}
// `description` is HTML that is safe in a page, `points` counts all that are visible, `begin` those
// before the first given, `samples` is the highest `count`. A column other than step and wall_time
// that holds the same number throughout is that number. kOutOfRange: more than kMaxStepPoints.
kind::Handler StepsHandler(StepsOptions options);

}  // namespace sightglass::values
