#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "bench/log_file.h"

namespace sightglass::bench {

// A small log directory to look at: a search over two optimisers with curves as training makes
// them, pictures, weight histograms, notes and hyperparameters. Also what real directories have and
// nobody wants: a run that diverged to NaN, one that was restarted and wrote steps again, one whose
// file was damaged, and a name that is not ASCII.
//
// Deterministic in `seed`. Writes the same files each time, so that repeating it over its own
// directory changes nothing. `points` counts every value written, superseded and damaged ones too.
base::Result<Totals> MakeDemo(const std::string& directory, std::uint64_t seed);

}  // namespace sightglass::bench
