#include "store/series.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "store/snapshot.h"

namespace sightglass::store {
namespace {

std::shared_ptr<const Segment<ScalarPoint>> SegmentOf(const std::vector<ScalarPoint>& points) {
  SegmentBuilder<ScalarPoint> builder;
  for (const ScalarPoint& point : points) builder.Append(point);
  return builder.Publish();
}

Points<ScalarPoint> PointsOf(const std::vector<std::vector<ScalarPoint>>& files) {
  std::vector<Part<ScalarPoint>> parts;
  for (std::size_t i = 0; i < files.size(); ++i) {
    parts.push_back({.file = {static_cast<std::uint32_t>(i)}, .segment = SegmentOf(files[i])});
  }
  return Points<ScalarPoint>(std::move(parts));
}

// Each new point removes all kept points with step >= its own.
std::vector<ScalarPoint> Fold(const std::vector<std::vector<ScalarPoint>>& files) {
  std::vector<ScalarPoint> kept;
  for (const auto& file : files) {
    for (const ScalarPoint& point : file) {
      std::erase_if(kept, [&](const ScalarPoint& each) { return each.step >= point.step; });
      kept.push_back(point);
    }
  }
  return kept;
}

bool ByAll(const ScalarPoint& a, const ScalarPoint& b) {
  return std::tie(a.step, a.wall_time, a.value) < std::tie(b.step, b.wall_time, b.value);
}

TEST(Points, LaterFileWinsFromItsFirstStepOn) {
  const auto points =
      PointsOf({{{1, 0, 0.9}, {2, 0, 0.8}, {3, 0, 0.7}}, {}, {{2, 0, 0.5}}, {{9, 0, 0.1}}});
  std::vector<ScalarPoint> read;
  points.Read(0, points.size(), read);
  EXPECT_EQ(read, (std::vector<ScalarPoint>{{1, 0, 0.9}, {2, 0, 0.5}, {9, 0, 0.1}}));
  std::vector<ScalarPoint> superseded;
  points.ReadSuperseded(superseded);
  EXPECT_EQ(superseded, (std::vector<ScalarPoint>{{2, 0, 0.8}, {3, 0, 0.7}}));
  EXPECT_EQ(points.superseded_size(), 2U);
  EXPECT_EQ(points.parts().size(), 3U);
}

TEST(Points, NoPartsAreNoPoints) {
  const Points<ScalarPoint> points;
  EXPECT_EQ(points.size(), 0U);
  EXPECT_EQ(points.CountBelow(7), 0U);
  EXPECT_EQ(points.summary(), RangeSummary());
  EXPECT_EQ(PointsOf({{}, {}}).parts().size(), 0U);
}

TEST(Points, EqualTheFoldOfTheirFiles) {
  std::mt19937_64 random(31);
  for (int round = 0; round < 150; ++round) {
    std::vector<std::vector<ScalarPoint>> files(random() % 6);
    base::Step step = 0;
    double serial = 0;
    std::size_t total = 0;
    const std::uint64_t longest = round % 10 == 0 ? 3000 : 40;
    for (auto& file : files) {
      step -= static_cast<base::Step>(random() % (longest + 5));
      for (std::uint64_t i = random() % longest; i > 0; --i) {
        step += static_cast<base::Step>(random() % 4);
        if (random() % 30 == 0) step -= static_cast<base::Step>(random() % longest);
        file.push_back({step, static_cast<double>(random() % 100), serial++});
      }
      total += file.size();
    }
    const std::vector<ScalarPoint> expected = Fold(files);
    const auto points = PointsOf(files);
    ASSERT_EQ(points.size(), expected.size());
    ASSERT_EQ(points.superseded_size(), total - expected.size());
    std::vector<ScalarPoint> read;
    points.Read(0, points.size(), read);
    ASSERT_EQ(read, expected);
    ASSERT_EQ(points.summary(), SummarizePoints(expected));

    // Nothing is lost: kept and superseded together are all that was written.
    std::vector<ScalarPoint> together = read;
    points.ReadSuperseded(together);
    std::vector<ScalarPoint> written;
    for (const auto& file : files) written.insert(written.end(), file.begin(), file.end());
    std::ranges::sort(together, ByAll);
    std::ranges::sort(written, ByAll);
    ASSERT_EQ(together, written);

    for (int i = 0; i < 20; ++i) {
      const base::Step wanted = step - static_cast<base::Step>(random() % (3 * longest)) + 10;
      const auto below =
          std::ranges::lower_bound(expected, wanted, {}, &ScalarPoint::step) - expected.begin();
      ASSERT_EQ(points.CountBelow(wanted), static_cast<std::uint64_t>(below));
      std::uint64_t begin = random() % (expected.size() + 1);
      std::uint64_t end = random() % (expected.size() + 1);
      if (begin > end) std::swap(begin, end);
      const auto span = std::span<const ScalarPoint>(expected).subspan(begin, end - begin);
      ASSERT_EQ(points.Summarize(begin, end), SummarizePoints(span));
      std::vector<ScalarPoint> some;
      points.Read(begin, end, some);
      ASSERT_TRUE(std::ranges::equal(some, span));
    }
  }
}

TEST(Series, KnowsItsKindOfPoints) {
  Series series;
  series.points = PointsOf({{{1, 0, 1}, {1, 0, 2}}});
  EXPECT_NE(series.scalars(), nullptr);
  EXPECT_EQ(series.refs(), nullptr);
  EXPECT_EQ(series.size(), 1U);
  EXPECT_EQ(series.superseded_size(), 1U);
  series.points = Points<RefPoint>();
  EXPECT_EQ(series.scalars(), nullptr);
  EXPECT_NE(series.refs(), nullptr);
}

TEST(Snapshot, FindsByNameOnly) {
  store::Run run;
  for (const std::string_view tag : {"accuracy", "loss", "loss/x"}) {
    auto series = std::make_shared<Series>();
    series->tag_name = tag;
    run.series.push_back(series);
  }
  EXPECT_EQ(run.Find("loss"), run.series[1].get());
  EXPECT_EQ(run.Find("accuracy"), run.series[0].get());
  EXPECT_EQ(run.Find("los"), nullptr);
  EXPECT_EQ(run.Find("zz"), nullptr);
  EXPECT_EQ(store::Run().Find(""), nullptr);

  Snapshot snapshot;
  for (const char* name : {".", "a", "b/train"}) {
    auto each = std::make_shared<store::Run>();
    each->name = name;
    snapshot.runs.push_back(each);
  }
  EXPECT_EQ(snapshot.Find("b/train"), snapshot.runs[2].get());
  EXPECT_EQ(snapshot.Find("."), snapshot.runs[0].get());
  EXPECT_EQ(snapshot.Find("b"), nullptr);
}

}  // namespace
}  // namespace sightglass::store
