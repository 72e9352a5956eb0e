#include "kinds/histograms/histograms_api.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "format/encode.h"
#include "kinds/histograms/histograms_kind.h"
#include "kinds/histograms/measure_names.h"
#include "tests/support/histogram_log.h"
#include "tests/support/is_ok.h"
#include "tests/support/route_caller.h"

namespace sightglass::kinds {
namespace {

using base::ErrorCode;
using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::HistogramLog;
using testing::IsError;
using testing::IsOk;

class HistogramsApiTest : public ::testing::Test {
 protected:
  kind::Response Post(std::string_view path, std::string_view body) {
    caller_ = std::make_unique<testing::RouteCaller>(log_.Build());
    kind_->AddRoutes({}, caller_->router());
    if (cancelled_) caller_->Cancel();
    return caller_->Send(kind::Method::kPost, path, "application/json", body,
                         {{"accept", "application/json"}});
  }

  HistogramLog log_;
  bool cancelled_ = false;
  std::unique_ptr<kind::Kind> kind_ = MakeHistogramsKind({});
  std::unique_ptr<testing::RouteCaller> caller_;
};

constexpr std::string_view kPostRoutes[][2] = {
    {"/api/histograms", R"({})"},
    {"/api/histograms", R"({"range":[0,1]})"},
    {"/api/histograms", R"({"edges":"answer","combine":"merge"})"},
    {"/api/histograms/measures", R"({"measures":["mean"]})"},
    {"/api/histograms/measures", R"({"measures":["ks_first"]})"},
    {"/api/histograms/layers", R"({})"},
};

TEST_F(HistogramsApiTest, TellsWhatCannotBeRead) {
  log_.Run("r")
      .File({{"w", 1, {{0, 1, 4}}}})
      .Raw("w", 2, "no protobuf at all")
      .Raw("w", 3, format::EncodeTensorValue("w", format::EncodeFloatScalar(1)))
      .File({{"w", 4, {{0, 1, 4}}}});
  for (const auto& [path, body] : kPostRoutes) {
    const kind::Response response = Post(path, body);
    EXPECT_EQ(response.status, 200) << path << body;
    // Layers look at the first and last step only.
    const bool layers = path.ends_with("layers");
    EXPECT_THAT(response.body, HasSubstr(layers ? R"("problem_count":0)" : R"("problem_count":2)"))
        << path << body;
    EXPECT_THAT(response.body, HasSubstr(R"("points":4)"));
    if (!layers) {
      EXPECT_THAT(response.body,
                  AllOf(HasSubstr(R"("step":[1,4])"), HasSubstr(R"("step":2,"mes)")));
    }
  }
}

TEST_F(HistogramsApiTest, OutlivesItsFiles) {
  log_.Run("r").File({{"w", 1, {{0, 1, 4}}}});
  log_.Build();
  log_.Remove("r", 0);
  for (const auto& [path, body] : kPostRoutes) {
    const kind::Response response = Post(path, body);
    EXPECT_EQ(response.status, 200) << path << body;
    EXPECT_THAT(response.body, HasSubstr(R"("problem_count":1)")) << path << body;
  }
  EXPECT_THAT(Post("/api/histograms/layers", "{}").body, HasSubstr(R"("step":null)"));
}

TEST_F(HistogramsApiTest, StopsWhenNobodyListens) {
  log_.Run("r").File({{"w", 1, {{0, 1, 4}}}});
  cancelled_ = true;
  for (const auto& [path, body] : kPostRoutes) EXPECT_EQ(Post(path, body).status, 499) << path;
}

TEST_F(HistogramsApiTest, HasNothingToTellOfNoRuns) {
  for (const auto& [path, body] : kPostRoutes) {
    EXPECT_THAT(Post(path, body).body, HasSubstr(R"("series":[],"missing":[],"problems":[])"));
  }
}

TEST_F(HistogramsApiTest, RefusesAnswersThatAreTooLong) {
  for (int tag = 0; tag < 2; ++tag) {
    std::vector<HistogramLog::Value> values;
    for (base::Step step = 0; step < 6000; ++step) {
      values.push_back({fmt::format("w{}", tag), step, {{0, 1, 4}}});
    }
    log_.Run("r").File(values);
  }
  const kind::Response response = Post("/api/histograms", R"({"bins":1000,"max_steps":10000})");
  EXPECT_EQ(response.status, 400);
  EXPECT_THAT(response.body, HasSubstr("OUT_OF_RANGE"));
}

TEST_F(HistogramsApiTest, ReadsASeriesInManyBatches) {
  // Values of different sizes, so that their order in the file and in the answer matters.
  std::vector<HistogramLog::Value> values;
  for (base::Step step = 0; step < 50; ++step) {
    for (const char* const tag : {"a", "b", "c"}) {
      std::vector<format::HistogramBucket> buckets(1 + static_cast<std::size_t>(step) % 7,
                                                   {0, 0, 1});
      buckets.front() = {static_cast<double>(step), static_cast<double>(step) + 1, 1};
      values.push_back({tag, step, buckets});
    }
  }
  log_.Run("r").File(values);
  const std::string both =
      Post("/api/histograms/measures", R"({"measures":["max","w1_step"]})").body;
  const std::string max = Post("/api/histograms/measures", R"({"measures":["max"]})").body;
  EXPECT_THAT(both, HasSubstr(R"("max":[1.0,2.0,3.0,)"));
  EXPECT_THAT(max, HasSubstr(R"("max":[1.0,2.0,3.0,)")) << "the same out of memory";
}

base::Result<std::vector<Measure>> Parse(std::string_view text) {
  const auto document = kind::JsonDocument::Parse(text);
  EXPECT_THAT(document, IsOk());
  return ParseMeasures(document->root());
}

TEST(ParseMeasures, KnowsEveryName) {
  const auto measures = Parse(
      R"(["mean","deviation","min","max","count","zeros_low","zeros_high","p:0","p:0.25","p:1",)"
      R"("ks_step","w1_step","ks_first","w1_first","ks_run","w1_run"])");
  ASSERT_THAT(measures, IsOk());
  EXPECT_EQ(measures->size(), 16U);
  EXPECT_EQ((*measures)[8].level, 0.25);
  EXPECT_FALSE((*measures)[8].compares());
  EXPECT_TRUE((*measures)[10].compares());
  EXPECT_FALSE((*measures)[13].needs_baseline());
  EXPECT_TRUE((*measures)[14].needs_baseline());
}

TEST(ParseMeasures, RefusesNonsense) {
  for (const std::string_view text :
       {R"([])", R"(["Mean"])", R"([""])", R"(["p:"])", R"(["p:x"])", R"(["p:nan"])",
        R"(["p:inf"])", R"(["p:-0.1"])", R"(["p:1.5"])", R"(["p:0.5x"])", R"(["mean","mean"])",
        R"([1])", R"("mean")"}) {
    EXPECT_THAT(Parse(text), IsError(ErrorCode::kInvalidArgument)) << text;
  }
  std::string many = "[\"p:0\"";
  for (std::size_t i = 0; i < kMaxMeasures; ++i) many += fmt::format(",\"p:0.{}1\"", i);
  EXPECT_THAT(Parse(many + "]"), IsError(ErrorCode::kInvalidArgument));
}

}  // namespace
}  // namespace sightglass::kinds
