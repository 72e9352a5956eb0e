#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "kind/name_id.h"
#include "serve/api_core.h"

namespace sightglass::serve {
namespace {

using base::Error;
using base::ErrorCode;

// In the order in which they are written.
enum RunField : std::size_t {
  kId,
  kName,
  kSeries,
  kPoints,
  kSuperseded,
  kMismatched,
  kKinds,
  kFirstStep,
  kLastStep,
  kStartTime,
  kFirstTime,
  kLastTime,
  kFiles,
  kRecords,
  kBytesTotal,
  kBytesDone,
};
constexpr std::array<std::string_view, 16> kRunFields = {
    "id",    "name",       "series",      "points",     "superseded", "mismatched",
    "kinds", "first_step", "last_step",   "start_time", "first_time", "last_time",
    "files", "records",    "bytes_total", "bytes_done"};

void WriteKinds(const std::vector<KindCount>& kinds, base::JsonWriter& json) {
  json.BeginObject();
  for (const KindCount& count : kinds) {
    json.NameKey(count.kind);
    json.UInt(count.series);
  }
  json.EndObject();
}

void WriteRun(const store::Run& run, const RunSummary& summary, const FieldChoice& fields,
              base::JsonWriter& json) {
  const auto begins = [&](RunField field) {
    if (fields.Has(field)) json.Key(kRunFields[field]);
    return fields.Has(field);
  };
  const auto number = [&](RunField field, std::uint64_t value) {
    if (begins(field)) json.UInt(value);
  };
  const auto optional = [&](RunField field, const auto& value) {
    if (fields.Has(field)) WriteOptional(kRunFields[field], value, json);
  };
  const SeriesTotals& totals = summary.totals;
  json.BeginObject();
  if (begins(kId)) json.String(summary.id);
  if (begins(kName)) json.String(run.name);
  number(kSeries, totals.series);
  number(kPoints, totals.points);
  number(kSuperseded, totals.superseded);
  number(kMismatched, totals.mismatched);
  if (begins(kKinds)) WriteKinds(summary.kinds, json);
  optional(kFirstStep, totals.first_step);
  optional(kLastStep, totals.last_step);
  optional(kStartTime, run.first_wall_time);
  optional(kFirstTime, totals.first_time);
  optional(kLastTime, totals.last_time);
  number(kFiles, run.files.size());
  number(kRecords, run.records);
  number(kBytesTotal, run.bytes_total);
  number(kBytesDone, run.bytes_done);
  json.EndObject();
}

base::Result<bool> SortsByStart(const kind::Parameters& query) {
  const std::string_view sort = query.First("sort").value_or("name");
  if (sort == "name" || sort == "start") return sort == "start";
  return Error{ErrorCode::kInvalidArgument, fmt::format("sort: '{}' is neither name nor start",
                                                        base::EscapeForDisplay(sort, 100))};
}

}  // namespace

base::Result<kind::Response> AnswerRuns(ApiCore& core, const kind::Request& request,
                                        const kind::RequestContext& context) {
  ASSIGN_OR_RETURN(const ListPage page, ReadListPage(request.query));
  ASSIGN_OR_RETURN(const NameFilter filter,
                   NameFilter::FromQuery(request.query, "run", "matching"));
  ASSIGN_OR_RETURN(const bool by_start, SortsByStart(request.query));
  ASSIGN_OR_RETURN(const FieldChoice fields, FieldChoice::FromQuery(request.query, kRunFields));
  const auto summary = core.summaries.Summary(context.snapshot);
  const auto& runs = context.snapshot->runs;

  std::vector<std::uint32_t> wanted;
  for (std::uint32_t i = 0; i < runs.size(); ++i) {
    const std::uint32_t index = by_start ? summary->by_start[i] : i;
    if (filter.Matches(runs[index]->name)) wanted.push_back(index);
  }
  auto next = wanted.begin();
  if (!page.after.empty()) {
    const auto last = std::ranges::find_if(
        wanted, [&](std::uint32_t index) { return summary->runs[index]->id == page.after; });
    if (last == wanted.end()) return UnknownCursor(page.after);
    next = last + 1;
  }

  base::BufferedOutput out;
  base::JsonWriter json(out);
  json.BeginObject();
  WriteState(context, json);
  json.Key("total");
  json.UInt(wanted.size());
  json.Key("runs");
  json.BeginArray();
  const auto end = next + static_cast<std::ptrdiff_t>(
                              std::min(page.limit, static_cast<std::size_t>(wanted.end() - next)));
  for (; next != end; ++next) {
    WriteRun(*runs[*next], *summary->runs[*next], fields, json);
  }
  json.EndArray();
  json.Key("next");
  if (end == wanted.end()) {
    json.Null();
  } else {
    json.String(summary->runs[*(end - 1)]->id);
  }
  json.EndObject();
  return kind::JsonResponse(out.TakeText());
}

}  // namespace sightglass::serve
