#include "kinds/scalars/scalars_export.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "tests/support/is_ok.h"
#include "tests/support/scalars_api_caller.h"
#include "tests/support/snapshot_builder.h"

namespace sightglass::kinds {
namespace {

using base::ErrorCode;
using store::ScalarPoint;
using testing::IsError;
using testing::IsOk;

// Everything that a source gives, and the largest piece of it.
std::string Drain(kind::BodySource& source, std::size_t& largest) {
  std::string all;
  for (auto state = kind::BodySource::State::kMore; state == kind::BodySource::State::kMore;) {
    std::string piece;
    state = source.Next(piece);
    largest = std::max(largest, piece.size());
    all += piece;
  }
  return all;
}

std::string Exported(ApiCaller& api, std::string_view query) {
  auto response = api.Get("/api/scalars/export", query);
  EXPECT_THAT(response, IsOk());
  std::size_t largest = 0;
  return response.ok() ? Drain(*response->source, largest) : "";
}

class ScalarsExport : public ::testing::Test {
 protected:
  ScalarsExport() {
    builder_.Scalars("a b/c", "loss", {{1, 100, 0.5}, {2, 101, std::nan("")}})
        .Scalars("a b/c", "loss", {{2, 102.5, 1}})
        .Scalars("z", "acc", {{-1, 1, 1}});
    api_ = std::make_unique<ApiCaller>(builder_.Build());
  }
  testing::SnapshotBuilder builder_;
  std::unique_ptr<ApiCaller> api_;
};

TEST_F(ScalarsExport, EveryFormat) {
  EXPECT_EQ(Exported(*api_, ""),
            "run,tag,step,wall_time,value\na b/c,loss,1,100.0,0.5\na b/c,loss,2,102.5,1.0\n"
            "z,acc,-1,1.0,1.0\n");
  EXPECT_EQ(Exported(*api_, "format=csv&run=a+b/c&superseded=1"),
            "run,tag,step,wall_time,value,superseded\na b/c,loss,1,100.0,0.5,0\n"
            "a b/c,loss,2,102.5,1.0,0\na b/c,loss,2,101.0,nan,1\n");
  EXPECT_EQ(Exported(*api_, "format=jsonl&tag=acc"),
            "{\"run\":\"z\",\"tag\":\"acc\",\"step\":-1,\"wall_time\":1.0,\"value\":1.0}\n");
  EXPECT_EQ(Exported(*api_, "format=json&tag_matching=l.ss&superseded=true"),
            "[\n{\"run\":\"a b/c\",\"tag\":\"loss\",\"points\":[[100.0,1,0.5],[102.5,2,1.0]],"
            "\"superseded\":[[101.0,2,\"NaN\"]]}]\n");
  EXPECT_EQ(Exported(*api_, "format=json&tag_matching=none"), "[]\n");
}

TEST(ScalarsExportName, IsOfWhatAllPointsShare) {
  testing::SnapshotBuilder builder;
  builder.Scalars("a b/c", "loss", {{1, 1, 1}})
      .Scalars("a b/c", "acc/\"top\"\r\n", {{1, 1, 1}})
      .Scalars("z", "loss", {{1, 1, 1}})
      .Scalars("z", "损失/α", {{1, 1, 1}})
      .Scalars("z", "bad\xff", {{1, 1, 1}})
      .Scalars(".", "own", {{1, 1, 1}})
      .Scalars("z", std::string(300, 'x'), {{1, 1, 1}});
  ApiCaller api(builder.Build());
  const auto name = [&](std::string_view query) {
    const auto response = api.Get("/api/scalars/export", query);
    EXPECT_THAT(response, IsOk());
    for (const auto& [key, value] : response->headers) {
      if (key == "Content-Disposition") return value;
    }
    return std::string();
  };
  EXPECT_EQ(name(""), "attachment; filename=\"scalars.csv\"");
  EXPECT_EQ(name("tag_matching=none"), "attachment; filename=\"scalars.csv\"");
  EXPECT_EQ(name("run=a+b/c&format=jsonl"), "attachment; filename=\"a_b_c.jsonl\"");
  EXPECT_EQ(name("tag=loss"), "attachment; filename=\"loss.csv\"");
  EXPECT_EQ(name("tag=loss&run=z&format=json"), "attachment; filename=\"z-loss.json\"");
  EXPECT_EQ(name("tag=own"), "attachment; filename=\"own.csv\"");
  EXPECT_EQ(name("tag_matching=top"), "attachment; filename=\"a_b_c-acc__top___.csv\"");
  EXPECT_EQ(name("tag=%E6%8D%9F%E5%A4%B1/%CE%B1"),
            "attachment; filename=\"z-____.csv\"; "
            "filename*=UTF-8''z-%E6%8D%9F%E5%A4%B1_%CE%B1.csv");
  EXPECT_EQ(name("tag_matching=bad"), "attachment; filename=\"z-bad_.csv\"");
  EXPECT_EQ(name("tag_matching=xxx").size(),
            std::string_view("attachment; filename=\".csv\"").size() + 150);
}

TEST_F(ScalarsExport, PostsTakeASelection) {
  auto response =
      api_->Post("/api/scalars/export",
                 R"({"format":"csv","selection":{"series":[{"run":"z","tag":"acc"}]}})");
  ASSERT_THAT(response, IsOk());
  EXPECT_EQ(response->content_type, "text/csv; charset=utf-8");
  std::size_t largest = 0;
  EXPECT_EQ(Drain(*response->source, largest), "run,tag,step,wall_time,value\nz,acc,-1,1.0,1.0\n");
}

TEST_F(ScalarsExport, RefusesNonsense) {
  EXPECT_THAT(api_->Get("/api/scalars/export", "run=none"), IsError(ErrorCode::kNotFound));
  EXPECT_THAT(api_->Get("/api/scalars/export", "format=xml"), IsError(ErrorCode::kInvalidArgument));
  EXPECT_THAT(api_->Get("/api/scalars/export", "runs=a"), IsError(ErrorCode::kInvalidArgument));
  EXPECT_THAT(api_->Post("/api/scalars/export", R"({"format":3})"),
              IsError(ErrorCode::kInvalidArgument));
}

TEST_F(ScalarsExport, HoldsWhatItSends) {
  auto builder = std::make_unique<testing::SnapshotBuilder>();
  std::vector<ScalarPoint> points;
  for (int i = 0; i < 100'000; ++i) points.push_back({i, 1e9 + i, 0.1 * i});
  builder->Scalars("r", "t", points);
  auto snapshot = builder->Build();
  ApiCaller api(snapshot);
  auto response = api.Get("/api/scalars/export");
  ASSERT_THAT(response, IsOk());
  api.Observe(std::make_shared<store::Snapshot>());
  const std::weak_ptr<const store::Snapshot> alive = snapshot;
  snapshot.reset();
  EXPECT_FALSE(alive.expired());
  std::size_t largest = 0;
  const std::string all = Drain(*response->source, largest);
  EXPECT_EQ(std::ranges::count(all, '\n'), 100'001);
  EXPECT_LE(largest, 100'000U) << "tens of kilobytes at a time";
}

TEST(SliceReader, GivesTheSamePointsAsOneRead) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 10; ++round) {
    testing::SnapshotBuilder builder;
    for (std::size_t files = 1 + random() % 3; files > 0; --files) {
      std::vector<ScalarPoint> file;
      base::Step step = static_cast<base::Step>(random() % 5000);
      const std::size_t count = random() % 20'000;
      for (std::size_t i = 0; i < count; ++i) {
        // Now and then a step back, which supersedes some of this file.
        step += random() % 500 == 0 ? -static_cast<base::Step>(random() % 700) : 1;
        file.push_back({step, static_cast<double>(i), static_cast<double>(random() % 1000)});
      }
      builder.Scalars("r", "t", file);
    }
    const auto snapshot = builder.Build();
    const auto& points = *snapshot->runs[0]->series[0]->scalars();
    std::vector<ScalarPoint> visible;
    points.Read(0, points.size(), visible);
    std::vector<ScalarPoint> superseded;
    points.ReadSuperseded(superseded);

    std::vector<ScalarPoint> slices[2];
    std::vector<ScalarPoint> slice;
    std::size_t largest = 0;
    SliceReader reader(points, {.superseded = true});
    while (reader.Next(slice)) {
      largest = std::max(largest, slice.size());
      auto& all = slices[reader.superseded() ? 1 : 0];
      all.insert(all.end(), slice.begin(), slice.end());
    }
    EXPECT_EQ(slices[0], visible);
    EXPECT_EQ(slices[1], superseded);
    EXPECT_LE(largest, 8192U) << "memory is bounded";
    EXPECT_FALSE(reader.Next(slice)) << "it stays at its end";
  }
}

}  // namespace
}  // namespace sightglass::kinds
