#include "kind/router.h"

#include <gtest/gtest.h>

#include <string>

#include "kind/http_message.h"

namespace sightglass::kind {
namespace {

using base::ErrorCode;

Route Answering(std::string path, std::string text) {
  return {.path = std::move(path), .handler = [text](const Request&, const RequestContext&) {
            return base::Result<Response>(TextResponse(200, text));
          }};
}

TEST(Router, FindsExactPathsOnly) {
  Router router;
  router.Add(Answering("/a", "one"));
  router.Add(Answering("/a/b", "two"));
  ASSERT_NE(router.Find("/a"), nullptr);
  EXPECT_EQ(router.Find("/a")->path, "/a");
  EXPECT_EQ(router.Find("/a/b")->path, "/a/b");
  EXPECT_EQ(router.Find("/a/"), nullptr);
  EXPECT_EQ(router.Find("/A"), nullptr);
  EXPECT_EQ(router.Find("/a/b/c"), nullptr);
  EXPECT_EQ(router.Find(""), nullptr);
  EXPECT_EQ(router.routes().size(), 2U);
}

TEST(RouterDeathTest, APathIsTakenOnce) {
  Router router;
  router.Add(Answering("/a", "one"));
  EXPECT_DEATH(router.Add(Answering("/a", "two")), "");
}

TEST(ErrorResponse, InTensorboardsManner) {
  const Response found =
      ErrorResponse({ErrorCode::kNotFound, "No scalar data"}, ErrorStyle::kTensorboard);
  EXPECT_EQ(found.status, 404);
  EXPECT_EQ(found.content_type, "text/plain; charset=utf-8");
  EXPECT_EQ(found.body, "Not found: No scalar data");
  EXPECT_EQ(ErrorResponse({ErrorCode::kInvalidArgument, ""}, ErrorStyle::kTensorboard).body,
            "Invalid argument");
}

TEST(ErrorResponse, InOurs) {
  const Response found = ErrorResponse({ErrorCode::kNotFound, "no \"run\""}, ErrorStyle::kApi);
  EXPECT_EQ(found.status, 404);
  EXPECT_EQ(found.content_type, "application/json");
  EXPECT_EQ(found.body, R"({"error":{"code":"NOT_FOUND","message":"no \"run\""}})");
}

TEST(ErrorResponse, EveryCodeHasAStatus) {
  for (int code = 1; code <= 16; ++code) {
    const int status = HttpStatus(static_cast<ErrorCode>(code));
    EXPECT_GE(status, 400) << code;
    EXPECT_LE(status, 504) << code;
  }
  EXPECT_EQ(HttpStatus(ErrorCode::kResourceExhausted), 413);
  EXPECT_EQ(HttpStatus(ErrorCode::kUnavailable), 503);
}

}  // namespace
}  // namespace sightglass::kind
