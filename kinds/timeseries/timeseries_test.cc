#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "kinds/timeseries/timeseries_routes.h"
#include "tests/support/route_caller.h"
#include "tests/support/snapshot_builder.h"

namespace sightglass::kinds {
namespace {

using testing::RouteCaller;

constexpr std::string_view kForm = "application/x-www-form-urlencoded";

// Tells what it was asked.
class Echo final : public kind::TimeSeriesSource {
 public:
  Echo(std::string_view plugin, bool needs_run, bool needs_sample)
      : plugin_(plugin), needs_run_(needs_run), needs_sample_(needs_sample) {}

  [[nodiscard]] std::string_view plugin() const override { return plugin_; }
  [[nodiscard]] bool needs_run() const override { return needs_run_; }
  [[nodiscard]] bool needs_sample() const override { return needs_sample_; }
  void WriteTags(const store::Snapshot& snapshot, base::JsonWriter& json) const override {
    json.Key("runs");
    json.UInt(snapshot.runs.size());
  }
  base::Status WriteSeries(const kind::TimeSeriesRequest& request, const kind::RequestContext&,
                           base::JsonWriter& json) const override {
    if (request.tag == "broken") return base::Error{base::ErrorCode::kDataLoss, "broken"};
    json.String(
        fmt::format("{}/{}/{}/{}", plugin_, request.tag, request.run, request.sample.value_or(-1)));
    return {};
  }
  base::Result<kind::Response> Image(std::string_view image_id,
                                     const kind::RequestContext&) const override {
    return kind::TextResponse(200, std::string(image_id));
  }

 private:
  std::string_view plugin_;
  bool needs_run_;
  bool needs_sample_;
};

class TimeSeriesTest : public ::testing::Test {
 protected:
  RouteCaller& Routes(std::vector<const kind::TimeSeriesSource*> sources) {
    caller_ = std::make_unique<RouteCaller>(builder_.Build());
    AddTimeSeriesRoutes(sources, caller_->router());
    return *caller_;
  }
  std::string Ask(RouteCaller& routes, std::string_view requests) {
    const auto response = routes.Post("/data/plugin/timeseries/timeSeries", kForm,
                                      fmt::format("requests={}", requests));
    EXPECT_EQ(response.status, 200) << response.body;
    return response.body;
  }

  testing::SnapshotBuilder builder_;
  const Echo scalars_{"scalars", false, false};
  const Echo images_{"images", true, true};
  std::unique_ptr<RouteCaller> caller_;
};

TEST_F(TimeSeriesTest, HasEverySectionWhetherOrNotAKindOffersIt) {
  EXPECT_EQ(Routes({}).Get("/data/plugin/timeseries/tags").body,
            R"({"scalars":{"runTagInfo":{},"tagDescriptions":{}},)"
            R"("histograms":{"runTagInfo":{},"tagDescriptions":{}},)"
            R"("images":{"tagDescriptions":{},"tagRunSampledInfo":{}}})");
  builder_.Scalars("r", "t", {{0, 1, 2}});
  EXPECT_EQ(Routes({&scalars_}).Get("/data/plugin/timeseries/tags").body,
            R"({"scalars":{"runs":1},"histograms":{"runTagInfo":{},"tagDescriptions":{}},)"
            R"("images":{"tagDescriptions":{},"tagRunSampledInfo":{}}})");
}

TEST_F(TimeSeriesTest, AnswersItemsInOrder) {
  RouteCaller& routes = Routes({&scalars_, &images_});
  EXPECT_EQ(Ask(routes, "[]"), "[]");
  EXPECT_EQ(
      Ask(routes, R"([{"plugin":"scalars","tag":"a"},{"plugin":"scalars","tag":"a","run":""},)"
                  R"({"plugin":"scalars","tag":"a","run":"r","sample":2},)"
                  R"({"plugin":"images","tag":"i","run":"r","sample":3}])"),
      R"([{"plugin":"scalars","tag":"a","runToSeries":"scalars/a//-1"},)"
      R"({"plugin":"scalars","tag":"a","run":"","runToSeries":"scalars/a//-1"},)"
      R"({"plugin":"scalars","tag":"a","run":"r","sample":2,"runToSeries":"scalars/a/r/2"},)"
      R"({"plugin":"images","tag":"i","run":"r","sample":3,"runToSeries":"images/i/r/3"}])");
}

TEST_F(TimeSeriesTest, TellsProblemsItemByItem) {
  RouteCaller& routes = Routes({&scalars_});
  EXPECT_EQ(
      Ask(routes, R"([{},{"plugin":"scalars"},{"plugin":"nope","tag":"t"},{"tag":"t"},)"
                  R"({"plugin":"histograms","tag":"t"},{"plugin":"images","tag":"t","run":"r"},)"
                  R"({"plugin":"images","tag":"t","sample":0},{"plugin":7,"tag":["t"],"run":1}])"),
      R"([{"plugin":null,"tag":null,"error":"Missing tag"},)"
      R"({"plugin":"scalars","tag":null,"error":"Missing tag"},)"
      R"({"plugin":"nope","tag":"t","error":"Invalid plugin"},)"
      R"({"plugin":null,"tag":"t","error":"Invalid plugin"},)"
      R"({"plugin":"histograms","tag":"t","error":"Missing run"},)"
      R"({"plugin":"images","tag":"t","run":"r","error":"Missing sample"},)"
      R"({"plugin":"images","tag":"t","sample":0,"error":"Missing run"},)"
      R"({"plugin":null,"tag":null,"error":"Missing tag"}])");
}

TEST_F(TimeSeriesTest, HasNothingWhereNoKindOffersIt) {
  EXPECT_EQ(Ask(Routes({}), R"([{"plugin":"images","tag":"t","run":"r","sample":0}])"),
            R"([{"plugin":"images","tag":"t","run":"r","sample":0,"runToSeries":{}}])");
}

TEST_F(TimeSeriesTest, TakesGetAndMultipart) {
  RouteCaller& routes = Routes({&scalars_});
  const std::string expected = R"([{"plugin":"scalars","tag":"t","runToSeries":"scalars/t//-1"}])";
  EXPECT_EQ(routes
                .Get("/data/plugin/timeseries/timeSeries?requests="
                     "%5B%7B%22plugin%22:%22scalars%22,%22tag%22:%22t%22%7D%5D")
                .body,
            expected);
  EXPECT_EQ(routes
                .Post("/data/plugin/timeseries/timeSeries", "multipart/form-data; boundary=XYZ",
                      "--XYZ\r\nContent-Disposition: form-data; name=\"requests\"\r\n\r\n"
                      "[{\"plugin\":\"scalars\",\"tag\":\"t\"}]\r\n--XYZ--\r\n")
                .body,
            expected);
}

TEST_F(TimeSeriesTest, RefusesWhatIsNotAListOfObjects) {
  RouteCaller& routes = Routes({&scalars_});
  const auto status = [&routes](std::string_view body) {
    return routes.Post("/data/plugin/timeseries/timeSeries", kForm, body).status;
  };
  EXPECT_EQ(status(""), 400);
  EXPECT_EQ(status("requests="), 400);
  EXPECT_EQ(status("requests=["), 400);
  EXPECT_EQ(status("requests={}"), 400);
  EXPECT_EQ(status("requests=[3]"), 400);
  EXPECT_EQ(routes.Get("/data/plugin/timeseries/timeSeries").status, 400);
  std::string many = "requests=[{}";
  for (std::size_t i = 0; i < kMaxTimeSeriesItems; ++i) many += ",{}";
  EXPECT_EQ(status(many + "]"), 400);
}

TEST_F(TimeSeriesTest, PassesErrorsOfAKindOn) {
  RouteCaller& routes = Routes({&scalars_});
  EXPECT_EQ(routes
                .Post("/data/plugin/timeseries/timeSeries", kForm,
                      R"(requests=[{"plugin":"scalars","tag":"broken"}])")
                .status,
            500);
  routes.Cancel();
  EXPECT_EQ(routes
                .Post("/data/plugin/timeseries/timeSeries", kForm,
                      R"(requests=[{"plugin":"scalars","tag":"t"}])")
                .status,
            499);
}

TEST_F(TimeSeriesTest, GivesImagesById) {
  EXPECT_EQ(Routes({}).Get("/data/plugin/timeseries/imageData?imageId=x").status, 404);
  RouteCaller& routes = Routes({&images_});
  EXPECT_EQ(routes.Get("/data/plugin/timeseries/imageData?imageId=x").body, "x");
  EXPECT_EQ(routes.Get("/data/plugin/timeseries/imageData?imageId=").status, 400);
  EXPECT_EQ(routes.Get("/data/plugin/timeseries/imageData").status, 400);
}

}  // namespace
}  // namespace sightglass::kinds
