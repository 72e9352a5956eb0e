#include "histograms/histogram_download.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kind/name_id.h"
#include "tests/support/histogram_log.h"
#include "tests/support/is_ok.h"

namespace sightglass::histograms {
namespace {

using base::ErrorCode;
using testing::HistogramLog;
using testing::IsError;
using testing::IsOk;
using State = kind::BodySource::State;

// A line for each step: its number, and how many values it has.
class TotalText final : public StepTextWriter {
 public:
  [[nodiscard]] std::string CsvHead() const override { return "step,total\n"; }
  void WriteCsv(const ReadStep& step, base::BufferedOutput& out) const override {
    out.Write(fmt::format("{},{}\n", step.step, step.error.empty() ? step.histogram.total : -1));
  }
  void WriteJson(const ReadStep& step, base::JsonWriter& json) const override {
    json.Key("total");
    json.Double(step.histogram.total);
  }
};

class HistogramDownloadTest : public ::testing::Test {
 protected:
  void Log(base::Step count) {
    std::vector<HistogramLog::Value> values;
    for (base::Step step = 0; step < count; ++step) {
      values.push_back({"w", step, {{0, 1, static_cast<double>(step)}}});
    }
    log_.Run("a b").File(values);
    snapshot_ = log_.Build();
  }

  base::Result<DownloadRequest> Parse(const std::string& more = {}) {
    const std::string query =
        fmt::format("run_id={}&tag_id={}{}", kind::NameId("a b"), kind::NameId("w"), more);
    return ParseDownload(kind::Parameters::FromQuery(query).value(), *snapshot_);
  }

  kind::Response Respond(const std::string& more = {}) {
    const auto request = Parse(more);
    EXPECT_THAT(request, IsOk());
    return DownloadResponse(
        *request, std::make_unique<TotalText>(),
        {.snapshot = snapshot_, .revisions = revisions_, .cancel = cancel_, .pool = pool_});
  }

  static std::string Drain(kind::BodySource& source, std::size_t* largest = nullptr) {
    std::string all;
    for (State state = State::kMore; state == State::kMore;) {
      std::string piece;
      state = source.Next(piece);
      if (largest != nullptr) *largest = std::max(*largest, piece.size());
      all += piece;
    }
    return all;
  }

  HistogramLog log_;
  std::shared_ptr<const store::Snapshot> snapshot_;
  store::RevisionLog revisions_;
  base::CancelFlag cancel_;
  base::ThreadPool pool_{2};
};

TEST_F(HistogramDownloadTest, WritesBothFormats) {
  Log(4);
  const kind::Response csv = Respond("&begin_step=1&end_step=3");
  EXPECT_EQ(csv.content_type, "text/csv; charset=utf-8");
  EXPECT_EQ(csv.headers.front().second, "attachment; filename=\"a_b_w.csv\"");
  EXPECT_EQ(Drain(*csv.source), "step,total\n1,1\n2,2\n");
  const kind::Response json = Respond("&format=json&begin_step=3");
  EXPECT_EQ(json.content_type, "application/json");
  EXPECT_EQ(Drain(*json.source),
            "{\"run\":\"a b\",\"tag\":\"w\",\"steps\":[\n"
            "{\"step\":3,\"wall_time\":1003.5,\"total\":3.0}]}\n");
  EXPECT_EQ(Drain(*Respond("&begin_step=9").source), "step,total\n");
  EXPECT_EQ(Drain(*Respond("&format=json&begin_step=9").source),
            "{\"run\":\"a b\",\"tag\":\"w\",\"steps\":[]}\n");
}

TEST_F(HistogramDownloadTest, GivesLongSeriesInShortPieces) {
  Log(5000);
  const kind::Response response = Respond();
  const std::weak_ptr<const store::Snapshot> alive = snapshot_;
  snapshot_.reset();
  EXPECT_FALSE(alive.expired()) << "it holds what it sends";
  std::size_t largest = 0;
  const std::string all = Drain(*response.source, &largest);
  EXPECT_EQ(std::ranges::count(all, '\n'), 5001);
  EXPECT_LT(largest, 100'000U);
}

TEST_F(HistogramDownloadTest, TellsWhatCannotBeRead) {
  Log(2);
  log_.Remove("a b", 0);
  EXPECT_EQ(Drain(*Respond().source), "step,total\n0,-1\n1,-1\n");
  EXPECT_THAT(Drain(*Respond("&format=json").source), ::testing::HasSubstr("\"error\":\""));
}

TEST_F(HistogramDownloadTest, StopsWhenNobodyListens) {
  Log(5000);
  const kind::Response response = Respond();
  cancel_.Cancel();
  std::string piece;
  EXPECT_EQ(response.source->Next(piece), State::kEnd);
}

TEST_F(HistogramDownloadTest, RefusesNonsense) {
  Log(1);
  EXPECT_THAT(Parse("&format=xml"), IsError(ErrorCode::kInvalidArgument));
  EXPECT_THAT(Parse("&begin_step=x"), IsError(ErrorCode::kInvalidArgument));
  const auto parse = [&](std::string_view query) {
    return ParseDownload(kind::Parameters::FromQuery(query).value(), *snapshot_);
  };
  EXPECT_THAT(parse(""), IsError(ErrorCode::kInvalidArgument));
  EXPECT_THAT(parse("run_id=x&tag_id=y"), IsError(ErrorCode::kInvalidArgument));
  EXPECT_THAT(parse("run_id=0000000000000000&tag_id=0000000000000000"),
              IsError(ErrorCode::kNotFound));
}

}  // namespace
}  // namespace sightglass::histograms
