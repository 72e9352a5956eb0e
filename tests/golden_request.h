#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sightglass::testing {

// One recorded request of tests/data/golden, taken apart.
struct GoldenRequest {
  std::string id;
  std::string route;                         // "/data/plugin/scalars/scalars"
  std::map<std::string, std::string> query;  // decoded; the last of several
  std::string answer_path;
  bool contested = false;  // TensorBoard's other loader answers otherwise
  // The blob that entry `follow_index` of the answer to request `follow_id` refers to.
  std::string follow_id;
  std::size_t follow_index = 0;

  // Empty if there is none.
  [[nodiscard]] std::string Query(const std::string& key) const;
};

struct GoldenCase {
  std::string name;
  std::string log_directory;  // full path
  bool by_rust = false;       // answered by the Rust data server
  std::vector<GoldenRequest> requests;

  // REQUIRES: there is one.
  [[nodiscard]] const GoldenRequest& Find(std::string_view id) const;
};

// Names of all cases, sorted.
std::vector<std::string> GoldenCaseNames();
GoldenCase ReadGoldenCase(const std::string& name);

// %XX and '+' as in the query part of a URL.
std::string DecodeUrl(std::string_view text);

}  // namespace sightglass::testing
