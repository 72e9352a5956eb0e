#include "serve/byte_range.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "kind/header_value.h"

namespace sightglass::serve {
namespace {

// Digits only; what does not fit is as good as the largest number.
std::optional<std::uint64_t> ParseCount(std::string_view text) {
  if (text.empty() || text.find_first_not_of("0123456789") != std::string_view::npos) {
    return std::nullopt;
  }
  std::uint64_t value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  return result.ec == std::errc() ? value : UINT64_MAX;
}

}  // namespace

ByteRange ParseRange(std::string_view header, std::uint64_t size) {
  constexpr std::string_view kUnit = "bytes=";
  header = kind::TrimBlanks(header);
  if (!kind::EqualIgnoringCase(header.substr(0, kUnit.size()), kUnit)) return {};
  header.remove_prefix(kUnit.size());
  if (header.find(',') != std::string_view::npos) return {};
  const std::size_t dash = header.find('-');
  if (dash == std::string_view::npos) return {};
  const std::string_view first_text = kind::TrimBlanks(header.substr(0, dash));
  const std::string_view last_text = kind::TrimBlanks(header.substr(dash + 1));
  const std::optional<std::uint64_t> last = ParseCount(last_text);
  if (!last && !last_text.empty()) return {};
  if (first_text.empty()) {
    if (!last) return {};
    if (*last == 0 || size == 0) return {.state = ByteRange::State::kUnsatisfiable};
    return {
        .state = ByteRange::State::kPart, .first = size - std::min(*last, size), .last = size - 1};
  }
  const std::optional<std::uint64_t> first = ParseCount(first_text);
  if (!first || (last && *last < *first)) return {};
  if (*first >= size) return {.state = ByteRange::State::kUnsatisfiable};
  return {.state = ByteRange::State::kPart,
          .first = *first,
          .last = std::min(last.value_or(UINT64_MAX), size - 1)};
}

}  // namespace sightglass::serve
