#include "kind/parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "kind/header_value.h"

namespace sightglass::kind {
namespace {

using base::Error;
using base::ErrorCode;
using base::OkStatus;
using base::Result;
using base::Status;

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

Error TooMany() {
  return {ErrorCode::kOutOfRange,
          fmt::format("more than {} parameters in one request", kMaxParameters)};
}

Error NotMultipart(std::string_view what) {
  return {ErrorCode::kInvalidArgument, fmt::format("multipart/form-data: {}", what)};
}

// What stands before the next line break of `text`, which is cut off with it. nullopt if there is
// none.
std::optional<std::string_view> TakeLine(std::string_view& text) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// Cuts the headers of a part, with the blank line, off `part` and gives the name of its field.
Result<std::string> TakePartHeaders(std::string_view& part) {
  std::optional<std::string> name;
  for (;;) {
    const std::optional<std::string_view> line = TakeLine(part);
    if (!line) return NotMultipart("a part without the blank line after its headers");
    if (line->empty()) break;
    const std::size_t colon = line->find(':');
    if (colon == std::string_view::npos) return NotMultipart("a header of a part without a colon");
    if (EqualIgnoringCase(line->substr(0, colon), "content-disposition")) {
      name = HeaderParameter(line->substr(colon + 1), "name");
    }
  }
  if (!name) return NotMultipart("a part without a name");
  // Browsers write a quote within a name so.
  for (std::size_t at = name->find("%22"); at != std::string::npos;
       at = name->find("%22", at + 1)) {
    name->replace(at, 3, "\"");
  }
  return *std::move(name);
}

using Items = std::vector<std::pair<std::string, std::string>>;

Status ReadMultipart(std::string_view content_type, std::string_view body, Items& items) {
  const std::optional<std::string> boundary = HeaderParameter(content_type, "boundary");
  if (!boundary || boundary->empty()) return NotMultipart("no boundary in the content type");
  // What the rules of MIME allow; it also bounds the cost of the search.
  if (boundary->size() > 70) return NotMultipart("a boundary longer than 70 characters");
  const std::string first = "--" + *boundary;
  const std::string later = "\r\n" + first;
  std::size_t at = 0;
  if (!body.starts_with(first)) {
    at = body.find(later);
    if (at == std::string_view::npos) return NotMultipart("the boundary does not occur");
    at += 2;
  }
  body.remove_prefix(at + first.size());
  while (!body.starts_with("--")) {
    const std::optional<std::string_view> rest = TakeLine(body);
    if (!rest || rest->find_first_not_of(" \t") != std::string_view::npos) {
      return NotMultipart("no line break after a boundary");
    }
    ASSIGN_OR_RETURN(std::string name, TakePartHeaders(body));
    const std::size_t end = body.find(later);
    if (end == std::string_view::npos) return NotMultipart("a part without an end");
    if (items.size() == kMaxParameters) return TooMany();
    items.emplace_back(std::move(name), std::string(body.substr(0, end)));
    body.remove_prefix(end + later.size());
  }
  return OkStatus();
}

}  // namespace

std::string PercentDecode(std::string_view text, bool plus_is_blank) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '%' && i + 2 < text.size()) {
      const int high = HexDigit(text[i + 1]);
      const int low = HexDigit(text[i + 2]);
      if (high >= 0 && low >= 0) {
        decoded.push_back(static_cast<char>(static_cast<std::uint8_t>(high * 16 + low)));
        i += 2;
        continue;
      }
    }
    decoded.push_back(plus_is_blank && c == '+' ? ' ' : c);
  }
  return decoded;
}

Result<Parameters> Parameters::FromQuery(std::string_view query) {
  Parameters parameters;
  while (!query.empty()) {
    const std::size_t end = std::min(query.find('&'), query.size());
    const std::string_view item = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    if (item.empty()) continue;
    if (parameters.items_.size() == kMaxParameters) return TooMany();
    const std::size_t equals = std::min(item.find('='), item.size());
    parameters.items_.emplace_back(
        PercentDecode(item.substr(0, equals), true),
        PercentDecode(item.substr(std::min(equals + 1, item.size())), true));
  }
  return parameters;
}

Result<Parameters> Parameters::FromForm(std::string_view content_type, std::string_view body) {
  const std::string_view type = MediaType(content_type);
  if (EqualIgnoringCase(type, "application/x-www-form-urlencoded")) return FromQuery(body);
  Parameters parameters;
  if (EqualIgnoringCase(type, "multipart/form-data")) {
    RETURN_IF_ERROR(ReadMultipart(content_type, body, parameters.items_));
  }
  return parameters;
}

std::optional<std::string_view> Parameters::First(std::string_view name) const {
  const auto found = std::ranges::find(
      items_, name, [](const auto& item) { return std::string_view(item.first); });
  if (found == items_.end()) return std::nullopt;
  return found->second;
}

std::vector<std::string_view> Parameters::All(std::string_view name) const {
  std::vector<std::string_view> values;
  for (const auto& [key, value] : items_) {
    if (key == name) values.emplace_back(value);
  }
  return values;
}

}  // namespace sightglass::kind
