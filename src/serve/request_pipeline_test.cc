#include "serve/request_pipeline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

namespace sightglass::serve {
namespace {

using base::ErrorCode;
using kind::Freshness;
using kind::Method;
using kind::Request;
using kind::RequestContext;
using kind::Response;
using kind::Work;
using ::testing::HasSubstr;
using ::testing::Not;

kind::Handler Say(std::string text) {
  return [text](const Request& request, const RequestContext&) {
    return base::Result<Response>(kind::JsonResponse(text + request.path + request.root));
  };
}

class RequestPipelineTest : public ::testing::Test {
 protected:
  RequestPipelineTest() {
    Add({.path = "/data/runs",
         .handler = Say("runs"),
         .errors = kind::ErrorStyle::kTensorboard,
         .work = Work::kQuick});
    Add({.path = "/data/post",
         .handler = Say("post"),
         .methods = {Method::kPost},
         .errors = kind::ErrorStyle::kTensorboard,
         .max_body_bytes = 10});
    Add({.path = "/api/get", .handler = Say("get"), .methods = {Method::kGet}});
    Add({.path = "/api/health", .handler = Say("health"), .freshness = Freshness::kNever});
    Add({.path = "/api/throws",
         .handler = [](const Request&, const RequestContext&) -> base::Result<Response> {
           throw std::runtime_error("/secret/path");
         }});
    Add({.path = "/", .handler = Say("page")});
  }

  void Add(kind::Route route) { router_.Add(std::move(route)); }

  void MakePipeline(PipelineOptions options = {}) {
    pipeline_ = std::make_unique<RequestPipeline>(std::move(options), router_, revisions_, pool_);
  }

  void Publish(std::uint64_t version) {
    auto snapshot = std::make_shared<store::Snapshot>();
    snapshot->version = version;
    revisions_.Observe(std::move(snapshot));
  }

  // The answer, and whether it was made on the loop.
  Answer Ask(std::string method, std::string target, kind::Headers headers = {},
             std::uint64_t content_length = 0) {
    if (pipeline_ == nullptr) MakePipeline();
    headers.emplace_back("host", "localhost:6006");
    RawRequest raw{.method = std::move(method),
                   .target = std::move(target),
                   .content_length = content_length,
                   .headers = std::move(headers)};
    PlannedRequest planned = pipeline_->Plan(raw, {});
    const base::CancelFlag cancel;
    auto now = pipeline_->AnswerNow(planned, cancel);
    at_once_ = now.has_value();
    return now ? *std::move(now) : pipeline_->AnswerSlowly(planned, cancel);
  }
  Answer Get(std::string target, kind::Headers headers = {}) {
    return Ask("GET", std::move(target), std::move(headers));
  }

  kind::Router router_;
  store::RevisionLog revisions_;
  base::ThreadPool pool_{1};
  std::unique_ptr<RequestPipeline> pipeline_;
  bool at_once_ = false;
};

std::string Line(const Answer& answer, std::string_view name) {
  const std::string start = "\r\n" + std::string(name) + ": ";
  const std::size_t at = answer.head.find(start);
  if (at == std::string::npos) return "(none)";
  const std::size_t begin = at + start.size();
  return answer.head.substr(begin, answer.head.find("\r\n", begin) - begin);
}

TEST_F(RequestPipelineTest, FindsRoutes) {
  EXPECT_EQ(Get("/data/runs").body, "runs/data/runs");
  EXPECT_TRUE(at_once_);
  EXPECT_EQ(Get("/data/runs/").body, "runs/data/runs");
  EXPECT_EQ(Get("/experiment/a%20b/data/runs").body, "runs/data/runs/experiment/a%20b");
  EXPECT_EQ(Get("/api/get?x=1").body, "get/api/get");
  EXPECT_FALSE(at_once_);
  EXPECT_EQ(Get("/").body, "page/");
}

TEST_F(RequestPipelineTest, UnknownPaths) {
  const Answer text = Get("/nothing");
  EXPECT_EQ(text.status, 404);
  EXPECT_EQ(text.body, "Not found");
  EXPECT_EQ(Line(text, "Content-Type"), "text/plain; charset=utf-8");
  const Answer json = Get("/api/nothing");
  EXPECT_EQ(json.status, 404);
  EXPECT_THAT(json.body, HasSubstr("NOT_FOUND"));
  EXPECT_EQ(Get("/data/../data/runs").status, 404);
  EXPECT_EQ(Get("/%2e%2e/etc/passwd").status, 404);
  EXPECT_EQ(Get("/data%00/runs").status, 400);
  EXPECT_EQ(Get("*").status, 400);
}

TEST_F(RequestPipelineTest, Prefix) {
  MakePipeline({.path_prefix = "/p"});
  EXPECT_EQ(Get("/p/data/runs").body, "runs/data/runs/p");
  EXPECT_EQ(Get("/data/runs").status, 404);
  EXPECT_EQ(Get("/data/runs").body, "Not found");
  EXPECT_EQ(Get("/pz").status, 404);
  const Answer moved = Get("/p");
  EXPECT_EQ(moved.status, 301);
  EXPECT_EQ(Line(moved, "Location"), "/p/");
  EXPECT_EQ(Line(Get("/p/experiment/1"), "Location"), "/p/experiment/1/");
}

TEST_F(RequestPipelineTest, Methods) {
  const Answer html = Get("/data/post");
  EXPECT_EQ(html.status, 405);
  EXPECT_EQ(Line(html, "Allow"), "POST");
  EXPECT_EQ(Line(html, "Content-Type"), "text/html; charset=utf-8");
  const Answer json = Ask("POST", "/api/get");
  EXPECT_EQ(json.status, 405);
  EXPECT_EQ(Line(json, "Allow"), "GET, HEAD");
  EXPECT_EQ(Line(json, "Content-Type"), "application/json");
  EXPECT_EQ(Ask("HEAD", "/api/get").status, 200);
  EXPECT_EQ(Ask("HEAD", "/api/get").body, "");
  for (const char* method : {"PUT", "DELETE", "OPTIONS", "PATCH", "BREW"}) {
    EXPECT_EQ(Ask(method, "/data/runs").status, 200) << method;
    EXPECT_EQ(Ask(method, "/api/get").status, 405) << method;
  }
}

TEST_F(RequestPipelineTest, FeatureFlags) {
  EXPECT_EQ(Get("/data/runs?tensorBoardFeatureFlags=%7B%22a%22%3A1%7D").status, 200);
  EXPECT_EQ(Get("/data/runs?tensorBoardFeatureFlags=").status, 200);
  EXPECT_EQ(Get("/data/runs?tensorBoardFeatureFlags=x").status, 400);
  EXPECT_EQ(Get("/data/runs?tensorBoardFeatureFlags=3").status, 400);
  EXPECT_EQ(Get("/data/runs", {{"x-tensorboard-feature-flags", "{}"}}).status, 200);
  EXPECT_EQ(Get("/data/runs", {{"x-tensorboard-feature-flags", "{"}}).status, 400);
  EXPECT_EQ(Get("/data/runs", {{"x-tensorboard-feature-flags", "[]"}}).status, 400);
  EXPECT_EQ(Get("/nothing?tensorBoardFeatureFlags=x").status, 400);
}

TEST_F(RequestPipelineTest, BodiesThatAreTooLarge) {
  EXPECT_EQ(Ask("POST", "/data/post", {}, 10).status, 200);
  EXPECT_EQ(Ask("POST", "/data/post", {}, 11).status, 413);
}

TEST_F(RequestPipelineTest, WhatIsThrownStaysInTheLog) {
  const Answer answer = Get("/api/throws");
  EXPECT_EQ(answer.status, 500);
  EXPECT_THAT(answer.body, HasSubstr("INTERNAL"));
  EXPECT_THAT(answer.body, Not(HasSubstr("secret")));
}

TEST_F(RequestPipelineTest, EntityTagsFollowTheSnapshot) {
  Publish(1);
  const std::string first = Line(Get("/api/get"), "ETag");
  ASSERT_THAT(first, ::testing::StartsWith("W/\""));
  const Answer same = Get("/api/get", {{"if-none-match", first}});
  EXPECT_EQ(same.status, 304);
  EXPECT_TRUE(at_once_);  // no handler was called
  EXPECT_EQ(Line(same, "ETag"), first);
  EXPECT_EQ(Get("/api/get?other", {{"if-none-match", first}}).status, 200);
  EXPECT_EQ(Get("/api/get", {{"if-none-match", first}, {"accept", "other/type"}}).status, 200);
  EXPECT_EQ(Ask("POST", "/data/post", {{"if-none-match", "*"}}).status, 200);
  Publish(2);
  const Answer newer = Get("/api/get", {{"if-none-match", first}});
  EXPECT_EQ(newer.status, 200);
  EXPECT_NE(Line(newer, "ETag"), first);
  EXPECT_EQ(Line(Get("/api/health"), "ETag"), "(none)");
}

TEST_F(RequestPipelineTest, TagsOfTwoProcessesDiffer) {
  const std::string first = Line(Get("/api/get"), "ETag");
  MakePipeline();
  EXPECT_NE(Line(Get("/api/get"), "ETag"), first);
}

TEST_F(RequestPipelineTest, LargeTextIsCompressedOnThePool) {
  Add({.path = "/api/large",
       .handler =
           [](const Request&, const RequestContext&) {
             return base::Result<Response>(kind::JsonResponse(std::string(100'000, ' ')));
           },
       .work = Work::kQuick});
  EXPECT_EQ(Line(Get("/api/large", {{"accept-encoding", "gzip"}}), "Content-Encoding"), "gzip");
  EXPECT_FALSE(at_once_);
  EXPECT_EQ(Get("/api/large").body.size(), 100'000U);
  EXPECT_TRUE(at_once_);
}

TEST_F(RequestPipelineTest, ForeignHostsAndOrigins) {
  if (pipeline_ == nullptr) MakePipeline();
  RawRequest raw{.method = "GET", .target = "/data/runs", .headers = {{"host", "evil.com"}}};
  PlannedRequest planned = pipeline_->Plan(raw, {});
  ASSERT_TRUE(planned.response.has_value());
  EXPECT_EQ(planned.response->status, 403);
  EXPECT_TRUE(planned.refused);
  EXPECT_THAT(planned.response->body, HasSubstr("--allowed_host"));
  EXPECT_EQ(Get("http://evil.com/data/runs").status, 403);
  EXPECT_EQ(Get("http://localhost/data/runs").status, 200);

  EXPECT_EQ(Ask("POST", "/data/post", {{"origin", "http://localhost:6006"}}).status, 200);
  EXPECT_EQ(Ask("POST", "/data/post", {{"origin", "http://evil.com"}}).status, 403);
  EXPECT_EQ(Ask("POST", "/data/post", {{"origin", "null"}}).status, 403);
  EXPECT_EQ(Ask("DELETE", "/data/runs", {{"origin", "null"}}).status, 403);
  EXPECT_EQ(Ask("POST", "/data/post", {{"sec-fetch-site", "cross-site"}}).status, 403);
  EXPECT_EQ(Get("/data/runs", {{"origin", "http://evil.com"}}).status, 200);
}

TEST_F(RequestPipelineTest, Token) {
  MakePipeline({.access = {.token = "secret"}});
  const Answer text = Get("/data/runs");
  EXPECT_EQ(text.status, 401);
  EXPECT_EQ(Line(text, "WWW-Authenticate"), "Bearer");
  EXPECT_EQ(Line(text, "Content-Type"), "text/plain; charset=utf-8");
  EXPECT_EQ(Line(Get("/", {{"accept", "text/html,*/*"}}), "Content-Type"),
            "text/html; charset=utf-8");
  EXPECT_EQ(Line(Get("/api/get", {{"accept", "text/html"}}), "Content-Type"), "application/json");
  // What exists is nobody else's business.
  EXPECT_EQ(Get("/nothing").status, 401);
  EXPECT_EQ(Get("/experiment/1").status, 401);
  EXPECT_EQ(Get("/data/runs", {{"authorization", "Bearer secret"}}).status, 200);
  EXPECT_EQ(Get("/api/health").status, 200);
  EXPECT_EQ(Get("/api/healthy").status, 401);
}

TEST_F(RequestPipelineTest, OneTimeLink) {
  MakePipeline({.access = {.token = "secret"}});
  int used = 0;
  pipeline_->set_on_link_used([&used] { ++used; });
  const std::string link = "/auth?code=" + pipeline_->MakeCode();
  EXPECT_EQ(Ask("HEAD", link).status, 401);
  EXPECT_EQ(Get("/auth?code=wrong").status, 401);
  EXPECT_EQ(Get("/auth").status, 401);
  EXPECT_EQ(used, 0);
  const Answer in = Get(link);
  EXPECT_EQ(in.status, 303);
  EXPECT_EQ(Line(in, "Location"), "/");
  EXPECT_EQ(used, 1);
  const std::string set = Line(in, "Set-Cookie");
  const std::string cookie = set.substr(0, set.find(';'));
  EXPECT_EQ(Get("/data/runs", {{"cookie", cookie}}).status, 200);
  EXPECT_EQ(Get(link).status, 401);
  EXPECT_EQ(Get(link, {{"cookie", cookie}}).status, 303);
  EXPECT_EQ(used, 1);
}

TEST_F(RequestPipelineTest, WithoutATokenThereIsNoLink) { EXPECT_EQ(Get("/auth").status, 404); }

TEST_F(RequestPipelineTest, TooManyParameters) {
  std::string target = "/data/runs?";
  for (std::size_t i = 0; i <= kind::kMaxParameters; ++i) target += "a&";
  EXPECT_EQ(Get(target).status, 400);
}

}  // namespace
}  // namespace sightglass::serve
