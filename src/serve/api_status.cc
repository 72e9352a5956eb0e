#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/issue_log.h"
#include "kind/name_id.h"
#include "serve/api_core.h"

namespace sightglass::serve {
namespace {

// 0 if the system does not say.
std::uint64_t ResidentBytes() {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen("/proc/self/statm", "re"),
                                                             &std::fclose);
  unsigned long total = 0;
  unsigned long resident = 0;
  if (file == nullptr || std::fscanf(file.get(), "%lu %lu", &total, &resident) != 2) return 0;
  return std::uint64_t{resident} * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

void WriteNumber(std::string_view key, std::uint64_t value, base::JsonWriter& json) {
  json.Key(key);
  json.UInt(value);
}

void WriteText(std::string_view key, std::string_view value, base::JsonWriter& json) {
  json.Key(key);
  json.String(value);
}

// Series of each kind, and files that are shown beside them.
void WriteKinds(const ApiCore& core, const SnapshotSummary& summary, base::JsonWriter& json) {
  std::map<std::string_view, std::uint64_t> counts;
  for (const KindCount& count : summary.kinds) counts[count.kind] += count.series;
  for (const auto& kind : core.kinds) {
    if (const std::size_t files = kind->opened_files(); files > 0) counts[kind->id()] += files;
  }
  json.Key("kinds");
  json.BeginObject();
  for (const auto& [kind, count] : counts) {
    json.NameKey(kind);
    json.UInt(count);
  }
  json.EndObject();
}

void WriteDirectories(const ServerFacts& facts, base::JsonWriter& json) {
  json.Key("log_directories");
  json.BeginArray();
  for (const LogDirectory& directory : facts.log_directories) {
    json.BeginObject();
    WriteText("name", directory.name, json);
    WriteText("path", directory.path, json);
    json.EndObject();
  }
  json.EndArray();
  json.Key("missing_directories");
  json.BeginArray();
  if (facts.missing_directories) {
    for (const std::string& path : facts.missing_directories()) json.String(path);
  }
  json.EndArray();
}

void WriteIssue(const ServerFacts& facts, const base::IssueLog::Key& key,
                const base::FileIssues& issues, base::JsonWriter& json) {
  json.BeginObject();
  WriteText("name", base::IssueName(key.second), json);
  WriteText("path", ShownPath(facts, key.first), json);
  WriteNumber("count", issues.count, json);
  WriteNumber("bytes", issues.bytes, json);
  json.Key("loses_data");
  json.Bool(base::IssueLosesData(key.second));
  json.Key("first");
  json.BeginArray();
  for (const base::Issue& issue : issues.first) {
    json.BeginObject();
    WriteNumber("offset", issue.offset, json);
    WriteNumber("bytes", issue.bytes, json);
    WriteText("message", WithoutPrefixes(facts, issue.message), json);
    json.EndObject();
  }
  json.EndArray();
  json.EndObject();
}

}  // namespace

std::string ShownPath(const ServerFacts& facts, std::string_view path) {
  // The longest prefix: one log directory may lie in another.
  const LogDirectory* best = nullptr;
  for (const LogDirectory& directory : facts.log_directories) {
    if (directory.prefix.empty()) continue;
    const std::string_view itself =
        std::string_view(directory.prefix).substr(0, directory.prefix.size() - 1);
    const bool is_in = path.starts_with(directory.prefix) || path == itself;
    if (is_in && (best == nullptr || directory.prefix.size() > best->prefix.size())) {
      best = &directory;
    }
  }
  if (best == nullptr) return std::string(path.substr(path.rfind('/') + 1));
  const std::string_view rest =
      path.size() > best->prefix.size() ? path.substr(best->prefix.size()) : ".";
  return best->name.empty() ? std::string(rest) : fmt::format("{}/{}", best->name, rest);
}

std::string WithoutPrefixes(const ServerFacts& facts, std::string text) {
  for (const LogDirectory& directory : facts.log_directories) {
    // "./" may stand in any text, and tells nothing.
    if (!directory.prefix.starts_with('/') || directory.prefix == "/") continue;
    for (std::size_t at = 0; (at = text.find(directory.prefix, at)) != std::string::npos;) {
      text.erase(at, directory.prefix.size());
    }
  }
  return text;
}

base::Result<kind::Response> AnswerStatus(ApiCore& core, const kind::RequestContext& context) {
  const ServerFacts& facts = core.facts;
  const store::Snapshot& snapshot = *context.snapshot;
  const auto summary = core.summaries.Summary(context.snapshot);
  const std::chrono::duration<double> uptime = facts.clock->MonotonicNow() - core.started;
  base::BufferedOutput out;
  base::JsonWriter json(out);
  json.BeginObject();
  WriteState(context, json);
  WriteText("version", facts.version, json);
  WriteText("window_title", facts.window_title, json);
  json.Key("profile");
  if (facts.profile_path.empty()) {
    json.Null();
  } else {
    json.String(facts.profile_path);
  }
  json.Key("uptime_seconds");
  json.Double(uptime.count());
  WriteNumber("resident_bytes", ResidentBytes(), json);
  json.Key("connections");
  if (facts.connections) {
    json.UInt(facts.connections());
  } else {
    json.Null();
  }
  WriteNumber("runs", snapshot.runs.size(), json);
  WriteNumber("series", summary->totals.series, json);
  WriteNumber("points", summary->totals.points, json);
  WriteNumber("superseded", summary->totals.superseded, json);
  WriteNumber("mismatched", summary->totals.mismatched, json);
  WriteKinds(core, *summary, json);
  WriteNumber("files", summary->files, json);
  WriteNumber("bytes_total", snapshot.bytes_total, json);
  WriteNumber("bytes_done", snapshot.bytes_done, json);
  json.Key("progress");
  json.Double(LoadedFraction(snapshot));
  WriteOptional("last_data_time", summary->totals.last_time, json);
  json.Key("issues");
  json.BeginObject();
  WriteNumber("revision", facts.issues->revision(), json);
  WriteNumber("count", facts.issues->count(), json);
  json.EndObject();
  WriteDirectories(facts, json);
  json.EndObject();
  return kind::JsonResponse(out.TakeText());
}

base::Result<kind::Response> AnswerIssues(ApiCore& core, const kind::Request& request,
                                          const kind::RequestContext& context) {
  ASSIGN_OR_RETURN(const ListPage page, ReadListPage(request.query));
  const ServerFacts& facts = core.facts;
  // Before they are collected: a reader that comes back with it misses nothing.
  const std::uint64_t revision = facts.issues->revision();
  const std::map<base::IssueLog::Key, base::FileIssues> all = facts.issues->Collect();
  const auto cursor = [](const base::IssueLog::Key& key) {
    return fmt::format("{}.{}", kind::NameId(key.first), base::IssueName(key.second));
  };
  auto next = all.begin();
  if (!page.after.empty()) {
    next = std::ranges::find_if(all,
                                [&](const auto& item) { return cursor(item.first) == page.after; });
    if (next == all.end()) return UnknownCursor(page.after);
    ++next;
  }
  std::uint64_t count = 0;
  for (const auto& [key, issues] : all) count += issues.count;

  base::BufferedOutput out;
  base::JsonWriter json(out);
  json.BeginObject();
  WriteText("epoch", context.epoch, json);
  WriteNumber("revision", revision, json);
  WriteNumber("count", count, json);
  WriteNumber("total", all.size(), json);
  json.Key("issues");
  json.BeginArray();
  const base::IssueLog::Key* last = nullptr;
  for (std::size_t written = 0; next != all.end() && written < page.limit; ++next, ++written) {
    WriteIssue(facts, next->first, next->second, json);
    last = &next->first;
  }
  json.EndArray();
  json.Key("next");
  if (next == all.end() || last == nullptr) {
    json.Null();
  } else {
    json.String(cursor(*last));
  }
  json.EndObject();
  return kind::JsonResponse(out.TakeText());
}

}  // namespace sightglass::serve
