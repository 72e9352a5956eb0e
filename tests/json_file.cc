#include "tests/json_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <boost/json/basic_parser_impl.hpp>
#include <charconv>
#include <cstddef>
#include <limits>

#include "tests/support/temp_dir.h"

namespace sightglass::testing {
namespace {

namespace json = boost::json;

// Boost 1.81's own parser reads decimals to within a bit of what they say. Goldens are compared
// exactly, so numbers go through std::from_chars here.
struct ExactHandler {
  static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);

  bool on_document_begin(json::error_code&) {
    stack.reset();
    return true;
  }
  bool on_document_end(json::error_code&) { return true; }
  bool on_object_begin(json::error_code&) { return true; }
  bool on_object_end(std::size_t n, json::error_code&) { return stack.push_object(n), true; }
  bool on_array_begin(json::error_code&) { return true; }
  bool on_array_end(std::size_t n, json::error_code&) { return stack.push_array(n), true; }
  bool on_key_part(json::string_view s, std::size_t, json::error_code&) {
    return stack.push_chars(s), true;
  }
  bool on_key(json::string_view s, std::size_t, json::error_code&) {
    return stack.push_key(s), true;
  }
  bool on_string_part(json::string_view s, std::size_t, json::error_code&) {
    return stack.push_chars(s), true;
  }
  bool on_string(json::string_view s, std::size_t, json::error_code&) {
    return stack.push_string(s), true;
  }
  bool on_number_part(json::string_view s, json::error_code&) {
    number.append(s.data(), s.size());
    return true;
  }
  bool on_int64(std::int64_t value, json::string_view, json::error_code&) {
    number.clear();
    return stack.push_int64(value), true;
  }
  bool on_uint64(std::uint64_t value, json::string_view, json::error_code&) {
    number.clear();
    return stack.push_uint64(value), true;
  }
  bool on_double(double, json::string_view s, json::error_code&) {
    number.append(s.data(), s.size());
    double exact = 0;
    std::from_chars(number.data(), number.data() + number.size(), exact);
    number.clear();
    return stack.push_double(exact), true;
  }
  bool on_bool(bool value, json::error_code&) { return stack.push_bool(value), true; }
  bool on_null(json::error_code&) { return stack.push_null(), true; }
  bool on_comment_part(json::string_view, json::error_code&) { return true; }
  bool on_comment(json::string_view, json::error_code&) { return true; }

  json::value_stack stack;
  std::string number;
};

}  // namespace

json::value ReadJsonFile(const std::string& path) {
  SCOPED_TRACE(path);
  return ParseJson(ReadFileBytes(path));
}

json::value ParseJson(std::string_view text) {
  json::basic_parser<ExactHandler> parser(json::parse_options{});
  json::error_code error;
  const std::size_t used = parser.write_some(false, text.data(), text.size(), error);
  const bool whole = !error && text.find_first_not_of(" \t\r\n", used) == std::string_view::npos;
  EXPECT_TRUE(whole) << "not JSON: " << error.message() << ": " << text.substr(0, 80);
  return whole ? parser.handler().stack.release() : json::value();
}

double NumberOf(const json::value& value) {
  if (value.is_string()) {
    if (value.as_string() == "NaN") return std::numeric_limits<double>::quiet_NaN();
    if (value.as_string() == "Infinity") return std::numeric_limits<double>::infinity();
    if (value.as_string() == "-Infinity") return -std::numeric_limits<double>::infinity();
  }
  if (value.is_bool()) return value.get_bool() ? 1 : 0;
  if (value.is_int64()) return static_cast<double>(value.get_int64());
  if (value.is_uint64()) return static_cast<double>(value.get_uint64());
  EXPECT_TRUE(value.is_double()) << "not a number: " << value;
  return value.is_double() ? value.get_double() : 0;
}

std::string MissingFrom(const json::value& expected, const json::value& actual,
                        const std::string& at) {
  if (expected.is_object() && actual.is_object()) {
    for (const auto& [key, value] : expected.as_object()) {
      const std::string below = fmt::format("{}.{}", at, std::string(key));
      const json::value* found = actual.as_object().if_contains(key);
      if (found == nullptr) return below + " is missing";
      if (std::string missing = MissingFrom(value, *found, below); !missing.empty()) return missing;
    }
    return {};
  }
  if (expected.is_array() && actual.is_array()) {
    const json::array& items = expected.as_array();
    if (items.size() != actual.as_array().size()) {
      return fmt::format("{} has {} items, not {}", at, actual.as_array().size(), items.size());
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
      std::string missing =
          MissingFrom(items[i], actual.as_array()[i], fmt::format("{}[{}]", at, i));
      if (!missing.empty()) return missing;
    }
    return {};
  }
  const bool equal =
      expected.is_number() && actual.is_number()
          ? NumberOf(expected) == NumberOf(actual) && expected.is_double() == actual.is_double()
          : expected == actual;
  return equal ? std::string()
               : fmt::format("{} is {}, not {}", at, json::serialize(actual),
                             json::serialize(expected));
}

}  // namespace sightglass::testing
