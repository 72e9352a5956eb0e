// /api/openapi.json is true: every route of ours is in it and no other, and what the examples get
// is what it says.
//
// An example is "x-sightglass-example" of an operation, or a list of several:
//   {"query": {"name": "value" or ["value", ...]}, "body": {...}, "status": "200"}

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <limits>
#include <set>
#include <string>
#include <string_view>

#include "kind/column_writer.h"
#include "tests/all_routes.h"
#include "tests/json_file.h"
#include "tests/json_schema.h"
#include "tests/support/memory_file_system.h"
#include "tests/support/run_builder.h"

namespace sightglass::testing {
namespace {

namespace json = boost::json;
using ::testing::IsEmpty;
using ::testing::Not;

std::string Text(json::string_view text) { return {text.data(), text.size()}; }

// Two runs, "train" and "test", with scalars "loss" and "accuracy" over steps 0 to 99, values that
// are no numbers, a restart, a text, and a name that is not UTF-8. Examples may count on these.
void WriteDemo(MemoryFileSystem& files) {
  RunBuilder train;
  train.Version();
  for (int step = 0; step < 100; ++step) {
    train.Scalar("loss", step, 1.0F / static_cast<float>(step + 1));
    train.Scalar("accuracy", step, static_cast<float>(step) / 100);
  }
  train.Scalar("odd", 1, std::numeric_limits<float>::quiet_NaN());
  train.Text("note", 3, "hello");
  files.Write("/demo/train/" + EventFileName(1), train.bytes());
  RunBuilder test;
  test.Version();
  for (int step = 0; step < 100; ++step) test.Scalar("loss", step, 2);
  for (int step = 50; step < 100; ++step) test.Scalar("loss", step, 1);
  test.Scalar("b\xff", 1, 1).Scalar("accuracy", 7, 0.5F);
  files.Write("/demo/test/" + EventFileName(1), test.bytes() + "torn");
}

std::string Encode(std::string_view text) {
  std::string out;
  for (const char c : text) out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return out;
}

std::string QueryOf(const json::object& example) {
  std::string query;
  const json::value* const members = example.if_contains("query");
  if (members == nullptr) return query;
  const auto add = [&](std::string_view key, const json::value& value) {
    query +=
        fmt::format("{}{}={}", query.empty() ? "?" : "&", key, Encode(Text(value.as_string())));
  };
  for (const auto& member : members->as_object()) {
    if (member.value().is_array()) {
      for (const json::value& value : member.value().get_array()) add(Text(member.key()), value);
    } else {
      add(Text(member.key()), member.value());
    }
  }
  return query;
}

class OpenApi : public ::testing::Test {
 protected:
  OpenApi() {
    WriteDemo(files_);
    routes_ = std::make_unique<AllRoutes>("/demo", files_);
    document_ = ParseJson(routes_->Get("/api/openapi.json").body);
  }

  // Calls use(path, method, operation) for all that is documented.
  template <class Use>
  void ForEachOperation(Use use) {
    for (const auto& path : document_.at("paths").as_object()) {
      for (const auto& operation : path.value().as_object()) {
        use(Text(path.key()), Text(operation.key()), operation.value().as_object());
      }
    }
  }

  void ExpectFits(const json::value& schema, const json::value& value) {
    EXPECT_THAT(SchemaMistakes(document_, schema, value), IsEmpty());
  }

  void RunExample(const std::string& path, const std::string& method, const json::object& operation,
                  const json::object& example) {
    AllRoutes::CallOptions options{.method =
                                       method == "post" ? kind::Method::kPost : kind::Method::kGet};
    if (const json::value* const body = example.if_contains("body")) {
      options.body = json::serialize(*body);
    }
    kind::Response response = routes_->Call(path + QueryOf(example), options);
    const json::object& responses = operation.at("responses").as_object();
    const std::string status = std::to_string(response.status);
    if (const json::value* const wanted = example.if_contains("status")) {
      EXPECT_EQ(status, Text(wanted->as_string())) << response.body;
    } else {
      EXPECT_EQ(response.status / 100, 2) << response.body;
    }
    ASSERT_TRUE(responses.contains(status)) << status << " is not documented: " << response.body;
    const std::string type = response.content_type.substr(0, response.content_type.find(';'));
    const json::object& content = responses.at(status).at("content").as_object();
    ASSERT_TRUE(content.contains(type)) << type << " is not documented";
    const json::object& media = content.at(type).as_object();
    if (type != "text/event-stream" && response.source != nullptr) {
      response.body = ReadToEnd(*response.source);
    }
    if (type == "application/json") {
      ExpectFits(media.at("schema"), ParseJson(response.body));
    } else if (type == kind::kColumnsContentType) {
      // The head is the same as the JSON, with columns in place of arrays.
      ExpectFits(content.at("application/json").at("schema"), ParseJson(HeadOf(response.body)));
    } else if (type == "text/event-stream") {
      CheckEvents(*response.source, media.at("x-sightglass-events"));
    }
  }

  static std::string ReadToEnd(kind::BodySource& source) {
    std::string text;
    auto state = kind::BodySource::State::kMore;
    while (state == kind::BodySource::State::kMore) {
      std::string piece;
      state = source.Next(piece);
      text += piece;
    }
    EXPECT_EQ(state, kind::BodySource::State::kEnd);
    return text;
  }

  static std::string HeadOf(const std::string& body) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(body.at(at)); };
    const std::size_t size = byte(4) + (std::size_t{byte(5)} << 8) + (std::size_t{byte(6)} << 16);
    return body.substr(8, size);
  }

  // Reads until there is nothing more at the moment.
  void CheckEvents(kind::BodySource& source, const json::value& schemas) {
    std::string text;
    while (true) {
      std::string piece;
      const auto state = source.Next(piece);
      text += piece;
      if (state != kind::BodySource::State::kMore) break;
    }
    std::set<std::string> seen;
    std::size_t at = 0;
    while ((at = text.find("event: ", at)) != std::string::npos) {
      const std::size_t end = text.find('\n', at);
      const std::string name = text.substr(at + 7, end - at - 7);
      const std::size_t data = end + std::string_view("\ndata: ").size();
      SCOPED_TRACE(name);
      ExpectFits(schemas.at(name), ParseJson(text.substr(data, text.find('\n', data) - data)));
      seen.insert(name);
      at = end;
    }
    for (const auto& schema : schemas.as_object()) {
      EXPECT_TRUE(seen.contains(Text(schema.key()))) << schema.key() << " was not sent";
    }
  }

  MemoryFileSystem files_;
  std::unique_ptr<AllRoutes> routes_;
  json::value document_;
};

TEST_F(OpenApi, DocumentsEveryRouteAndNoOther) {
  std::set<std::string> documented;
  ForEachOperation([&](const std::string& path, const std::string& method, const json::object&) {
    documented.insert(method + " " + path);
  });
  std::set<std::string> served;
  for (const auto& [path, route] : routes_->router().routes()) {
    if (!path.starts_with("/api/")) continue;
    EXPECT_THAT(route.methods, Not(IsEmpty())) << path << " takes any method";
    EXPECT_EQ(route.errors, kind::ErrorStyle::kApi) << path;
    for (const kind::Method method : route.methods) {
      served.insert((method == kind::Method::kPost ? "post " : "get ") + path);
    }
  }
  EXPECT_EQ(documented, served);
}

TEST_F(OpenApi, ExamplesGetWhatIsDocumented) {
  ForEachOperation(
      [&](const std::string& path, const std::string& method, const json::object& operation) {
        SCOPED_TRACE(method + " " + path);
        const json::value* const examples = operation.if_contains("x-sightglass-example");
        ASSERT_NE(examples, nullptr) << "no example";
        if (examples->is_object()) {
          return RunExample(path, method, operation, examples->get_object());
        }
        for (const json::value& example : examples->as_array()) {
          SCOPED_TRACE(json::serialize(example));
          RunExample(path, method, operation, example.as_object());
        }
      });
}

// Otherwise members that nobody documented would pass.
TEST_F(OpenApi, ObjectsAreClosed) {
  for (const auto& schema : document_.at("components").at("schemas").as_object()) {
    const json::object& rules = schema.value().as_object();
    if (!rules.contains("properties")) continue;
    EXPECT_TRUE(rules.contains("additionalProperties")) << schema.key();
  }
}

TEST_F(OpenApi, ErrorsFitTheirSchema) {
  const json::value& error = document_.at("components").at("schemas").at("Error");
  for (const std::string target : {"/api/runs?limit=x", "/api/tags?tag_matching=%28"}) {
    const kind::Response response = routes_->Get(target);
    EXPECT_EQ(response.status, 400);
    ExpectFits(error, ParseJson(response.body));
  }
}

TEST(JsonSchema, FindsMistakes) {
  const json::value document = json::parse(R"({"schemas":{"name":{"type":"string"}}})");
  const auto mistakes = [&](std::string_view schema, std::string_view value) {
    return SchemaMistakes(document, ParseJson(schema), ParseJson(value)).size();
  };
  EXPECT_EQ(mistakes(R"({"type":"integer"})", "1"), 0U);
  EXPECT_EQ(mistakes(R"({"type":"integer"})", "1.5"), 1U);
  EXPECT_EQ(mistakes(R"({"type":["integer","null"]})", "null"), 0U);
  EXPECT_EQ(mistakes(R"({"type":["integer","null"]})", "\"1\""), 1U);
  EXPECT_EQ(mistakes(R"({"enum":["a"]})", "\"b\""), 1U);
  EXPECT_EQ(mistakes(R"({"items":{"type":"null"}})", "[null,1,2]"), 2U);
  EXPECT_EQ(mistakes(R"({"required":["a"]})", "{}"), 1U);
  EXPECT_EQ(mistakes(R"({"properties":{"a":{"type":"null"}}})", R"({"a":1})"), 1U);
  EXPECT_EQ(mistakes(R"({"additionalProperties":false})", R"({"a":1})"), 1U);
  EXPECT_EQ(mistakes(R"({"additionalProperties":{"type":"null"}})", R"({"a":1})"), 1U);
  EXPECT_EQ(mistakes(R"({"oneOf":[{"type":"number"},{"type":"integer"}]})", "1"), 1U);
  EXPECT_EQ(mistakes(R"({"oneOf":[{"type":"number"},{"type":"string"}]})", "1"), 0U);
  EXPECT_EQ(mistakes(R"({"minimum":2,"maximum":3})", "1"), 1U);
  EXPECT_EQ(mistakes(R"({"multipleOf":8})", "12"), 1U);
  EXPECT_EQ(mistakes(R"({"multipleOf":8})", "16"), 0U);
  EXPECT_EQ(mistakes(R"({"maxItems":1,"minItems":3})", "[1,2]"), 2U);
  EXPECT_EQ(mistakes(R"({"pattern":"^a$","maxLength":1})", "\"bb\""), 2U);
  EXPECT_EQ(mistakes(R"({"$ref":"#/schemas/name"})", "1"), 1U);
  EXPECT_EQ(mistakes(R"({"$ref":"#/schemas/none"})", "1"), 1U);
  EXPECT_EQ(mistakes(R"({"allOf":[]})", "1"), 1U);
}

}  // namespace
}  // namespace sightglass::testing
