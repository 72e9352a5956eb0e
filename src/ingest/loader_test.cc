#include "ingest/loader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <vector>

#include "tests/support/memory_file_system.h"
#include "tests/support/run_builder.h"

namespace sightglass::ingest {
namespace {

using ::testing::ElementsAre;
using testing::EventFileName;
using ::testing::IsEmpty;
using testing::MemoryFileSystem;
using testing::RunBuilder;

struct LoaderTest : ::testing::Test {
  MemoryFileSystem files;
  base::ThreadPool pool{2};
  base::IssueLog issues;
  Loader loader{{{"", "/logs"}}, files, pool, issues, {.publish_interval_millis = 0}};

  static std::string Path(int n, std::string_view run = "train") {
    return "/logs/" + std::string(run) + "/" + EventFileName(n);
  }

  const store::Series* Find(std::string_view tag, std::string_view run = "train") {
    snapshot = loader.snapshot();
    const store::Run* found = snapshot->Find(run);
    return found == nullptr ? nullptr : found->Find(tag);
  }

  // "step=value" of each visible scalar point.
  std::vector<std::string> Scalars(std::string_view tag, std::string_view run = "train") {
    const store::Series* series = Find(tag, run);
    std::vector<std::string> out;
    if (series == nullptr || series->scalars() == nullptr) return {"none"};
    std::vector<store::ScalarPoint> points;
    series->scalars()->Read(0, series->scalars()->size(), points);
    for (const store::ScalarPoint& point : points) {
      out.push_back(fmt::format("{}={}", point.step, point.value));
    }
    return out;
  }

  std::shared_ptr<const store::Snapshot> snapshot;
};

TEST_F(LoaderTest, StartsEmpty) {
  ASSERT_NE(loader.snapshot(), nullptr);
  EXPECT_THAT(loader.snapshot()->runs, IsEmpty());
  EXPECT_FALSE(loader.Refresh());
  EXPECT_FALSE(loader.snapshot()->loading);
}

TEST_F(LoaderTest, ALaterFileSupersedesFromItsFirstStep) {
  files.Write(Path(1), RunBuilder()
                           .Version()
                           .Scalar("loss", 1, 0.5F)
                           .Scalar("loss", 2, 0.25F)
                           .Scalar("loss", 3, 0.125F)
                           .bytes());
  files.Write(Path(2), RunBuilder().Version().Scalar("loss", 2, 8).bytes());
  EXPECT_TRUE(loader.Refresh());
  EXPECT_THAT(Scalars("loss"), ElementsAre("1=0.5", "2=8"));
  EXPECT_EQ(Find("loss")->superseded_size(), 2U);
  std::vector<store::ScalarPoint> superseded;
  Find("loss")->scalars()->ReadSuperseded(superseded);
  ASSERT_EQ(superseded.size(), 2U);
  EXPECT_EQ(superseded[0].value, 0.25);
  EXPECT_EQ(superseded[1].value, 0.125);
}

TEST_F(LoaderTest, WhatAnEarlierFileGainsLaterStaysBehindTheLaterFile) {
  const std::string start = RunBuilder().Version().Scalar("loss", 1, 0.5F).bytes();
  files.Write(Path(1), start);
  files.Write(Path(2), RunBuilder().Version().Scalar("loss", 3, 8).bytes());
  loader.Refresh();
  EXPECT_THAT(Scalars("loss"), ElementsAre("1=0.5", "3=8"));
  files.Append(Path(1), RunBuilder().Scalar("loss", 2, 2).Scalar("loss", 4, 4).bytes());
  EXPECT_TRUE(loader.Refresh());
  EXPECT_THAT(Scalars("loss"), ElementsAre("1=0.5", "2=2", "3=8"));
  files.Remove(Path(2));
  EXPECT_TRUE(loader.Refresh());
  EXPECT_THAT(Scalars("loss"), ElementsAre("1=0.5", "2=2", "4=4"));
}

TEST_F(LoaderTest, NothingNewChangesNothing) {
  files.Write(Path(1), RunBuilder().Version().Scalar("loss", 1, 0.5F).bytes());
  loader.Refresh();
  const auto before = loader.snapshot();
  const std::uint64_t bytes_read = files.bytes_read();
  EXPECT_FALSE(loader.Refresh());
  EXPECT_EQ(loader.snapshot(), before);
  EXPECT_EQ(files.bytes_read(), bytes_read);
}

TEST_F(LoaderTest, SeriesThatDidNotChangeAreShared) {
  files.Write(Path(1), RunBuilder().Version().Scalar("a", 1, 1).Scalar("b", 1, 1).bytes());
  loader.Refresh();
  const store::Series* a = Find("a");
  const store::Series* b = Find("b");
  const auto keep = snapshot;
  files.Append(Path(1), RunBuilder().Scalar("b", 2, 2).bytes());
  loader.Refresh();
  EXPECT_EQ(Find("a"), a);
  EXPECT_NE(Find("b"), b);
}

TEST_F(LoaderTest, TheFirstFileDecidesATagsKind) {
  files.Write(Path(2), RunBuilder().Version().Scalar("x", 5, 1).bytes());
  loader.Refresh();
  EXPECT_THAT(Scalars("x"), ElementsAre("5=1"));
  // A file that sorts before it says otherwise: then x is text, and the number is a value of
  // another kind.
  files.Write(Path(1), RunBuilder().Version().Text("x", 1, "hello").bytes());
  loader.Refresh();
  ASSERT_NE(Find("x"), nullptr);
  EXPECT_EQ(Find("x")->info->plugin, "text");
  EXPECT_EQ(Find("x")->size(), 1U);
  EXPECT_EQ(Find("x")->mismatched, 1U);
  EXPECT_EQ(issues.count(), 1U);
  // Without that file the number counts again.
  files.Remove(Path(1));
  loader.Refresh();
  EXPECT_THAT(Scalars("x"), ElementsAre("5=1"));
  EXPECT_EQ(issues.count(), 0U);
}

TEST_F(LoaderTest, ARewrittenFileIsReadAnew) {
  files.Write(Path(1), RunBuilder().Version().Scalar("loss", 1, 1).Scalar("loss", 2, 2).bytes());
  loader.Refresh();
  files.Write(Path(1), RunBuilder().At(5).Version().Scalar("loss", 7, 7).bytes());
  EXPECT_TRUE(loader.Refresh());
  EXPECT_THAT(Scalars("loss"), ElementsAre("7=7"));
}

TEST_F(LoaderTest, ACopyThatGrewIsReadOnWhereverItWas) {
  const std::string start = RunBuilder().Version().Scalar("loss", 1, 1).bytes();
  const std::string more = RunBuilder().Scalar("loss", 2, 2).bytes();
  files.Write(Path(1), start);
  loader.Refresh();
  files.Replace(Path(1), start + more);
  EXPECT_TRUE(loader.Refresh());
  EXPECT_THAT(Scalars("loss"), ElementsAre("1=1", "2=2"));
  EXPECT_EQ(issues.count(), 0U);
}

TEST_F(LoaderTest, ARunThatIsGoneIsForgotten) {
  files.Write(Path(1), RunBuilder().Version().Scalar("loss", 1, 1).Raw("rubbish").bytes());
  files.Write(Path(1, "eval"), RunBuilder().Version().Scalar("loss", 1, 1).bytes());
  loader.Refresh();
  EXPECT_EQ(loader.snapshot()->runs.size(), 2U);
  EXPECT_EQ(issues.count(), 1U);
  files.Remove("/logs/train");
  EXPECT_TRUE(loader.Refresh());
  EXPECT_EQ(loader.snapshot()->runs.size(), 1U);
  EXPECT_EQ(issues.count(), 0U);
}

TEST_F(LoaderTest, AnUnreadableFileIsToldAndTriedAgain) {
  files.Write(Path(1), RunBuilder().Version().Scalar("loss", 1, 1).bytes());
  files.Write(Path(2), RunBuilder().Version().Scalar("loss", 5, 5).bytes());
  files.Fail(Path(1), base::Error{base::ErrorCode::kPermissionDenied, "no"});
  loader.Refresh();
  EXPECT_THAT(Scalars("loss"), ElementsAre("5=5"));
  EXPECT_EQ(issues.count(), 1U);
  files.Fail(Path(1), std::nullopt);
  EXPECT_TRUE(loader.Refresh());
  EXPECT_THAT(Scalars("loss"), ElementsAre("1=1", "5=5"));
  EXPECT_EQ(issues.count(), 0U);
}

TEST_F(LoaderTest, OnlyNamedDirectoriesAreLookedAt) {
  files.Write(Path(1, "a"), RunBuilder().Version().Scalar("loss", 1, 1).bytes());
  files.Write(Path(1, "b"), RunBuilder().Version().Scalar("loss", 1, 1).bytes());
  loader.Refresh();
  EXPECT_THAT(loader.directories(), ElementsAre("/logs", "/logs/a", "/logs/b"));
  files.Append(Path(1, "a"), RunBuilder().Scalar("loss", 2, 2).bytes());
  files.Append(Path(1, "b"), RunBuilder().Scalar("loss", 2, 2).bytes());
  EXPECT_TRUE(loader.RefreshDirectories({"/logs/b"}));
  EXPECT_THAT(Scalars("loss", "a"), ElementsAre("1=1"));
  EXPECT_THAT(Scalars("loss", "b"), ElementsAre("1=1", "2=2"));
}

TEST_F(LoaderTest, ABadTimeTakesTheLatestEarlierOne) {
  files.Write(Path(1), RunBuilder()
                           .Version()
                           .At(50)
                           .Scalar("loss", 1, 1)
                           .At(std::numeric_limits<double>::quiet_NaN())
                           .Scalar("loss", 2, 2)
                           .bytes());
  loader.Refresh();
  std::vector<store::ScalarPoint> points;
  const store::Series* series = Find("loss");
  series->scalars()->Read(0, 2, points);
  EXPECT_EQ(points[1].wall_time, 50);
  EXPECT_EQ(issues.count(), 1U);
}

TEST_F(LoaderTest, TimesOfARunAreThoseOfItsEvents) {
  files.Write(Path(1), RunBuilder().At(100).Version().At(90).Scalar("loss", 1, 1).bytes());
  loader.Refresh();
  const store::Run& run = *loader.snapshot()->runs.at(0);
  EXPECT_EQ(run.first_wall_time, 100);
  EXPECT_EQ(run.min_wall_time, 90);
  EXPECT_EQ(run.records, 2U);
  EXPECT_EQ(run.bytes_done, run.bytes_total);
}

TEST_F(LoaderTest, WholeEventsAreKeptByReference) {
  files.Write(Path(1), RunBuilder().Version().Graph("graph bytes").SessionStart(3).bytes());
  loader.Refresh();
  const store::Series* graph = Find("__run_graph__");
  ASSERT_NE(graph, nullptr);
  EXPECT_EQ(graph->info->plugin, "graphs");
  std::vector<store::RefPoint> points;
  graph->refs()->Read(0, 1, points);
  std::string bytes(points.at(0).bytes, '\0');
  auto file = files.Open(Path(1));
  ASSERT_TRUE(file.ok());
  ASSERT_TRUE((*file)->ReadAt(points[0].offset, std::as_writable_bytes(std::span(bytes))).ok());
  EXPECT_EQ(bytes, "graph bytes");
  ASSERT_NE(Find("__session_log__"), nullptr);
  EXPECT_EQ(Find("__session_log__")->size(), 1U);
}

TEST(Loader, PublishesWhileItLoadsAndCanBeStopped) {
  MemoryFileSystem files;
  base::ThreadPool pool(2);
  base::IssueLog issues;
  RunBuilder builder;
  builder.Version();
  for (int step = 1; step <= 60'000; ++step) builder.Scalar("loss", step, 1);
  for (int run = 0; run < 4; ++run) {
    files.Write(fmt::format("/logs/run{}/{}", run, EventFileName(1)), builder.bytes());
  }
  Loader loader({{"", "/logs"}}, files, pool, issues,
                {.part_bytes = 64 << 10, .publish_interval_millis = 1});
  std::atomic<int> published = 0;
  loader.set_on_publish([&](const store::Snapshot& snapshot) {
    ++published;
    if (snapshot.loading) loader.Cancel();
  });
  loader.Refresh();
  const std::uint64_t done = loader.snapshot()->bytes_done;
  EXPECT_LE(done, loader.snapshot()->bytes_total);
  EXPECT_FALSE(loader.snapshot()->loading);
  loader.set_on_publish(nullptr);
  // What was left out comes with the next look, and it is all there.
  loader.Refresh();
  const auto snapshot = loader.snapshot();
  EXPECT_EQ(snapshot->bytes_done, snapshot->bytes_total);
  for (const auto& run : snapshot->runs) EXPECT_EQ(run->Find("loss")->size(), 60'000U);
  EXPECT_EQ(issues.count(), 0U);
  EXPECT_GE(published, 1);
}

}  // namespace
}  // namespace sightglass::ingest
