#include "serve/web_assets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/thread_pool.h"
#include "serve/content_encoding.h"
#include "serve/request_pipeline.h"
#include "store/revision_log.h"
#include "tests/support/is_ok.h"

namespace sightglass::serve {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// Larger than what is compressed at once.
const std::string& Script() {
  static const std::string script = [] {
    std::string text;
    for (int i = 0; i < 2000; ++i) text += fmt::format("let v{} = {};\n", i, i * i);
    return text;
  }();
  return script;
}

class WebAssets : public ::testing::Test {
 protected:
  WebAssets() { AddWebRoutes(bundle_, router_); }

  // As the server does it.
  Answer Get(std::string target, std::vector<std::pair<std::string, std::string>> headers = {}) {
    RawRequest raw;
    raw.method = "GET";
    raw.target = std::move(target);
    raw.headers = {{"host", "localhost"}};
    raw.headers.insert(raw.headers.end(), headers.begin(), headers.end());
    PlannedRequest planned = pipeline_.Plan(raw, {});
    std::optional<Answer> answer = pipeline_.AnswerNow(planned, cancel_);
    return answer ? std::move(*answer) : pipeline_.AnswerSlowly(planned, cancel_);
  }

  static std::string Line(const Answer& answer, std::string_view name) {
    const std::string start = "\r\n" + std::string(name) + ": ";
    const std::size_t at = answer.head.find(start);
    if (at == std::string::npos) return "(none)";
    const std::size_t begin = at + start.size();
    return answer.head.substr(begin, answer.head.find("\r\n", begin) - begin);
  }

  const std::string packed_ = Gzip(Script());
  const std::vector<BundledFile> bundle_ = {
      {.path = "assets/icon-1.png", .bytes = "picture", .gzip = false},
      {.path = "assets/main-2.js", .bytes = packed_, .gzip = true},
      {.path = "favicon.svg", .bytes = "<svg/>", .gzip = false},
      {.path = "index.html", .bytes = "<!DOCTYPE html><title>t</title>", .gzip = false}};
  kind::Router router_;
  store::RevisionLog revisions_;
  base::ThreadPool pool_{1};
  base::CancelFlag cancel_;
  RequestPipeline pipeline_{{.path_prefix = ""}, router_, revisions_, pool_};
};

TEST_F(WebAssets, StoredBytesGoOutAsTheyAre) {
  const Answer answer = Get("/assets/main-2.js", {{"accept-encoding", "gzip"}});
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, packed_);
  EXPECT_EQ(Line(answer, "Content-Encoding"), "gzip");
  EXPECT_EQ(Line(answer, "Content-Type"), "text/javascript; charset=utf-8");
  EXPECT_EQ(Line(answer, "Cache-Control"), "private, max-age=31536000, immutable");
  EXPECT_EQ(Line(answer, "Vary"), "Accept-Encoding");
  EXPECT_THAT(Line(answer, "ETag"), StartsWith("\""));
}

TEST_F(WebAssets, WhoTakesNoGzipGetsThePlainFile) {
  const Answer answer = Get("/assets/main-2.js");
  EXPECT_EQ(answer.body, Script());
  EXPECT_EQ(Line(answer, "Content-Encoding"), "(none)");
  const Answer packed = Get("/assets/main-2.js", {{"accept-encoding", "gzip"}});
  EXPECT_NE(Line(answer, "ETag"), Line(packed, "ETag"));
}

TEST_F(WebAssets, EntityTagsOfHashedFiles) {
  const std::string tag = Line(Get("/assets/main-2.js", {{"accept-encoding", "gzip"}}), "ETag");
  const Answer again =
      Get("/assets/main-2.js", {{"accept-encoding", "gzip"}, {"if-none-match", tag}});
  EXPECT_EQ(again.status, 304);
  EXPECT_EQ(again.body, "");
}

TEST_F(WebAssets, OtherFilesAreAskedForAgain) {
  const Answer answer = Get("/favicon.svg");
  EXPECT_EQ(answer.body, "<svg/>");
  EXPECT_EQ(Line(answer, "Content-Type"), "image/svg+xml; charset=utf-8");
  EXPECT_EQ(Line(answer, "Cache-Control"), "no-cache, must-revalidate");
  EXPECT_EQ(Get("/favicon.svg", {{"if-none-match", Line(answer, "ETag")}}).status, 304);
  EXPECT_EQ(Get("/favicon.svg", {{"if-none-match", "\"another\""}}).status, 200);
}

TEST_F(WebAssets, FilesThatDoNotCompress) {
  const Answer answer = Get("/assets/icon-1.png", {{"accept-encoding", "gzip"}});
  EXPECT_EQ(answer.body, "picture");
  EXPECT_EQ(Line(answer, "Content-Type"), "image/png");
  EXPECT_EQ(Line(answer, "Content-Encoding"), "(none)");
}

TEST_F(WebAssets, ThePage) {
  for (const char* path : {"/", "/index.html", "/experiment/x/"}) {
    const Answer answer = Get(path);
    EXPECT_EQ(answer.status, 200) << path;
    EXPECT_EQ(answer.body,
              "<!doctype html><meta name=\"tb-relative-root\" content=\"./\"><title>t</title>");
    EXPECT_EQ(Line(answer, "Content-Type"), "text/html; charset=utf-8");
    EXPECT_EQ(Line(answer, "Cache-Control"), "no-cache, must-revalidate");
    const std::string policy = Line(answer, "Content-Security-Policy");
    EXPECT_THAT(policy, HasSubstr("default-src 'self'"));
    EXPECT_THAT(policy, HasSubstr("worker-src 'self'"));
    EXPECT_THAT(policy, Not(HasSubstr("unsafe")));
    EXPECT_EQ(Get(path, {{"if-none-match", Line(answer, "ETag")}}).status, 304);
  }
}

TEST_F(WebAssets, FilesAreThereBelowAnExperiment) {
  EXPECT_EQ(Get("/experiment/x/assets/main-2.js").body, Script());
  EXPECT_EQ(Get("/assets/none.js").status, 404);
  EXPECT_EQ(Get("/assets/../favicon.svg").status, 404);
}

TEST_F(WebAssets, ThePageOfAnExperimentUnderAPrefixLooksFurtherUp) {
  RequestPipeline below({.path_prefix = "/tb"}, router_, revisions_, pool_);
  RawRequest raw;
  raw.method = "GET";
  raw.target = "/tb/experiment/x/";
  raw.headers = {{"host", "localhost"}};
  PlannedRequest planned = below.Plan(raw, {});
  const std::optional<Answer> answer = below.AnswerNow(planned, cancel_);
  ASSERT_TRUE(answer.has_value());
  EXPECT_THAT(answer->body, HasSubstr("content=\"../../\""));
}

}  // namespace
}  // namespace sightglass::serve
