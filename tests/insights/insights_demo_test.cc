// Trains the demo's networks for a moment, and asks what the rules say of their logs.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "demo/digit_demo.h"
#include "demo/training_plan.h"
#include "kind/json_reader.h"
#include "kinds/insights/insights_api.h"
#include "tests/loaded_logs.h"
#include "tests/support/is_ok.h"
#include "tests/support/route_caller.h"
#include "tests/support/temp_dir.h"

namespace sightglass::kinds {
namespace {

using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using Rules = std::set<std::string>;

// What was found, by run: "rule" and "rule tag".
std::map<std::string, Rules> FindingsOf(const std::string& directory) {
  testing::LoadedLogs logs(directory);
  testing::RouteCaller routes(logs.snapshot());
  AddInsightsRoutes(routes.router());
  const kind::Response response = routes.Get("/api/insights");
  EXPECT_EQ(response.status, 200) << response.body;
  std::map<std::string, Rules> found;
  const auto document = kind::JsonDocument::Parse(response.body);
  EXPECT_THAT(document, testing::IsOk());
  const auto findings = document->root().Member("findings").value()->AsArray(10'000).value();
  for (const kind::JsonValue& finding : findings) {
    const auto text = [&](std::string_view name) {
      return std::string(finding.Member(name).value()->AsString().value());
    };
    found[text("run")].insert(text("rule"));
    found[text("run")].insert(text("rule") + " " + text("tag"));
  }
  return found;
}

// Three epochs of few digits are enough to tell.
void Train(std::vector<demo::TrainingPlan> plans, const std::string& directory) {
  constexpr std::size_t kEpochs = 3;
  for (demo::TrainingPlan& plan : plans) plan.epochs = kEpochs;
  demo::DemoSetup setup;
  setup.log_dir = directory;
  setup.plans = std::move(plans);
  setup.sizes = demo::kFastSizes;
  auto training = demo::DigitDemo::Open(std::move(setup));
  ASSERT_THAT(training, testing::IsOk());
  const base::CancelFlag never;
  ASSERT_THAT((*training)->Train(never, {}), testing::IsOk());
}

struct BrokenCase {
  demo::Breakage breakage;
  Rules expected;  // of the run that trains
};

class BrokenDemo : public ::testing::TestWithParam<BrokenCase> {};

TEST_P(BrokenDemo, IsNoticedAndItsHealthyTwinIsNot) {
  const testing::TempDir directory;
  Train(demo::MakeBrokenPair(GetParam().breakage), directory.path());
  auto found = FindingsOf(directory.path());
  const std::string broken =
      "broken-" + std::string(demo::BreakageName(GetParam().breakage)) + "/train";
  EXPECT_THAT(found[broken], IsSupersetOf(GetParam().expected));
  for (const auto& [run, rules] : found) {
    if (!run.starts_with("broken-")) {
      EXPECT_THAT(rules, IsEmpty()) << run;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, BrokenDemo,
    ::testing::Values(
        BrokenCase{.breakage = demo::Breakage::kSigmoid,
                   .expected = {"gradient-vanishing gradient_norm/dense1", "loss-plateau"}},
        BrokenCase{.breakage = demo::Breakage::kLr,
                   .expected = {"loss-diverged loss", "activation-dead"}},
        BrokenCase{.breakage = demo::Breakage::kDeadRelu,
                   .expected = {"activation-dead activations/conv1",
                                "activation-dead activations/dense1", "loss-plateau loss"}},
        BrokenCase{.breakage = demo::Breakage::kInit,
                   .expected = {"weights-static", "loss-plateau loss"}}),
    [](const auto& each) {
      std::string name(demo::BreakageName(each.param.breakage));
      std::erase(name, '-');
      return name;
    });

TEST(HealthyDemo, HasNoFindings) {
  const testing::TempDir directory;
  Train({demo::MakeDefaultPlan()}, directory.path());
  EXPECT_THAT(FindingsOf(directory.path()), IsEmpty());
}

}  // namespace
}  // namespace sightglass::kinds
