#pragma once

#include <string>
#include <string_view>

namespace sightglass::base {

// `text` as one field of a CSV file (RFC 4180): in quotes where it holds a comma, a quote, a line
// break, or blanks at an end; quotes within doubled. Bytes that are not UTF-8 appear as \xNN.
std::string CsvField(std::string_view text);

}  // namespace sightglass::base
