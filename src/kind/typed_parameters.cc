#include "kind/typed_parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <system_error>
#include <vector>

#include "base/nearest_name.h"
#include "base/text.h"

namespace sightglass::kind {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

Error NotA(std::string_view what, std::string_view name, std::string_view text) {
  return {ErrorCode::kInvalidArgument,
          fmt::format("{}: '{}' is not {}", name, base::EscapeForDisplay(text, 60), what)};
}

template <class Number>
Result<std::optional<Number>> NumberParameter(const Parameters& parameters, std::string_view name,
                                              std::string_view what) {
  const auto text = parameters.First(name);
  if (!text) return std::optional<Number>();
  Number number{};
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
  if (error != std::errc() || end != text->data() + text->size()) return NotA(what, name, *text);
  return std::optional(number);
}

}  // namespace

base::Status AllowOnlyParameters(const Parameters& parameters,
                                 std::initializer_list<std::string_view> known) {
  for (const auto& [name, value] : parameters.items()) {
    if (std::ranges::find(known, name) != known.end()) continue;
    const std::vector<std::string> names(known.begin(), known.end());
    const auto nearest = base::NearestName(name, names);
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("no parameter '{}' here{}", base::EscapeForDisplay(name, 60),
                             nearest ? fmt::format("; did you mean '{}'?", *nearest) : "")};
  }
  return base::OkStatus();
}

Result<std::optional<double>> DoubleParameter(const Parameters& parameters, std::string_view name) {
  ASSIGN_OR_RETURN(const auto number, NumberParameter<double>(parameters, name, "a number"));
  if (number && !std::isfinite(*number)) return NotA("a number", name, *parameters.First(name));
  return number;
}

Result<std::optional<std::int64_t>> IntParameter(const Parameters& parameters,
                                                 std::string_view name) {
  return NumberParameter<std::int64_t>(parameters, name, "a whole number");
}

Result<std::optional<std::uint64_t>> UIntParameter(const Parameters& parameters,
                                                   std::string_view name) {
  return NumberParameter<std::uint64_t>(parameters, name, "a whole number");
}

Result<bool> FlagParameter(const Parameters& parameters, std::string_view name) {
  const auto text = parameters.First(name);
  if (!text || *text == "0" || *text == "false") return false;
  if (*text == "1" || *text == "true") return true;
  return NotA("one of 0, 1, false, true", name, *text);
}

}  // namespace sightglass::kind
