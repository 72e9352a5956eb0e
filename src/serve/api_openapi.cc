#include <boost/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "generated/core_openapi.h"
#include "serve/api_core.h"

namespace sightglass::serve {
namespace {

namespace json = boost::json;

// Our own text: one that does not parse is a bug.
json::object ParseOwn(std::string_view text) {
  json::error_code error;
  json::value value = json::parse(json::string_view(text.data(), text.size()), error);
  CHECK(!error && value.is_object());
  return std::move(value.get_object());
}

// REQUIRES: no name is in both.
void Merge(json::object& into, const json::object& from, json::string_view key) {
  const json::value* const members = from.if_contains(key);
  if (members == nullptr) return;
  CHECK(members->is_object());
  for (const auto& member : members->get_object()) {
    CHECK(into.emplace(member.key(), member.value()).second);
  }
}

}  // namespace

std::string MergeOpenApi(const kind::Kinds& kinds, std::string_view version) {
  json::object document = ParseOwn(embedded::core_openapi()[0].bytes);
  document["info"].as_object()["version"] = json::string_view(version.data(), version.size());
  json::object& paths = document["paths"].as_object();
  json::object& schemas = document["components"].as_object()["schemas"].as_object();
  for (const auto& kind : kinds) {
    if (kind->openapi().empty()) continue;
    const json::object part = ParseOwn(kind->openapi());
    Merge(paths, part, "paths");
    Merge(schemas, part, "schemas");
  }
  return json::serialize(document);
}

}  // namespace sightglass::serve
