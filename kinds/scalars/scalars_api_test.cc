#include "kinds/scalars/scalars_api.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "kind/column_writer.h"
#include "kind/name_id.h"
#include "tests/support/is_ok.h"
#include "tests/support/scalars_api_caller.h"
#include "tests/support/snapshot_builder.h"

namespace sightglass::kinds {
namespace {

using base::ErrorCode;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::IsError;
using testing::IsOk;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

class ScalarsApi : public ::testing::Test {
 protected:
  ScalarsApi() {
    builder_.Scalars("a", "loss", {{1, 100, 0.5}, {2, 101, 0.25}, {4, 103, 8}})
        .Scalars("a", "acc", {{1, 100, 0.1}, {3, 102, kNan}})
        .Scalars("a", "epoch", {{1, 100, 1}, {3, 100, 2}})
        .Scalars("b", "loss", {{10, 200, 1}, {20, 210, 2}, {30, 220, 3}})
        .Scalars("b", "loss", {{20, 230, 20}})
        .Scalars("b\xFF", "odd\xFE", {{9007199254740993, 1, 1}});
    snapshot_ = builder_.Build(7);
    api_ = std::make_unique<ApiCaller>(snapshot_);
  }

  ReadAnswer Ask(const std::string& body, std::string accept = {}) {
    return api_->PostOk("/api/scalars", body, std::move(accept));
  }
  // Of an answer, "run/tag".
  static std::vector<std::string> Names(const ReadAnswer& answer) {
    std::vector<std::string> names;
    for (const auto& series : answer.Items("series")) {
      names.push_back(ReadAnswer::Text(series, "run") + "/" + ReadAnswer::Text(series, "tag"));
    }
    return names;
  }

  testing::SnapshotBuilder builder_;
  std::shared_ptr<const store::Snapshot> snapshot_;
  std::unique_ptr<ApiCaller> api_;
};

TEST_F(ScalarsApi, OneSeriesAsColumns) {
  const ReadAnswer answer = Ask(R"({"selection":{"series":[{"run":"a","tag":"loss"}]}})");
  EXPECT_EQ(answer.response().content_type, kind::kColumnsContentType);
  EXPECT_EQ(ReadAnswer::Text(answer.root(), "epoch"), "0123456789abcdef");
  EXPECT_EQ(ReadAnswer::Number(answer.root(), "revision"), 7U);
  EXPECT_FALSE(ReadAnswer::Get(answer.root(), "loading").AsBool().value());
  ASSERT_EQ(answer.Items("series").size(), 1U);
  const kind::JsonValue series = answer.Items("series")[0];
  EXPECT_EQ(ReadAnswer::Text(series, "run_id"), kind::NameId("a"));
  EXPECT_EQ(ReadAnswer::Text(series, "tag_id"), kind::NameId("loss"));
  EXPECT_EQ(ReadAnswer::Number(series, "points"), 3U);
  EXPECT_EQ(ReadAnswer::Number(series, "kept"), 0U);
  EXPECT_EQ(ReadAnswer::Type(series, "step"), "i32");
  EXPECT_EQ(ReadAnswer::Type(series, "value"), "f32");
  EXPECT_THAT(answer.Ints(series, "step"), ElementsAre(1, 2, 4));
  EXPECT_THAT(answer.Doubles(series, "wall_time"), ElementsAre(100, 101, 103));
  EXPECT_THAT(answer.Doubles(series, "value"), ElementsAre(0.5, 0.25, 8));
  EXPECT_FALSE(ReadAnswer::Has(series, "index"));
}

TEST_F(ScalarsApi, TheSameAsJson) {
  const ReadAnswer answer =
      Ask(R"({"selection":{"runs":["a"],"tags":["acc"]}})", "application/json");
  EXPECT_EQ(answer.response().content_type, "application/json");
  const kind::JsonValue series = answer.Items("series")[0];
  EXPECT_THAT(answer.Ints(series, "step"), ElementsAre(1, 3));
  EXPECT_THAT(answer.response().body, HasSubstr("\"value\":[0.1,\"NaN\"]"));
}

TEST_F(ScalarsApi, GetGivesJsonUnlessToldOtherwise) {
  const ReadAnswer answer =
      api_->GetOk("/api/scalars", "run=a&tag=loss&columns=step,value&smoothing=ema:0.5");
  EXPECT_EQ(answer.response().content_type, "application/json");
  const kind::JsonValue series = answer.Items("series")[0];
  EXPECT_THAT(answer.Ints(series, "step"), ElementsAre(1, 2, 4));
  EXPECT_FALSE(ReadAnswer::Has(series, "wall_time"));
  EXPECT_DOUBLE_EQ(answer.Doubles(series, "value")[1], (0.5 * 0.25 + 0.25 * 0.5) / 0.75);
  EXPECT_EQ(Names(api_->GetOk("/api/scalars", "tag_matching=^l&run_matching=b")),
            (std::vector<std::string>{"b/loss"}));
  EXPECT_EQ(Names(api_->GetOk("/api/scalars",
                              "run_id=" + kind::NameId("a") + "&tag_id=" + kind::NameId("acc"))),
            (std::vector<std::string>{"a/acc"}));
  EXPECT_EQ(Names(api_->GetOk("/api/scalars", "run=b%FF")),
            (std::vector<std::string>{"b\\xFF/odd\\xFE"}));
}

TEST_F(ScalarsApi, Selections) {
  using Strings = std::vector<std::string>;
  EXPECT_EQ(Names(Ask("{}")), (Strings{"a/acc", "a/epoch", "a/loss", "b/loss", "b\\xFF/odd\\xFE"}));
  EXPECT_EQ(Names(Ask(R"({"selection":{"tags":["loss"]}})")), (Strings{"a/loss", "b/loss"}));
  EXPECT_EQ(Names(Ask(R"({"selection":{"tags":["loss","loss"],"tags_matching":"^ac"}})")),
            (Strings{"a/acc", "a/loss", "b/loss"}));
  EXPECT_EQ(Names(Ask(R"({"selection":{"runs":["b"],"runs_matching":"\\xff"}})")),
            (Strings{"b/loss", "b\\xFF/odd\\xFE"}));
  const std::string odd = R"({"id":")" + kind::NameId("b\xFF") + R"("})";
  const std::string tag = R"({"id":")" + kind::NameId("odd\xFE") + R"("})";
  EXPECT_EQ(Names(Ask(R"({"selection":{"runs":[)" + odd + "]}}")), (Strings{"b\\xFF/odd\\xFE"}));
  EXPECT_EQ(Names(Ask(R"({"selection":{"tags":[)" + tag + "]}}")), (Strings{"b\\xFF/odd\\xFE"}));
  EXPECT_EQ(Names(Ask(R"({"selection":{"series":[{"run":)" + odd + R"(,"tag":)" + tag + "}]}}")),
            (Strings{"b\\xFF/odd\\xFE"}));
  EXPECT_EQ(Names(Ask(R"({"selection":{"tags":["acc"],"series":[{"run":"b","tag":"loss"},)"
                      R"({"run":"a","tag":"acc"}]}})")),
            (Strings{"a/acc", "b/loss"}));
}

TEST_F(ScalarsApi, WhatIsListedButNotThereIsNamed) {
  const ReadAnswer answer =
      Ask(R"({"selection":{"runs":["a","x"],"tags":["acc","y",{"id":"00000000000000ff"}],)"
          R"("series":[{"run":"b","tag":"acc"}]}})");
  EXPECT_EQ(Names(answer), (std::vector<std::string>{"a/acc"}));
  const auto missing = answer.Items("missing");
  ASSERT_EQ(missing.size(), 4U);
  EXPECT_EQ(ReadAnswer::Text(missing[0], "run"), "x");
  EXPECT_EQ(ReadAnswer::Text(missing[1], "tag"), "y");
  EXPECT_EQ(ReadAnswer::Text(missing[2], "tag_id"), "00000000000000ff");
  EXPECT_EQ(ReadAnswer::Text(missing[3], "run"), "b");
  EXPECT_EQ(ReadAnswer::Text(missing[3], "tag"), "acc");
}

TEST_F(ScalarsApi, AxesAndRanges) {
  const auto steps = [&](const std::string& more) {
    const ReadAnswer answer = Ask(R"({"selection":{"series":[{"run":"a","tag":"loss"}]},)" + more +
                                  R"(,"columns":["step","x","index"]})");
    return answer.Ints(answer.Items("series")[0], "step");
  };
  const auto places = [&](const std::string& more) {
    const ReadAnswer answer = Ask(R"({"selection":{"series":[{"run":"a","tag":"loss"}]},)" + more +
                                  R"(,"columns":["x"]})");
    return answer.Doubles(answer.Items("series")[0], "x");
  };
  EXPECT_THAT(places(R"("x":"step")"), ElementsAre(1, 2, 4));
  EXPECT_THAT(places(R"("x":"relative_step")"), ElementsAre(0, 1, 3));
  EXPECT_THAT(places(R"("x":"wall")"), ElementsAre(100, 101, 103));
  EXPECT_THAT(places(R"("x":"relative")"), ElementsAre(0, 1, 3));
  EXPECT_THAT(places(R"("x":"relative","origin":90)"), ElementsAre(10, 11, 13));
  EXPECT_THAT(places(R"("x":"ordinal")"), ElementsAre(0, 1, 2));
  EXPECT_THAT(places(R"("x":{"tag":"epoch"})"), ElementsAre(1, 1, 2));
  EXPECT_THAT(steps(R"("range":{"begin":2,"end":4})"), ElementsAre(2, 4));
  EXPECT_THAT(steps(R"("range":{"begin":1.5,"end":3.5})"), ElementsAre(2));
  EXPECT_THAT(steps(R"("range":{"end":1})"), ElementsAre(1));
  EXPECT_THAT(steps(R"("range":{"begin":5})"), IsEmpty());
  EXPECT_THAT(steps(R"("x":"relative_step","range":{"begin":1})"), ElementsAre(2, 4));
  EXPECT_THAT(steps(R"("x":"relative","range":{"begin":1,"end":1})"), ElementsAre(2));
  EXPECT_THAT(steps(R"("x":"wall","range":{"end":102})"), ElementsAre(1, 2));
  EXPECT_THAT(steps(R"("x":"ordinal","range":{"begin":1,"end":1})"), ElementsAre(2));
  EXPECT_THAT(steps(R"("x":{"tag":"epoch"},"range":{"begin":2,"end":9})"), ElementsAre(4));
  EXPECT_THAT(steps(R"("x":{"tag":"none"},"range":{"begin":2,"end":9})"), IsEmpty());
  EXPECT_THAT(steps(R"("range":{"begin":2,"end":3},"width":10,"neighbours":true)"),
              ElementsAre(1, 2, 4));
}

TEST_F(ScalarsApi, SeriesOfOneTagShareAView) {
  const ReadAnswer answer = Ask(R"({"selection":{"tags":["loss","acc"]},"width":100})");
  for (const auto& series : answer.Items("series")) {
    const bool loss = ReadAnswer::Text(series, "tag") == "loss";
    EXPECT_EQ(ReadAnswer::Get(series, "x_begin").AsDouble().value(), 1);
    EXPECT_EQ(ReadAnswer::Get(series, "x_end").AsDouble().value(), loss ? 20 : 3);
  }
}

TEST_F(ScalarsApi, SupersededPoints) {
  const ReadAnswer answer =
      Ask(R"({"selection":{"series":[{"run":"b","tag":"loss"}]},"superseded":true})");
  const kind::JsonValue series = answer.Items("series")[0];
  EXPECT_EQ(ReadAnswer::Number(series, "superseded"), 2U);
  EXPECT_THAT(answer.Ints(series, "step"), ElementsAre(10, 20));
  EXPECT_THAT(answer.Doubles(series, "value"), ElementsAre(1, 20));
  EXPECT_THAT(answer.Ints(series, "superseded_step"), ElementsAre(20, 30));
  EXPECT_THAT(answer.Doubles(series, "superseded_value"), ElementsAre(2, 3));
  EXPECT_THAT(answer.Doubles(series, "superseded_wall_time"), ElementsAre(210, 220));
  const ReadAnswer part = Ask(
      R"({"selection":{"series":[{"run":"b","tag":"loss"}]},"superseded":true,"range":{"end":25}})");
  EXPECT_THAT(part.Ints(part.Items("series")[0], "superseded_step"), ElementsAre(20));
}

TEST_F(ScalarsApi, HugeStepsStayExact) {
  const ReadAnswer answer = Ask(R"({"selection":{"runs_matching":"\\xff"}})");
  const kind::JsonValue series = answer.Items("series")[0];
  EXPECT_EQ(ReadAnswer::Type(series, "step"), "i64");
  EXPECT_THAT(answer.Ints(series, "step"), ElementsAre(9007199254740993));
}

TEST_F(ScalarsApi, LimitsNameWhatMatched) {
  const auto response = api_->Post("/api/scalars", R"({"limit":2})");
  ASSERT_THAT(response, IsError(ErrorCode::kOutOfRange));
  EXPECT_THAT(response.error().message, HasSubstr("5 series"));
}

TEST_F(ScalarsApi, TooManyPointsAreRefusedBeforeTheyAreRead) {
  std::vector<store::ScalarPoint> points(2'000'001);
  for (std::size_t i = 0; i < points.size(); ++i) points[i].step = static_cast<base::Step>(i);
  testing::SnapshotBuilder builder;
  ApiCaller api(builder.Scalars("r", "t", std::move(points)).Build());
  EXPECT_THAT(api.Get("/api/scalars"), IsError(ErrorCode::kOutOfRange));
  EXPECT_THAT(api.Get("/api/scalars", "width=100"), IsOk());
  EXPECT_THAT(api.Get("/api/scalars", "end=1000"), IsOk());
  EXPECT_THAT(api.Post("/api/scalars", R"({"columns":["step"]})"), IsOk());
}

TEST_F(ScalarsApi, NothingLoaded) {
  ApiCaller empty;
  const ReadAnswer series = empty.PostOk("/api/scalars", R"({"width":800})");
  EXPECT_THAT(series.Items("series"), IsEmpty());
  const ReadAnswer groups = empty.PostOk("/api/scalars/aggregate", "{}");
  EXPECT_THAT(groups.Items("lines"), IsEmpty());
  const ReadAnswer table = empty.PostOk("/api/scalars/table", "{}");
  EXPECT_THAT(table.Items("rows"), IsEmpty());
}

TEST_F(ScalarsApi, CancelledRequestsEnd) {
  api_->Cancel();
  EXPECT_THAT(api_->Post("/api/scalars", "{}"), IsError(ErrorCode::kCancelled));
  EXPECT_THAT(api_->Post("/api/scalars/aggregate", "{}"), IsError(ErrorCode::kCancelled));
  EXPECT_THAT(api_->Post("/api/scalars/table", "{}"), IsError(ErrorCode::kCancelled));
}

TEST_F(ScalarsApi, BadRequestsAreRefused) {
  for (const std::string_view body : {"",
                                      "[]",
                                      "{",
                                      R"({"unknown":1})",
                                      R"({"x":"time"})",
                                      R"({"x":{"tag":1}})",
                                      R"({"x":{}})",
                                      R"({"x":3})",
                                      R"({"width":0.5})",
                                      R"({"width":"800"})",
                                      R"({"log_x":true})",
                                      R"({"neighbours":true})",
                                      R"({"positive_only":true})",
                                      R"({"range":{"begin":2,"end":1}})",
                                      R"({"range":[1,2]})",
                                      R"({"smoothing":{"kind":"ema"}})",
                                      R"({"smoothing":{"weight":0.5}})",
                                      R"({"smoothing":{"kind":"ema","weight":0.5,"sigma":1}})",
                                      R"({"smoothing":{"kind":"mean","window":1.5}})",
                                      R"({"smoothing":{"kind":"median"}})",
                                      R"({"columns":["steps"]})",
                                      R"({"since":{"epoch":"x"}})",
                                      R"({"since":5})",
                                      R"({"selection":{"runs":[]}})",
                                      R"({"selection":{"runs":[{"id":"5"}]}})",
                                      R"({"selection":{"runs_matching":"("}})",
                                      R"({"selection":{"series":[{"run":"a"}]}})",
                                      R"({"selection":{"series":[]}})",
                                      R"({"selection":{"tag":"a"}})",
                                      R"({"origin":"start"})",
                                      R"({"x":"wall","width":5,"log_x":true})",
                                      R"({"x":"step","width":5,"log_x":true,"range":{"begin":0}})",
                                      R"({"width":5,"x_scale":"sqrt"})",
                                      R"({"width":5,"x_scale":""})",
                                      R"({"width":5,"x_scale":1})",
                                      R"({"x_scale":"symlog"})",
                                      R"({"width":5,"x_scale":"symlog","log_x":true})",
                                      R"({"width":5,"x_scale":"linear","log_x":true})",
                                      R"({"width":5,"x_scale":"log","symlog_constant":2})",
                                      R"({"width":5,"x_scale":"log","range":{"begin":-1}})",
                                      R"({"width":5,"x_scale":"log","x":"active"})",
                                      R"({"x":"active","superseded":true})",
                                      R"({"x":"ordinal","superseded":true})"}) {
    EXPECT_THAT(api_->Post("/api/scalars", std::string(body)), IsError(ErrorCode::kInvalidArgument))
        << body;
  }
  for (const std::string_view body :
       {R"({"width":0})", R"({"width":16385})", R"({"limit":0})", R"({"limit":10001})",
        R"({"smoothing":{"kind":"ema","weight":1}})",
        R"({"width":5,"x_scale":"symlog","symlog_constant":0})",
        R"({"width":5,"x_scale":"symlog","symlog_constant":1e101})",
        R"({"smoothing":{"kind":"ema","weight":-0.1}})",
        R"({"smoothing":{"kind":"mean","window":0}})",
        R"({"smoothing":{"kind":"gaussian","sigma":0}})"}) {
    EXPECT_THAT(api_->Post("/api/scalars", std::string(body)), IsError(ErrorCode::kOutOfRange))
        << body;
  }
  for (const std::string_view query :
       {"foo=1", "width=x", "begin=nan", "x=time", "smoothing=ema", "smoothing=ema:x", "log_x=yes",
        "width=5&x_scale=sqrt", "width=5&symlog_constant=2", "columns=a", "run_id=1",
        "tag_matching=("}) {
    EXPECT_THAT(api_->Get("/api/scalars", query), IsError(ErrorCode::kInvalidArgument)) << query;
  }
}

TEST_F(ScalarsApi, TheDocumentNamesEveryRoute) {
  const auto document = kind::JsonDocument::Parse(ScalarsOpenApi());
  ASSERT_THAT(document, IsOk());
  const kind::JsonValue paths = ReadAnswer::Get(document->root(), "paths");
  EXPECT_TRUE(ReadAnswer::Has(document->root(), "schemas"));
  kind::Router router;
  AddScalarsApiRoutes(router);
  for (const auto& [path, route] : router.routes()) {
    ASSERT_TRUE(ReadAnswer::Has(paths, path)) << path;
    const kind::JsonValue methods = ReadAnswer::Get(paths, path);
    for (const kind::Method method : route.methods) {
      EXPECT_TRUE(ReadAnswer::Has(methods, method == kind::Method::kGet ? "get" : "post")) << path;
    }
  }
}

}  // namespace
}  // namespace sightglass::kinds
