#include "kind/series_selection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/buffered_output.h"
#include "kind/name_id.h"
#include "tests/support/is_ok.h"
#include "tests/support/snapshot_builder.h"

namespace sightglass::kind {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::IsOk;

class SeriesSelectionTest : public ::testing::Test {
 protected:
  SeriesSelectionTest() {
    for (const std::string run : {"a", "b"}) {
      builder_.Scalars(run, "loss", {{0, 1, 2}}).Scalars(run, "rate", {{0, 1, 2}});
    }
    builder_.Scalars("b", "only_b", {{0, 1, 2}});
    snapshot_ = builder_.Build();
  }

  // "run/tag" of all that the body chooses.
  std::vector<std::string> Select(const std::string& body,
                                  const SeriesFilter& filter = IsScalarSeries) {
    const auto document = JsonDocument::Parse(body);
    EXPECT_THAT(document, IsOk());
    const auto choice = ParseSeriesChoice(document->root());
    EXPECT_THAT(choice, IsOk()) << body;
    selection_ = SelectSeries(*snapshot_, *choice, filter);
    std::vector<std::string> names;
    for (const SelectedSeries& each : selection_.series) {
      names.push_back(each.run->name + "/" + std::string(each.series->tag_name));
    }
    return names;
  }
  std::string Missing() {
    base::BufferedOutput out;
    base::JsonWriter json(out);
    WriteMissing(selection_.missing, json);
    return out.TakeText();
  }

  testing::SnapshotBuilder builder_;
  std::shared_ptr<const store::Snapshot> snapshot_;
  SeriesSelection selection_;
};

TEST_F(SeriesSelectionTest, TakesRunsTimesTagsAndSingleSeries) {
  EXPECT_THAT(Select("{}"), ElementsAre("a/loss", "a/rate", "b/loss", "b/only_b", "b/rate"));
  EXPECT_THAT(Select(R"({"runs":["b","none"],"tags":["loss","x"]})"), ElementsAre("b/loss"));
  EXPECT_EQ(Missing(), R"([{"run":"none"},{"tag":"x"}])");
  EXPECT_THAT(Select(R"({"tags_matching":"^only","series":[{"run":"a","tag":"rate"}]})"),
              ElementsAre("a/rate", "b/only_b"));
}

TEST_F(SeriesSelectionTest, KnowsRunsAndTagsByTheirIds) {
  const std::string run = NameId("a");
  const std::string tag = NameId("loss");
  EXPECT_THAT(Select(R"({"series":[{"run_id":")" + run + R"(","tag_id":")" + tag + R"("}]})"),
              ElementsAre("a/loss"));
  EXPECT_THAT(Select(R"({"series":[{"run":{"id":")" + run + R"("},"tag":"loss"}]})"),
              ElementsAre("a/loss"));
  EXPECT_THAT(Select(R"({"series":[{"run":"a","tag_id":"0000000000000001"}]})"), IsEmpty());
  EXPECT_EQ(Missing(), R"([{"run":"a","tag_id":"0000000000000001"}])");
}

TEST_F(SeriesSelectionTest, GivesOnlyWhatTheFilterPasses) {
  const auto only_rate = [](const store::Series& series) { return series.tag_name == "rate"; };
  EXPECT_THAT(Select("{}", only_rate), ElementsAre("a/rate", "b/rate"));
  EXPECT_THAT(Select(R"({"tags":["loss","rate"]})", only_rate), ElementsAre("a/rate", "b/rate"));
  EXPECT_EQ(Missing(), R"([{"tag":"loss"}])");
  EXPECT_THAT(Select(R"({"series":[{"run":"a","tag":"loss"}]})", only_rate), IsEmpty());
  EXPECT_EQ(Missing(), R"([{"run":"a","tag":"loss"}])");
  // Scalars stay in no file, whatever they are called.
  EXPECT_THAT(Select("{}", IsRefSeriesOf("scalars")), IsEmpty());
}

TEST_F(SeriesSelectionTest, RefusesHalfASeries) {
  for (const std::string body :
       {R"({"series":[{"run":"a"}]})", R"({"series":[{"tag_id":"0000000000000001"}]})",
        R"({"series":[{"run_id":"1","tag":"t"}]})", R"({"series":[]})", R"({"begin_step":1})"}) {
    const auto document = JsonDocument::Parse(body);
    EXPECT_FALSE(ParseSeriesChoice(document->root()).ok()) << body;
  }
  const auto document = JsonDocument::Parse(R"({"tags":["loss"],"begin_step":1})");
  EXPECT_THAT(ParseSeriesChoiceMembers(document->root()), IsOk());
}

}  // namespace
}  // namespace sightglass::kind
