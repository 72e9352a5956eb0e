#pragma once

#include <boost/json/value.hpp>
#include <string>
#include <string_view>

namespace sightglass::testing {

// The JSON in a file. What cannot be read or parsed fails the test and gives null.
boost::json::value ReadJsonFile(const std::string& path);

// JSON text; the same of errors.
boost::json::value ParseJson(std::string_view text);

// A number, true and false as 1 and 0, or one of the strings for what JSON cannot say:
// "NaN", "Infinity", "-Infinity".
double NumberOf(const boost::json::value& value);

// Where `actual` lacks something of `expected`, which stands at `at`; empty if nowhere. Objects may
// have more members, lists may not.
std::string MissingFrom(const boost::json::value& expected, const boost::json::value& actual,
                        const std::string& at);

}  // namespace sightglass::testing
