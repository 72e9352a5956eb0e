#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "format/markdown.h"
#include "kind/name_id.h"
#include "serve/api_core.h"
#include "serve/api_tags_request.h"

namespace sightglass::serve {
namespace {

using base::Error;
using base::ErrorCode;

Error Cancelled() { return {ErrorCode::kCancelled, "the client is gone"}; }

// Two names as one cursor. The second is no secret and holds no '.': an id or the name of a kind.
std::string Cursor(std::string_view first, std::string_view second) {
  return fmt::format("{}.{}", kind::NameId(first), second);
}

void WriteTag(const TagSummary& tag, base::JsonWriter& json) {
  const auto text = [&](std::string_view key, std::string_view value) {
    json.Key(key);
    json.String(value);
  };
  const auto number = [&](std::string_view key, std::uint64_t value) {
    json.Key(key);
    json.UInt(value);
  };
  json.BeginObject();
  text("id", kind::NameId(tag.name));
  text("name", tag.name);
  text("kind", tag.info->plugin);
  number("runs", tag.totals.series);
  number("points", tag.totals.points);
  number("superseded", tag.totals.superseded);
  number("mismatched", tag.totals.mismatched);
  WriteOptional("first_step", tag.totals.first_step, json);
  WriteOptional("last_step", tag.totals.last_step, json);
  text("display_name", tag.display_name);
  text("description",
       tag.description.empty() ? std::string() : format::MarkdownToSafeHtml(tag.description));
  json.EndObject();
}

void WriteSeries(const store::Run& run, const store::Series& series, base::JsonWriter& json) {
  const auto text = [&](std::string_view key, std::string_view value) {
    json.Key(key);
    json.String(value);
  };
  SeriesTotals totals;
  totals.Add(series);
  json.BeginObject();
  text("run_id", kind::NameId(run.name));
  text("run", run.name);
  text("tag_id", kind::NameId(series.tag_name));
  text("tag", series.tag_name);
  text("kind", series.info->plugin);
  json.Key("points");
  json.UInt(totals.points);
  json.Key("superseded");
  json.UInt(totals.superseded);
  json.Key("mismatched");
  json.UInt(totals.mismatched);
  WriteOptional("first_step", totals.first_step, json);
  WriteOptional("last_step", totals.last_step, json);
  WriteOptional("first_time", totals.first_time, json);
  WriteOptional("last_time", totals.last_time, json);
  const bool has_value = series.scalars() != nullptr && totals.points > 0;
  WriteOptional("last_value",
                has_value ? std::optional<double>(SummaryOf(series).last_value) : std::nullopt,
                json);
  json.EndObject();
}

void WriteNext(const std::optional<std::string>& next, base::JsonWriter& json) {
  json.Key("next");
  if (next) {
    json.String(*next);
  } else {
    json.Null();
  }
}

// Asks a filter once per name: names are interned, so one name stands at one place.
class TagMatcher {
 public:
  explicit TagMatcher(const NameFilter& filter) : filter_(filter) {}

  bool Matches(std::string_view tag) {
    if (filter_.matches_all()) return true;
    const auto [at, is_new] = known_.try_emplace(tag.data(), false);
    if (is_new) at->second = filter_.Matches(tag);
    return at->second;
  }

 private:
  const NameFilter& filter_;
  std::unordered_map<const char*, bool> known_;
};

}  // namespace

base::Result<kind::Response> AnswerTags(ApiCore& core, const kind::Request& request,
                                        const kind::RequestContext& context) {
  ASSIGN_OR_RETURN(const TagsRequest wish, TagsRequest::Read(request));
  const auto table = wish.runs.matches_all() ? core.summaries.Tags(context.snapshot)
                                             : MakeTagTable(*context.snapshot, &wish.runs);
  std::vector<const TagSummary*> wanted;
  for (const TagSummary& tag : table->tags) {
    if (wish.WantsKind(tag.info->plugin) && wish.tags.Matches(tag.name)) wanted.push_back(&tag);
  }
  if (context.cancel.cancelled()) return Cancelled();

  const auto cursor = [](const TagSummary* tag) { return Cursor(tag->name, tag->info->plugin); };
  auto next = wanted.begin();
  if (!wish.page.after.empty()) {
    next = std::ranges::find(wanted, wish.page.after, cursor);
    if (next == wanted.end()) return UnknownCursor(wish.page.after);
    ++next;
  }
  base::BufferedOutput out;
  base::JsonWriter json(out);
  json.BeginObject();
  WriteState(context, json);
  json.Key("total");
  json.UInt(wanted.size());
  json.Key("tags");
  json.BeginArray();
  const auto end = next + static_cast<std::ptrdiff_t>(std::min(
                              wish.page.limit, static_cast<std::size_t>(wanted.end() - next)));
  for (; next != end; ++next) WriteTag(**next, json);
  json.EndArray();
  WriteNext(end == wanted.end() ? std::nullopt : std::optional(cursor(*(end - 1))), json);
  json.EndObject();
  return kind::JsonResponse(out.TakeText());
}

base::Result<kind::Response> AnswerSeries(const kind::Request& request,
                                          const kind::RequestContext& context) {
  ASSIGN_OR_RETURN(const TagsRequest wish, TagsRequest::FromQuery(request.query));
  const ListPage& page = wish.page;

  struct Row {
    const store::Run* run;
    const store::Series* series;
  };
  const auto cursor = [](const Row& row) {
    return Cursor(row.run->name, kind::NameId(row.series->tag_name));
  };
  TagMatcher tags(wish.tags);
  std::vector<Row> rows;
  std::uint64_t total = 0;
  bool is_behind = page.after.empty();
  bool has_more = false;
  for (const auto& run : context.snapshot->runs) {
    if (context.cancel.cancelled()) return Cancelled();
    if (!wish.runs.Matches(run->name)) continue;
    const bool may_hold_cursor = !is_behind && page.after.starts_with(kind::NameId(run->name));
    for (const auto& series : run->series) {
      if (!wish.WantsKind(series->info->plugin) || !tags.Matches(series->tag_name)) continue;
      ++total;
      const Row row{.run = run.get(), .series = series.get()};
      if (!is_behind) {
        is_behind = may_hold_cursor && cursor(row) == page.after;
      } else if (rows.size() < page.limit) {
        rows.push_back(row);
      } else {
        has_more = true;
      }
    }
  }
  if (!is_behind) return UnknownCursor(page.after);

  base::BufferedOutput out;
  base::JsonWriter json(out);
  json.BeginObject();
  WriteState(context, json);
  json.Key("total");
  json.UInt(total);
  json.Key("series");
  json.BeginArray();
  for (const Row& row : rows) WriteSeries(*row.run, *row.series, json);
  json.EndArray();
  WriteNext(has_more ? std::optional(cursor(rows.back())) : std::nullopt, json);
  json.EndObject();
  return kind::JsonResponse(out.TakeText());
}

}  // namespace sightglass::serve
