// What inspect, verify and export write, from snapshots made by hand.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): setenv is POSIX's
#include <time.h>    // NOLINT(modernize-deprecated-headers): tzset is POSIX's

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/inspect_report.h"
#include "app/scalar_export.h"
#include "app/selection.h"
#include "app/verify_report.h"

namespace sightglass::app {
namespace {

using store::ScalarPoint;

std::shared_ptr<const store::SeriesInfo> Info(std::string plugin) {
  auto info = std::make_shared<store::SeriesInfo>();
  info->plugin = std::move(plugin);
  return info;
}

template <class Point>
store::Part<Point> PartOf(const std::vector<Point>& points, std::uint32_t file) {
  store::SegmentBuilder<Point> builder;
  for (const Point& point : points) builder.Append(point);
  return {.file = {file}, .segment = builder.Publish(), .visible = 0};
}

// One inner list per file.
std::shared_ptr<store::Series> Scalars(std::uint32_t tag, std::string_view name,
                                       const std::vector<std::vector<ScalarPoint>>& files) {
  auto series = std::make_shared<store::Series>();
  series->tag = {tag};
  series->tag_name = name;
  series->info = Info("scalars");
  std::vector<store::Part<ScalarPoint>> parts;
  parts.reserve(files.size());
  for (const auto& points : files) {
    parts.push_back(PartOf(points, static_cast<std::uint32_t>(parts.size())));
  }
  series->points = store::Points<ScalarPoint>(std::move(parts));
  return series;
}

std::shared_ptr<store::Series> Images(std::uint32_t tag, std::string_view name) {
  auto series = std::make_shared<store::Series>();
  series->tag = {tag};
  series->tag_name = name;
  series->info = Info("images");
  series->points = store::Points<store::RefPoint>(
      {PartOf<store::RefPoint>({{.step = 7, .wall_time = 1700000007}}, 0)});
  return series;
}

std::shared_ptr<const store::Run> RunOf(std::string name,
                                        std::vector<std::shared_ptr<const store::Series>> series) {
  auto run = std::make_shared<store::Run>();
  run->name = std::move(name);
  run->directory = "logs/" + run->name;
  run->series = std::move(series);
  auto file = std::make_shared<store::FileRecord>();
  file->path = run->directory + "/events.out.tfevents.1";
  file->bytes_total = file->bytes_done = 1500;
  run->files = {file};
  run->records = 4;
  run->bytes_total = run->bytes_done = 1500;
  return run;
}

std::shared_ptr<const store::Snapshot> SnapshotOf(
    std::vector<std::shared_ptr<const store::Run>> runs) {
  auto snapshot = std::make_shared<store::Snapshot>();
  for (const auto& run : runs) snapshot->bytes_done += run->bytes_done;
  snapshot->bytes_total = snapshot->bytes_done;
  snapshot->runs = std::move(runs);
  return snapshot;
}

std::shared_ptr<const store::Snapshot> SmallSnapshot() {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  return SnapshotOf(
      {RunOf("eval", {Images(2, "picture"), Scalars(1, "loss", {{{1, 1700000001.5, 0.25}}})}),
       RunOf("train", {Scalars(1, "loss",
                               {{{0, 1700000000, 0.5}, {1, 1700000001, 4}, {2, 1700000002, 2}},
                                {{2, 1700000010, kNan}}})})});
}

Selection Choose(const SelectionOptions& options) {
  auto selection = Selection::Make(options);
  EXPECT_TRUE(selection.ok());
  return std::move(selection).value();
}

InspectReport ReportOf(std::shared_ptr<const store::Snapshot> snapshot,
                       const SelectionOptions& options, const base::IssueLog& issues) {
  return MakeInspectReport({{.name = "", .path = "logs"}}, std::move(snapshot), Choose(options),
                           issues, 0.5);
}

std::string InspectText(const InspectReport& report, bool all = false) {
  setenv("TZ", "UTC", 1);  // NOLINT(concurrency-mt-unsafe): one thread
  tzset();
  base::BufferedOutput out;
  WriteInspectText(report, {.all = all, .terminal = {}}, out);
  return out.text();
}

std::string InspectJson(const InspectReport& report) {
  base::BufferedOutput out;
  WriteInspectJson(report, out);
  return out.text();
}

bool Contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(InspectText, ShowsRunsTagsAndRanges) {
  const base::IssueLog no_issues;
  EXPECT_EQ(InspectText(ReportOf(SmallSnapshot(), {}, no_issues)),
            R"(logs
2 runs, 3 series, 5 points; 3.0 kB in 2 files; loaded in 0.50 s (6.0 kB/s)

eval  1 file, 1.5 kB, 4 records
  images: 1 series, 1 point; scalars: 1 series, 1 point
  steps 1 to 7; 2023-11-14 22:13:21 to 22:13:27 (5.50 s)
  tag      kind     points  steps  last   min  at step   max  at step
  picture  images        1  7
  loss     scalars       1  1      0.25  0.25        1  0.25        1

train  1 file, 1.5 kB, 4 records
  scalars: 1 series, 3 points
  steps 0 to 2; 2023-11-14 22:13:20 to 22:13:30 (10.0 s)
  1 point written again by a restarted job; the later ones count
  tag   kind     points  superseded  steps   last  min  at step  max  at step  nan/inf
  loss  scalars       3           1  0 to 2   nan  0.5        0    4        1        1
)");
}

TEST(InspectText, SaysWhatWasLeftOut) {
  std::vector<std::string> names;
  names.reserve(100);
  for (int i = 0; i < 100; ++i) names.push_back(fmt::format("tag{:03}", i));
  std::vector<std::shared_ptr<const store::Series>> series;
  for (std::uint32_t i = 0; i < names.size(); ++i) {
    series.push_back(Scalars(i, names[i], {{{0, 1, 1}}}));
  }
  std::vector<std::shared_ptr<const store::Run>> runs;
  runs.reserve(50);
  for (int i = 0; i < 50; ++i) runs.push_back(RunOf(fmt::format("run{:02}", i), series));
  const base::IssueLog no_issues;
  const InspectReport report = ReportOf(SnapshotOf(std::move(runs)), {}, no_issues);
  const std::string cut = InspectText(report);
  EXPECT_TRUE(Contains(cut, "tag004") && !Contains(cut, "tag005"));
  EXPECT_TRUE(Contains(cut, "... 95 more tags left out; --all shows them"));
  EXPECT_TRUE(Contains(cut, "run39") && !Contains(cut, "run40"));
  EXPECT_TRUE(Contains(cut, "... 10 more runs left out; --all shows them"));
  const std::string all = InspectText(report, true);
  EXPECT_TRUE(Contains(all, "tag099") && Contains(all, "run49") && !Contains(all, "left out"));
}

TEST(InspectText, GroupsIssuesWithAdvice) {
  base::IssueLog issues;
  for (const std::uint64_t offset : {100U, 200U, 300U}) {
    issues.Report({.kind = base::IssueKind::kDamagedPayload,
                   .path = "logs/train/f\x1b",
                   .offset = offset,
                   .bytes = 62,
                   .message = "checksum"});
  }
  issues.Report(
      {.kind = base::IssueKind::kTornTail, .path = "logs/x", .offset = 5, .message = "t"});
  const std::string text = InspectText(ReportOf(SmallSnapshot(), {}, issues));
  EXPECT_TRUE(Contains(text, "\n4 issues\n"));
  EXPECT_TRUE(Contains(text, "  damaged-payload  3 in 1 place, 186 B, data lost\n    The record"));
  EXPECT_TRUE(
      Contains(text, "    logs/train/f\\x1B, 3 times\n      first at offset 100 (62 bytes)"))
      << text;
  EXPECT_TRUE(Contains(text, "  torn-tail  1 in 1 place\n"));
}

TEST(InspectText, SpeaksOfEmptyDirectoriesAndSelections) {
  const base::IssueLog no_issues;
  EXPECT_TRUE(
      Contains(InspectText(ReportOf(SnapshotOf({}), {}, no_issues)), "No event files below"));
  EXPECT_TRUE(
      Contains(InspectText(ReportOf(SmallSnapshot(), {.run = "nothing", .tag = ""}, no_issues)),
               "Nothing matches; there are 2 runs, for example 'eval'"));
}

TEST(InspectJson, HasTheWholeSchema) {
  base::IssueLog issues;
  issues.Report({.kind = base::IssueKind::kBadValue,
                 .path = "logs/f",
                 .offset = 9,
                 .bytes = 3,
                 .message = "say \"x\""});
  EXPECT_EQ(InspectJson(ReportOf(SmallSnapshot(), {}, issues)),
            R"({"logdirs":[{"name":"","path":"logs"}],"runs":[
{"name":"eval","directory":"logs/eval","files":[{"path":"logs/eval/events.out.tfevents.1","bytes":1500}],"series":[
{"tag":"picture","plugin":"images","points":1,"superseded":0,"mismatched":0,"first_step":7,"last_step":7,"first_wall_time":1700000007.0,"last_wall_time":1700000007.0},
{"tag":"loss","plugin":"scalars","points":1,"superseded":0,"mismatched":0,"first_step":1,"last_step":1,"first_wall_time":1700000001.5,"last_wall_time":1700000001.5,"first":0.25,"last":0.25,"min":0.25,"min_step":1,"max":0.25,"max_step":1,"non_finite":0}]},
{"name":"train","directory":"logs/train","files":[{"path":"logs/train/events.out.tfevents.1","bytes":1500}],"series":[
{"tag":"loss","plugin":"scalars","points":3,"superseded":1,"mismatched":0,"first_step":0,"last_step":2,"first_wall_time":1700000000.0,"last_wall_time":1700000010.0,"first":0.5,"last":"NaN","min":0.5,"min_step":0,"max":4.0,"max_step":1,"non_finite":1}]}],
"issues":[
{"name":"bad-value","path":"logs/f","count":1,"bytes":3,"first":[{"offset":9,"bytes":3,"message":"say \"x\""}]}],
"totals":{"runs":2,"series":3,"points":5,"superseded":1,"records":8,"files":2,"bytes":3000},
"load":{"seconds":0.5,"bytes_per_second":6000.0}}
)");
}

TEST(InspectJson, HasNullsWhereThereIsNoFiniteValue) {
  const base::IssueLog no_issues;
  const auto snapshot =
      SnapshotOf({RunOf("r", {Scalars(1, "t", {{{3, 1, std::nan("")}}}), Scalars(2, "u", {})})});
  const std::string json = InspectJson(ReportOf(snapshot, {}, no_issues));
  EXPECT_TRUE(Contains(json, R"("first":"NaN","last":"NaN","min":null,"min_step":null)")) << json;
  EXPECT_TRUE(Contains(json, R"("points":0,"superseded":0,"mismatched":0,"first_step":null)"));
}

TEST(Selection, MatchesAnywhereAndAsBytes) {
  const Selection selection = Choose({.run = "ra.n", .tag = "\\xff$"});
  EXPECT_TRUE(selection.HasRun("big/train/1"));
  EXPECT_FALSE(selection.HasRun("eval"));
  EXPECT_TRUE(selection.HasTag("x\xFF"));
  EXPECT_FALSE(selection.HasTag("x\xFFy"));
  EXPECT_TRUE(Choose({.run = "\xE6\x8D\x9F", .tag = ""}).HasRun("a\xE6\x8D\x9F"));
  EXPECT_TRUE(Choose({}).HasRun(""));
}

TEST(Selection, LeavesOutRunsWithoutAChosenTag) {
  const auto snapshot = SmallSnapshot();
  const auto runs = Choose({.run = "", .tag = "pic"}).Select(*snapshot);
  ASSERT_EQ(runs.size(), 1U);
  EXPECT_EQ(runs[0].run->name, "eval");
  ASSERT_EQ(runs[0].series.size(), 1U);
  EXPECT_EQ(runs[0].series[0]->tag_name, "picture");
}

TEST(Selection, RefusesABadPattern) {
  const auto bad = Selection::Make({.run = "", .tag = "(a"});
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().code, base::ErrorCode::kInvalidArgument);
  EXPECT_TRUE(Contains(bad.error().message, "--tag: '(a'"));
}

std::string Exported(const store::Snapshot& snapshot, const ScalarExportOptions& options) {
  base::BufferedOutput out;
  WriteScalars(Choose({}).Select(snapshot), options, out);
  return out.text();
}

TEST(ScalarExport, WritesCsv) {
  EXPECT_EQ(Exported(*SmallSnapshot(), {.format = ExportFormat::kCsv}),
            "run,tag,step,wall_time,value\n"
            "eval,loss,1,1700000001.5,0.25\n"
            "train,loss,0,1700000000.0,0.5\n"
            "train,loss,1,1700000001.0,4.0\n"
            "train,loss,2,1700000010.0,nan\n");
  const std::string with = Exported(*SmallSnapshot(), {.superseded = true});
  EXPECT_TRUE(with.starts_with("run,tag,step,wall_time,value,superseded\n"));
  EXPECT_TRUE(Contains(with, "train,loss,2,1700000010.0,nan,0\ntrain,loss,2,1700000002.0,2.0,1\n"));
}

TEST(ScalarExport, WritesJson) {
  EXPECT_EQ(Exported(*SmallSnapshot(), {.format = ExportFormat::kJson}),
            R"([
{"run":"eval","tag":"loss","points":[[1700000001.5,1,0.25]]},
{"run":"train","tag":"loss","points":[[1700000000.0,0,0.5],[1700000001.0,1,4.0],[1700000010.0,2,"NaN"]]}]
)");
  EXPECT_EQ(Exported(*SmallSnapshot(), {.format = ExportFormat::kJson, .superseded = true}),
            R"([
{"run":"eval","tag":"loss","points":[[1700000001.5,1,0.25]],"superseded":[]},
{"run":"train","tag":"loss","points":[[1700000000.0,0,0.5],[1700000001.0,1,4.0],[1700000010.0,2,"NaN"]],"superseded":[[1700000002.0,2,2.0]]}]
)");
  EXPECT_EQ(Exported(*SnapshotOf({}), {.format = ExportFormat::kJson}), "[]\n");
}

TEST(ScalarExport, WritesJsonLines) {
  EXPECT_EQ(Exported(*SnapshotOf({RunOf("a\"b", {Scalars(1, "t", {{{-5, 2.5, 1e-7}}})})}),
                     {.format = ExportFormat::kJsonLines}),
            "{\"run\":\"a\\\"b\",\"tag\":\"t\",\"step\":-5,\"wall_time\":2.5,\"value\":1e-07}\n");
}

std::string Verified(VerifyForm form, const std::vector<ingest::FileReport>& files, bool& sound) {
  const std::vector<ingest::LogRoot> roots = {{.name = "", .path = "logs"}};
  base::BufferedOutput out;
  VerifyReport report(roots, form, {}, out);
  for (const auto& file : files) report.AddFile(file);
  sound = report.Finish({}, 0.25);
  return out.text();
}

ingest::FileReport FileWith(std::vector<base::Issue> issues, std::uint64_t lost,
                            std::uint64_t tail) {
  ingest::FileReport file;
  file.run = "train";
  file.path = "logs/train/f";
  file.bytes = 2000;
  file.records = 10;
  file.lost_bytes = lost;
  file.tail_bytes = tail;
  file.issues = std::move(issues);
  return file;
}

TEST(VerifyReport, TellsDamageByLineAndInSum) {
  const base::Issue damage{.kind = base::IssueKind::kDamagedPayload,
                           .path = "logs/train/f",
                           .offset = 1234,
                           .bytes = 62,
                           .message = "wrong checksum"};
  bool sound = true;
  EXPECT_EQ(Verified(VerifyForm::kText, {FileWith({damage}, 62, 0), FileWith({}, 0, 0)}, sound),
            "logs/train/f: offset 1234: damaged-payload, 62 bytes lost: wrong checksum\n"
            "2 files, 20 records, 4.0 kB checked in 0.25 s: damaged: 1 place in 1 file, 62 bytes "
            "lost\n");
  EXPECT_FALSE(sound);
  sound = true;
  EXPECT_EQ(Verified(VerifyForm::kJson, {FileWith({damage}, 62, 0)}, sound),
            R"({"logdirs":[{"name":"","path":"logs"}],"files":[
{"run":"train","path":"logs/train/f","bytes":2000,"records":10,"lost_bytes":62,"tail_bytes":0,"issues":[{"name":"damaged-payload","path":"logs/train/f","offset":1234,"bytes":62,"damage":true,"message":"wrong checksum"}]}],
"issues":[],
"totals":{"files":1,"records":10,"bytes":2000,"lost_bytes":62,"tail_bytes":0,"damaged_files":1,"damaged_places":1},"sound":false,"seconds":0.25}
)");
  EXPECT_FALSE(sound);
}

TEST(VerifyReport, TakesATornTailForNoDamage) {
  const base::Issue torn{.kind = base::IssueKind::kTornTail,
                         .path = "logs/train/f",
                         .offset = 1990,
                         .bytes = 10,
                         .message = "cut"};
  bool sound = false;
  EXPECT_EQ(Verified(VerifyForm::kText, {FileWith({torn}, 0, 10)}, sound),
            "logs/train/f: offset 1990: torn-tail, 10 bytes: cut\n"
            "1 file, 10 records, 2.0 kB checked in 0.25 s: sound; 1 file ends inside a record that "
            "may still be being written\n");
  EXPECT_TRUE(sound);
  EXPECT_TRUE(Contains(Verified(VerifyForm::kText, {}, sound), "No event files below 'logs'"));
  EXPECT_TRUE(sound);
}

}  // namespace
}  // namespace sightglass::app
