#include "kinds/scalars/tensorboard_scalars.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>

#include "base/number_text.h"
#include "tests/support/route_caller.h"
#include "tests/support/snapshot_builder.h"

namespace sightglass::kinds {
namespace {

using ::testing::HasSubstr;
using testing::RouteCaller;
using testing::SnapshotBuilder;

constexpr std::string_view kForm = "application/x-www-form-urlencoded";
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<store::ScalarPoint> Ramp(base::Step count) {
  std::vector<store::ScalarPoint> points;
  for (base::Step i = 0; i < count; ++i) {
    points.push_back({i, 1000 + static_cast<double>(i), static_cast<double>(i) / 4});
  }
  return points;
}

class TensorboardScalarsTest : public ::testing::Test {
 protected:
  // The answers of these routes to `builder_`.
  RouteCaller& Routes(kind::KindOptions options = {}) {
    scalars_ = std::make_unique<TensorboardScalars>(options);
    caller_ = std::make_unique<RouteCaller>(builder_.Build());
    scalars_->AddRoutes(caller_->router());
    return *caller_;
  }

  SnapshotBuilder builder_;
  std::unique_ptr<TensorboardScalars> scalars_;
  std::unique_ptr<RouteCaller> caller_;
};

TEST_F(TensorboardScalarsTest, WritesPointsAsArrays) {
  builder_.Scalars("train", "loss",
                   {{-3, 1700000000.5, 0.25},
                    {0, 1700000001, std::nan("")},
                    {9007199254740993, 1700000002.25, kInfinity},
                    {9223372036854775807, -1.5, -kInfinity}});
  const auto response = Routes().Get("/data/plugin/scalars/scalars?run=train&tag=loss");
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.content_type, "application/json");
  EXPECT_EQ(
      response.body,
      R"([[1700000000.5,-3,0.25],[1700000001.0,0,"NaN"],)"
      R"([1700000002.25,9007199254740993,"Infinity"],[-1.5,9223372036854775807,"-Infinity"]])");
}

TEST_F(TensorboardScalarsTest, WritesCsvWithCrlf) {
  builder_.Scalars("r", "t", {{0, 1.5, std::nan("")}, {1, 2.5, -kInfinity}, {2, 3.5, 1e-7}});
  const auto response = Routes().Get("/data/plugin/scalars/scalars?run=r&tag=t&format=csv");
  EXPECT_EQ(response.content_type, "text/csv; charset=utf-8");
  EXPECT_EQ(response.body, "Wall time,Step,Value\r\n1.5,0,nan\r\n2.5,1,-inf\r\n3.5,2,1e-07\r\n");
}

TEST_F(TensorboardScalarsTest, TakesAnyOtherFormatAsJson) {
  builder_.Scalars("r", "t", {{0, 1.5, 2}});
  EXPECT_EQ(Routes().Get("/data/plugin/scalars/scalars?run=r&tag=t&format=xml").body,
            "[[1.5,0,2.0]]");
}

TEST_F(TensorboardScalarsTest, GivesVisiblePointsOfAllFiles) {
  builder_.Scalars("r", "t", Ramp(3000)).Scalars("r", "t", {{1500, 5, 7}});
  const auto response = Routes().Get("/data/plugin/scalars/scalars?run=r&tag=t");
  EXPECT_EQ(std::ranges::count(response.body, '['), 1502);
  EXPECT_THAT(response.body, HasSubstr("[2499.0,1499,374.75],[5.0,1500,7.0]]"));
}

TEST_F(TensorboardScalarsTest, RefusesWithTheStatusOfTensorboard) {
  builder_.Scalars("r", "t", {{0, 1.5, 2}});
  builder_.Scalars("r", "other", {{0, 1.5, 2}}, {.plugin = "mine", .data_class = 1});
  builder_.Scalars("r", "none", {});
  RouteCaller& routes = Routes();
  const auto status = [&routes](std::string_view query) {
    return routes.Get(fmt::format("/data/plugin/scalars/scalars{}", query)).status;
  };
  EXPECT_EQ(status("?run=r&tag=t"), 200);
  EXPECT_EQ(status(""), 400);
  EXPECT_EQ(status("?run=r"), 400);
  EXPECT_EQ(status("?tag=t"), 400);
  EXPECT_EQ(status("?run=&tag=t"), 404);
  EXPECT_EQ(status("?run=r&tag="), 404);
  EXPECT_EQ(status("?run=x&run=r&tag=t"), 404);
  EXPECT_EQ(status("?run=%ZZ&tag=%"), 404);
  EXPECT_EQ(status("?run=%ff&tag=t"), 404);
  EXPECT_EQ(status("?run=r&tag=other"), 404);
  EXPECT_EQ(status("?run=r&tag=none"), 404);
  const auto missing = routes.Get("/data/plugin/scalars/scalars?run=x&tag=t");
  EXPECT_EQ(missing.content_type, "text/plain; charset=utf-8");
  EXPECT_EQ(missing.body, "Not found: No scalar data for run='x', tag='t'");
}

TEST_F(TensorboardScalarsTest, FindsNamesThatAreNotUtf8) {
  builder_.Scalars("r\xFF", "t\x80", {{0, 1.5, 2}});
  RouteCaller& routes = Routes();
  EXPECT_EQ(routes.Get("/data/plugin/scalars/tags").body,
            R"({"r\\xFF":{"t\\x80":{"displayName":"","description":""}}})");
  EXPECT_EQ(routes.Get("/data/plugin/scalars/scalars?run=r%ff&tag=t%80").status, 200);
  EXPECT_EQ(routes.Get(R"(/data/plugin/scalars/scalars?run=r\xFF&tag=t\x80)").status, 200);
}

TEST_F(TensorboardScalarsTest, ListsTagsWithNamesAndDescriptions) {
  builder_.Scalars("b", "loss", {{0, 1, 2}},
                   {.plugin = "scalars", .display_name = "Loss", .description = "*low*"});
  builder_.Scalars("a", "x", {{0, 1, 2}}).Scalars("a", "y", {{0, 1, 2}});
  builder_.Scalars("empty", "x", {});
  builder_.Scalars("later", "x", {{0, 1, 2}}, {.plugin = "scalars", .plugin_content = "\x08\x01"});
  builder_.Scalars("zero", "x", {{0, 1, 2}},
                   {.plugin = "scalars", .plugin_content = std::string("\x08\0", 2)});
  builder_.Scalars("odd", "x", {{0, 1, 2}}, {.plugin = "scalars", .plugin_content = "{}"});
  EXPECT_EQ(Routes().Get("/data/plugin/scalars/tags").body,
            R"({"a":{"x":{"displayName":"","description":""},)"
            R"("y":{"displayName":"","description":""}},)"
            R"("b":{"loss":{"displayName":"Loss","description":"<p><em>low</em></p>"}},)"
            R"("odd":{"x":{"displayName":"","description":""}},)"
            R"("zero":{"x":{"displayName":"","description":""}}})");
}

TEST_F(TensorboardScalarsTest, GivesOneTagOfManyRuns) {
  builder_.Scalars("a", "t", {{0, 1, 2}})
      .Scalars("b", "t", {{0, 3, 4}})
      .Scalars("c", "u", {{0, 1, 2}});
  RouteCaller& routes = Routes();
  constexpr std::string_view kPath = "/data/plugin/scalars/scalars_multirun";
  EXPECT_EQ(routes.Post(kPath, kForm, "tag=t&runs=b&runs=nope&runs=a&runs=c&runs=b").body,
            R"({"a":[[1.0,0,2.0]],"b":[[3.0,0,4.0]]})");
  EXPECT_EQ(routes.Post(kPath, kForm, "tag=t").body, "{}");
  EXPECT_EQ(routes
                .Post(kPath, "multipart/form-data; boundary=B",
                      "--B\r\nContent-Disposition: form-data; name=\"tag\"\r\n\r\nt\r\n"
                      "--B\r\nContent-Disposition: form-data; name=\"runs\"\r\n\r\na\r\n--B--\r\n")
                .body,
            R"({"a":[[1.0,0,2.0]]})");
  EXPECT_EQ(routes.Post(kPath, kForm, "runs=a").status, 400);
  EXPECT_EQ(routes.Post(kPath, kForm, "tag=t&tag=t&runs=a").status, 400);
  EXPECT_EQ(routes.Post(kPath, "application/json", "{\"tag\":\"t\"}").status, 400);
  EXPECT_EQ(routes.router().Find(kPath)->methods, std::vector{kind::Method::kPost});
}

TEST_F(TensorboardScalarsTest, WritesManyRunsSideBySideAsOneByOne) {
  std::string body = "tag=t";
  std::string expected = "{";
  for (int i = 10; i < 40; ++i) {
    builder_.Scalars(fmt::format("run{}", i), "t", Ramp(700 + i));
    body += fmt::format("&runs=run{}", i);
  }
  RouteCaller& routes = Routes();
  for (int i = 10; i < 40; ++i) {
    expected += fmt::format(
        "{}\"run{}\":{}", i == 10 ? "" : ",", i,
        routes.Get(fmt::format("/data/plugin/scalars/scalars?run=run{}&tag=t", i)).body);
  }
  EXPECT_EQ(routes.Post("/data/plugin/scalars/scalars_multirun", kForm, body).body, expected + "}");
}

TEST_F(TensorboardScalarsTest, SamplesOnlyIfAskedTo) {
  builder_.Scalars("r", "long", Ramp(20)).Scalars("r", "longer", Ramp(3000));
  const std::string path = "/data/plugin/scalars/scalars?run=r&tag=long";
  const auto count = [](const kind::Response& response) {
    return std::ranges::count(response.body, '[') - 1;
  };
  EXPECT_EQ(count(Routes().Get(path)), 20);
  using Samples = std::map<std::string, std::size_t, std::less<>>;
  EXPECT_EQ(Routes({.tensorboard_samples = Samples{{"scalars", 5}}}).Get(path).body,
            "[[1001.0,1,0.25],[1009.0,9,2.25],[1015.0,15,3.75],[1016.0,16,4.0],[1019.0,19,4.75]]");
  EXPECT_EQ(count(Routes({.tensorboard_samples = Samples{{"scalars", 0}}}).Get(path + "er")), 3000);
  EXPECT_EQ(count(Routes({.tensorboard_samples = Samples{{"images", 5}}}).Get(path + "er")), 1000);
  EXPECT_EQ(count(Routes({.tensorboard_samples = Samples{}}).Get(path)), 20);
}

TEST_F(TensorboardScalarsTest, EndsEarlyWhenTheClientIsGone) {
  builder_.Scalars("r", "t", Ramp(2000)).Scalars("s", "t", Ramp(20'000));
  RouteCaller& routes = Routes();
  routes.Cancel();
  EXPECT_EQ(routes.Get("/data/plugin/scalars/scalars?run=r&tag=t").status, 499);
  EXPECT_EQ(routes.Get("/data/plugin/scalars/tags").status, 499);
  EXPECT_EQ(
      routes.Post("/data/plugin/scalars/scalars_multirun", kForm, "tag=t&runs=r&runs=s").status,
      499);
}

TEST(ScalarPointText, WritesTimesAsNumbersAreWritten) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> any(-1, 1e10);
  std::vector<double> times = {0,
                               -0.0,
                               1,
                               1e-7,
                               0.5,
                               1.000001,
                               1.0000001,
                               1e16,
                               1e22,
                               -1.25,
                               999.999999,
                               8589934591.999999,
                               8589934592.5,
                               1794734745.298771,
                               1700000000,
                               1700000000.1,
                               4294967296.123456};
  for (int i = 0; i < 200'000; ++i) {
    times.push_back(any(random));
    times.push_back(static_cast<double>(random() % 9'000'000'000'000'000) / 1e6);
    times.push_back(static_cast<double>(random() % 1'800'000'000'000) / 1e3);
    times.push_back(std::nextafter(times.back(), 0));
  }
  for (const double time : times) {
    char text[kMaxNumberBytes];
    const char* end = PutWallTime(time, text);
    ASSERT_EQ(std::string_view(text, static_cast<std::size_t>(end - text)),
              base::NumberText(time).view());
  }
}

}  // namespace
}  // namespace sightglass::kinds
