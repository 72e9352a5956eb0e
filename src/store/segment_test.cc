#include "store/segment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

namespace sightglass::store {
namespace {

constexpr std::uint64_t kPagePoints = kBlocksPerPage * kBlockPoints;

// The rule, in its plainest form.
template <class Point>
struct Model {
  std::vector<Point> kept;
  std::vector<Point> superseded;

  void Append(const Point& point) {
    const auto cut = std::ranges::lower_bound(kept, point.step, {}, &Point::step);
    superseded.insert(superseded.end(), cut, kept.end());
    kept.erase(cut, kept.end());
    kept.push_back(point);
  }
};

template <class Point>
void ExpectInvariants(const Segment<Point>& segment) {
  for (const auto& page : segment.pages) {
    ASSERT_EQ(page->blocks.size(), kBlocksPerPage);
    RangeSummary summary;
    for (const auto& block : page->blocks) {
      ASSERT_EQ(block->size(), kBlockPoints);
      summary.Append(block->summary());
    }
    EXPECT_EQ(page->summary, summary);
  }
  ASSERT_LT(segment.tail.size(), kBlocksPerPage);
  for (std::size_t i = 0; i + 1 < segment.tail.size(); ++i) {
    ASSERT_EQ(segment.tail[i]->size(), kBlockPoints);
  }
}

template <class Point>
void ExpectEqual(const Segment<Point>& segment, const Model<Point>& model) {
  ExpectInvariants(segment);
  ASSERT_EQ(segment.size(), model.kept.size());
  ASSERT_EQ(segment.superseded_count, model.superseded.size());
  std::vector<Point> kept;
  segment.Read(0, segment.size(), kept);
  ASSERT_EQ(kept, model.kept);
  std::vector<Point> superseded;
  segment.ReadSuperseded(superseded);
  ASSERT_EQ(superseded, model.superseded);
  ASSERT_EQ(segment.summary, SummarizePoints(std::span<const Point>(model.kept)));
}

ScalarPoint Scalar(base::Step step, double value) {
  return {step, static_cast<double>(value) + 1e9, value};
}

TEST(Segment, EmptyBuilderPublishesAnEmptySegment) {
  SegmentBuilder<ScalarPoint> builder;
  const auto segment = builder.Publish();
  ASSERT_NE(segment, nullptr);
  EXPECT_EQ(segment->size(), 0U);
  EXPECT_EQ(segment->CountBelow(0), 0U);
  EXPECT_EQ(builder.Publish(), segment);
}

TEST(Segment, PublishTwiceReturnsTheSameSegment) {
  SegmentBuilder<ScalarPoint> builder;
  builder.Append(Scalar(1, 1));
  const auto first = builder.Publish();
  EXPECT_EQ(builder.Publish(), first);
  builder.Append(Scalar(2, 2));
  const auto second = builder.Publish();
  EXPECT_NE(second, first);
  EXPECT_EQ(first->size(), 1U);
  EXPECT_EQ(second->size(), 2U);
}

TEST(Segment, OnePointSupersedesSeveralInStepOrder) {
  SegmentBuilder<ScalarPoint> builder;
  for (const base::Step step : {1, 2, 3, 4}) {
    builder.Append(Scalar(step, static_cast<double>(step)));
  }
  builder.Append(Scalar(2, 20));
  builder.Append(Scalar(2, 200));
  const auto segment = builder.Publish();
  std::vector<ScalarPoint> kept;
  segment->Read(0, segment->size(), kept);
  EXPECT_EQ(kept, (std::vector{Scalar(1, 1), Scalar(2, 200)}));
  std::vector<ScalarPoint> superseded;
  segment->ReadSuperseded(superseded);
  EXPECT_EQ(superseded, (std::vector{Scalar(2, 2), Scalar(3, 3), Scalar(4, 4), Scalar(2, 20)}));
}

TEST(Segment, ExtremeStepsAreOrdinaryOnes) {
  constexpr base::Step kLowest = std::numeric_limits<base::Step>::min();
  constexpr base::Step kHighest = std::numeric_limits<base::Step>::max();
  SegmentBuilder<ScalarPoint> builder;
  Model<ScalarPoint> model;
  for (const base::Step step : {kLowest, kHighest, kHighest, base::Step{0}, kHighest, kLowest}) {
    builder.Append(Scalar(step, 1));
    model.Append(Scalar(step, 1));
    ExpectEqual(*builder.Publish(), model);
  }
}

TEST(Segment, AllAtOneStepKeepsTheLastAndCountsTheRest) {
  SegmentBuilder<ScalarPoint> builder;
  Model<ScalarPoint> model;
  for (int i = 0; i < 2000; ++i) {
    builder.Append(Scalar(0, i));
    model.Append(Scalar(0, i));
  }
  ExpectEqual(*builder.Publish(), model);
}

TEST(Segment, PublishedSegmentsNeverChange) {
  std::mt19937_64 random(21);
  SegmentBuilder<ScalarPoint> builder;
  Model<ScalarPoint> model;
  std::vector<std::pair<std::shared_ptr<const Segment<ScalarPoint>>, Model<ScalarPoint>>> published;
  base::Step step = 0;
  for (int round = 0; round < 40; ++round) {
    for (std::uint64_t i = random() % 1500; i > 0; --i) {
      const ScalarPoint point = Scalar(++step, static_cast<double>(random() % 1000));
      builder.Append(point);
      model.Append(point);
    }
    published.emplace_back(builder.Publish(), model);
    if (random() % 4 == 0) step -= static_cast<base::Step>(random() % 3000);
  }
  for (const auto& [segment, then] : published) ExpectEqual(*segment, then);
}

// How a series is written in one round of the model test.
struct Pattern {
  std::uint64_t points;       // of the whole round
  std::uint64_t back_one_in;  // how often the step goes back
  std::uint64_t back_most;    // and how far at most
  std::uint64_t publish_one_in;
};

TEST(Segment, EqualsTheModel) {
  const Pattern patterns[] = {
      {500, 4, 5, 3},          {3000, 50, 100, 40},
      {6000, 600, 2000, 700},  {6000, 10, 3, 100},
      {4000, 513, 1, 512},     {90'000, 20'000, 90'000, 30'000},
      {70'000, 33'000, 40, 0}, {3 * kPagePoints, 0, 0, 9'973},
  };
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    for (const Pattern& pattern : patterns) {
      std::mt19937_64 random(seed * 1000 + pattern.points);
      SegmentBuilder<ScalarPoint> builder;
      Model<ScalarPoint> model;
      base::Step step = 0;
      for (std::uint64_t i = 0; i < pattern.points; ++i) {
        step += 1 + static_cast<base::Step>(random() % 3);
        if (pattern.back_one_in > 0 && random() % pattern.back_one_in == 0) {
          step -= static_cast<base::Step>(random() % (pattern.back_most + 1) * 2);
        }
        const ScalarPoint point = Scalar(step, static_cast<double>(i));
        builder.Append(point);
        model.Append(point);
        ASSERT_EQ(builder.size(), model.kept.size());
        if (pattern.publish_one_in > 0 && random() % pattern.publish_one_in == 0) {
          auto segment = builder.Publish();
          if (random() % 2 == 0) builder = SegmentBuilder<ScalarPoint>(std::move(segment));
        }
      }
      ExpectEqual(*builder.Publish(), model);
    }
  }
}

TEST(Segment, GoesBackAcrossPages) {
  for (const std::uint64_t kept :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{511}, std::uint64_t{512}, kPagePoints - 1,
        kPagePoints, kPagePoints + 1, 2 * kPagePoints, 2 * kPagePoints + 512}) {
    SegmentBuilder<ScalarPoint> builder;
    Model<ScalarPoint> model;
    const auto append = [&](std::uint64_t step, double value) {
      builder.Append(Scalar(static_cast<base::Step>(step), value));
      model.Append(Scalar(static_cast<base::Step>(step), value));
    };
    for (std::uint64_t i = 0; i < 2 * kPagePoints + 700; ++i) append(i, 1);
    for (std::uint64_t i = kept; i < kept + 600; ++i) append(i, 2);
    ExpectEqual(*builder.Publish(), model);
  }
}

TEST(Segment, CountBelowReadAndSummarizeEqualPlainOnes) {
  std::mt19937_64 random(22);
  for (const std::uint64_t count : {std::uint64_t{1}, std::uint64_t{512}, std::uint64_t{1300},
                                    kPagePoints, kPagePoints + 1, 2 * kPagePoints + 5000}) {
    SegmentBuilder<ScalarPoint> builder;
    std::vector<ScalarPoint> all;
    base::Step step = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      step += 1 + static_cast<base::Step>(random() % 3);
      all.push_back(Scalar(step, static_cast<double>(random() % 10'000)));
      builder.Append(all.back());
    }
    const auto segment = builder.Publish();
    for (int round = 0; round < 200; ++round) {
      const base::Step wanted = static_cast<base::Step>(random() % (2 * count + 4)) - 1;
      const auto below =
          std::ranges::lower_bound(all, wanted, {}, &ScalarPoint::step) - all.begin();
      ASSERT_EQ(segment->CountBelow(wanted), static_cast<std::uint64_t>(below));
    }
    for (int round = 0; round < 60; ++round) {
      std::uint64_t begin = random() % (count + 1);
      std::uint64_t end = random() % (count + 1);
      if (begin > end) std::swap(begin, end);
      const auto expected = std::span<const ScalarPoint>(all).subspan(begin, end - begin);
      ASSERT_EQ(segment->Summarize(begin, end), SummarizePoints(expected));
      std::vector<ScalarPoint> read = {Scalar(-5, 5)};
      segment->Read(begin, end, read);
      ASSERT_EQ(read.size(), 1 + expected.size());
      ASSERT_TRUE(std::ranges::equal(std::span(read).subspan(1), expected));
    }
  }
}

TEST(Segment, RefPointsFollowTheSameRule) {
  std::mt19937_64 random(23);
  SegmentBuilder<RefPoint> builder;
  Model<RefPoint> model;
  for (std::uint64_t i = 0; i < 4000; ++i) {
    const RefPoint point = {static_cast<base::Step>(i - (random() % 100 == 0 ? random() % 900 : 0)),
                            1e9 + static_cast<double>(i), i * 1000,
                            static_cast<std::uint32_t>(random() % 999), 7};
    builder.Append(point);
    model.Append(point);
  }
  ExpectEqual(*builder.Publish(), model);
}

TEST(Segment, MovedBuilderIsEmptyAndUsable) {
  SegmentBuilder<ScalarPoint> builder;
  for (int i = 0; i < 20; ++i) builder.Append(Scalar(i, i));
  SegmentBuilder<ScalarPoint> taken = std::move(builder);
  EXPECT_EQ(taken.Publish()->size(), 20U);
  builder = SegmentBuilder<ScalarPoint>();
  builder.Append(Scalar(-3, 1));
  EXPECT_EQ(builder.Publish()->size(), 1U);
}

TEST(Segment, ShortSeriesStaySmall) {
  SegmentBuilder<ScalarPoint> builder;
  for (int i = 0; i < 100; ++i) {
    builder.Append({i, 1.7e9 + i * 0.1, static_cast<double>(static_cast<float>(i) * 0.1F)});
  }
  EXPECT_LT(builder.Publish()->memory_bytes(), 1200U);
}

}  // namespace
}  // namespace sightglass::store
