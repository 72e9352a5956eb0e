#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

#include "base/result.h"

// The inside of json_reader.h.
namespace sightglass::kind {

enum class JsonSort : std::uint8_t { kNull, kBool, kNumber, kString, kArray, kObject };

// One value. Views are into the tree that made it.
struct JsonNode {
  std::string_view name{};  // as a member; decoded
  std::string_view text{};  // a string decoded, a number or word as it is written
  const JsonNode* next = nullptr;
  const JsonNode* first_child = nullptr;
  std::size_t children = 0;
  JsonSort sort = JsonSort::kNull;
};

// JSON as RFC 8259 has it, parsed by Boost.JSON into nodes of ours: numbers stay text, so that
// whoever asks for one gets it exactly. Boost's own values round a double twice, which would move a
// point at the edge of a view out of it.
//
// Memory: 64 bytes and a little per value, at most 40 times the text.
class JsonTree {
 public:
  explicit JsonTree(std::string_view text) : text_(text) {}
  JsonTree(const JsonTree&) = delete;
  JsonTree& operator=(const JsonTree&) = delete;

  // kInvalidArgument with `name`, line and column. Call it once. Boost's parser calls itself for
  // each level.
  base::Status Parse(std::size_t max_depth, std::string_view name);
  // REQUIRES: Parse() was ok.
  [[nodiscard]] const JsonNode* root() const { return &nodes_.front(); }

 private:
  struct Builder;

  const std::string text_;
  std::deque<JsonNode> nodes_;      // does not move what it holds
  std::deque<std::string> copies_;  // of text that the views cannot point to, such as escapes
};

}  // namespace sightglass::kind
