#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kinds/insights/finding.h"
#include "store/snapshot.h"

namespace sightglass::kinds::insights {

// Names that `name` would have if it were about training data, the likeliest first; none if it does
// not speak of held-out data. The last word of validation, valid, val, evaluation, eval, testing,
// test or dev, between characters that are no letters or digits, becomes "train" or "training" or
// goes with a separator: "a/eval" gives "a/train", "a/training", "a"; "val_loss" gives
// "train_loss", "training_loss", "loss"; "eval" alone "train", "training" and "".
std::vector<std::string> TrainingNames(std::string_view name);

// The series with training data that goes with `held_out`, by the name of its run or, in the same
// run, by its tag. The run of a name that is nothing but such a word may be the log directory
// itself, ".". Its series is null if there is none, or if `held_out` is no such series.
SeriesRef FindTrainingPartner(const store::Snapshot& snapshot, const SeriesRef& held_out);

}  // namespace sightglass::kinds::insights
