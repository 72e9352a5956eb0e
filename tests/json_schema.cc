#include "tests/json_schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cstdint>
#include <regex>
#include <set>
#include <string_view>

namespace sightglass::testing {
namespace {

namespace json = boost::json;

std::string Text(json::string_view text) { return {text.data(), text.size()}; }

class Checker {
 public:
  explicit Checker(const json::value& document) : document_(document) {}

  void Check(const json::value& schema, const json::value& value, const std::string& place) {
    if (!schema.is_object()) return Add(place, "the schema is not an object");
    const json::object& rules = schema.get_object();
    for (const auto& rule : rules) CheckRule(rules, Text(rule.key()), rule.value(), value, place);
  }

  std::vector<std::string> mistakes;

 private:
  void Add(const std::string& place, const std::string& what) {
    mistakes.push_back(fmt::format("{}: {}", place.empty() ? "(all)" : place, what));
  }

  static bool IsOfType(std::string_view type, const json::value& value) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_bool();
    if (type == "null") return value.is_null();
    if (type == "integer") return value.is_int64() || value.is_uint64();
    return type == "number" && value.is_number();
  }

  static bool HasType(const json::value& rule, const json::value& value) {
    if (rule.is_string()) return IsOfType(Text(rule.get_string()), value);
    return rule.is_array() && std::ranges::any_of(rule.get_array(), [&](const json::value& type) {
             return type.is_string() && IsOfType(Text(type.get_string()), value);
           });
  }

  void CheckRule(const json::object& rules, const std::string& name, const json::value& rule,
                 const json::value& value, const std::string& place) {
    static const std::set<std::string, std::less<>> kOfNoEffect = {
        "description", "title", "default", "example", "examples", "format", "deprecated"};
    if (kOfNoEffect.contains(name) || name.starts_with("x-")) return;
    if (name == "$ref") return CheckReference(rule, value, place);
    if (name == "type") {
      if (!HasType(rule, value)) Add(place, "not of type " + json::serialize(rule));
    } else if (name == "enum") {
      if (std::ranges::find(rule.as_array(), value) == rule.as_array().end()) {
        Add(place, json::serialize(value) + " is not one of " + json::serialize(rule));
      }
    } else if (name == "oneOf") {
      CheckOneOf(rule.as_array(), value, place);
    } else if (name == "properties" || name == "additionalProperties" || name == "required") {
      if (value.is_object()) CheckMembers(rules, name, rule, value.get_object(), place);
    } else if (name == "items" || name == "minItems" || name == "maxItems") {
      if (value.is_array()) CheckItems(name, rule, value.get_array(), place);
    } else if (name == "minimum" || name == "maximum") {
      if (!value.is_number()) return;
      const auto number = value.to_number<double>();
      const auto bound = rule.to_number<double>();
      if (name == "minimum" ? number < bound : number > bound) {
        Add(place, fmt::format("{} is past the {} {}", number, name, bound));
      }
    } else if (name == "multipleOf") {
      const bool fits = value.is_int64() && value.get_int64() % rule.to_number<std::int64_t>() == 0;
      if (value.is_number() && !fits) Add(place, "not a multiple of " + json::serialize(rule));
    } else if (name == "pattern" || name == "maxLength") {
      if (value.is_string()) CheckText(name, rule, Text(value.get_string()), place);
    } else {
      Add(place, "the schema's keyword '" + name + "' is not known here");
    }
  }

  void CheckReference(const json::value& rule, const json::value& value, const std::string& place) {
    const std::string target = Text(rule.as_string());
    json::error_code error;
    const json::value* const found =
        target.starts_with('#') ? document_.find_pointer(target.substr(1), error) : nullptr;
    if (found == nullptr) return Add(place, "there is no " + target);
    Check(*found, value, place);
  }

  void CheckOneOf(const json::array& choices, const json::value& value, const std::string& place) {
    std::size_t fitting = 0;
    for (const json::value& choice : choices) {
      Checker checker(document_);
      checker.Check(choice, value, place);
      if (checker.mistakes.empty()) ++fitting;
    }
    if (fitting != 1) Add(place, fmt::format("{} of oneOf fit, not one", fitting));
  }

  void CheckMembers(const json::object& rules, std::string_view name, const json::value& rule,
                    const json::object& value, const std::string& place) {
    if (name == "required") {
      for (const json::value& key : rule.as_array()) {
        if (!value.contains(key.as_string())) Add(place, "lacks " + Text(key.as_string()));
      }
      return;
    }
    const json::value* const known = rules.if_contains("properties");
    for (const auto& member : value) {
      const json::value* const schema =
          known == nullptr ? nullptr : known->as_object().if_contains(member.key());
      const std::string inside = place + "/" + Text(member.key());
      if (name == "properties") {
        if (schema != nullptr) Check(*schema, member.value(), inside);
      } else if (schema == nullptr) {
        if (rule.is_object()) Check(rule, member.value(), inside);
        if (rule.is_bool() && !rule.get_bool()) Add(inside, "is not documented");
      }
    }
  }

  void CheckItems(std::string_view name, const json::value& rule, const json::array& value,
                  const std::string& place) {
    if (name == "items") {
      for (std::size_t i = 0; i < value.size(); ++i) {
        Check(rule, value[i], fmt::format("{}/{}", place, i));
      }
      return;
    }
    const auto bound = rule.to_number<std::size_t>();
    if (name == "minItems" ? value.size() < bound : value.size() > bound) {
      Add(place, fmt::format("{} items are past {} {}", value.size(), name, bound));
    }
  }

  void CheckText(std::string_view name, const json::value& rule, const std::string& value,
                 const std::string& place) {
    const bool fits = name == "pattern"
                          ? std::regex_search(value, std::regex(Text(rule.as_string())))
                          : value.size() <= rule.to_number<std::size_t>();
    if (!fits)
      Add(place, fmt::format("'{}' does not fit {} {}", value, name, json::serialize(rule)));
  }

  const json::value& document_;
};

}  // namespace

std::vector<std::string> SchemaMistakes(const json::value& document, const json::value& schema,
                                        const json::value& value) {
  Checker checker(document);
  checker.Check(schema, value, "");
  return checker.mistakes;
}

}  // namespace sightglass::testing
