#include "kinds/insights/rule_thresholds.h"

#include <fmt/format.h>

namespace sightglass::kinds::insights {

base::Status ReadThreshold(const kind::JsonValue& object, const Threshold<double>& threshold) {
  ASSIGN_OR_RETURN(const auto member, object.Member(threshold.name));
  if (!member) return {};
  ASSIGN_OR_RETURN(const double value, member->AsDouble());
  if (!(value >= threshold.low && value <= threshold.high)) {
    return member->Bad(
        fmt::format("{} is not between {} and {}", value, threshold.low, threshold.high));
  }
  threshold.value = value;
  return {};
}

}  // namespace sightglass::kinds::insights
