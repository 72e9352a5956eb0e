#pragma once

#include <string>
#include <string_view>

#include "base/json_writer.h"
#include "base/result.h"
#include "kind/json_reader.h"

namespace sightglass::kinds::insights {

// One threshold by its name, of a rule's struct: `Value` is double or const double.
template <class Value>
struct Threshold {
  std::string_view name;
  Value& value;
  double low;
  double high;
};
template <class Value>
Threshold(std::string_view, Value&, double, double) -> Threshold<Value>;

// A number within [low, high]; what is absent stays as it is.
base::Status ReadThreshold(const kind::JsonValue& object, const Threshold<double>& threshold);

// A struct of thresholds has
//   template <class Self, class Use> static auto Each(Self& self, Use use);
// which calls use(Threshold, Threshold, ...) for all it has: names stand in one place.

// The members of `object`, each of which must be a threshold of `Rule`.
template <class Rule>
base::Status ReadThresholds(const kind::JsonValue& object, Rule& rule) {
  return Rule::Each(rule, [&](auto... threshold) -> base::Status {
    RETURN_IF_ERROR(object.AllowOnly({threshold.name...}));
    base::Status status;
    ((status = status.ok() ? ReadThreshold(object, threshold) : status), ...);
    return status;
  });
}

template <class Rule>
void WriteThresholds(const Rule& rule, base::JsonWriter& json) {
  json.BeginObject();
  Rule::Each(rule, [&](auto... threshold) {
    ((json.Key(threshold.name), json.Double(threshold.value)), ...);
  });
  json.EndObject();
}

}  // namespace sightglass::kinds::insights
