#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/cancel.h"
#include "base/json_writer.h"
#include "kind/kind.h"
#include "kind/series_selection.h"
#include "store/series.h"
#include "store/snapshot.h"

namespace sightglass::kind {

// What TensorBoard's routes of most plugins have in common. `plugin` is a name like "images".

// Does TensorBoard show the series under this plugin? Its writer named it, and it has points.
bool IsTensorboardSeries(const store::Series& series, std::string_view plugin);
// Does TensorBoard list it, too? It leaves out what says that it is of a later version.
bool IsListedTensorboardSeries(const store::Series& series, std::string_view plugin);

// The series of this run and tag. Names that are not UTF-8 are found by their bytes, and as answers
// show them ("\xNN").
std::optional<SelectedSeries> FindTensorboardSeries(const store::Snapshot& snapshot,
                                                    std::string_view plugin, std::string_view run,
                                                    std::string_view tag);

// Calls visit(run, series) for all that is listed, sorted by run and tag, until it gives false.
void ForEachListedSeries(const store::Snapshot& snapshot, std::string_view plugin,
                         const std::function<bool(const store::Run&, const store::Series&)>& visit);

// {run:{tag:{"displayName":"","description":"<p>...</p>", ...}}} of all that is listed; runs
// without any are left out. `more` writes further members. Stops early if `cancel` is set.
void WriteTensorboardTags(
    const store::Snapshot& snapshot, std::string_view plugin, const base::CancelFlag& cancel,
    base::JsonWriter& json,
    const std::function<void(const store::Series&, base::JsonWriter&)>& more = {});

// The member "tagDescriptions" of the Time Series dashboard: what runs say of each tag, as HTML.
void WriteTagDescriptions(const store::Snapshot& snapshot, std::string_view plugin,
                          base::JsonWriter& json);

// How many points of a series TensorBoard's routes give; nullopt: all. `otherwise` is what
// TensorBoard takes where the user named no number.
std::optional<std::size_t> TensorboardMaxPoints(const KindOptions& options, std::string_view plugin,
                                                std::size_t otherwise);

// A parameter as TensorBoard shows it in its messages: 'text', or None.
std::string QuotedParameter(std::optional<std::string_view> text);

}  // namespace sightglass::kind
