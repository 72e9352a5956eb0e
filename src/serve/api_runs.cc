#include <fmt/format.h>

#include <algorithm>
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

void WriteRun(const store::Run& run, const RunSummary& summary, base::JsonWriter& json) {
  const auto number = [&](std::string_view key, std::uint64_t value) {
    json.Key(key);
    json.UInt(value);
  };
  const SeriesTotals& totals = summary.totals;
  json.BeginObject();
  json.Key("id");
  json.String(summary.id);
  json.Key("name");
  json.String(run.name);
  number("series", totals.series);
  number("points", totals.points);
  number("superseded", totals.superseded);
  number("mismatched", totals.mismatched);
  json.Key("kinds");
  json.BeginObject();
  for (const KindCount& count : summary.kinds) {
    json.NameKey(count.kind);
    json.UInt(count.series);
  }
  json.EndObject();
  WriteOptional("first_step", totals.first_step, json);
  WriteOptional("last_step", totals.last_step, json);
  WriteOptional("start_time", run.first_wall_time, json);
  WriteOptional("first_time", totals.first_time, json);
  WriteOptional("last_time", totals.last_time, json);
  number("files", run.files.size());
  number("records", run.records);
  number("bytes_total", run.bytes_total);
  number("bytes_done", run.bytes_done);
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
  for (; next != end; ++next) WriteRun(*runs[*next], *summary->runs[*next], json);
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
