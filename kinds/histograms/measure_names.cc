#include "kinds/histograms/measure_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/nearest_name.h"
#include "base/text.h"

namespace sightglass::kinds {
namespace {

using base::Result;
using kind::JsonValue;

constexpr std::string_view kPercentilePrefix = "p:";

constexpr std::pair<std::string_view, MeasureKind> kNames[] = {
    {"mean", MeasureKind::kMean},
    {"deviation", MeasureKind::kDeviation},
    {"min", MeasureKind::kMin},
    {"max", MeasureKind::kMax},
    {"count", MeasureKind::kCount},
    {"zeros_low", MeasureKind::kZerosLow},
    {"zeros_high", MeasureKind::kZerosHigh},
    {"ks_step", MeasureKind::kKsStep},
    {"w1_step", MeasureKind::kW1Step},
    {"ks_first", MeasureKind::kKsFirst},
    {"w1_first", MeasureKind::kW1First},
    {"ks_run", MeasureKind::kKsRun},
    {"w1_run", MeasureKind::kW1Run},
};

Result<Measure> ParsePercentile(const JsonValue& value, std::string_view name) {
  const std::string_view digits = name.substr(kPercentilePrefix.size());
  double level = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), level);
  // Words like "nan" and "inf" are numbers to from_chars; the comparison refuses them.
  if (error != std::errc() || end != digits.data() + digits.size() || !(level >= 0 && level <= 1)) {
    return value.Bad(fmt::format("'{}': a level between 0 and 1 is expected after p:",
                                 base::EscapeForDisplay(name, 60)));
  }
  return Measure{.name = std::string(name), .kind = MeasureKind::kPercentile, .level = level};
}

Result<Measure> ParseMeasure(const JsonValue& value) {
  ASSIGN_OR_RETURN(const std::string_view name, value.AsString());
  if (name.starts_with(kPercentilePrefix)) return ParsePercentile(value, name);
  const auto* const found =
      std::ranges::find(kNames, name, &std::pair<std::string_view, MeasureKind>::first);
  if (found == std::end(kNames)) {
    std::vector<std::string> known;
    for (const auto& [each, kind] : kNames) known.emplace_back(each);
    const auto nearest = base::NearestName(name, known);
    return value.Bad(fmt::format("there is no measure '{}'{}", base::EscapeForDisplay(name, 60),
                                 nearest ? fmt::format("; did you mean '{}'?", *nearest) : ""));
  }
  return Measure{.name = std::string(name), .kind = found->second};
}

}  // namespace

Result<std::vector<Measure>> ParseMeasures(const JsonValue& list) {
  ASSIGN_OR_RETURN(const std::vector<JsonValue> items, list.AsArray(kMaxMeasures));
  if (items.empty()) return list.Bad("is empty");
  std::vector<Measure> measures;
  measures.reserve(items.size());
  for (const JsonValue& item : items) {
    ASSIGN_OR_RETURN(Measure measure, ParseMeasure(item));
    if (std::ranges::find(measures, measure.name, &Measure::name) != measures.end()) {
      return item.Bad(fmt::format("'{}' comes a second time", measure.name));
    }
    measures.push_back(std::move(measure));
  }
  return measures;
}

}  // namespace sightglass::kinds
