#include "kinds/graphs/graphs_api_upload.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "kind/json_reader.h"
#include "kinds/graphs/graphs_kind.h"
#include "tests/support/is_ok.h"
#include "tests/support/route_caller.h"
#include "tests/support/temp_dir.h"

namespace sightglass::kinds {
namespace {

using ::sightglass::testing::IsOk;
using ::testing::HasSubstr;

class GraphUploadTest : public ::testing::Test {
 protected:
  GraphUploadTest() { kind_->AddRoutes({}, routes_.router()); }

  kind::Response Send(std::string_view name, std::string_view contents) {
    return routes_.Post(fmt::format("/api/graphs/upload?name={}", name), "application/octet-stream",
                        contents);
  }
  kind::Response Ask(std::string_view route, std::string_view body) {
    return routes_.Post(fmt::format("/api/graphs/{}", route), "application/json", body);
  }
  std::string IdOf(const kind::Response& response) {
    const auto document = kind::JsonDocument::Parse(response.body);
    EXPECT_EQ(response.status, 200) << response.body;
    return response.status == 200 ? std::string(*(**document->root().Member("file")).AsString())
                                  : std::string();
  }

  testing::RouteCaller routes_{std::make_shared<const store::Snapshot>()};
  std::unique_ptr<kind::Kind> kind_ = MakeGraphsKind({});
};

constexpr std::string_view kText = R"(node { name: "a" } node { name: "b" input: "a" })";

TEST_F(GraphUploadTest, AFileIsListedDrawnAndRemoved) {
  EXPECT_EQ(routes_.Get("/api/graphs/list").body, R"({"runs":[],"files":[]})");
  const kind::Response sent = Send("%E6%A8%A1%E5%9E%8B.pbtxt", kText);
  const std::string id = IdOf(sent);
  EXPECT_THAT(sent.body,
              HasSubstr(R"("name":"模型.pbtxt","format":"GraphDef","type":"op","bytes":)"));
  EXPECT_EQ(routes_.Get("/api/graphs/list").body,
            fmt::format(R"({{"runs":[],"files":[{}]}})", sent.body));
  EXPECT_EQ(kind_->opened_files(), 1U);
  const std::string graph = fmt::format(R"("graph":{{"file":"{}"}})", id);
  EXPECT_THAT(Ask("scene", fmt::format("{{{}}}", graph)).body, HasSubstr(R"("id":"n:b")"));
  EXPECT_THAT(Ask("node", fmt::format(R"({{{},"name":"b"}})", graph)).body,
              HasSubstr(R"("inputs":[{"name":"a")"));
  const std::string removal = fmt::format(R"({{"file":"{}"}})", id);
  EXPECT_EQ(Ask("remove", removal).status, 200);
  EXPECT_EQ(Ask("remove", removal).status, 404);
  EXPECT_EQ(Ask("scene", fmt::format("{{{}}}", graph)).status, 404);
}

TEST_F(GraphUploadTest, SaysWhatIsWrong) {
  const kind::Response bad = Send("a.pb", "hello world");
  EXPECT_EQ(bad.status, 422);
  EXPECT_THAT(bad.body, HasSubstr("line 1, column 7"));
  EXPECT_EQ(Send("a.pb", "").status, 422);
  EXPECT_EQ(Send("a.keras", "PK\x03\x04 and no more").status, 422);
  EXPECT_EQ(Send("", kText).status, 400);
  EXPECT_EQ(routes_.Post("/api/graphs/upload?name=a&x=1", "", kText).status, 400);
  EXPECT_EQ(Ask("remove", "{}").status, 400);
  EXPECT_EQ(Ask("scene", R"({"graph":{"file":""}})").status, 400);
  EXPECT_EQ(Ask("scene", R"({"graph":{"file":"x","run":"r"}})").status, 400);
  EXPECT_EQ(kind_->opened_files(), 0U);
}

TEST_F(GraphUploadTest, OnlyThisRouteTakesLargeBodies) {
  for (const auto& [path, route] : routes_.router().routes()) {
    EXPECT_EQ(route.max_body_bytes > std::size_t{4} << 20, path == "/api/graphs/upload") << path;
  }
}

TEST_F(GraphUploadTest, AFileOfTheCommandLineIsReadAgainWhenItWasReplaced) {
  const testing::TempDir dir;
  const std::string path = dir.Join("f.pbtxt");
  EXPECT_EQ(kind_->OpenFile(path).error().code, base::ErrorCode::kNotFound);
  dir.Write("f.pbtxt", "hello world");
  EXPECT_EQ(kind_->OpenFile(path).error().code, base::ErrorCode::kFailedPrecondition);
  dir.Replace("f.pbtxt", kText);
  ASSERT_THAT(kind_->OpenFile(path), IsOk());
  const kind::Response list = routes_.Get("/api/graphs/list");
  EXPECT_THAT(list.body, HasSubstr(R"("name":"f.pbtxt")"));
  EXPECT_THAT(list.body, HasSubstr(R"("uploaded":false)"));
  const std::size_t at = list.body.find(R"("file":")");
  const std::string graph = fmt::format(R"({{"graph":{{{}"}}}})", list.body.substr(at, 24));
  EXPECT_THAT(Ask("scene", graph).body, HasSubstr(R"("id":"n:a")"));
  dir.Replace("f.pbtxt", R"(node { name: "later" })");
  EXPECT_THAT(Ask("scene", graph).body, HasSubstr(R"("id":"n:later")"));
  dir.Replace("f.pbtxt", "half of it");
  EXPECT_EQ(Ask("scene", graph).status, 422);
  dir.Remove("f.pbtxt");
  EXPECT_EQ(Ask("scene", graph).status, 404);
}

}  // namespace
}  // namespace sightglass::kinds
