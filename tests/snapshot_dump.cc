#include "tests/snapshot_dump.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "base/text.h"

namespace sightglass::testing {
namespace {

// Bits tell NaNs, and zeros of both signs, apart.
std::string Number(double value) {
  if (std::isnan(value)) return fmt::format("nan:{:x}", std::bit_cast<std::uint64_t>(value));
  return fmt::format("{}", value);
}

std::string Time(std::optional<double> value) { return value ? Number(*value) : "none"; }

std::string Line(const store::ScalarPoint& point) {
  return fmt::format("{} @{} {}", point.step, Number(point.wall_time), Number(point.value));
}

std::string Line(const store::RefPoint& point) {
  return fmt::format("{} @{} {}+{}", point.step, Number(point.wall_time), point.offset,
                     point.bytes);
}

std::string PathOf(const store::Run& run, base::FileId id) {
  for (const auto& file : run.files) {
    if (file->id == id) return file->path;
  }
  return "(no such file)";
}

template <class Point>
void DumpPoints(std::string& out, const store::Run& run, const store::Points<Point>& points) {
  std::vector<Point> all;
  points.Read(0, points.size(), all);
  out += fmt::format("      visible {} of {} superseded {}\n", all.size(), points.size(),
                     points.superseded_size());
  std::size_t next = 0;
  std::string path;
  for (const auto& part : points.parts()) {
    if (part.visible == 0) continue;
    if (const std::string now = PathOf(run, part.file); now != path) {
      path = now;
      out += fmt::format("      in {}\n", path);
    }
    for (std::uint64_t i = 0; i < part.visible && next < all.size(); ++i) {
      out += fmt::format("        {}\n", Line(all[next++]));
    }
  }
  const store::RangeSummary& sum = points.summary();
  out += fmt::format("      summary {} steps {}..{} times {}..{} of {}..{} values {}..{}\n",
                     sum.count, sum.first_step, sum.last_step, Number(sum.first_wall_time),
                     Number(sum.last_wall_time), Number(sum.min_wall_time),
                     Number(sum.max_wall_time), Number(sum.first_value), Number(sum.last_value));
  out += fmt::format("      finite {} min {} at {} @{} max {} at {} @{}\n", sum.finite_count,
                     Number(sum.min_value), sum.min_step, Number(sum.min_value_wall_time),
                     Number(sum.max_value), sum.max_step, Number(sum.max_value_wall_time));
  // In which order parts hand them over depends on where the parts are cut.
  std::vector<Point> superseded;
  points.ReadSuperseded(superseded);
  std::vector<std::string> lines;
  for (const Point& point : superseded) lines.push_back(Line(point));
  std::ranges::sort(lines);
  for (const std::string& line : lines) out += fmt::format("      superseded {}\n", line);
}

void DumpSeries(std::string& out, const store::Run& run, const store::Series& series) {
  const store::SeriesInfo& info = *series.info;
  out += fmt::format("    tag {} bytes {}\n", series.tag_name.size(),
                     base::EscapeForDisplay(series.tag_name, 200));
  out += fmt::format(
      "      plugin {} content {} name {} description {} class {} mismatched {}\n",
      base::EscapeForDisplay(info.plugin, 200), base::EscapeForDisplay(info.plugin_content, 1000),
      base::EscapeForDisplay(info.display_name, 200),
      base::EscapeForDisplay(info.description, 1000), info.data_class, series.mismatched);
  if (const auto* scalars = series.scalars()) DumpPoints(out, run, *scalars);
  if (const auto* refs = series.refs()) DumpPoints(out, run, *refs);
}

}  // namespace

std::string DumpSnapshot(const store::Snapshot& snapshot) {
  std::string out = fmt::format("bytes {} of {}{}\n", snapshot.bytes_done, snapshot.bytes_total,
                                snapshot.loading ? " loading" : "");
  for (const auto& run : snapshot.runs) {
    out += fmt::format("run {} in {}\n", base::EscapeForDisplay(run->name, 1000),
                       base::EscapeForDisplay(run->directory, 1000));
    out += fmt::format("  first {} min {} records {} bytes {} of {}\n", Time(run->first_wall_time),
                       Time(run->min_wall_time), run->records, run->bytes_done, run->bytes_total);
    for (const auto& file : run->files) {
      out += fmt::format("  file {} bytes {} of {}\n", base::EscapeForDisplay(file->path, 1000),
                         file->bytes_done, file->bytes_total);
    }
    for (const auto& series : run->series) DumpSeries(out, *run, *series);
  }
  return out;
}

std::string DumpIssues(const base::IssueLog& issues) {
  std::string out;
  for (const auto& [key, found] : issues.Collect()) {
    out += fmt::format("{} {} count {} bytes {}\n", base::EscapeForDisplay(key.first, 1000),
                       base::IssueName(key.second), found.count, found.bytes);
    for (const base::Issue& issue : found.first) {
      out += fmt::format("  {}+{} {}\n", issue.offset, issue.bytes,
                         base::EscapeForDisplay(issue.message, 1000));
    }
  }
  return out;
}

}  // namespace sightglass::testing
