#include "serve/response_finisher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "kind/column_writer.h"
#include "serve/content_encoding.h"
#include "tests/support/is_ok.h"

namespace sightglass::serve {
namespace {

using kind::HtmlResponse;
using kind::JsonResponse;
using kind::Response;
using kind::TextResponse;
using ::testing::HasSubstr;
using testing::IsOkAnd;
using ::testing::Not;
using ::testing::StartsWith;

AnswerRules Get() { return {.get = true, .keep_alive = true}; }

std::string Line(const Answer& answer, std::string_view name) {
  const std::string start = "\r\n" + std::string(name) + ": ";
  const std::size_t at = answer.head.find(start);
  if (at == std::string::npos) return "(none)";
  const std::size_t begin = at + start.size();
  return answer.head.substr(begin, answer.head.find("\r\n", begin) - begin);
}

Response Blob(std::string body, std::string type = "image/png") {
  Response response;
  response.content_type = std::move(type);
  response.body = std::move(body);
  response.immutable = true;
  return response;
}

class NoSource : public kind::BodySource {
 public:
  State Next(std::string&) override { return State::kEnd; }
};

TEST(FinishResponse, WhatEveryAnswerHas) {
  const Answer answer = FinishResponse(JsonResponse("[]"), Get());
  EXPECT_THAT(answer.head, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(answer.head, ::testing::EndsWith("\r\n\r\n"));
  EXPECT_EQ(answer.body, "[]");
  EXPECT_FALSE(answer.close);
  EXPECT_EQ(Line(answer, "Content-Type"), "application/json");
  EXPECT_EQ(Line(answer, "Content-Length"), "2");
  EXPECT_EQ(Line(answer, "X-Content-Type-Options"), "nosniff");
  EXPECT_EQ(Line(answer, "Referrer-Policy"), "no-referrer");
  EXPECT_EQ(Line(answer, "Cross-Origin-Resource-Policy"), "same-origin");
  EXPECT_EQ(Line(answer, "Cache-Control"), "no-cache, must-revalidate");
  EXPECT_EQ(Line(answer, "Expires"), "0");
  EXPECT_EQ(Line(answer, "Vary"), "Accept-Encoding");
  EXPECT_EQ(Line(answer, "Connection"), "(none)");
  EXPECT_EQ(Line(answer, "Content-Security-Policy"), "(none)");
  EXPECT_EQ(Line(answer, "ETag"), "(none)");
  EXPECT_THAT(Line(answer, "Date"), ::testing::EndsWith(" GMT"));
}

TEST(FinishResponse, ClosesWhenTold) {
  const Answer answer = FinishResponse(JsonResponse("[]"), {.keep_alive = false});
  EXPECT_TRUE(answer.close);
  EXPECT_EQ(Line(answer, "Connection"), "close");
  const Answer old = FinishResponse(JsonResponse("[]"), {.http11 = false, .keep_alive = true});
  EXPECT_EQ(Line(old, "Connection"), "keep-alive");
}

TEST(FinishResponse, HeadHasTheLengthAndNoBody) {
  AnswerRules rules = Get();
  rules.head = true;
  const Answer answer = FinishResponse(JsonResponse("[1]"), rules);
  EXPECT_EQ(Line(answer, "Content-Length"), "3");
  EXPECT_EQ(answer.body, "");
}

TEST(FinishResponse, StrictPolicyForPages) {
  const std::string policy =
      Line(FinishResponse(HtmlResponse(200, "x"), Get()), "Content-Security-Policy");
  EXPECT_THAT(policy, HasSubstr("default-src 'self'"));
  EXPECT_THAT(policy, HasSubstr("object-src 'none'"));
  EXPECT_THAT(policy, HasSubstr("base-uri 'none'"));
  EXPECT_THAT(policy, HasSubstr("form-action 'self'"));
  EXPECT_THAT(policy, HasSubstr("frame-ancestors 'self'"));
  EXPECT_THAT(policy, Not(HasSubstr("unsafe")));
  Response own = HtmlResponse(200, "x");
  own.content_security_policy = "default-src 'none'";
  AnswerRules rules = Get();
  rules.frame_ancestors = "https://notebook.example";
  EXPECT_EQ(Line(FinishResponse(std::move(own), rules), "Content-Security-Policy"),
            "default-src 'none'; frame-ancestors https://notebook.example");
}

TEST(FinishResponse, ControlCharactersCannotBeginAHeader) {
  Response response = JsonResponse("[]");
  response.headers.emplace_back("X-Name", "a\r\nSet-Cookie: b\x01");
  const Answer answer = FinishResponse(std::move(response), Get());
  EXPECT_EQ(Line(answer, "X-Name"), "a__Set-Cookie: b_");
  EXPECT_EQ(Line(answer, "Set-Cookie"), "(none)");
}

TEST(FinishResponse, OwnCachingStays) {
  Response response = JsonResponse("[]");
  response.headers.emplace_back("cache-control", "no-store");
  const Answer answer = FinishResponse(std::move(response), Get());
  EXPECT_EQ(Line(answer, "cache-control"), "no-store");
  EXPECT_EQ(Line(answer, "Cache-Control"), "(none)");
  EXPECT_EQ(Line(answer, "Expires"), "(none)");
}

TEST(FinishResponse, EmptyAnswersHaveNoType) {
  const Answer moved = FinishResponse({.status = 301, .headers = {{"Location", "/x/"}}}, Get());
  EXPECT_EQ(Line(moved, "Location"), "/x/");
  EXPECT_EQ(Line(moved, "Content-Type"), "(none)");
  EXPECT_EQ(Line(moved, "Content-Length"), "0");
  EXPECT_EQ(Line(FinishResponse({.status = 204}, Get()), "Content-Length"), "(none)");
}

TEST(FinishResponse, CompressesText) {
  AnswerRules rules = Get();
  rules.accepts_gzip = true;
  const std::string body = "[1, 2]";
  EXPECT_TRUE(WillCompress(JsonResponse(body), rules));
  const Answer answer = FinishResponse(JsonResponse(body), rules);
  EXPECT_EQ(Line(answer, "Content-Encoding"), "gzip");
  EXPECT_EQ(Line(answer, "Content-Length"), std::to_string(answer.body.size()));
  EXPECT_THAT(Gunzip(answer.body, 100), IsOkAnd(body));

  EXPECT_FALSE(WillCompress(JsonResponse(body), Get()));
  EXPECT_EQ(Line(FinishResponse(JsonResponse(body), Get()), "Content-Encoding"), "(none)");
  Response image;
  image.content_type = "image/png";
  image.body = body;
  const Answer plain = FinishResponse(std::move(image), rules);
  EXPECT_EQ(plain.body, body);
  EXPECT_EQ(Line(plain, "Vary"), "(none)");
}

TEST(FinishResponse, LeavesWhatIsEncodedAlone) {
  AnswerRules rules = Get();
  rules.accepts_gzip = true;
  Response identity = HtmlResponse(200, "page");
  identity.headers.emplace_back("Content-Encoding", "identity");
  const Answer page = FinishResponse(std::move(identity), rules);
  EXPECT_EQ(page.body, "page");
  EXPECT_EQ(Line(page, "Content-Encoding"), "identity");

  const std::string file = Gzip("script");
  const auto stored = [&file] {
    Response response = TextResponse(200, file);
    response.headers.emplace_back("Content-Encoding", "gzip");
    return response;
  };
  EXPECT_EQ(FinishResponse(stored(), rules).body, file);
  const Answer unpacked = FinishResponse(stored(), Get());
  EXPECT_EQ(unpacked.body, "script");
  EXPECT_EQ(Line(unpacked, "Content-Encoding"), "(none)");
  EXPECT_EQ(Line(unpacked, "Vary"), "Accept-Encoding");
}

TEST(FinishResponse, ColumnsAreCompressedForOtherMachines) {
  const auto columns = [](std::size_t size) {
    Response response;
    response.content_type = kind::kColumnsContentType;
    response.body = std::string(size, 'a');
    return response;
  };
  AnswerRules rules = Get();
  rules.accepts_gzip = true;
  EXPECT_EQ(Line(FinishResponse(columns(5000), rules), "Content-Encoding"), "(none)");
  rules.remote = true;
  EXPECT_EQ(Line(FinishResponse(columns(5000), rules), "Content-Encoding"), "gzip");
  EXPECT_EQ(Line(FinishResponse(columns(500), rules), "Content-Encoding"), "(none)");
  Response noise = columns(0);
  std::uint32_t state = 1;
  for (int i = 0; i < 5000; ++i) {
    state = state * 1664525 + 1013904223;
    noise.body.push_back(static_cast<char>(state >> 24));
  }
  EXPECT_EQ(Line(FinishResponse(std::move(noise), rules), "Content-Encoding"), "(none)");
}

TEST(FinishResponse, SnapshotTag) {
  constexpr std::string_view kTag = "W/\"e-1-x\"";
  EXPECT_EQ(Line(FinishResponse(JsonResponse("[]"), Get(), kTag), "ETag"), kTag);
  EXPECT_EQ(Line(FinishResponse(TextResponse(404, "x"), Get(), kTag), "ETag"), "(none)");
  const Answer same = NotModified(kTag, Get());
  EXPECT_EQ(same.status, 304);
  EXPECT_EQ(Line(same, "ETag"), kTag);
  EXPECT_EQ(Line(same, "Content-Length"), "(none)");
}

TEST(FinishResponse, BlobsAreKept) {
  const Answer answer = FinishResponse(Blob("0123456789"), Get(), "W/\"not this\"");
  EXPECT_EQ(answer.status, 200);
  EXPECT_THAT(Line(answer, "Cache-Control"), HasSubstr("immutable"));
  EXPECT_EQ(Line(answer, "Expires"), "(none)");
  EXPECT_EQ(Line(answer, "Accept-Ranges"), "bytes");
  const std::string tag = Line(answer, "ETag");
  EXPECT_THAT(tag, StartsWith("\""));
  AnswerRules rules = Get();
  rules.if_none_match = "\"other\", " + tag;
  const Answer again = FinishResponse(Blob("0123456789"), rules);
  EXPECT_EQ(again.status, 304);
  EXPECT_EQ(again.body, "");
  EXPECT_EQ(Line(again, "ETag"), tag);
  EXPECT_EQ(FinishResponse(Blob("012345678X"), rules).status, 200);
}

TEST(FinishResponse, RangesOfBlobs) {
  AnswerRules rules = Get();
  rules.range = "bytes=2-4";
  const Answer part = FinishResponse(Blob("0123456789"), rules);
  EXPECT_EQ(part.status, 206);
  EXPECT_EQ(part.body, "234");
  EXPECT_EQ(Line(part, "Content-Range"), "bytes 2-4/10");
  EXPECT_EQ(Line(part, "Content-Length"), "3");

  rules.range = "bytes=-1";
  EXPECT_EQ(FinishResponse(Blob("0123456789"), rules).body, "9");
  rules.range = "bytes=10-";
  const Answer beyond = FinishResponse(Blob("0123456789"), rules);
  EXPECT_EQ(beyond.status, 416);
  EXPECT_EQ(Line(beyond, "Content-Range"), "bytes */10");
  EXPECT_EQ(beyond.body, "");
  rules.range = "bytes=0-1,3-4";
  EXPECT_EQ(FinishResponse(Blob("0123456789"), rules).status, 200);

  rules.range = "bytes=2-4";
  EXPECT_EQ(FinishResponse(JsonResponse("0123456789"), rules).status, 200);
  rules.if_range = Line(part, "ETag");
  EXPECT_EQ(FinishResponse(Blob("0123456789"), rules).status, 206);
  rules.if_range = "\"other\"";
  EXPECT_EQ(FinishResponse(Blob("0123456789"), rules).status, 200);
  rules.if_range = "";
  rules.get = false;
  EXPECT_EQ(FinishResponse(Blob("0123456789"), rules).status, 200);
}

TEST(FinishResponse, RangesAreOfThePlainBytes) {
  AnswerRules rules = Get();
  rules.accepts_gzip = true;
  const Answer whole = FinishResponse(Blob("0123456789", "text/css"), rules);
  EXPECT_EQ(Line(whole, "Content-Encoding"), "gzip");
  rules.range = "bytes=0-1";
  const Answer part = FinishResponse(Blob("0123456789", "text/css"), rules);
  EXPECT_EQ(part.body, "01");
  EXPECT_EQ(Line(part, "Content-Encoding"), "(none)");
  EXPECT_NE(Line(whole, "ETag"), Line(part, "ETag"));
}

TEST(FinishResponse, Sources) {
  const auto stream = [](std::string type) {
    Response response;
    response.content_type = std::move(type);
    response.source = std::make_unique<NoSource>();
    return response;
  };
  AnswerRules rules = Get();
  rules.accepts_gzip = true;
  const Answer csv = FinishResponse(stream("text/csv"), rules, "W/\"tag\"");
  EXPECT_TRUE(csv.chunked);
  EXPECT_FALSE(csv.event_stream);
  EXPECT_NE(csv.source, nullptr);
  EXPECT_EQ(Line(csv, "Transfer-Encoding"), "chunked");
  EXPECT_EQ(Line(csv, "Content-Length"), "(none)");
  EXPECT_EQ(Line(csv, "Content-Encoding"), "(none)");
  EXPECT_EQ(Line(csv, "ETag"), "(none)");

  EXPECT_TRUE(FinishResponse(stream("text/event-stream"), rules).event_stream);
  AnswerRules old = Get();
  old.http11 = false;
  const Answer until_end = FinishResponse(stream("text/csv"), old);
  EXPECT_FALSE(until_end.chunked);
  EXPECT_TRUE(until_end.close);
  rules.head = true;
  EXPECT_EQ(FinishResponse(stream("text/csv"), rules).source, nullptr);
}

TEST(NamesTag, ComparesWeakly) {
  EXPECT_TRUE(NamesTag("\"a\"", "W/\"a\""));
  EXPECT_TRUE(NamesTag("\"x\", W/\"a,b\"", "\"a,b\""));
  EXPECT_TRUE(NamesTag("*", "\"a\""));
  EXPECT_FALSE(NamesTag("", "\"a\""));
  EXPECT_FALSE(NamesTag("a", "\"a\""));
  EXPECT_FALSE(NamesTag("\"b\"", "\"a\""));
}

TEST(ReasonPhrase, OfEveryStatusThatIsUsed) {
  for (const int status : {200, 204, 206, 301, 302, 303, 304, 400, 401, 403, 404, 405, 408,
                           409, 413, 414, 416, 417, 431, 499, 500, 501, 503, 504, 505}) {
    EXPECT_NE(ReasonPhrase(status), "Unknown") << status;
  }
}

}  // namespace
}  // namespace sightglass::serve
