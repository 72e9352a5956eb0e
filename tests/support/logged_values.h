#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sightglass::testing {

// One value of a Summary, as our own reader understands it.
struct LoggedValue {
  std::string tag;
  std::string form;  // "tensor", "histo", "simple_value", ...
  std::string plugin;
  std::string content;  // of the plugin
  std::string display_name;
  std::string description;
  std::uint32_t dtype = 0;
  std::vector<std::int64_t> dims;
  std::vector<double> numbers;       // of a tensor; of a histo: left, right, count of each bucket
  std::vector<std::string> strings;  // of a tensor of strings
  float simple_value = 0;
};

// The values of a serialized Summary. What cannot be read fails the test.
std::vector<LoggedValue> ReadSummaryValues(std::string_view summary);

struct LoggedRecord {
  std::int64_t step = 0;
  double wall_time = 0;
  std::string what;  // "summary", "graph_def", ...
  std::string body;
  std::vector<LoggedValue> values;  // of a summary
};

// All events of the event files in a folder, file after file. Damage fails the test.
std::vector<LoggedRecord> ReadLoggedEvents(const std::string& directory);

// A protobuf message as text, as far as one can tell without its definition:
//   1:"loss" 2:30 4:<00ff> 8{1:1 2{}}
// What is printable is text, what else can be a message is shown as one; fixed numbers are
// hexadecimal digits.
std::string DumpWire(std::string_view message);

}  // namespace sightglass::testing
