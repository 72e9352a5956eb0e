#include "kinds/insights/insights_request.h"

#include <fmt/format.h>

#include <vector>

#include "base/text.h"
#include "kind/json_reader.h"
#include "kind/typed_parameters.h"

namespace sightglass::kinds::insights {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Status;

constexpr std::size_t kMaxRules = 100;

Status AddRule(std::string_view id, InsightsRequest& request) {
  const bool is_known = AllThresholds::Each(
      request.thresholds, [&](auto... rule) { return ((rule.first == id) || ...); });
  if (!is_known) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("rules: there is no '{}'", base::EscapeForDisplay(id, 60))};
  }
  request.rules.emplace(id);
  return {};
}

Status SetMaxFindings(std::uint64_t count, InsightsRequest& request) {
  if (count == 0 || count > kMostFindings) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("max_findings: {} is not between 1 and {}", count, kMostFindings)};
  }
  request.max_findings = static_cast<std::size_t>(count);
  return {};
}

template <class Named>
Status ReadRule(const kind::JsonValue& thresholds, const Named& rule) {
  ASSIGN_OR_RETURN(const auto member, thresholds.Member(rule.first));
  return member ? ReadThresholds(*member, rule.second) : Status();
}

Status ReadAllThresholds(const kind::JsonValue& object, AllThresholds& thresholds) {
  return AllThresholds::Each(thresholds, [&](auto... rule) -> Status {
    RETURN_IF_ERROR(object.AllowOnly({rule.first...}));
    Status status;
    ((status = status.ok() ? ReadRule(object, rule) : status), ...);
    return status;
  });
}

}  // namespace

Result<InsightsRequest> ParseInsightsRequest(std::string_view body) {
  ASSIGN_OR_RETURN(const auto document, kind::JsonDocument::Parse(body));
  const kind::JsonValue root = document.root();
  RETURN_IF_ERROR(
      root.AllowOnly({"runs", "runs_matching", "rules", "thresholds", "patterns", "max_findings"}));
  InsightsRequest request;
  ASSIGN_OR_RETURN(request.runs, kind::ParseNameChoice(root, "runs", "runs_matching"));
  ASSIGN_OR_RETURN(const auto rules, root.Member("rules"));
  if (rules) {
    ASSIGN_OR_RETURN(const std::vector<std::string> ids, rules->AsStrings(kMaxRules));
    for (const std::string& id : ids) RETURN_IF_ERROR(AddRule(id, request));
  }
  ASSIGN_OR_RETURN(const auto thresholds, root.Member("thresholds"));
  if (thresholds) RETURN_IF_ERROR(ReadAllThresholds(*thresholds, request.thresholds));
  ASSIGN_OR_RETURN(const auto patterns, root.Member("patterns"));
  if (patterns) RETURN_IF_ERROR(ReadTagPatterns(*patterns, request.patterns));
  ASSIGN_OR_RETURN(const auto max_findings, root.Member("max_findings"));
  if (max_findings) {
    ASSIGN_OR_RETURN(const std::uint64_t count, max_findings->AsUInt());
    RETURN_IF_ERROR(SetMaxFindings(count, request));
  }
  return request;
}

Result<InsightsRequest> InsightsFromParameters(const kind::Parameters& parameters) {
  RETURN_IF_ERROR(kind::AllowOnlyParameters(
      parameters, {"run", "run_id", "run_matching", "rule", "max_findings"}));
  InsightsRequest request;
  ASSIGN_OR_RETURN(request.runs, kind::NameChoiceFromParameters(parameters, "run"));
  for (const std::string_view id : parameters.All("rule")) RETURN_IF_ERROR(AddRule(id, request));
  ASSIGN_OR_RETURN(const auto max_findings, kind::UIntParameter(parameters, "max_findings"));
  if (max_findings) RETURN_IF_ERROR(SetMaxFindings(*max_findings, request));
  return request;
}

}  // namespace sightglass::kinds::insights
