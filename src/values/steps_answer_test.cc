#include "values/steps_answer.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "kind/name_id.h"
#include "tests/support/route_caller.h"
#include "tests/support/value_series.h"
#include "values/value_points.h"

namespace sightglass::values {
namespace {

using ::testing::HasSubstr;

std::int64_t Width(const store::RefHeader& header) { return header.detail[0]; }
std::int64_t Samples(const store::RefHeader& header) { return header.detail[2]; }

class StepsAnswerTest : public ::testing::Test {
 protected:
  // The answer as JSON.
  kind::Response Ask(std::string_view body) {
    testing::RouteCaller routes(series_.Build());
    const kind::Handler handler = StepsHandler(
        {.plugin = "images", .samples = Samples, .columns = {{.name = "width", .number = Width}}});
    routes.router().Add(
        {.path = "/json",
         .handler = [&](kind::Request request, const kind::RequestContext& context) {
           request.headers.emplace_back("accept", "application/json");
           return handler(request, context);
         }});
    return routes.Post("/json", "application/json", body);
  }
  std::uint32_t Header(std::int64_t width, std::int64_t samples) {
    return series_.headers().Intern({.detail = {width, 4, samples}});
  }
  std::string Versions() {
    std::vector<store::RefPoint> points;
    const auto snapshot = series_.Build();
    const store::Points<store::RefPoint>& all = *snapshot->runs[0]->series[0]->refs();
    all.Read(0, all.size(), points);
    std::string text;
    for (const auto& point : points) text += fmt::format("{},", PointVersion(point));
    text.pop_back();
    return text;
  }

  testing::ValueSeries series_{"t", "images"};
};

TEST_F(StepsAnswerTest, ListsPointsWithTheirColumns) {
  series_.File({{1, "aaa", Header(28, 1)}, {2, "bb", Header(32, 3)}, {9, "c", Header(28, 1)}});
  series_.File({{4, "dd", Header(28, 2)}});
  const kind::Response response = Ask("{}");
  ASSERT_EQ(response.status, 200) << response.body;
  EXPECT_EQ(response.body,
            fmt::format(
                R"({{"epoch":"","revision":3,"loading":false,"series":[{{"run":"r","run_id":"{}",)"
                R"("tag":"t","tag_id":"{}","display_name":"","description":"","points":3,)"
                R"("superseded":1,"begin":0,"step":[1,2,4],"wall_time":[1000.5,1001.5,1003.5],)"
                R"("v":[{}],"bytes":[3,2,2],"samples":3,"count":[1,3,2],"width":[28,32,28]}}],)"
                R"("missing":[]}})",
                kind::NameId("r"), kind::NameId("t"), Versions()));
}

TEST_F(StepsAnswerTest, GivesOneNumberWhereAllAreTheSame) {
  series_.File({{1, "aa", Header(28, 1)}, {2, "bb", Header(28, 1)}});
  const std::string body = Ask("{}").body;
  EXPECT_THAT(body, HasSubstr(R"("bytes":2,"samples":1,"count":1,"width":28})"));
  EXPECT_THAT(body, HasSubstr(R"("step":[1,2])"));
}

TEST_F(StepsAnswerTest, MakesDescriptionsSafe) {
  series_.Description("*odd* <script>x()</script>").File({{1, "a", Header(1, 1)}});
  const std::string body = Ask("{}").body;
  EXPECT_THAT(body, HasSubstr(R"("description":"<p><em>odd</em>)"));
  EXPECT_THAT(body, ::testing::Not(HasSubstr("<script")));
}

TEST_F(StepsAnswerTest, GivesAPartOfTheSteps) {
  series_.File({{-5, "a", Header(1, 1)}, {0, "b", Header(2, 2)}, {7, "c", Header(3, 3)}});
  EXPECT_THAT(Ask(R"({"begin_step":0})").body, HasSubstr(R"("begin":1,"step":[0,7])"));
  EXPECT_THAT(Ask(R"({"begin_step":-5,"end_step":7})").body,
              HasSubstr(R"("begin":0,"step":[-5,0])"));
  EXPECT_THAT(Ask(R"({"begin_step":8,"end_step":-5})").body,
              HasSubstr(R"("begin":0,"step":[],"wall_time":[],"v":[],"bytes":[],"samples":0,)"));
}

TEST_F(StepsAnswerTest, SelectsByNameAndById) {
  series_.File({{1, "a", Header(1, 1)}});
  for (const std::string& body :
       {std::string(R"({"series":[{"run":"r","tag":"t"}]})"),
        fmt::format(R"({{"series":[{{"run_id":"{}","tag_id":"{}"}}]}})", kind::NameId("r"),
                    kind::NameId("t")),
        fmt::format(R"({{"series":[{{"run":{{"id":"{}"}},"tag":"t"}}]}})", kind::NameId("r")),
        std::string(R"({"runs":["r"],"tags_matching":"^t"})")}) {
    const std::string answer = Ask(body).body;
    EXPECT_THAT(answer, HasSubstr(R"("step":[1])")) << body;
    EXPECT_THAT(answer, HasSubstr(R"("missing":[])")) << body;
  }
  EXPECT_THAT(Ask(R"({"series":[{"run":"r","tag":"x"}]})").body,
              HasSubstr(R"("series":[],"missing":[{"run":"r","tag":"x"}])"));
}

TEST_F(StepsAnswerTest, RefusesWhatItDoesNotKnow) {
  series_.File({{1, "a", Header(1, 1)}});
  for (const std::string_view body :
       {"", "[]", R"({"begin":1})", R"({"begin_step":"1"})", R"({"end_step":1.5})",
        R"({"series":[]})", R"({"series":[{"run":"r"}]})", R"({"series":[{"run_id":"r"}]})",
        R"({"tags_matching":"("})"}) {
    EXPECT_EQ(Ask(body).status, 400) << body;
  }
}

TEST_F(StepsAnswerTest, HasALimit) {
  std::vector<testing::ValueSeries::Value> values(kMaxStepPoints + 1);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = {.step = static_cast<base::Step>(i), .bytes = "", .header = 0};
  }
  Header(1, 1);
  series_.File(std::move(values));
  EXPECT_EQ(Ask("{}").status, 400);
  EXPECT_EQ(Ask(R"({"begin_step":1})").status, 200);
}

}  // namespace
}  // namespace sightglass::values
