#include "values/value_key.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <limits>
#include <optional>
#include <system_error>

#include "base/text.h"
#include "kind/name_id.h"
#include "kind/series_selection.h"
#include "kind/typed_parameters.h"

namespace sightglass::values {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

Error Needed(std::string_view name) {
  return {ErrorCode::kInvalidArgument, fmt::format("{}: is needed", name)};
}

Result<std::uint64_t> IdParameter(const kind::Parameters& parameters, std::string_view name) {
  const auto text = parameters.First(name);
  if (!text) return Needed(name);
  return kind::ParseId(*text, name);
}

Result<std::uint32_t> SmallParameter(const kind::Parameters& parameters, std::string_view name,
                                     std::optional<std::uint32_t> otherwise) {
  ASSIGN_OR_RETURN(const auto number, kind::UIntParameter(parameters, name));
  if (!number) return otherwise ? Result<std::uint32_t>(*otherwise) : Needed(name);
  constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
  if (*number > kMost) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("{}: {} is above {}", name, *number, kMost)};
  }
  return static_cast<std::uint32_t>(*number);
}

// The next digits of a token as a number; its callers have checked the length.
template <class Number>
bool TakeHex(std::string_view& token, Number& number) {
  const std::string_view digits = token.substr(0, 2 * sizeof(Number));
  token.remove_prefix(digits.size());
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
  return error == std::errc() && end == digits.data() + digits.size();
}

constexpr std::size_t kTokenDigits = 64;

}  // namespace

Result<ValueKey> ValueKeyFromParameters(const kind::Parameters& parameters) {
  ValueKey key;
  ASSIGN_OR_RETURN(key.run_id, IdParameter(parameters, "run_id"));
  ASSIGN_OR_RETURN(key.tag_id, IdParameter(parameters, "tag_id"));
  ASSIGN_OR_RETURN(const auto step, kind::IntParameter(parameters, "step"));
  if (!step) return Needed("step");
  key.step = *step;
  ASSIGN_OR_RETURN(key.version, SmallParameter(parameters, "v", std::nullopt));
  ASSIGN_OR_RETURN(key.sample, SmallParameter(parameters, "sample", 0));
  return key;
}

std::string ValueKeyQuery(const ValueKey& key) {
  return fmt::format("run_id={:016x}&tag_id={:016x}&step={}&v={}&sample={}", key.run_id, key.tag_id,
                     key.step, key.version, key.sample);
}

std::string PackKey(const ValueKey& key) {
  return fmt::format("{:016x}{:016x}{:016x}{:08x}{:08x}", key.run_id, key.tag_id,
                     static_cast<std::uint64_t>(key.step), key.version, key.sample);
}

Result<ValueKey> UnpackKey(std::string_view token) {
  ValueKey key;
  std::uint64_t step = 0;
  std::string_view rest = token;
  if (token.size() != kTokenDigits || !TakeHex(rest, key.run_id) || !TakeHex(rest, key.tag_id) ||
      !TakeHex(rest, step) || !TakeHex(rest, key.version) || !TakeHex(rest, key.sample)) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("'{}' is no key of a value", base::EscapeForDisplay(token, 80))};
  }
  key.step = std::bit_cast<base::Step>(step);
  return key;
}

Result<FoundValue> FindValue(const store::Snapshot& snapshot, const ValueKey& key,
                             std::string_view plugin) {
  const auto run = std::ranges::find_if(snapshot.runs, [&](const auto& each) {
    return kind::NameIdNumber(each->name) == key.run_id;
  });
  if (run == snapshot.runs.end()) {
    return Error{ErrorCode::kNotFound, fmt::format("no run of id {:016x}", key.run_id)};
  }
  const auto series = std::ranges::find_if((*run)->series, [&](const auto& each) {
    return kind::NameIdNumber(each->tag_name) == key.tag_id;
  });
  if (series == (*run)->series.end() || (*series)->refs() == nullptr ||
      (*series)->info->plugin != plugin) {
    return Error{ErrorCode::kNotFound,
                 fmt::format("run '{}' has no {} of tag id {:016x}",
                             base::EscapeForDisplay((*run)->name, 200), plugin, key.tag_id)};
  }
  const auto point = FindPoint(**series, key.step, key.version);
  if (!point) {
    return Error{ErrorCode::kNotFound, fmt::format("tag '{}' has no value of version {} at step {}",
                                                   base::EscapeForDisplay((*series)->tag_name, 200),
                                                   key.version, key.step)};
  }
  return FoundValue{.run = run->get(), .series = series->get(), .point = *point};
}

}  // namespace sightglass::values
