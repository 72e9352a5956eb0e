#include "kinds/insights/insights_api.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kind/json_reader.h"
#include "kinds/insights/insights_check.h"
#include "tests/support/is_ok.h"
#include "tests/support/route_caller.h"
#include "tests/support/snapshot_builder.h"

namespace sightglass::kinds {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Strings = std::vector<std::string>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::vector<store::ScalarPoint> Points(int count, double first, double slope) {
  std::vector<store::ScalarPoint> points;
  points.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    points.push_back({.step = i, .wall_time = 1000.0 + i, .value = first + slope * i});
  }
  return points;
}

class InsightsApi : public ::testing::Test {
 protected:
  InsightsApi() {
    builder_.Scalars("good/train", "loss", Points(50, 2, -0.035));
    builder_.Scalars("good/validation", "loss", Points(50, 1, 0));
    builder_.Scalars("odd", "metric", {{1, 1, 1}, {2, 2, kNan}, {3, 3, 1}});
    builder_.Scalars("stuck", "loss", Points(50, 2, 0));
    builder_.Scalars("stuck", "my/score", Points(50, 2, 0));
    snapshot_ = builder_.Build();
    routes_ = std::make_unique<testing::RouteCaller>(snapshot_);
    AddInsightsRoutes(routes_->router());
  }

  // "rule run tag" of all findings.
  static Strings Findings(const kind::Response& response) {
    Strings found;
    EXPECT_EQ(response.status, 200) << response.body;
    const auto document = kind::JsonDocument::Parse(response.body);
    EXPECT_THAT(document, testing::IsOk());
    const auto list = document->root().Member("findings").value()->AsArray(10'000).value();
    for (const kind::JsonValue& finding : list) {
      const auto text = [&](std::string_view name) {
        return finding.Member(name).value()->AsString().value();
      };
      found.push_back(fmt::format("{} {} {}", text("rule"), text("run"), text("tag")));
    }
    return found;
  }
  kind::Response Post(std::string_view body) {
    return routes_->Post("/api/insights", "application/json", body);
  }

  testing::SnapshotBuilder builder_;
  std::shared_ptr<const store::Snapshot> snapshot_;
  std::unique_ptr<testing::RouteCaller> routes_;
};

TEST_F(InsightsApi, TellsProblemsFirst) {
  const kind::Response response = Post("{}");
  EXPECT_THAT(Findings(response), ElementsAre("loss-plateau stuck loss", "non-finite odd metric"));
  EXPECT_THAT(response.body, HasSubstr(R"("truncated":false)"));
  EXPECT_THAT(response.body, HasSubstr(R"("checked":{"runs":4,"series":5,"bytes":0})"));
  EXPECT_THAT(response.body, HasSubstr(R"("kind":"scalars","step":2,"since":2,"value":1.0)"));
  EXPECT_EQ(routes_->Get("/api/insights").body, response.body);
}

TEST_F(InsightsApi, TakesRunsAndRules) {
  EXPECT_THAT(Findings(Post(R"({"runs":["stuck"]})")), ElementsAre("loss-plateau stuck loss"));
  EXPECT_THAT(Findings(Post(R"({"runs_matching":"good"})")), IsEmpty());
  EXPECT_THAT(Findings(Post(R"({"rules":["non-finite"]})")), ElementsAre("non-finite odd metric"));
  EXPECT_THAT(Findings(routes_->Get("/api/insights?run=stuck&rule=non-finite")), IsEmpty());
  EXPECT_THAT(Findings(routes_->Get("/api/insights?run_matching=s.*k")),
              ElementsAre("loss-plateau stuck loss"));
  EXPECT_THAT(Post(R"({"runs":["stuck","gone"]})").body,
              HasSubstr(R"("missing":[{"run":"gone"}])"));
}

TEST_F(InsightsApi, TakesThresholdsAndPatterns) {
  const kind::Response strict =
      Post(R"({"thresholds":{"loss-plateau":{"min_points":51},"non-finite":{"min_count":2}}})");
  EXPECT_THAT(Findings(strict), IsEmpty());
  EXPECT_THAT(strict.body, HasSubstr(R"({"id":"non-finite","thresholds":{"min_count":2.0}})"));
  EXPECT_THAT(Findings(Post(R"({"patterns":{"loss":"score$"},"rules":["loss-plateau"]})")),
              ElementsAre("loss-plateau stuck my/score"));
}

TEST_F(InsightsApi, SaysWhereItStopped) {
  const kind::Response response = Post(R"({"max_findings":1})");
  EXPECT_THAT(Findings(response), ElementsAre("loss-plateau stuck loss"));
  EXPECT_THAT(response.body, HasSubstr(R"("truncated":true)"));
}

TEST_F(InsightsApi, RefusesNonsense) {
  for (const std::string_view body :
       {"", "[]", R"({"x":1})", R"({"rules":["nope"]})", R"({"rules":[1]})",
        R"({"thresholds":{"nope":{}}})", R"({"thresholds":[]})",
        R"({"thresholds":{"loss-plateau":{"nope":1}}})", R"({"thresholds":{"loss-plateau":1}})",
        R"({"thresholds":{"loss-plateau":{"converged_share":2}}})",
        R"({"thresholds":{"loss-plateau":{"converged_share":"0.5"}}})",
        R"({"patterns":{"nope":"a"}})", R"({"patterns":{"loss":1}})",
        R"({"patterns":{"loss":"("}})", R"({"max_findings":0})", R"({"max_findings":10001})",
        R"({"max_findings":-1})"}) {
    EXPECT_EQ(Post(body).status, 400) << body;
  }
  for (const std::string_view query : {"x=1", "rule=nope", "max_findings=x", "run_matching=("}) {
    EXPECT_EQ(routes_->Get(fmt::format("/api/insights?{}", query)).status, 400) << query;
  }
}

TEST_F(InsightsApi, StopsWhenNobodyWaits) {
  routes_->Cancel();
  EXPECT_NE(Post("{}").status, 200);
}

TEST_F(InsightsApi, ReadsNoMoreSeriesThanItsLimit) {
  const store::RevisionLog revisions;
  const base::CancelFlag cancel;
  base::ThreadPool pool(2);
  histograms::MeasureCache cache;
  std::vector<const store::Run*> runs;
  for (const auto& run : snapshot_->runs) runs.push_back(run.get());
  const kind::RequestContext context{
      .snapshot = snapshot_, .revisions = revisions, .cancel = cancel, .pool = pool};
  const auto result = insights::CheckRuns(runs, {}, context, cache, {.max_scalars = 2});
  ASSERT_THAT(result, testing::IsOk());
  EXPECT_TRUE(result->truncated);
  ASSERT_EQ(result->findings.size(), 1U) << "the loss of 'stuck' is the third";
  EXPECT_EQ(result->findings.front().rule, "non-finite") << "which reads no points";
}

TEST(InsightsOfPairs, CompareHeldOutWithTrainingLoss) {
  testing::SnapshotBuilder builder;
  builder.Scalars("a/train", "loss", Points(50, 2, -0.035));
  builder.Scalars("a/eval", "loss", Points(50, 1, 0.02));
  testing::RouteCaller routes(builder.Build());
  AddInsightsRoutes(routes.router());
  const std::string body = routes.Get("/api/insights").body;
  EXPECT_THAT(body, HasSubstr(R"("rule":"overfitting","severity":"warning","run":"a/eval")"));
  EXPECT_THAT(body, HasSubstr(R"("partner":{"run":"a/train")"));
}

}  // namespace
}  // namespace sightglass::kinds
