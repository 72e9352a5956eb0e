#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "app/human_text.h"
#include "app/inspect_report.h"
#include "app/issue_advice.h"
#include "app/log_loading.h"
#include "app/text_table.h"
#include "base/text.h"
#include "base/utf8_text.h"

namespace sightglass::app {
namespace {

// A screenful or two: past that, a list is for `--all` or `--json`.
constexpr std::size_t kMaxRuns = 40;
constexpr std::size_t kMaxTagRows = 200;  // shared by all runs
constexpr std::size_t kMinTagRowsPerRun = 3;
constexpr std::size_t kMaxTagRowsPerRun = 20;
constexpr std::size_t kMaxFilesPerIssue = 5;
constexpr std::size_t kMaxTagColumns = 120;
constexpr std::size_t kMinTagColumns = 24;

std::string Shown(std::string_view text, std::size_t columns = kMaxTagColumns) {
  return base::ShortenMiddle(base::EscapeForDisplay(text, std::size_t{4} * kMaxTagColumns),
                             columns);
}

// One line, also where a message has several.
std::string ShownWhole(std::string_view text) { return base::EscapeForDisplay(text, 4096); }

class InspectPrinter {
 public:
  InspectPrinter(const InspectReport& report, const InspectTextOptions& options,
                 base::BufferedOutput& out)
      : report_(report), options_(options), out_(out) {}

  void Print() {
    PrintHeader();
    const std::size_t shown =
        options_.all ? report_.runs.size() : std::min(report_.runs.size(), kMaxRuns);
    for (std::size_t i = 0; i < shown && !out_.failed(); ++i) PrintRun(report_.runs[i]);
    if (shown < report_.runs.size()) {
      Line("");
      Line(Dim(fmt::format("... {} left out; --all shows them, --run RE chooses",
                           PluralText(report_.runs.size() - shown, "more run"))));
    }
    PrintIssues();
  }

 private:
  [[nodiscard]] std::string Dim(std::string_view text) const {
    return Painted(options_.terminal, Paint::kDim, text);
  }
  void Line(std::string_view text) {
    out_.Write(text);
    out_.Put('\n');
  }

  void PrintHeader() {
    for (const ingest::LogRoot& root : report_.roots) {
      const std::string name = root.name.empty() ? "" : ShownWhole(root.name) + ": ";
      Line(Painted(options_.terminal, Paint::kBold, name + ShownWhole(root.path)));
    }
    if (report_.snapshot->runs.empty()) {
      Line(fmt::format("No event files below {}: looked for files with 'tfevents' in their name.",
                       RootsText(report_.roots)));
      return;
    }
    if (report_.runs.empty()) {
      Line(fmt::format("Nothing matches; there are {}, for example '{}'.",
                       PluralText(report_.snapshot->runs.size(), "run"),
                       Shown(report_.snapshot->runs.front()->name)));
      return;
    }
    const InspectTotals& totals = report_.totals;
    const double bytes = static_cast<double>(report_.snapshot->bytes_done);
    Line(fmt::format("{}, {}, {}; {} in {}; loaded in {} ({})", PluralText(totals.runs, "run"),
                     PluralText(totals.series, "series"), PluralText(totals.points, "point"),
                     BytesText(totals.bytes), PluralText(totals.files, "file"),
                     DurationText(report_.load_seconds),
                     RateText(report_.load_seconds > 0 ? bytes / report_.load_seconds : 0)));
  }

  void PrintRun(const SelectedRun& selected) {
    const store::Run& run = *selected.run;
    Line("");
    Line(fmt::format(
        "{}  {}", Painted(options_.terminal, Paint::kBold, Shown(run.name)),
        Dim(fmt::format("{}, {}, {}", PluralText(run.files.size(), "file"),
                        BytesText(run.bytes_total), PluralText(run.records, "record")))));
    PrintRunRanges(selected);
    PrintTags(selected);
  }

  void PrintRunRanges(const SelectedRun& selected) {
    struct KindTotals {
      std::uint64_t series = 0;
      std::uint64_t points = 0;
    };
    std::map<std::string_view, KindTotals> kinds;
    store::RangeSummary range;
    std::uint64_t superseded = 0;
    for (const store::Series* series : selected.series) {
      KindTotals& kind = kinds[series->info->plugin];
      ++kind.series;
      kind.points += series->size();
      superseded += series->superseded_size();
      const store::RangeSummary& summary = SummaryOf(*series);
      if (summary.count == 0) continue;
      const bool first = range.count == 0;
      range.first_step =
          first ? summary.first_step : std::min(range.first_step, summary.first_step);
      range.last_step = first ? summary.last_step : std::max(range.last_step, summary.last_step);
      range.min_wall_time =
          first ? summary.min_wall_time : std::min(range.min_wall_time, summary.min_wall_time);
      range.max_wall_time =
          first ? summary.max_wall_time : std::max(range.max_wall_time, summary.max_wall_time);
      range.count += summary.count;
    }
    std::string kinds_text;
    for (const auto& [plugin, kind] : kinds) {
      if (!kinds_text.empty()) kinds_text += "; ";
      kinds_text +=
          fmt::format("{}: {}, {}", plugin.empty() ? "no kind" : Shown(plugin, 40),
                      PluralText(kind.series, "series"), PluralText(kind.points, "point"));
    }
    Line("  " + (kinds_text.empty() ? std::string("no series") : kinds_text));
    if (range.count > 0) {
      Line(fmt::format("  steps {}; {}", StepRangeText(range.first_step, range.last_step),
                       TimeRangeText(range.min_wall_time, range.max_wall_time)));
    }
    if (superseded > 0) {
      Line(fmt::format("  {} written again by a restarted job; the later ones count",
                       PluralText(superseded, "point")));
    }
  }

  void PrintTags(const SelectedRun& selected) {
    const std::size_t fair = std::clamp(kMaxTagRows / std::min(report_.runs.size(), kMaxRuns),
                                        kMinTagRowsPerRun, kMaxTagRowsPerRun);
    const std::size_t count = selected.series.size();
    // A list that is cut by one line only would save nothing.
    const std::size_t shown = options_.all || count <= fair + 1 ? count : fair;
    TextTable table({{.title = "tag"},
                     {.title = "kind"},
                     {.title = "points", .align = Align::kRight},
                     {.title = "superseded", .align = Align::kRight},
                     {.title = "other kind", .align = Align::kRight},
                     {.title = "steps"},
                     {.title = "last", .align = Align::kRight},
                     {.title = "min", .align = Align::kRight},
                     {.title = "at step", .align = Align::kRight},
                     {.title = "max", .align = Align::kRight},
                     {.title = "at step", .align = Align::kRight},
                     {.title = "nan/inf", .align = Align::kRight}});
    for (std::size_t i = 0; i < shown; ++i) table.AddRow(RowOf(*selected.series[i]));
    table.Render(2, options_.terminal, out_);
    if (shown < count) {
      Line(Dim(fmt::format("  ... {} left out; --all shows them, --tag RE chooses",
                           PluralText(count - shown, "more tag"))));
    }
  }

  [[nodiscard]] std::vector<std::string> RowOf(const store::Series& series) const {
    // What the other columns usually need.
    constexpr std::size_t kOtherColumns = 80;
    const std::size_t columns = options_.terminal.columns;
    const std::size_t tag_columns = columns == 0
                                        ? kMaxTagColumns
                                        : std::clamp(columns - std::min(columns, kOtherColumns),
                                                     kMinTagColumns, kMaxTagColumns);
    const auto unless_zero = [](std::uint64_t count) {
      return count == 0 ? std::string() : CountText(count);
    };
    const store::RangeSummary& summary = SummaryOf(series);
    const bool any = summary.count > 0;
    const bool scalar = any && series.scalars() != nullptr;
    const bool finite = scalar && summary.finite_count > 0;
    return {Shown(series.tag_name, tag_columns),
            Shown(series.info->plugin, 40),
            CountText(series.size()),
            unless_zero(series.superseded_size()),
            unless_zero(series.mismatched),
            any ? StepRangeText(summary.first_step, summary.last_step) : "",
            scalar ? ValueText(summary.last_value) : "",
            finite ? ValueText(summary.min_value) : "",
            finite ? IntegerText(summary.min_step) : "",
            finite ? ValueText(summary.max_value) : "",
            finite ? IntegerText(summary.max_step) : "",
            scalar ? unless_zero(summary.count - summary.finite_count) : ""};
  }

  void PrintIssues() {
    using ByPath = std::vector<std::pair<const std::string*, const base::FileIssues*>>;
    std::map<base::IssueKind, ByPath> by_kind;
    std::uint64_t total = 0;
    for (const auto& [key, issues] : report_.issues) {
      by_kind[key.second].emplace_back(&key.first, &issues);
      total += issues.count;
    }
    if (by_kind.empty()) return;
    Line("");
    Line(Painted(options_.terminal, Paint::kBold, PluralText(total, "issue")));
    for (const auto& [kind, places] : by_kind) {
      std::uint64_t count = 0;
      std::uint64_t bytes = 0;
      for (const auto& [path, issues] : places) {
        count += issues->count;
        bytes += issues->bytes;
      }
      const bool loss = base::IssueLosesData(kind);
      Line(fmt::format(
          "  {}  {} in {}{}{}",
          Painted(options_.terminal, loss ? Paint::kRed : Paint::kYellow, base::IssueName(kind)),
          CountText(count), PluralText(places.size(), "place"),
          bytes > 0 ? ", " + BytesText(bytes) : "", loss ? ", data lost" : ""));
      Line(fmt::format("    {}", IssueAdvice(kind)));
      const std::size_t shown =
          options_.all ? places.size() : std::min(places.size(), kMaxFilesPerIssue);
      for (std::size_t i = 0; i < shown; ++i) PrintIssuePlace(*places[i].first, *places[i].second);
      if (shown < places.size()) {
        Line(Dim(fmt::format("    ... {} left out; --all shows them",
                             PluralText(places.size() - shown, "more place"))));
      }
    }
  }

  void PrintIssuePlace(const std::string& path, const base::FileIssues& issues) {
    Line(fmt::format("    {}{}", ShownWhole(path),
                     issues.count > 1 ? fmt::format(", {} times", CountText(issues.count)) : ""));
    const std::size_t shown =
        options_.all ? issues.first.size() : std::min<std::size_t>(issues.first.size(), 1);
    for (std::size_t i = 0; i < shown; ++i) {
      const base::Issue& issue = issues.first[i];
      const std::string extent =
          issue.bytes > 0 ? fmt::format(" ({})", PluralText(issue.bytes, "byte")) : "";
      Line(fmt::format("      {}offset {}{}: {}", i == 0 && issues.count > 1 ? "first at " : "",
                       CountText(issue.offset), extent, ShownWhole(issue.message)));
    }
    if (options_.all && issues.count > shown) {
      Line(Dim(fmt::format("      ... {} more; 'sightglass verify' lists every damaged place",
                           CountText(issues.count - shown))));
    }
  }

  const InspectReport& report_;
  const InspectTextOptions& options_;
  base::BufferedOutput& out_;
};

}  // namespace

void WriteInspectText(const InspectReport& report, const InspectTextOptions& options,
                      base::BufferedOutput& out) {
  InspectPrinter(report, options, out).Print();
}

}  // namespace sightglass::app
