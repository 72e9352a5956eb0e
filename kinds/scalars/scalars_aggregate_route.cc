#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include "base/text.h"
#include "kind/answer_writer.h"
#include "kind/json_reader.h"
#include "kind/name_id.h"
#include "kinds/scalars/scalars_aggregate.h"
#include "query/read_columns.h"

namespace sightglass::kinds {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Status;
using kind::JsonValue;

Error NoneOf(const JsonValue& value, std::string_view name, std::string_view known) {
  return value.Bad(fmt::format("'{}' is none of {}", base::EscapeForDisplay(name, 60), known));
}

Result<GroupRequest> ParseGroup(const JsonValue& value) {
  RETURN_IF_ERROR(value.AllowOnly({"name", "runs", "runs_matching"}));
  GroupRequest group;
  ASSIGN_OR_RETURN(const auto name, value.Member("name"));
  if (!name) return value.Bad("\"name\" is needed");
  ASSIGN_OR_RETURN(group.name, name->AsString());
  ASSIGN_OR_RETURN(group.runs, ParseNameChoice(value, "runs", "runs_matching"));
  return group;
}

Result<query::Align> ParseAlign(const JsonValue& value) {
  ASSIGN_OR_RETURN(const std::string_view name, value.AsString());
  if (name == "exact") return query::Align::kExact;
  if (name == "interpolate") return query::Align::kInterpolate;
  if (name == "last") return query::Align::kLast;
  return NoneOf(value, name, "exact, interpolate, last");
}

Result<AggregateOutputs> ParseOutputs(const JsonValue& value) {
  ASSIGN_OR_RETURN(const auto items, value.AsArray(16));
  AggregateOutputs outputs = {.mean = false, .count = false};
  const std::array<std::pair<std::string_view, bool*>, 7> known = {{{"mean", &outputs.mean},
                                                                    {"median", &outputs.median},
                                                                    {"std", &outputs.deviation},
                                                                    {"stderr", &outputs.error},
                                                                    {"min", &outputs.min},
                                                                    {"max", &outputs.max},
                                                                    {"count", &outputs.count}}};
  for (const JsonValue& item : items) {
    ASSIGN_OR_RETURN(const std::string_view name, item.AsString());
    const auto* const found =
        std::ranges::find(known, name, &std::pair<std::string_view, bool*>::first);
    if (found == known.end()) {
      return NoneOf(item, name, "mean, median, std, stderr, min, max, count");
    }
    *found->second = true;
  }
  return outputs;
}

Result<std::vector<double>> ParseQuantiles(const JsonValue& value) {
  ASSIGN_OR_RETURN(const auto items, value.AsArray(kMaxQuantiles));
  std::vector<double> quantiles;
  for (const JsonValue& item : items) {
    ASSIGN_OR_RETURN(const double quantile, item.AsDouble());
    if (!(quantile >= 0 && quantile <= 1)) {
      return item.Bad(fmt::format("{} is not from 0 to 1", quantile));
    }
    quantiles.push_back(quantile);
  }
  return quantiles;
}

Status ParseGroups(const JsonValue& body, AggregateRequest& request) {
  ASSIGN_OR_RETURN(const auto groups, body.Member("groups"));
  ASSIGN_OR_RETURN(const auto group_by, body.Member("group_by"));
  ASSIGN_OR_RETURN(request.runs, ParseNameChoice(body, "runs", "runs_matching"));
  if (groups && (group_by || !request.runs.all())) {
    return groups->Bad("not together with group_by, runs or runs_matching");
  }
  if (groups) {
    ASSIGN_OR_RETURN(const auto items, groups->AsArray(kMaxGroups));
    for (const JsonValue& item : items) {
      ASSIGN_OR_RETURN(GroupRequest group, ParseGroup(item));
      request.groups.push_back(std::move(group));
    }
  }
  if (group_by) {
    ASSIGN_OR_RETURN(const std::string_view pattern, group_by->AsString());
    ASSIGN_OR_RETURN(request.group_by, kind::NamePattern::Make(pattern, group_by->place()));
    if (request.group_by->captures() != 1) {
      return group_by->Bad("needs one part in parentheses, which names the group");
    }
  }
  return base::OkStatus();
}

struct Group {
  std::string name;
  std::vector<const store::Run*> runs;
};

Result<std::vector<Group>> MakeGroups(const AggregateRequest& request,
                                      const store::Snapshot& snapshot,
                                      std::vector<kind::MissingSeries>& missing) {
  std::vector<Group> groups;
  std::vector<kind::NameRef> missing_runs;
  if (!request.groups.empty()) {
    for (const GroupRequest& group : request.groups) {
      groups.push_back(
          {.name = group.name, .runs = ChooseRuns(snapshot, group.runs, &missing_runs)});
    }
  } else {
    std::vector<const store::Run*> runs = ChooseRuns(snapshot, request.runs, &missing_runs);
    if (!request.group_by) {
      groups.push_back({.name = "", .runs = std::move(runs)});
    } else {
      std::map<std::string, std::vector<const store::Run*>> by_name;
      for (const store::Run* run : runs) {
        if (auto name = request.group_by->Capture(run->name)) by_name[*name].push_back(run);
      }
      for (auto& [name, members] : by_name) {
        groups.push_back({.name = name, .runs = std::move(members)});
      }
    }
  }
  for (kind::NameRef& run : missing_runs) missing.push_back({.run = std::move(run)});
  if (groups.size() > kMaxGroups) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("{} groups, limit {}", groups.size(), kMaxGroups)};
  }
  return groups;
}

// One line: a tag of a group, with the series of its runs.
struct LinePlan {
  std::size_t group = 0;
  std::string_view tag;
  std::vector<const query::ScalarPoints*> members;
};

// By group and tag. Only tags that some run of the group has.
std::vector<LinePlan> PlanLines(const std::vector<Group>& groups, const AggregateRequest& request) {
  std::vector<LinePlan> lines;
  std::unordered_map<base::TagId, bool> chosen;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    std::map<std::string_view, std::vector<const query::ScalarPoints*>> tags;
    for (const store::Run* run : groups[i].runs) {
      for (const auto& series : run->series) {
        if (series->scalars() == nullptr) continue;
        const auto [known, is_new] = chosen.try_emplace(series->tag, false);
        if (is_new) known->second = request.tags.Has(series->tag_name);
        if (known->second) tags[series->tag_name].push_back(series->scalars());
      }
    }
    for (auto& [tag, members] : tags) {
      lines.push_back({.group = i, .tag = tag, .members = std::move(members)});
    }
  }
  return lines;
}

// Steps since the first. kOutOfRange where that is not a step.
Status MakeRelative(std::vector<base::Step>& steps) {
  if (steps.empty()) return base::OkStatus();
  const base::Step first = steps.front();
  if (first < 0 && steps.back() > std::numeric_limits<base::Step>::max() + first) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("x: from step {} to {} is too far", first, steps.back())};
  }
  for (base::Step& step : steps) step -= first;
  return base::OkStatus();
}

Status ParseX(const JsonValue& value, bool& relative_steps) {
  ASSIGN_OR_RETURN(const std::string_view name, value.AsString());
  if (name != "step" && name != "relative_step") return NoneOf(value, name, "step, relative_step");
  relative_steps = name == "relative_step";
  return base::OkStatus();
}

Result<AggregateAnswer> AnswerLine(const AggregateRequest& request, const LinePlan& line) {
  std::vector<query::StepsAndValues> runs;
  runs.reserve(line.members.size());
  for (const query::ScalarPoints* points : line.members) {
    query::PointColumns columns;
    const query::IndexRange all = {.begin = 0, .end = points->size()};
    query::ReadColumns(*points, all, {.wall_time = false}, columns);
    if (request.relative_steps) RETURN_IF_ERROR(MakeRelative(columns.step));
    if (request.smoothing.sort != query::SmoothingSort::kNone) {
      columns.value = query::SmoothedValues(request.smoothing, *points, all);
    }
    runs.push_back({.step = std::move(columns.step), .value = std::move(columns.value)});
  }
  return AggregateSeries(request, std::move(runs));
}

void WriteLine(const AggregateRequest& request, const Group& group, const LinePlan& line,
               const AggregateAnswer& answer, kind::AnswerWriter& writer) {
  base::JsonWriter& json = writer.json();
  json.BeginObject();
  json.Key("group");
  json.String(group.name);
  json.Key("tag");
  json.String(line.tag);
  json.Key("tag_id");
  json.String(kind::NameId(line.tag));
  json.Key("runs");
  json.UInt(line.members.size());
  json.Key("points");
  json.UInt(answer.steps);
  json.Key("reduced");
  json.Bool(answer.reduced);
  json.Key("non_finite");
  json.UInt(answer.non_finite);
  const auto column = [&](bool wanted, std::string_view key, const auto& values) {
    if (!wanted) return;
    json.Key(key);
    writer.Column(values);
  };
  const AggregateOutputs& outputs = request.outputs;
  column(true, "step", answer.step);
  column(outputs.count, "count", answer.count);
  column(outputs.mean, "mean", answer.mean);
  column(outputs.median, "median", answer.median);
  column(outputs.deviation, "std", answer.deviation);
  column(outputs.error, "stderr", answer.error);
  column(outputs.min, "min", answer.min);
  column(outputs.max, "max", answer.max);
  json.Key("quantiles");
  json.BeginArray();
  for (std::size_t i = 0; i < request.quantiles.size(); ++i) {
    json.BeginObject();
    json.Key("q");
    json.Double(request.quantiles[i]);
    column(true, "value", answer.quantiles[i]);
    json.EndObject();
  }
  json.EndArray();
  json.EndObject();
}

// Lines in batches, side by side; memory is bounded by the points of one batch.
Status WriteLines(const AggregateRequest& request, const std::vector<Group>& groups,
                  const std::vector<LinePlan>& lines, const kind::RequestContext& context,
                  kind::AnswerWriter& writer) {
  constexpr std::uint64_t kBatchPoints = 4'000'000;
  for (std::size_t begin = 0; begin < lines.size();) {
    std::size_t end = begin;
    for (std::uint64_t points = 0; end < lines.size() && points < kBatchPoints; ++end) {
      for (const query::ScalarPoints* member : lines[end].members) points += member->size();
    }
    std::vector<Result<AggregateAnswer>> answers(end - begin, AggregateAnswer());
    context.pool.ForEach(answers.size(), [&](std::size_t i) {
      if (!context.cancel.cancelled()) answers[i] = AnswerLine(request, lines[begin + i]);
    });
    if (context.cancel.cancelled()) {
      return Error{ErrorCode::kCancelled, "nobody waits for the answer any more"};
    }
    for (std::size_t i = 0; i < answers.size(); ++i) {
      RETURN_IF_ERROR(answers[i].status());
      const LinePlan& line = lines[begin + i];
      WriteLine(request, groups[line.group], line, *answers[i], writer);
    }
    begin = end;
  }
  return base::OkStatus();
}

// kOutOfRange past the limits of a request.
Status CheckSize(const std::vector<LinePlan>& lines) {
  if (lines.size() > kMaxSeries) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("{} groups and tags match, limit {}", lines.size(), kMaxSeries)};
  }
  std::uint64_t points = 0;
  for (const LinePlan& line : lines) {
    for (const query::ScalarPoints* member : line.members) points += member->size();
  }
  if (points > kMaxAggregatePoints) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("{} points to aggregate, limit {}", points, kMaxAggregatePoints)};
  }
  return base::OkStatus();
}

}  // namespace

Result<AggregateRequest> ParseAggregateRequest(const JsonValue& body) {
  RETURN_IF_ERROR(
      body.AllowOnly({"groups", "group_by", "runs", "runs_matching", "tags", "tags_matching",
                      "align", "outputs", "quantiles", "range", "width", "log_x", "x_scale",
                      "symlog_constant", "line", "x", "smoothing"}));
  AggregateRequest request;
  RETURN_IF_ERROR(ParseGroups(body, request));
  ASSIGN_OR_RETURN(request.tags, ParseNameChoice(body, "tags", "tags_matching"));
  ASSIGN_OR_RETURN(const auto x, body.Member("x"));
  if (x) RETURN_IF_ERROR(ParseX(*x, request.relative_steps));
  ASSIGN_OR_RETURN(const auto smoothing, body.Member("smoothing"));
  if (smoothing) {
    ASSIGN_OR_RETURN(request.smoothing, ParseSmoothing(*smoothing));
  }
  ASSIGN_OR_RETURN(const auto align, body.Member("align"));
  if (align) {
    ASSIGN_OR_RETURN(request.align, ParseAlign(*align));
  }
  ASSIGN_OR_RETURN(const auto outputs, body.Member("outputs"));
  if (outputs) {
    ASSIGN_OR_RETURN(request.outputs, ParseOutputs(*outputs));
  }
  ASSIGN_OR_RETURN(const auto quantiles, body.Member("quantiles"));
  if (quantiles) {
    ASSIGN_OR_RETURN(request.quantiles, ParseQuantiles(*quantiles));
  }
  ASSIGN_OR_RETURN(const auto range, body.Member("range"));
  if (range) {
    ASSIGN_OR_RETURN(request.range, ParseXRange(*range));
    if (request.range.begin && request.range.end && *request.range.begin > *request.range.end) {
      return range->Bad("begin is above end");
    }
  }
  ASSIGN_OR_RETURN(const auto width, body.Member("width"));
  if (width) {
    ASSIGN_OR_RETURN(request.width, ParseWidth(*width));
  }
  ASSIGN_OR_RETURN(request.scale, ParseAxisScale(body));
  if (request.scale.sort == query::ScaleSort::kLogarithmic && request.range.begin &&
      *request.range.begin <= 0) {
    return range->Bad("a logarithm needs a begin above 0");
  }
  ASSIGN_OR_RETURN(const auto line, body.Member("line"));
  if (line) {
    ASSIGN_OR_RETURN(const std::string_view name, line->AsString());
    if (name != "mean" && name != "median") return NoneOf(*line, name, "mean, median");
    request.line = name == "median" ? ExactLine::kMedian : ExactLine::kMean;
  }
  return request;
}

Result<kind::Response> HandleScalarsAggregate(const kind::Request& request,
                                              const kind::RequestContext& context) {
  ASSIGN_OR_RETURN(const kind::JsonDocument document, kind::JsonDocument::Parse(request.body));
  ASSIGN_OR_RETURN(const AggregateRequest parsed, ParseAggregateRequest(document.root()));
  std::vector<kind::MissingSeries> missing;
  ASSIGN_OR_RETURN(const std::vector<Group> groups, MakeGroups(parsed, *context.snapshot, missing));
  const std::vector<LinePlan> lines = PlanLines(groups, parsed);
  RETURN_IF_ERROR(CheckSize(lines));
  constexpr std::size_t kLineBytes = 512;
  kind::AnswerWriter writer(FormAccepted(request, kind::AnswerForm::kColumns),
                            (lines.size() + 1) * kLineBytes);
  writer.Begin(context);
  base::JsonWriter& json = writer.json();
  json.Key("lines");
  json.BeginArray();
  RETURN_IF_ERROR(WriteLines(parsed, groups, lines, context, writer));
  json.EndArray();
  json.Key("missing");
  WriteMissing(missing, json);
  return writer.Finish();
}

}  // namespace sightglass::kinds
