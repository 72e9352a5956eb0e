#include "kind/json_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/basic_parser_impl.hpp>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace sightglass::kind {
namespace {

namespace json = boost::json;
using json::error_code;

}  // namespace

// What Boost's parser calls as it goes. Texts may come in parts.
struct JsonTree::Builder {
  static constexpr std::size_t max_object_size = std::numeric_limits<std::size_t>::max();
  static constexpr std::size_t max_array_size = std::numeric_limits<std::size_t>::max();
  static constexpr std::size_t max_key_size = std::numeric_limits<std::size_t>::max();
  static constexpr std::size_t max_string_size = std::numeric_limits<std::size_t>::max();

  explicit Builder(JsonTree& its_tree) : tree(its_tree) {}

  bool on_document_begin(error_code&) { return true; }
  bool on_document_end(error_code&) { return true; }
  bool on_object_begin(error_code&) { return Open(JsonSort::kObject); }
  bool on_object_end(std::size_t, error_code&) { return Close(); }
  bool on_array_begin(error_code&) { return Open(JsonSort::kArray); }
  bool on_array_end(std::size_t, error_code&) { return Close(); }
  bool on_key_part(json::string_view part, std::size_t, error_code&) { return Collect(part); }
  bool on_key(json::string_view last, std::size_t, error_code&) {
    name = Text(last);
    return true;
  }
  bool on_string_part(json::string_view part, std::size_t, error_code&) { return Collect(part); }
  bool on_string(json::string_view last, std::size_t, error_code&) {
    return Add(JsonSort::kString, Text(last));
  }
  bool on_number_part(json::string_view part, error_code&) { return Collect(part); }
  bool on_int64(std::int64_t, json::string_view last, error_code&) { return Number(last); }
  bool on_uint64(std::uint64_t, json::string_view last, error_code&) { return Number(last); }
  bool on_double(double, json::string_view last, error_code&) { return Number(last); }
  bool on_bool(bool value, error_code&) {
    return Add(JsonSort::kBool, value ? std::string_view("true") : std::string_view("false"));
  }
  bool on_null(error_code&) { return Add(JsonSort::kNull, "null"); }
  bool on_comment_part(json::string_view, error_code&) { return true; }
  bool on_comment(json::string_view, error_code&) { return true; }

 private:
  struct Parent {
    JsonNode* node;
    const JsonNode** link;  // where its next child is to be hung
  };

  bool Collect(json::string_view part) {
    parts.append(part.data(), part.size());
    return true;
  }

  // The whole text of which `last` is the end. Where it stands in the document as it is, no copy.
  std::string_view Text(json::string_view last) {
    const char* const begin = tree.text_.data();
    const char* const end = begin + tree.text_.size();
    if (parts.empty() && !std::less<>()(last.data(), begin) && std::less<>()(last.data(), end)) {
      return {last.data(), last.size()};
    }
    Collect(last);
    return tree.copies_.emplace_back(std::exchange(parts, {}));
  }

  bool Number(json::string_view last) { return Add(JsonSort::kNumber, Text(last)); }

  bool Add(JsonSort sort, std::string_view text) {
    JsonNode& node = tree.nodes_.emplace_back();
    node.sort = sort;
    node.text = text;
    node.name = std::exchange(name, {});
    if (!parents.empty()) {
      Parent& parent = parents.back();
      *parent.link = &node;
      parent.link = &node.next;
      ++parent.node->children;
    }
    return true;
  }

  bool Open(JsonSort sort) {
    Add(sort, {});
    JsonNode& node = tree.nodes_.back();
    parents.push_back({.node = &node, .link = &node.first_child});
    return true;
  }

  bool Close() {
    parents.pop_back();
    return true;
  }

  JsonTree& tree;
  std::vector<Parent> parents;
  std::string_view name;  // of the member that comes next
  std::string parts;      // of a text so far
};

base::Status JsonTree::Parse(std::size_t max_depth, std::string_view name) {
  json::parse_options options;
  options.max_depth = max_depth;
  json::basic_parser<Builder> parser(options, *this);
  error_code error;
  const std::size_t at = parser.write_some(/*more=*/false, text_.data(), text_.size(), error);
  if (!error && at < text_.size()) error = json::error::extra_data;
  if (!error) return base::OkStatus();
  const std::string_view before = std::string_view(text_).substr(0, at);
  const auto line = std::ranges::count(before, '\n') + 1;
  const std::size_t column = at - (before.rfind('\n') + 1) + 1;  // npos + 1 is 0
  const std::string what = error == json::error::too_deep
                               ? fmt::format("nested deeper than {}", max_depth)
                               : error.message();
  return base::Error{
      base::ErrorCode::kInvalidArgument,
      fmt::format("{}: JSON is wrong in line {}, column {}: {}", name, line, column, what)};
}

}  // namespace sightglass::kind
