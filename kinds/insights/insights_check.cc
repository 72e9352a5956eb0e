#include "kinds/insights/insights_check.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <tuple>
#include <utility>

#include "kinds/insights/histogram_checks.h"
#include "kinds/insights/run_series.h"
#include "kinds/insights/scalar_checks.h"

namespace sightglass::kinds::insights {
namespace {

base::Error Cancelled() {
  return {base::ErrorCode::kCancelled, "nobody waits for the answer any more"};
}

// Where a rule stands in the list of all.
std::size_t RuleNumber(std::string_view id) {
  const AllThresholds thresholds;
  return AllThresholds::Each(thresholds, [&](auto... rule) {
    std::size_t number = 0;
    static_cast<void>(((rule.first == id || (++number, false)) || ...));
    return number;
  });
}

void SortFindings(std::vector<Finding>& findings) {
  std::ranges::stable_sort(findings, [](const Finding& a, const Finding& b) {
    const auto key = [](const Finding& finding) {
      return std::tuple(finding.verdict.severity == Severity::kProblem ? 0 : 1,
                        std::string_view(finding.about.run->name), RuleNumber(finding.rule),
                        finding.about.series->tag_name);
    };
    return key(a) < key(b);
  });
}

void MoveTo(std::vector<Finding>&& from, std::vector<Finding>& to) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

std::uint64_t CountScalars(const store::Run& run) {
  return static_cast<std::uint64_t>(std::ranges::count_if(
      run.series, [](const auto& each) { return each->scalars() != nullptr; }));
}

// Runs are checked side by side.
void CheckAllScalars(const std::vector<RunSeries>& runs, const InsightsRequest& request,
                     const kind::RequestContext& context, CheckResult& result) {
  std::vector<std::vector<Finding>> found(runs.size());
  context.pool.ForEach(runs.size(), [&](std::size_t i) {
    if (context.cancel.cancelled()) return;
    CheckScalars(*context.snapshot, runs[i], request, context.cancel, found[i]);
  });
  for (std::vector<Finding>& each : found) MoveTo(std::move(each), result.findings);
  for (const RunSeries& run : runs) result.series += CountScalars(*run.run);
}

// Some runs at a time, so that the limit of bytes can stop it.
base::Status CheckAllHistograms(const std::vector<RunSeries>& runs, const InsightsRequest& request,
                                const kind::RequestContext& context, const CheckLimits& limits,
                                histograms::MeasureCache& cache, CheckResult& result) {
  constexpr std::size_t kSeriesAtOnce = 256;
  histograms::ReadOptions options;
  options.range.max_points = limits.max_steps;
  for (std::size_t next = 0; next < runs.size();) {
    std::vector<values::ScanSeries> list;
    const std::size_t first = next;
    std::vector<std::size_t> counts;
    while (next < runs.size() && list.size() < kSeriesAtOnce) {
      counts.push_back(ListHistograms(runs[next++], list));
    }
    if (list.empty()) continue;
    if (result.bytes >= limits.max_bytes) {
      result.truncated = true;
      return {};
    }
    histograms::MeasureCounts read;
    ASSIGN_OR_RETURN(const auto measures,
                     cache.Read(list, options, context.pool, context.cancel, &read));
    result.bytes += read.bytes;
    result.series += list.size();
    std::span<const histograms::SeriesMeasures> left = measures;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      CheckHistograms(runs[first + i], left.first(counts[i]), request, result.findings);
      left = left.subspan(counts[i]);
    }
  }
  return {};
}

}  // namespace

base::Result<CheckResult> CheckRuns(const std::vector<const store::Run*>& runs,
                                    const InsightsRequest& request,
                                    const kind::RequestContext& context,
                                    histograms::MeasureCache& cache, const CheckLimits& limits) {
  ASSIGN_OR_RETURN(TagRoles roles, TagRoles::Make(request.patterns));
  const SortedRuns sorted = SortSeries(runs, request, limits, roles);
  CheckResult result;
  result.truncated = sorted.truncated;
  CheckAllScalars(sorted.runs, request, context, result);
  if (context.cancel.cancelled()) return Cancelled();
  RETURN_IF_ERROR(CheckAllHistograms(sorted.runs, request, context, limits, cache, result));
  SortFindings(result.findings);
  if (result.findings.size() > request.max_findings) {
    result.findings.resize(request.max_findings);
    result.truncated = true;
  }
  return result;
}

}  // namespace sightglass::kinds::insights
