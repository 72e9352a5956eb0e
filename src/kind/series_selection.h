#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json_writer.h"
#include "base/result.h"
#include "kind/json_reader.h"
#include "kind/name_pattern.h"
#include "kind/parameters.h"
#include "store/snapshot.h"

namespace sightglass::kind {

// A run or tag as a request names it: by name, or by id (see kind/name_id.h).
struct NameRef {
  std::string name{};
  std::optional<std::uint64_t> id{};
};

inline constexpr std::size_t kMaxNames = 100'000;

base::Result<NameRef> ParseNameRef(const JsonValue& value);
base::Result<std::vector<NameRef>> ParseNameRefs(const JsonValue& value);
base::Result<std::uint64_t> ParseId(std::string_view text, std::string_view place);

// Which names: those listed and those that match. Nothing given: all.
struct NameChoice {
  std::vector<NameRef> listed{};
  std::optional<NamePattern> matching{};

  [[nodiscard]] bool all() const { return listed.empty() && !matching; }
  // Cost: every listed one is compared.
  [[nodiscard]] bool Has(std::string_view name) const;
};

// `list` and `pattern` are members of `object`, e.g. "runs" and "runs_matching".
base::Result<NameChoice> ParseNameChoice(const JsonValue& object, std::string_view list,
                                         std::string_view pattern);
// The parameters `name`, `name`_id and `name`_matching; the first two may stand several times.
base::Result<NameChoice> NameChoiceFromParameters(const Parameters& parameters,
                                                  const std::string& name);

// The runs of `choice`, in the order of the snapshot. What is listed but not there goes to
// `missing`, if that is given.
std::vector<const store::Run*> ChooseRuns(const store::Snapshot& snapshot, const NameChoice& choice,
                                          std::vector<NameRef>* missing);

// Which series: every chosen tag of every chosen run, and those listed one by one. With a list and
// no other choice, only the list.
struct SeriesChoice {
  NameChoice runs{};
  NameChoice tags{};
  std::vector<std::pair<NameRef, NameRef>> listed{};  // run, tag
};

// An object with no other members than those of a choice: "runs", "runs_matching", "tags",
// "tags_matching", "series".
base::Result<SeriesChoice> ParseSeriesChoice(const JsonValue& object);
// The same of an object that may have other members beside.
base::Result<SeriesChoice> ParseSeriesChoiceMembers(const JsonValue& object);

struct SelectedSeries {
  const store::Run* run = nullptr;
  const store::Series* series = nullptr;
};

// What was listed but is not there. Only one of the two is set where a list named it alone.
struct MissingSeries {
  std::optional<NameRef> run{};
  std::optional<NameRef> tag{};
};

struct SeriesSelection {
  std::vector<SelectedSeries> series{};  // by run and tag, each once
  std::vector<MissingSeries> missing{};
};

// Which series can be chosen at all: those that a kind knows.
using SeriesFilter = std::function<bool(const store::Series&)>;
bool IsScalarSeries(const store::Series& series);
// Values of this plugin that stay in their files.
SeriesFilter IsRefSeriesOf(std::string_view plugin);

// REQUIRES: `snapshot` outlives the result.
SeriesSelection SelectSeries(const store::Snapshot& snapshot, const SeriesChoice& choice,
                             const SeriesFilter& filter);

// [{"run":...,"tag":...},{"run_id":...}, ...]
void WriteMissing(const std::vector<MissingSeries>& missing, base::JsonWriter& json);

}  // namespace sightglass::kind
