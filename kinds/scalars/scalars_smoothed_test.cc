// Answers from a cache of smoothed series are those that are smoothed anew, to the bit.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <iterator>
#include <limits>
#include <random>
#include <vector>

#include "kinds/scalars/scalars_query.h"
#include "tests/support/snapshot_builder.h"

namespace sightglass::kinds {
namespace {

using store::ScalarPoint;

std::vector<ScalarPoint> RandomFile(std::mt19937_64& random, base::Step first, std::size_t count) {
  std::vector<ScalarPoint> points;
  ScalarPoint point = {.step = first, .wall_time = 1000, .value = 0};
  for (std::size_t i = 0; i < count; ++i) {
    point.step += 1 + static_cast<base::Step>(random() % 3);
    point.wall_time += static_cast<double>(random() % 8) / 4;
    if (random() % 300 == 0) point.wall_time -= 50;
    point.value = static_cast<double>(random() % 2000) - 600;
    if (random() % 60 == 0) {
      point.value = random() % 2 == 0 ? std::nan("") : std::numeric_limits<double>::infinity();
    }
    points.push_back(point);
  }
  return points;
}

std::vector<std::uint64_t> Bits(const std::vector<double>& values) {
  std::vector<std::uint64_t> bits;
  for (const double value : values) bits.push_back(std::bit_cast<std::uint64_t>(value));
  return bits;
}

void ExpectEqual(const SeriesAnswer& a, const SeriesAnswer& b, const ColumnSet& columns) {
  ASSERT_EQ(a.reduced, b.reduced);
  ASSERT_EQ(a.points(), b.points());
  ASSERT_EQ(a.step, b.step);
  ASSERT_EQ(a.wall_time, b.wall_time);
  ASSERT_EQ(Bits(a.value), Bits(b.value));
  ASSERT_TRUE(!columns.raw || Bits(a.raw) == Bits(b.raw));
  ASSERT_TRUE(!columns.index || a.index == b.index);
  ASSERT_TRUE(!columns.x || Bits(a.x) == Bits(b.x));
  ASSERT_EQ(a.non_finite, b.non_finite);
  ASSERT_EQ(a.non_finite_x, b.non_finite_x);
}

constexpr XAxis kAxes[] = {XAxis::kStep,   XAxis::kRelativeStep, XAxis::kWall, XAxis::kRelative,
                           XAxis::kActive, XAxis::kOrdinal,      XAxis::kTag};

// Of a series that lies between `low` and `high` on the axis.
ScalarsRequest RandomRequest(std::mt19937_64& random, XAxis x, double low, double high) {
  const auto one_in = [&](std::uint64_t count) { return random() % count == 0; };
  ScalarsRequest request = {.x = x, .x_tag = "epoch"};
  request.width = one_in(8) ? 0 : 1 + random() % 400;
  request.neighbours = one_in(2);
  request.positive_only = one_in(4);
  request.columns = {.raw = !one_in(3), .index = one_in(2), .x = one_in(2)};
  switch (random() % 3) {
    case 0:
      request.smoothing = {.sort = SmoothingSort::kEma, .weight = one_in(2) ? 0.6 : 0.99};
      break;
    case 1:
      request.smoothing = {.sort = SmoothingSort::kMean, .window = 20};
      break;
    default:
      request.smoothing = {.sort = SmoothingSort::kGaussian, .sigma = 9};
      break;
  }
  if (!one_in(4)) {
    const double width = (high - low) / static_cast<double>(1 + random() % 300);
    const double begin = low + (high - low) * static_cast<double>(random() % 1000) / 1000;
    request.range = {.begin = begin, .end = begin + width};
  }
  return request;
}

TEST(ScalarsSmoothed, RememberedAnswersAreThoseThatAreSmoothedAnew) {
  std::mt19937_64 random(5);
  SmoothedCache cache({.min_points = 1});
  SmoothedCache none({.min_points = 1, .max_bytes = 0});
  SeriesAnswer remembered;
  SeriesAnswer anew;
  std::size_t reduced = 0;
  for (int series = 0; series < 8; ++series) {
    testing::SnapshotBuilder builder;
    const std::size_t count = series == 0 ? 40'000 : 1 + random() % 6000;
    builder.Scalars("a", "loss", RandomFile(random, -50, count));
    // Superseded from some step on.
    if (series % 2 == 1) {
      builder.Scalars("a", "loss", RandomFile(random, static_cast<base::Step>(count), count / 2));
    }
    builder.Scalars("a", "epoch", RandomFile(random, 0, 500));
    const auto snapshot = builder.Build();
    const store::Run& run = *snapshot->runs.front();
    const kind::SelectedSeries selected = {.run = &run, .series = run.Find("loss")};
    const query::ScalarPoints& points = *selected.series->scalars();
    for (int i = 0; i < 120; ++i) {
      const XAxis x = kAxes[random() % std::size(kAxes)];
      const SeriesAxis whole = AxisOf({.x = x, .x_tag = "epoch"}, selected);
      const ScalarsRequest request = RandomRequest(random, x, whole.begin, whole.end);
      const SeriesAxis axis = AxesOf(request, {selected}).front();
      const std::uint64_t kept = random() % 3 == 0 ? random() % (points.size() + 1) : 0;
      QuerySeries(request, points, axis, kept, cache, remembered);
      QuerySeries(request, points, axis, kept, none, anew);
      ExpectEqual(remembered, anew, request.columns);
      if (HasFatalFailure()) FAIL() << "series " << series << " request " << i;
      if (remembered.reduced) ++reduced;
    }
  }
  EXPECT_GT(cache.memory_bytes(), 0U);
  EXPECT_EQ(none.memory_bytes(), 0U);
  EXPECT_GT(reduced, 200U);
}

// Exports and other programs that want every point once leave nothing behind.
TEST(ScalarsSmoothed, AllPointsAreNotRemembered) {
  std::mt19937_64 random(6);
  testing::SnapshotBuilder builder;
  builder.Scalars("a", "loss", RandomFile(random, 0, 1000));
  const auto snapshot = builder.Build();
  const store::Run& run = *snapshot->runs.front();
  const kind::SelectedSeries selected = {.run = &run, .series = run.Find("loss")};
  SmoothedCache cache({.min_points = 1});
  SeriesAnswer answer;
  ScalarsRequest request = {.smoothing = {.sort = SmoothingSort::kEma, .weight = 0.6}};
  const SeriesAxis axis = AxesOf(request, {selected}).front();
  QuerySeries(request, *selected.series->scalars(), axis, 0, cache, answer);
  EXPECT_EQ(answer.points(), 1000U);
  EXPECT_EQ(cache.memory_bytes(), 0U);
  request.width = 100;
  QuerySeries(request, *selected.series->scalars(), axis, 0, cache, answer);
  EXPECT_GT(cache.memory_bytes(), 0U);
}

}  // namespace
}  // namespace sightglass::kinds
