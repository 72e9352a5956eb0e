#include "app/flag_reader.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "base/check.h"
#include "base/nearest_name.h"
#include "base/text.h"

namespace sightglass::app {
namespace {

std::string Shown(std::string_view text) { return base::EscapeForDisplay(text, 200); }

std::string LowerCase(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

template <class T>
std::optional<T> ParseNumber(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  T number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// "a|b|c" -> "a, b or c".
std::string ChoicesText(std::string_view choices) {
  std::string text(choices);
  const std::size_t last = text.rfind('|');
  if (last != std::string::npos) text.replace(last, 1, " or ");
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos;)
    text.replace(at, 1, ", ");
  return text;
}

bool IsChoice(std::string_view choices, std::string_view word) {
  while (!choices.empty()) {
    const std::size_t end = std::min(choices.find('|'), choices.size());
    if (choices.substr(0, end) == word) return true;
    choices.remove_prefix(std::min(end + 1, choices.size()));
  }
  return false;
}

// What `text` would have to be; empty if it is.
std::string WantedInstead(const FlagInfo& flag, std::string_view text) {
  switch (flag.type) {
    case FlagType::kBool: {
      const std::string word = LowerCase(text);
      return word == "true" || word == "false" ? "" : "true or false";
    }
    case FlagType::kInt:
      return ParseNumber<std::int64_t>(text) ? "" : "a whole number";
    case FlagType::kNumber: {
      const auto number = ParseNumber<double>(text);
      return number && !std::isnan(*number) ? "" : "a number";
    }
    case FlagType::kChoice:
      return IsChoice(flag.value, text) ? "" : ChoicesText(flag.value);
    case FlagType::kSwitch:
    case FlagType::kText:
    case FlagType::kList:
      return "";
  }
  return "";
}

// Could this argument be the value of the flag before it? What looks like a flag is none, so that
// a forgotten value is noticed; negative numbers are values.
bool IsValue(std::string_view argument) {
  return !argument.starts_with('-') || argument == "-" || ParseNumber<double>(argument).has_value();
}

void WriteValue(const FlagInfo& flag, const FlagValues& values, base::JsonWriter& json) {
  switch (flag.type) {
    case FlagType::kSwitch:
      return json.Bool(true);
    case FlagType::kBool:
      return json.Bool(values.Bool(flag.name));
    case FlagType::kInt:
      return json.Int(values.Int(flag.name));
    case FlagType::kNumber:
      return json.Double(values.Number(flag.name));
    case FlagType::kText:
    case FlagType::kChoice:
      return json.String(values.Text(flag.name));
    case FlagType::kList:
      return json.String(fmt::format("{}", fmt::join(values.List(flag.name), ",")));
  }
}

void WriteInitial(std::string_view initial, base::JsonWriter& json) {
  if (initial == "true" || initial == "false") return json.Bool(initial == "true");
  if (initial == "null") return json.Null();
  if (const auto number = ParseNumber<std::int64_t>(initial)) return json.Int(*number);
  if (const auto number = ParseNumber<double>(initial)) return json.Double(*number);
  CHECK(initial.size() >= 2 && initial.starts_with('"') && initial.ends_with('"'));
  json.String(initial.substr(1, initial.size() - 2));
}

}  // namespace

std::string_view FlagValues::Text(std::string_view name) const {
  const auto found = given_.find(name);
  return found == given_.end() ? std::string_view() : found->second.back();
}

std::vector<std::string> FlagValues::List(std::string_view name) const {
  const auto found = given_.find(name);
  return found == given_.end() ? std::vector<std::string>() : found->second;
}

bool FlagValues::Bool(std::string_view name) const { return LowerCase(Text(name)) == "true"; }

std::int64_t FlagValues::Int(std::string_view name) const {
  const auto number = ParseNumber<std::int64_t>(Text(name));
  CHECK(number.has_value());
  return *number;
}

double FlagValues::Number(std::string_view name) const {
  const auto number = ParseNumber<double>(Text(name));
  CHECK(number.has_value());
  return *number;
}

void FlagValues::WriteMembers(base::JsonWriter& json) const {
  for (const FlagInfo& flag : table_) {
    if (flag.initial.empty()) continue;
    json.Key(flag.name);
    if (Has(flag.name)) {
      WriteValue(flag, *this, json);
    } else {
      WriteInitial(flag.initial, json);
    }
  }
}

base::Error FlagReader::Bad(std::string message) const {
  return {base::ErrorCode::kInvalidArgument,
          fmt::format("{} See 'sightglass {} --help'", message, command_)};
}

base::Result<const FlagInfo*> FlagReader::Find(std::string_view name) const {
  std::vector<const FlagInfo*> matches;
  for (const FlagInfo& flag : table_) {
    if (flag.name == name) return &flag;
    if (!name.empty() && flag.name.starts_with(name)) matches.push_back(&flag);
  }
  if (matches.size() == 1) return matches.front();
  if (matches.empty()) {
    std::vector<std::string> known;
    for (const FlagInfo& flag : table_) known.push_back(fmt::format("--{}", flag.name));
    const auto nearest = base::NearestName(fmt::format("--{}", name), known);
    return Bad(fmt::format("unknown flag '--{}'{}", Shown(name),
                           nearest ? fmt::format("; did you mean '{}'?", *nearest) : "."));
  }
  std::string all;
  for (const FlagInfo* flag : matches)
    all += fmt::format("{}--{}", all.empty() ? "" : ", ", flag->name);
  return Bad(fmt::format("'--{}' could be any of {}.", Shown(name), all));
}

base::Result<FlagValues> FlagReader::Read(const std::vector<std::string>& arguments) const {
  FlagValues values(table_);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string_view argument = arguments[i];
    if (argument == "--") {
      values.positionals.insert(values.positionals.end(),
                                arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                arguments.end());
      break;
    }
    if (argument == "-h") argument = "--help";
    if (argument == "-q") argument = "--quiet";
    if (!argument.starts_with("--")) {
      if (argument.starts_with('-') && argument.size() > 1) {
        return Bad(fmt::format("unknown flag '{}'.", Shown(argument)));
      }
      values.positionals.emplace_back(argument);
      continue;
    }
    const std::size_t equals = argument.find('=');
    ASSIGN_OR_RETURN(
        const FlagInfo* const flag,
        Find(argument.substr(2, equals == std::string_view::npos ? equals : equals - 2)));
    std::string value;
    if (flag->type == FlagType::kSwitch) {
      if (equals != std::string_view::npos) {
        return Bad(fmt::format("--{} takes no value.", flag->name));
      }
    } else if (equals != std::string_view::npos) {
      value = argument.substr(equals + 1);
    } else if (i + 1 < arguments.size() && IsValue(arguments[i + 1])) {
      value = arguments[++i];
    } else {
      return Bad(fmt::format("--{} needs a value.", flag->name));
    }
    if (const std::string wanted = WantedInstead(*flag, value); !wanted.empty()) {
      return Bad(fmt::format("--{} takes {}, not '{}'.", flag->name, wanted, Shown(value)));
    }
    values.given_[flag->name].push_back(std::move(value));
  }
  return values;
}

std::string FlagHelp(std::span<const FlagInfo> table, FlagGroup group) {
  constexpr std::size_t kNameColumns = 32;
  std::string text;
  for (const FlagInfo& flag : table) {
    if (flag.group != group) continue;
    std::string name = fmt::format("  --{}", flag.name);
    if (!flag.value.empty()) name += fmt::format(" {}", flag.value);
    if (name.size() >= kNameColumns) {
      text += name + "\n";
      name.clear();
    }
    text += fmt::format("{:<{}}{}\n", name, kNameColumns, flag.help);
  }
  return text;
}

}  // namespace sightglass::app
