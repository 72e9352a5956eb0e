#include "kinds/insights/insights_api.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/json_writer.h"
#include "generated/insights_openapi.h"
#include "kind/answer_writer.h"
#include "kind/name_id.h"
#include "kind/series_selection.h"
#include "kinds/insights/insights_check.h"

namespace sightglass::kinds {
namespace {

using base::Result;
using insights::Finding;

// Room for ten thousand runs named one by one.
constexpr std::size_t kMaxBodyBytes = std::size_t{8} << 20;
// Of a network with more layers, the answer names so many; "layer_count" tells of all.
constexpr std::size_t kMaxLayersTold = 200;

void WriteName(std::string_view key, std::string_view id_key, std::string_view name,
               base::JsonWriter& json) {
  json.Key(key);
  json.String(name);
  json.Key(id_key);
  json.String(kind::NameId(name));
}

void WriteSeriesRef(const insights::SeriesRef& ref, base::JsonWriter& json) {
  WriteName("run", "run_id", ref.run->name, json);
  WriteName("tag", "tag_id", ref.series->tag_name, json);
}

void WriteNumber(std::string_view key, double value, base::JsonWriter& json) {
  json.Key(key);
  json.Double(value);
}

void WriteEvidence(const Finding& finding, base::JsonWriter& json) {
  json.BeginObject();
  for (const insights::EvidenceNumber& number : finding.verdict.evidence) {
    WriteNumber(number.name, number.value, json);
  }
  if (!finding.layers.empty()) {
    json.Key("layers");
    json.BeginArray();
    const std::size_t told = std::min(finding.layers.size(), kMaxLayersTold);
    for (const insights::LayerFinding& layer : std::span(finding.layers).first(told)) {
      json.BeginObject();
      WriteName("tag", "tag_id", layer.series->tag_name, json);
      WriteNumber("value", layer.value, json);
      json.EndObject();
    }
    json.EndArray();
  }
  json.EndObject();
}

void WriteFinding(const Finding& finding, base::JsonWriter& json) {
  const insights::Verdict& verdict = finding.verdict;
  json.BeginObject();
  json.Key("rule");
  json.String(finding.rule);
  json.Key("severity");
  json.String(verdict.severity == insights::Severity::kProblem ? "problem" : "warning");
  WriteSeriesRef(finding.about, json);
  json.Key("kind");
  json.String(finding.about.series->scalars() != nullptr ? "scalars" : "histograms");
  json.Key("step");
  json.Int(verdict.step);
  json.Key("since");
  json.Int(verdict.since);
  WriteNumber("value", verdict.value, json);
  WriteNumber("threshold", verdict.threshold, json);
  json.Key("evidence");
  WriteEvidence(finding, json);
  if (finding.partner) {
    json.Key("partner");
    json.BeginObject();
    WriteSeriesRef(*finding.partner, json);
    json.EndObject();
  }
  json.EndObject();
}

void WriteRules(const insights::InsightsRequest& request, base::JsonWriter& json) {
  const auto write = [&](const auto& rule) {
    if (!request.Wants(rule.first)) return;
    json.BeginObject();
    json.Key("id");
    json.String(rule.first);
    json.Key("thresholds");
    insights::WriteThresholds(rule.second, json);
    json.EndObject();
  };
  json.BeginArray();
  insights::AllThresholds::Each(request.thresholds, [&](auto... rule) { (write(rule), ...); });
  json.EndArray();
}

Result<kind::Response> Answer(const insights::InsightsRequest& request,
                              const kind::RequestContext& context,
                              histograms::MeasureCache& cache) {
  std::vector<kind::NameRef> missing;
  const std::vector<const store::Run*> runs =
      kind::ChooseRuns(*context.snapshot, request.runs, &missing);
  ASSIGN_OR_RETURN(const insights::CheckResult result,
                   insights::CheckRuns(runs, request, context, cache));
  kind::AnswerWriter writer(kind::AnswerForm::kJson, 0);
  writer.Begin(context);
  base::JsonWriter& json = writer.json();
  json.Key("rules");
  WriteRules(request, json);
  json.Key("patterns");
  insights::WriteTagPatterns(request.patterns, json);
  json.Key("findings");
  json.BeginArray();
  for (const Finding& finding : result.findings) WriteFinding(finding, json);
  json.EndArray();
  json.Key("checked");
  json.BeginObject();
  json.Key("runs");
  json.UInt(runs.size());
  json.Key("series");
  json.UInt(result.series);
  json.Key("bytes");
  json.UInt(result.bytes);
  json.EndObject();
  json.Key("truncated");
  json.Bool(result.truncated);
  json.Key("missing");
  std::vector<kind::MissingSeries> missing_runs;
  missing_runs.reserve(missing.size());
  for (kind::NameRef& run : missing) missing_runs.push_back({.run = std::move(run)});
  kind::WriteMissing(missing_runs, json);
  return writer.Finish();
}

}  // namespace

void AddInsightsRoutes(kind::Router& router) {
  using kind::Method;
  // Lives as long as its route.
  const auto cache = std::make_shared<histograms::MeasureCache>();
  const auto handler = [cache](const kind::Request& request,
                               const kind::RequestContext& context) -> Result<kind::Response> {
    if (request.method == Method::kPost) {
      ASSIGN_OR_RETURN(const auto parsed, insights::ParseInsightsRequest(request.body));
      return Answer(parsed, context, *cache);
    }
    ASSIGN_OR_RETURN(const auto parsed, insights::InsightsFromParameters(request.query));
    return Answer(parsed, context, *cache);
  };
  router.Add({.path = "/api/insights",
              .handler = handler,
              .methods = {Method::kGet, Method::kPost},
              .max_body_bytes = kMaxBodyBytes});
}

std::string_view InsightsOpenApi() { return embedded::insights_openapi().front().bytes; }

}  // namespace sightglass::kinds
