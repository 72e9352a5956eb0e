#include "kind/json_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

#include "base/check.h"
#include "base/nearest_name.h"
#include "base/text.h"
#include "kind/json_tree.h"

namespace sightglass::kind {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Status;

std::string_view SortName(JsonSort sort) {
  switch (sort) {
    case JsonSort::kNull:
      return "null";
    case JsonSort::kBool:
      return "a truth value";
    case JsonSort::kNumber:
      return "a number";
    case JsonSort::kString:
      return "a string";
    case JsonSort::kArray:
      return "a list";
    case JsonSort::kObject:
      return "an object";
  }
  return "";
}

std::string Shown(std::string_view text) { return base::EscapeForDisplay(text, 60); }

// false for what is out of range.
template <class Number>
bool ParseNumber(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

template <class Number>
Result<Number> ParseWhole(const JsonValue& value, std::string_view text) {
  Number number = 0;
  if (ParseNumber(text, number)) return number;
  // 5.0 and 1e3 are whole numbers, too; but beyond 2^53 only if written as such.
  constexpr double kExact = 9007199254740992;
  const double lowest = std::numeric_limits<Number>::is_signed ? -kExact : 0;
  double real = 0;
  if (ParseNumber(text, real) && real == std::trunc(real) && real >= lowest && real <= kExact) {
    return static_cast<Number>(real);
  }
  return value.Bad(fmt::format("{} is not a whole number from {} to {}", Shown(text),
                               std::numeric_limits<Number>::min(),
                               std::numeric_limits<Number>::max()));
}

}  // namespace

bool JsonValue::IsNull() const { return node_->sort == JsonSort::kNull; }
bool JsonValue::IsObject() const { return node_->sort == JsonSort::kObject; }
bool JsonValue::IsArray() const { return node_->sort == JsonSort::kArray; }
bool JsonValue::IsString() const { return node_->sort == JsonSort::kString; }
bool JsonValue::IsNumber() const { return node_->sort == JsonSort::kNumber; }
bool JsonValue::IsBool() const { return node_->sort == JsonSort::kBool; }

Error JsonValue::Bad(std::string_view message) const {
  return {ErrorCode::kInvalidArgument,
          fmt::format("{}: {}", place_.empty() ? "body" : place_, message)};
}

Result<std::string_view> JsonValue::AsString() const {
  const JsonNode& node = *node_;
  if (node.sort != JsonSort::kString) {
    return Bad(fmt::format("{} where a string is expected", SortName(node.sort)));
  }
  return node.text;
}

Result<bool> JsonValue::AsBool() const {
  const JsonNode& node = *node_;
  if (node.sort != JsonSort::kBool) {
    return Bad(fmt::format("{} where true or false is expected", SortName(node.sort)));
  }
  return node.text == "true";
}

Result<double> JsonValue::AsDouble() const {
  const JsonNode& node = *node_;
  if (node.sort != JsonSort::kNumber) {
    return Bad(fmt::format("{} where a number is expected", SortName(node.sort)));
  }
  double number = 0;
  if (!ParseNumber(node.text, number)) {
    return Bad(fmt::format("{} is not within the range of a double", Shown(node.text)));
  }
  return number;
}

Result<std::int64_t> JsonValue::AsInt() const {
  const JsonNode& node = *node_;
  if (node.sort != JsonSort::kNumber) {
    return Bad(fmt::format("{} where a whole number is expected", SortName(node.sort)));
  }
  return ParseWhole<std::int64_t>(*this, node.text);
}

Result<std::uint64_t> JsonValue::AsUInt() const {
  const JsonNode& node = *node_;
  if (node.sort != JsonSort::kNumber) {
    return Bad(fmt::format("{} where a whole number is expected", SortName(node.sort)));
  }
  return ParseWhole<std::uint64_t>(*this, node.text);
}

Result<std::vector<JsonValue>> JsonValue::AsArray(std::size_t max_items) const {
  const JsonNode& node = *node_;
  if (node.sort != JsonSort::kArray) {
    return Bad(fmt::format("{} where a list is expected", SortName(node.sort)));
  }
  if (node.children > max_items) {
    return Bad(fmt::format("{} items, limit {}", node.children, max_items));
  }
  std::vector<JsonValue> items;
  items.reserve(node.children);
  for (const JsonNode* child = node.first_child; child != nullptr; child = child->next) {
    items.push_back(JsonValue(child, fmt::format("{}[{}]", place_, items.size())));
  }
  return items;
}

Result<std::vector<std::string>> JsonValue::AsStrings(std::size_t max_items) const {
  ASSIGN_OR_RETURN(const std::vector<JsonValue> items, AsArray(max_items));
  std::vector<std::string> strings;
  strings.reserve(items.size());
  for (const JsonValue& item : items) {
    ASSIGN_OR_RETURN(const std::string_view text, item.AsString());
    strings.emplace_back(text);
  }
  return strings;
}

Result<std::optional<JsonValue>> JsonValue::Member(std::string_view name) const {
  const JsonNode& node = *node_;
  if (node.sort != JsonSort::kObject) {
    return Bad(fmt::format("{} where an object is expected", SortName(node.sort)));
  }
  for (const JsonNode* child = node.first_child; child != nullptr; child = child->next) {
    if (child->name != name) continue;
    if (child->sort == JsonSort::kNull) break;
    return std::optional(
        JsonValue(child, place_.empty() ? Shown(name) : fmt::format("{}.{}", place_, Shown(name))));
  }
  return std::optional<JsonValue>();
}

Status JsonValue::AllowOnly(std::initializer_list<std::string_view> known) const {
  const JsonNode& node = *node_;
  if (node.sort != JsonSort::kObject) {
    return Bad(fmt::format("{} where an object is expected", SortName(node.sort)));
  }
  std::vector<bool> seen(known.size());
  for (const JsonNode* child = node.first_child; child != nullptr; child = child->next) {
    const auto* const found = std::ranges::find(known, child->name);
    if (found == known.end()) {
      const std::vector<std::string> names(known.begin(), known.end());
      const auto nearest = base::NearestName(child->name, names);
      return Bad(fmt::format("no member '{}' here{}", Shown(child->name),
                             nearest ? fmt::format("; did you mean '{}'?", *nearest) : ""));
    }
    const auto at = static_cast<std::size_t>(found - known.begin());
    if (seen[at]) return Bad(fmt::format("member '{}' stands twice", child->name));
    seen[at] = true;
  }
  return base::OkStatus();
}

struct JsonDocument::Impl {
  explicit Impl(std::string_view text) : tree(text) {}
  JsonTree tree;
};

JsonDocument::JsonDocument(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
JsonDocument::~JsonDocument() = default;
JsonDocument::JsonDocument(JsonDocument&&) noexcept = default;
JsonDocument& JsonDocument::operator=(JsonDocument&&) noexcept = default;

Result<JsonDocument> JsonDocument::Parse(std::string_view text, const JsonOptions& options) {
  CHECK(options.max_depth <= JsonOptions::kMostDepth);
  auto impl = std::make_unique<Impl>(text);
  RETURN_IF_ERROR(impl->tree.Parse(options.max_depth, options.name));
  return JsonDocument(std::move(impl));
}

JsonValue JsonDocument::root() const { return JsonValue(impl_->tree.root(), ""); }

}  // namespace sightglass::kind
