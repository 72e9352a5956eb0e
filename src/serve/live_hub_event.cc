#include "serve/live_hub_event.h"

#include <fmt/format.h>

#include <charconv>
#include <vector>

#include "base/json_writer.h"
#include "kind/name_id.h"
#include "serve/api_core_summary.h"

namespace sightglass::serve {
namespace {

void WriteStatus(std::string_view epoch, const store::Snapshot& snapshot,
                 std::uint64_t issue_revision, base::JsonWriter& json) {
  json.Key("epoch");
  json.String(epoch);
  json.Key("revision");
  json.UInt(snapshot.version);
  json.Key("loading");
  json.Bool(snapshot.loading);
  json.Key("progress");
  json.Double(LoadedFraction(snapshot));
  json.Key("issues");
  json.UInt(issue_revision);
}

void WriteSeries(const store::Run& run, const store::SeriesChange& change, base::JsonWriter& json) {
  const store::Series* const series = run.Find(change.tag);
  json.BeginObject();
  json.Key("tag");
  json.String(change.tag);
  json.Key("tag_id");
  json.String(kind::NameId(change.tag));
  json.Key("kind");
  json.String(series == nullptr ? std::string_view() : series->info->plugin);
  json.Key("points");
  json.UInt(change.points);
  json.Key("kept");
  json.UInt(change.kept);
  WriteOptional("last_step", change.points > 0 ? std::optional(change.last_step) : std::nullopt,
                json);
  json.EndObject();
}

void WriteRun(const store::RunChange& change, bool with_series, base::JsonWriter& json) {
  json.BeginObject();
  json.Key("id");
  json.String(kind::NameId(change.run->name));
  json.Key("name");
  json.String(change.run->name);
  json.Key("added");
  json.Bool(change.added);
  json.Key("series");
  json.BeginArray();
  if (with_series) {
    for (const store::SeriesChange& series : change.series) WriteSeries(*change.run, series, json);
  }
  json.EndArray();
  json.Key("removed_tags");
  json.BeginArray();
  if (with_series) {
    for (const std::string& tag : change.removed_tags) json.String(tag);
  }
  json.EndArray();
  json.Key("series_omitted");
  json.UInt(with_series ? 0 : change.series.size() + change.removed_tags.size());
  json.EndObject();
}

void WriteRuns(const store::Changes& changes, const LiveEventOptions& options,
               base::JsonWriter& json) {
  std::vector<const store::RunChange*> runs;
  std::vector<const std::string*> removed;
  const auto is_wanted = [&](const std::string& name) {
    return options.runs && (options.run_filter == nullptr || options.run_filter->Matches(name));
  };
  std::size_t series = 0;
  for (const store::RunChange& change : changes.runs) {
    if (!is_wanted(change.run->name)) continue;
    runs.push_back(&change);
    series += change.series.size() + change.removed_tags.size();
  }
  for (const std::string& name : changes.removed_runs) {
    if (is_wanted(name)) removed.push_back(&name);
  }
  std::size_t omitted = 0;
  if (runs.size() + removed.size() > kMaxLiveEventRuns) {
    omitted = runs.size() + removed.size();
    runs.clear();
    removed.clear();
  }
  json.Key("runs");
  json.BeginArray();
  for (const store::RunChange* run : runs) WriteRun(*run, series <= kMaxLiveEventSeries, json);
  json.EndArray();
  json.Key("removed_runs");
  json.BeginArray();
  for (const std::string* name : removed) json.String(*name);
  json.EndArray();
  json.Key("runs_omitted");
  json.UInt(omitted);
}

}  // namespace

std::string LiveEventId(std::string_view epoch, std::uint64_t revision) {
  return fmt::format("{}-{}", epoch, revision);
}

std::optional<std::uint64_t> ParseLiveEventId(std::string_view epoch, std::string_view id) {
  if (!id.starts_with(epoch) || id.size() <= epoch.size() || id[epoch.size()] != '-') {
    return std::nullopt;
  }
  id.remove_prefix(epoch.size() + 1);
  std::uint64_t revision = 0;
  const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), revision);
  if (error != std::errc() || end != id.data() + id.size()) return std::nullopt;
  return revision;
}

std::string EncodeHello(std::string_view epoch, const store::Snapshot& snapshot,
                        std::uint64_t issue_revision, std::optional<std::uint64_t> resumes_at) {
  base::BufferedOutput out;
  if (resumes_at) out.Write(fmt::format("id: {}\n", LiveEventId(epoch, *resumes_at)));
  out.Write("event: hello\ndata: ");
  base::JsonWriter json(out);
  json.BeginObject();
  WriteStatus(epoch, snapshot, issue_revision, json);
  json.EndObject();
  out.Write("\n\n");
  return out.TakeText();
}

std::string EncodeChange(std::string_view epoch, const store::Snapshot& snapshot,
                         std::uint64_t issue_revision, std::uint64_t since,
                         const store::Changes& changes, const LiveEventOptions& options) {
  base::BufferedOutput out;
  out.Write(fmt::format("id: {}\nevent: change\ndata: ", LiveEventId(epoch, changes.revision)));
  base::JsonWriter json(out);
  json.BeginObject();
  WriteStatus(epoch, snapshot, issue_revision, json);
  json.Key("since");
  json.UInt(changes.reset ? 0 : since);
  json.Key("reset");
  json.Bool(changes.reset);
  WriteRuns(changes, options, json);
  json.EndObject();
  out.Write("\n\n");
  return out.TakeText();
}

std::string EncodeProfileChange(std::uint64_t revision) {
  return fmt::format("event: profile\ndata: {{\"revision\":{}}}\n\n", revision);
}

}  // namespace sightglass::serve
