#include "tests/golden_request.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json.hpp>

#include "base/check.h"
#include "tests/json_file.h"

namespace sightglass::testing {
namespace {

namespace json = boost::json;

// A function, since tests ask for names before main().
std::string GoldenPath(const std::string& relative) {
  return std::string(SIGHTGLASS_TEST_DATA) + "/golden/" + relative;
}

std::string TextOf(const json::value& value) {
  return {value.as_string().data(), value.as_string().size()};
}

std::map<std::string, std::string> ParseQuery(std::string_view text) {
  std::map<std::string, std::string> query;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('&'), text.size());
    const std::string_view pair = text.substr(0, end);
    const std::size_t equals = std::min(pair.find('='), pair.size());
    query[DecodeUrl(pair.substr(0, equals))] =
        DecodeUrl(pair.substr(std::min(equals + 1, pair.size())));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return query;
}

int HexDigit(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
  return -1;
}

}  // namespace

std::string DecodeUrl(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool has_code = text[i] == '%' && i + 2 < text.size() && HexDigit(text[i + 1]) >= 0 &&
                          HexDigit(text[i + 2]) >= 0;
    if (has_code) {
      out.push_back(static_cast<char>(HexDigit(text[i + 1]) * 16 + HexDigit(text[i + 2])));
      i += 2;
    } else {
      out.push_back(text[i] == '+' ? ' ' : text[i]);
    }
  }
  return out;
}

std::string GoldenRequest::Query(const std::string& key) const {
  const auto at = query.find(key);
  return at == query.end() ? std::string() : at->second;
}

const GoldenRequest& GoldenCase::Find(std::string_view id) const {
  const auto at = std::ranges::find(requests, id, &GoldenRequest::id);
  CHECK(at != requests.end());
  return *at;
}

std::vector<std::string> GoldenCaseNames() {
  std::vector<std::string> names;
  const json::value cases = ReadJsonFile(GoldenPath("cases.json"));
  for (const auto& [name, info] : cases.as_object()) {
    names.emplace_back(name);
  }
  std::ranges::sort(names);
  return names;
}

GoldenCase ReadGoldenCase(const std::string& name) {
  const json::value cases = ReadJsonFile(GoldenPath("cases.json"));
  const json::object& info = cases.as_object().at(name).as_object();
  GoldenCase golden;
  golden.name = name;
  golden.log_directory = std::string(SIGHTGLASS_TEST_DATA) + "/good/" + TextOf(info.at("logdir"));
  golden.by_rust = TextOf(info.at("server")) == "rust";
  const json::value requests = ReadJsonFile(GoldenPath(name + "/requests.json"));
  for (const json::value& item : requests.as_array()) {
    const json::object& entry = item.as_object();
    GoldenRequest request;
    request.id = TextOf(entry.at("id"));
    request.answer_path = GoldenPath(name + "/" + TextOf(entry.at("answer_file")));
    request.contested = entry.contains("contested");
    std::string target;
    if (const json::value* follow = entry.if_contains("follow")) {
      const json::object& fields = follow->as_object();
      target = TextOf(fields.at("prefix"));
      request.follow_id = TextOf(fields.at("from"));
      request.follow_index =
          static_cast<std::size_t>(fields.at("json_path").as_array().at(0).as_int64());
    } else {
      target = TextOf(entry.at("path"));
    }
    const std::size_t mark = std::min(target.find('?'), target.size());
    request.route = target.substr(0, mark);
    request.query = ParseQuery(std::string_view(target).substr(std::min(mark + 1, target.size())));
    golden.requests.push_back(std::move(request));
  }
  return golden;
}

}  // namespace sightglass::testing
