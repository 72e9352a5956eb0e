#include "kind/http_message.h"

#include <gtest/gtest.h>

#include "kind/header_value.h"

namespace sightglass::kind {
namespace {

TEST(Request, FirstHeaderOfAName) {
  const Request request{.headers = {{"accept", "a"}, {"x", ""}, {"accept", "b"}}};
  EXPECT_EQ(request.Header("accept"), "a");
  EXPECT_EQ(request.Header("x"), "");
  EXPECT_EQ(request.Header("Accept"), "");
  EXPECT_EQ(request.Header("none"), "");
}

TEST(Response, TypesThatAreMadeMost) {
  EXPECT_EQ(JsonResponse("{}").content_type, "application/json");
  EXPECT_EQ(JsonResponse("{}").status, 200);
  EXPECT_EQ(TextResponse(404, "x").content_type, "text/plain; charset=utf-8");
  EXPECT_EQ(TextResponse(404, "x").status, 404);
  EXPECT_EQ(HtmlResponse(200, "x").content_type, "text/html; charset=utf-8");
  EXPECT_EQ(HtmlResponse(200, "x").body, "x");
}

TEST(HeaderValue, MediaType) {
  EXPECT_EQ(MediaType(" text/html ; charset=utf-8"), "text/html");
  EXPECT_EQ(MediaType("a/b"), "a/b");
  EXPECT_EQ(MediaType(""), "");
}

TEST(HeaderValue, Parameters) {
  const std::string_view value = R"(form-data; Name="a;b\"c"; x=; y = 2 ;z)";
  EXPECT_EQ(HeaderParameter(value, "name"), "a;b\"c");
  EXPECT_EQ(HeaderParameter(value, "x"), "");
  EXPECT_EQ(HeaderParameter(value, "y"), "2");
  EXPECT_EQ(HeaderParameter(value, "z"), std::nullopt);
  EXPECT_EQ(HeaderParameter(value, "form-data"), std::nullopt);
  EXPECT_EQ(HeaderParameter(R"(a; f="C:\dir\x")", "f"), R"(C:\dir\x)");
  EXPECT_EQ(HeaderParameter(R"(a; f="torn)", "f"), "torn");
  EXPECT_EQ(HeaderParameter(R"(a; f="torn\)", "f"), "torn\\");
}

TEST(HeaderValue, Lists) {
  std::string_view list = R"( , W/"a,b" ,c,, "d)";
  EXPECT_EQ(TakeListElement(list), R"(W/"a,b")");
  EXPECT_EQ(TakeListElement(list), "c");
  EXPECT_EQ(TakeListElement(list), R"("d)");
  EXPECT_EQ(TakeListElement(list), std::nullopt);
}

TEST(HeaderValue, CaseAndBlanks) {
  EXPECT_TRUE(EqualIgnoringCase("Content-Type", "content-tYPE"));
  EXPECT_FALSE(EqualIgnoringCase("a", "ab"));
  EXPECT_FALSE(EqualIgnoringCase("[", "{"));
  EXPECT_EQ(LowerCase("AbZ[\xC4"), "abz[\xC4");
  EXPECT_EQ(TrimBlanks(" \t a b\t"), "a b");
  EXPECT_EQ(TrimBlanks(" \t"), "");
}

}  // namespace
}  // namespace sightglass::kind
