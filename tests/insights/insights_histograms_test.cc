// The rules over histograms, on files.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "kind/json_reader.h"
#include "kinds/insights/insights_api.h"
#include "kinds/insights/insights_check.h"
#include "tests/loaded_logs.h"
#include "tests/support/is_ok.h"
#include "tests/support/route_caller.h"
#include "tests/support/run_builder.h"
#include "tests/support/temp_dir.h"

namespace sightglass::kinds {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Values spread evenly from -width to width.
void AddSpread(std::string_view tag, base::Step step, double width, testing::RunBuilder& run) {
  const std::array<double, 3> row = {-width, width, 100};
  run.Histogram(tag, step, row);
}

// Layers named as `tag` says, with the widths of each at each of ten steps.
std::string MakeFile(std::string_view folder, int layers,
                     const std::function<double(int layer, int step)>& width) {
  testing::RunBuilder run;
  run.Version();
  for (int step = 0; step < 10; ++step) {
    for (int layer = 0; layer < layers; ++layer) {
      AddSpread(fmt::format("{}/layer{}", folder, layer), step, width(layer, step), run);
    }
  }
  return run.bytes();
}

// "rule tag" of what is found in a run with this file.
std::vector<std::string> Find(const std::string& file, std::string* body = nullptr) {
  const testing::TempDir directory;
  directory.Write("r/" + testing::EventFileName(1), file);
  testing::LoadedLogs logs(directory.path());
  testing::RouteCaller routes(logs.snapshot());
  AddInsightsRoutes(routes.router());
  const kind::Response response = routes.Get("/api/insights");
  EXPECT_EQ(response.status, 200) << response.body;
  const auto document = kind::JsonDocument::Parse(response.body);
  EXPECT_THAT(document, testing::IsOk());
  const auto list = document->root().Member("findings").value()->AsArray(1'000).value();
  std::vector<std::string> found;
  found.reserve(list.size());
  for (const kind::JsonValue& finding : list) {
    found.push_back(fmt::format("{} {}", finding.Member("rule").value()->AsString().value(),
                                finding.Member("tag").value()->AsString().value()));
  }
  if (body != nullptr) *body = response.body;
  return found;
}

TEST(InsightsOfHistograms, JudgesGradientsByTheirSpread) {
  const auto vanishing = [](int layer, int) { return std::pow(10.0, layer); };
  const auto exploding = [](int layer, int) { return std::pow(10.0, -layer); };
  const auto healthy = [](int layer, int step) { return 1.0 + 0.1 * layer + step; };
  std::string body;
  EXPECT_THAT(Find(MakeFile("gradients", 6, vanishing), &body),
              ElementsAre("gradient-vanishing gradients/layer0"));
  EXPECT_THAT(body, HasSubstr(R"("kind":"histograms")"));
  EXPECT_THAT(Find(MakeFile("gradients", 6, exploding)),
              ElementsAre("gradient-exploding gradients/layer0"));
  EXPECT_THAT(Find(MakeFile("gradients", 6, healthy)), IsEmpty());
}

TEST(InsightsOfHistograms, TellsWhichWeightsStandStill) {
  std::string body;
  EXPECT_THAT(
      Find(MakeFile("weights", 3, [](int layer, int step) { return layer == 1 ? 1.0 : 1 + step; }),
           &body),
      ElementsAre("weights-static weights/layer1"));
  EXPECT_THAT(body, HasSubstr(R"("severity":"warning")"));
  EXPECT_THAT(Find(MakeFile("weights", 3, [](int, int step) { return 1.0 + step; })), IsEmpty());
}

TEST(InsightsOfHistograms, CountsNumbersThatAreNone) {
  testing::RunBuilder run;
  run.Version();
  for (int step = 0; step < 10; ++step) {
    AddSpread("h", step, 1, run);
    run.Scalar("h/non_finite", step, step == 4 ? 7 : 0);
    run.Scalar("x/non_finite", step, 1);
  }
  std::string body;
  EXPECT_THAT(Find(run.bytes(), &body), ElementsAre("non-finite h"));
  EXPECT_THAT(body, HasSubstr(R"("kind":"histograms","step":4,"since":4,"value":7.0)"));
}

TEST(InsightsOfHistograms, ReadsFilesOnceAndNoMoreThanItMay) {
  testing::TempDir directory;
  for (const char* const name : {"a", "b"}) {
    directory.Write(fmt::format("{}/{}", name, testing::EventFileName(1)),
                    MakeFile("weights", 3, [](int, int) { return 1.0; }));
  }
  const testing::LoadedLogs logs(directory.path());
  const auto snapshot = logs.snapshot();
  const store::RevisionLog revisions;
  const base::CancelFlag cancel;
  base::ThreadPool pool(2);
  histograms::MeasureCache cache;
  const kind::RequestContext context{
      .snapshot = snapshot, .revisions = revisions, .cancel = cancel, .pool = pool};
  const std::vector<const store::Run*> runs = {snapshot->runs[0].get(), snapshot->runs[1].get()};
  const auto limited = insights::CheckRuns(runs, {}, context, cache, {.max_histograms = 3});
  ASSERT_THAT(limited, testing::IsOk());
  EXPECT_TRUE(limited->truncated);
  EXPECT_EQ(limited->findings.size(), 1U);
  EXPECT_GT(limited->bytes, 0U);
  const auto again = insights::CheckRuns(runs, {}, context, cache, {.max_histograms = 3});
  ASSERT_THAT(again, testing::IsOk());
  EXPECT_EQ(again->bytes, 0U) << "they are remembered";
  EXPECT_EQ(again->findings.size(), 1U);
  const auto all = insights::CheckRuns(runs, {}, context, cache);
  ASSERT_THAT(all, testing::IsOk());
  EXPECT_FALSE(all->truncated);
  EXPECT_EQ(all->findings.size(), 2U);
  const auto none = insights::CheckRuns(runs, {}, context, cache, {.max_bytes = 0});
  ASSERT_THAT(none, testing::IsOk());
  EXPECT_TRUE(none->truncated);
  EXPECT_THAT(none->findings, IsEmpty());
}

TEST(InsightsOfHistograms, LeavesOutWhatCannotBeRead) {
  const testing::TempDir directory;
  const std::string path = "r/" + testing::EventFileName(1);
  directory.Write(path, MakeFile("weights", 3, [](int, int) { return 1.0; }));
  testing::LoadedLogs logs(directory.path());
  testing::RouteCaller routes(logs.snapshot());
  AddInsightsRoutes(routes.router());
  directory.Write(path, "gone");
  const kind::Response response = routes.Get("/api/insights");
  EXPECT_EQ(response.status, 200);
  EXPECT_THAT(response.body, HasSubstr(R"("findings":[])"));
}

}  // namespace
}  // namespace sightglass::kinds
