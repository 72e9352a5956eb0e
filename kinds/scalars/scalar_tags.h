#pragma once

#include <string_view>

#include "base/cancel.h"
#include "base/json_writer.h"
#include "store/series.h"
#include "store/snapshot.h"

namespace sightglass::kinds {

// Does the series belong to TensorBoard's scalars, and has it points?
bool IsScalarSeries(const store::Series& series);

// Does TensorBoard list it? It leaves out what says that it is of a later version of the plugin.
bool IsListedScalarSeries(const store::Series& series);

// The scalar series of this run and tag; nullptr if there is none. Names that are not UTF-8 are
// found by their bytes, and as answers show them ("\xNN").
const store::Series* FindScalarSeries(const store::Snapshot& snapshot, std::string_view run,
                                      std::string_view tag);

// {run:{tag:{"displayName":"","description":"<p>...</p>"}}} of all that is listed; runs without
// any are left out. Stops early if `cancel` is set.
void WriteScalarTags(const store::Snapshot& snapshot, const base::CancelFlag& cancel,
                     base::JsonWriter& json);

// The members "runTagInfo" and "tagDescriptions" of the same for the Time Series dashboard.
void WriteTimeSeriesScalarTags(const store::Snapshot& snapshot, base::JsonWriter& json);

}  // namespace sightglass::kinds
