#include "app/inspect_report.h"
#include "base/json_writer.h"

namespace sightglass::app {
namespace {

void WriteSteps(const store::RangeSummary& summary, base::JsonWriter& json) {
  const auto write = [&](std::string_view key, auto put) {
    json.Key(key);
    if (summary.count == 0) {
      json.Null();
    } else {
      put();
    }
  };
  write("first_step", [&] { json.Int(summary.first_step); });
  write("last_step", [&] { json.Int(summary.last_step); });
  write("first_wall_time", [&] { json.Double(summary.first_wall_time); });
  write("last_wall_time", [&] { json.Double(summary.last_wall_time); });
}

void WriteValues(const store::RangeSummary& summary, base::JsonWriter& json) {
  const auto write_double = [&](std::string_view key, bool known, double value) {
    json.Key(key);
    known ? json.Double(value) : json.Null();
  };
  const auto write_step = [&](std::string_view key, bool known, base::Step step) {
    json.Key(key);
    known ? json.Int(step) : json.Null();
  };
  const bool any = summary.count > 0;
  const bool finite = summary.finite_count > 0;
  write_double("first", any, summary.first_value);
  write_double("last", any, summary.last_value);
  write_double("min", finite, summary.min_value);
  write_step("min_step", finite, summary.min_step);
  write_double("max", finite, summary.max_value);
  write_step("max_step", finite, summary.max_step);
  json.Key("non_finite");
  json.UInt(summary.count - summary.finite_count);
}

void WriteSeries(const store::Series& series, base::JsonWriter& json) {
  json.BreakLine();
  json.BeginObject();
  json.Key("tag");
  json.String(series.tag_name);
  json.Key("plugin");
  json.String(series.info->plugin);
  json.Key("points");
  json.UInt(series.size());
  json.Key("superseded");
  json.UInt(series.superseded_size());
  json.Key("mismatched");
  json.UInt(series.mismatched);
  const store::RangeSummary& summary = SummaryOf(series);
  WriteSteps(summary, json);
  if (series.scalars() != nullptr) WriteValues(summary, json);
  if (!series.info->display_name.empty()) {
    json.Key("display_name");
    json.String(series.info->display_name);
  }
  if (!series.info->description.empty()) {
    json.Key("description");
    json.String(series.info->description);
  }
  json.EndObject();
}

void WriteRun(const SelectedRun& selected, base::JsonWriter& json) {
  json.BreakLine();
  json.BeginObject();
  json.Key("name");
  json.String(selected.run->name);
  json.Key("directory");
  json.String(selected.run->directory);
  json.Key("files");
  json.BeginArray();
  for (const auto& file : selected.run->files) {
    json.BeginObject();
    json.Key("path");
    json.String(file->path);
    json.Key("bytes");
    json.UInt(file->bytes_total);
    json.EndObject();
  }
  json.EndArray();
  json.Key("series");
  json.BeginArray();
  for (const store::Series* series : selected.series) WriteSeries(*series, json);
  json.EndArray();
  json.EndObject();
}

void WriteIssues(const InspectReport& report, base::JsonWriter& json) {
  json.BeginArray();
  for (const auto& [key, issues] : report.issues) {
    json.BreakLine();
    json.BeginObject();
    json.Key("name");
    json.String(base::IssueName(key.second));
    json.Key("path");
    json.String(key.first);
    json.Key("count");
    json.UInt(issues.count);
    json.Key("bytes");
    json.UInt(issues.bytes);
    json.Key("first");
    json.BeginArray();
    for (const base::Issue& issue : issues.first) {
      json.BeginObject();
      json.Key("offset");
      json.UInt(issue.offset);
      json.Key("bytes");
      json.UInt(issue.bytes);
      json.Key("message");
      json.String(issue.message);
      json.EndObject();
    }
    json.EndArray();
    json.EndObject();
  }
  json.EndArray();
}

void WriteTotals(const InspectTotals& totals, base::JsonWriter& json) {
  json.BeginObject();
  json.Key("runs");
  json.UInt(totals.runs);
  json.Key("series");
  json.UInt(totals.series);
  json.Key("points");
  json.UInt(totals.points);
  json.Key("superseded");
  json.UInt(totals.superseded);
  json.Key("records");
  json.UInt(totals.records);
  json.Key("files");
  json.UInt(totals.files);
  json.Key("bytes");
  json.UInt(totals.bytes);
  json.EndObject();
}

}  // namespace

void WriteInspectJson(const InspectReport& report, base::BufferedOutput& out) {
  base::JsonWriter json(out);
  json.BeginObject();
  json.Key("logdirs");
  json.BeginArray();
  for (const ingest::LogRoot& root : report.roots) {
    json.BeginObject();
    json.Key("name");
    json.String(root.name);
    json.Key("path");
    json.String(root.path);
    json.EndObject();
  }
  json.EndArray();
  json.Key("runs");
  json.BeginArray();
  for (const SelectedRun& run : report.runs) {
    if (out.failed()) return;
    WriteRun(run, json);
  }
  json.EndArray();
  json.BreakLine();
  json.Key("issues");
  WriteIssues(report, json);
  json.BreakLine();
  json.Key("totals");
  WriteTotals(report.totals, json);
  json.BreakLine();
  json.Key("load");
  json.BeginObject();
  json.Key("seconds");
  json.Double(report.load_seconds);
  json.Key("bytes_per_second");
  json.Double(report.load_seconds > 0
                  ? static_cast<double>(report.snapshot->bytes_done) / report.load_seconds
                  : 0);
  json.EndObject();
  json.EndObject();
  out.Put('\n');
}

}  // namespace sightglass::app
