#include "base/csv_text.h"

#include <algorithm>

#include "base/utf8_text.h"

namespace sightglass::base {

std::string CsvField(std::string_view text) {
  std::string escaped = EscapeInvalidUtf8(text);
  const bool blank_end = !escaped.empty() && (escaped.front() == ' ' || escaped.back() == ' ');
  if (!blank_end && escaped.find_first_of(",\"\r\n") == std::string::npos) return escaped;
  std::string quoted;
  quoted.reserve(escaped.size() + 2);
  quoted += '"';
  for (const char c : escaped) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  quoted += '"';
  return quoted;
}

}  // namespace sightglass::base
