#include "histograms/histogram_request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "base/buffered_output.h"
#include "base/json_writer.h"
#include "histograms/bin_request.h"
#include "histograms/histogram_answer.h"
#include "tests/support/histogram_log.h"
#include "tests/support/is_ok.h"

namespace sightglass::histograms {
namespace {

using base::ErrorCode;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::HistogramLog;
using testing::IsError;
using testing::IsOk;
using ::testing::Not;
using ::testing::SizeIs;

std::vector<HistogramLog::Value> Steps(const std::string& tag, base::Step count) {
  std::vector<HistogramLog::Value> values;
  for (base::Step step = 0; step < count; ++step) values.push_back({tag, step, {{0, 1, 1}}});
  return values;
}

base::Result<HistogramRequest> Parse(std::string_view text) {
  const auto document = kind::JsonDocument::Parse(text);
  EXPECT_THAT(document, IsOk());
  return ParseHistogramRequest(document->root());
}

base::Result<BinRequest> ParseBins(std::string_view text) {
  const auto document = kind::JsonDocument::Parse(text);
  EXPECT_THAT(document, IsOk());
  return ParseBinRequest(document->root(), 7);
}

TEST(ParseHistogramRequest, TakesWhatIsThere) {
  const auto nothing = Parse("{}");
  ASSERT_THAT(nothing, IsOk());
  EXPECT_TRUE(nothing->choice.runs.all());
  EXPECT_EQ(nothing->range.max_points, kDefaultMaxSteps);
  EXPECT_FALSE(nothing->range.begin_step || nothing->range.end_step);
  const auto all =
      Parse(R"({"selection":{"runs":["r"]},"begin_step":-3,"end_step":9,"max_steps":4})");
  ASSERT_THAT(all, IsOk());
  EXPECT_TRUE(all->choice.runs.Has("r"));
  EXPECT_EQ(all->range.begin_step, -3);
  EXPECT_EQ(all->range.end_step, 9);
  EXPECT_EQ(all->range.max_points, 4U);
}

TEST(ParseHistogramRequest, RefusesNonsense) {
  for (const std::string_view text :
       {R"({"selection":{"run":["r"]}})", R"({"begin_step":0.5})", R"({"end_step":"x"})",
        R"({"max_steps":0})", R"({"max_steps":10001})", R"({"max_steps":-1})"}) {
    EXPECT_THAT(Parse(text), IsError(ErrorCode::kInvalidArgument)) << text;
  }
}

TEST(ParseBinRequest, TakesWhatIsThere) {
  const auto nothing = ParseBins("{}");
  ASSERT_THAT(nothing, IsOk());
  EXPECT_EQ(nothing->bins, 7U);
  EXPECT_FALSE(nothing->fixed());
  const auto linear = ParseBins(R"({"bins":3,"range":[-1,1],"clip":0.1})");
  ASSERT_THAT(linear, IsOk());
  EXPECT_TRUE(linear->fixed());
  EXPECT_THAT(MakeBins(*linear, {}).edges.edges, SizeIs(4));
  const auto symlog = ParseBins(R"({"scale":"symlog","range":[-1,1]})");
  ASSERT_THAT(symlog, IsOk());
  EXPECT_FALSE(symlog->fixed()) << "its linear part hangs on the data";
}

TEST(ParseBinRequest, RefusesNonsense) {
  for (const std::string_view text :
       {R"({"bins":0})", R"({"bins":1001})", R"({"bins":2.5})", R"({"scale":"log"})",
        R"({"linear_width":0})", R"({"linear_width":-1})", R"({"range":[1]})",
        R"({"range":[1,2,3]})", R"({"range":[1,1]})", R"({"range":[2,1]})",
        R"({"range":["NaN",1]})", R"({"range":[0,1e301]})", R"({"clip":-0.1})",
        R"({"clip":0.5})"}) {
    EXPECT_THAT(ParseBins(text), IsError(ErrorCode::kInvalidArgument)) << text;
  }
}

TEST(SelectHistograms, ThinsUnlessAllIsToBeRead) {
  HistogramLog log;
  log.Run("r").File(Steps("w", 100));
  const auto snapshot = log.Build();
  HistogramRequest request;
  request.range.max_points = 10;
  request.range.begin_step = 20;
  const auto thinned = SelectHistograms(*snapshot, request, {});
  ASSERT_THAT(thinned, IsOk());
  EXPECT_EQ(thinned->series.front().chosen.in_range, 80U);
  EXPECT_LE(thinned->series.front().chosen.points.size(), 10U);
  const auto all = SelectHistograms(*snapshot, request, {.read_all = true});
  ASSERT_THAT(all, IsOk());
  EXPECT_THAT(all->series.front().chosen.points, SizeIs(80));
}

TEST(SelectHistograms, RefusesAnswersThatAreTooLong) {
  HistogramLog log;
  log.Run("r").File(Steps("w", 3));
  const auto snapshot = log.Build();
  EXPECT_THAT(SelectHistograms(*snapshot, {}, {.row_numbers = kMaxAnswerNumbers / 3}), IsOk());
  EXPECT_THAT(SelectHistograms(*snapshot, {}, {.row_numbers = kMaxAnswerNumbers / 2}),
              IsError(ErrorCode::kOutOfRange));
  HistogramRequest fewer;
  fewer.range.max_points = 2;
  EXPECT_THAT(SelectHistograms(*snapshot, fewer, {.row_numbers = kMaxAnswerNumbers / 2}), IsOk());
}

TEST(ForEachBatch, CutsWhereBytesAreMany) {
  HistogramLog log;
  log.Run("r").File(Steps("a", 2)).File(Steps("b", 2)).File(Steps("c", 9)).File(Steps("d", 1));
  const auto snapshot = log.Build();
  const auto selection = SelectHistograms(*snapshot, {}, {});
  ASSERT_THAT(selection, IsOk());
  const std::uint64_t two_steps = selection->series.front().bytes();
  std::vector<std::size_t> sizes;
  const auto note = [&](std::span<const RequestedSeries> batch) -> base::Status {
    sizes.push_back(batch.size());
    return {};
  };
  EXPECT_THAT(ForEachBatch(selection->series, two_steps * 2, note), IsOk());
  EXPECT_THAT(sizes, ElementsAre(2, 1, 1));
  const auto fail = [](std::span<const RequestedSeries>) -> base::Status {
    return base::Error{ErrorCode::kCancelled, ""};
  };
  EXPECT_THAT(ForEachBatch(selection->series, two_steps, fail), IsError(ErrorCode::kCancelled));
}

TEST(ProblemList, TellsTheFirstAndCountsAll) {
  HistogramLog log;
  log.Run("r").File(Steps("w", 1));
  const auto snapshot = log.Build();
  const kind::SelectedSeries selected{.run = snapshot->runs[0].get(),
                                      .series = snapshot->runs[0]->series[0].get()};
  ProblemList problems;
  for (base::Step step = 0; step < 150; ++step) problems.Add(selected, step, "odd");
  base::BufferedOutput out;
  base::JsonWriter json(out);
  json.BeginObject();
  problems.Write(json);
  json.EndObject();
  EXPECT_THAT(out.text(), HasSubstr(R"("step":99,"message":"odd"}],"problem_count":150})"));
  EXPECT_THAT(out.text(), Not(HasSubstr(R"("step":100)")));
}

}  // namespace
}  // namespace sightglass::histograms
