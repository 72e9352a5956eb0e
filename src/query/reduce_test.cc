#include "query/reduce.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <utility>

#include "query/pixel_axis.h"
#include "query/query_test_points.h"
#include "query/smooth.h"

namespace sightglass::query {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Where the inner columns begin, as documented.
std::vector<double> BruteEdges(const ReduceRequest& request) {
  std::vector<double> edges;
  for (std::size_t i = 1; i < request.columns; ++i) {
    const double part = static_cast<double>(i) / static_cast<double>(request.columns);
    double edge = std::lerp(request.x_begin, request.x_end, part);
    if (request.scale.sort == ScaleSort::kLogarithmic) {
      edge = std::exp(std::lerp(std::log(request.x_begin), std::log(request.x_end), part));
    } else if (request.scale.sort == ScaleSort::kSymmetric) {
      const double constant = request.scale.constant;
      const auto place = [&](double x) {
        return x < 0 ? -std::log1p(-x / constant) : std::log1p(x / constant);
      };
      const double at = std::lerp(place(request.x_begin), place(request.x_end), part);
      edge = at < 0 ? -std::expm1(-at) * constant : std::expm1(at) * constant;
    }
    edges.push_back(std::min(edge, request.x_end));
  }
  return edges;
}

struct Expected {
  std::vector<std::uint64_t> index;
  std::vector<NonFiniteMark> non_finite;
};

// Looks at every point, keeps everything, decides at the end.
Expected BruteReduce(const std::vector<double>& x, const std::vector<double>& y,
                     const ReduceRequest& request) {
  const auto drawn = [&](std::uint64_t i) {
    return std::isfinite(y[i]) && (!request.positive_values_only || y[i] > 0);
  };
  const std::vector<double> edges = BruteEdges(request);
  std::map<std::ptrdiff_t, std::vector<std::uint64_t>> columns;
  std::optional<std::uint64_t> first_in_view;
  std::uint64_t last_in_view = 0;
  std::uint64_t first_beyond = x.size();
  for (std::uint64_t i = 0; i < x.size(); ++i) {
    if (x[i] >= request.x_begin && x[i] <= request.x_end) {
      columns[std::ranges::count_if(edges, [&](double edge) { return edge <= x[i]; })].push_back(i);
      if (!first_in_view) first_in_view = i;
      last_in_view = i;
    } else if (x[i] > request.x_end) {
      first_beyond = std::min(first_beyond, i);
    }
  }
  Expected expected;
  if (request.neighbours) {
    for (std::uint64_t i = first_in_view.value_or(first_beyond); i-- > 0;) {
      if (!drawn(i)) continue;
      expected.index.push_back(i);
      break;
    }
  }
  for (const auto& [column, all] : columns) {
    std::vector<std::uint64_t> some;
    std::copy_if(all.begin(), all.end(), std::back_inserter(some), drawn);
    if (!some.empty()) {
      const auto by_value = [&](std::uint64_t a, std::uint64_t b) { return y[a] < y[b]; };
      const std::set<std::uint64_t> picked = {
          some.front(), some.back(), *std::min_element(some.begin(), some.end(), by_value),
          *std::max_element(some.begin(), some.end(), by_value)};
      expected.index.insert(expected.index.end(), picked.begin(), picked.end());
    }
    std::vector<NonFiniteMark> marks;
    for (const std::uint64_t i : all) {
      if (std::isfinite(y[i])) continue;
      const NonFinite sort = std::isnan(y[i]) ? NonFinite::kNan
                             : y[i] > 0       ? NonFinite::kPlusInfinity
                                              : NonFinite::kMinusInfinity;
      const auto mark = std::ranges::find(marks, sort, &NonFiniteMark::sort);
      if (mark != marks.end()) {
        ++mark->count;
      } else {
        marks.push_back({.index = i, .sort = sort, .count = 1});
      }
    }
    expected.non_finite.insert(expected.non_finite.end(), marks.begin(), marks.end());
  }
  if (request.neighbours) {
    for (std::uint64_t i = first_in_view ? last_in_view + 1 : first_beyond; i < x.size(); ++i) {
      if (!drawn(i)) continue;
      expected.index.push_back(i);
      break;
    }
  }
  return expected;
}

std::vector<double> PlacesOf(const std::vector<store::ScalarPoint>& all,
                             const ReduceRequest& request) {
  std::vector<double> x;
  for (const store::ScalarPoint& point : all) {
    switch (request.axis) {
      case Axis::kStep:
        x.push_back(static_cast<double>(point.step));
        break;
      case Axis::kWallTime:
        x.push_back(point.wall_time);
        break;
      case Axis::kRelativeTime:
        x.push_back(point.wall_time - request.origin);
        break;
      case Axis::kOrdinal:
        x.push_back(static_cast<double>(x.size()));
        break;
      case Axis::kRelativeStep:
        x.push_back(static_cast<double>(point.step - request.origin_step));
        break;
    }
  }
  return x;
}

void ExpectReduced(const Reduced& reduced, Expected expected,
                   const std::vector<store::ScalarPoint>& all, const std::vector<double>& y) {
  ASSERT_EQ(reduced.index, expected.index);
  ASSERT_EQ(reduced.step.size(), reduced.index.size());
  ASSERT_EQ(reduced.wall_time.size(), reduced.index.size());
  ASSERT_EQ(reduced.value.size(), reduced.index.size());
  for (std::size_t i = 0; i < reduced.index.size(); ++i) {
    ASSERT_EQ(reduced.step[i], all[reduced.index[i]].step);
    ASSERT_EQ(reduced.wall_time[i], all[reduced.index[i]].wall_time);
    ASSERT_EQ(reduced.value[i], y[reduced.index[i]]);
  }
  for (NonFiniteMark& mark : expected.non_finite) {
    mark.step = all[mark.index].step;
    mark.wall_time = all[mark.index].wall_time;
  }
  ASSERT_EQ(reduced.non_finite, expected.non_finite);
}

std::vector<ReduceRequest> RequestsToTry(const std::vector<store::ScalarPoint>& all,
                                         std::mt19937_64& random) {
  std::vector<ReduceRequest> requests;
  for (const Axis axis :
       {Axis::kStep, Axis::kWallTime, Axis::kRelativeTime, Axis::kOrdinal, Axis::kRelativeStep}) {
    for (const std::size_t columns : {1U, 7U, 60U}) {
      if (all.size() > 10'000 && columns < 60) continue;
      ReduceRequest request = {.axis = axis, .columns = columns, .origin = 990, .origin_step = -7};
      const std::vector<double> x = PlacesOf(all, request);
      const double low = x.empty() ? 0 : *std::ranges::min_element(x);
      const double high = x.empty() ? 9 : *std::ranges::max_element(x);
      request.neighbours = random() % 2 == 0;
      request.positive_values_only = random() % 3 == 0;
      request.x_begin = low;
      request.x_end = high;
      requests.push_back(request);
      // A part of it, also one between two points, and one beyond the ends.
      const double width = high - low;
      request.x_begin = low + width * static_cast<double>(random() % 1000) / 1000 + 0.25;
      request.x_end = request.x_begin + width * static_cast<double>(random() % 100) / 200 + 0.25;
      request.neighbours = true;
      requests.push_back(request);
      request.x_end = request.x_begin + 0.125;
      requests.push_back(request);
      request.x_begin = low - 1000;
      request.x_end = random() % 2 == 0 ? low - 1 : high + 1000;
      requests.push_back(request);
      request.scale = {.sort = ScaleSort::kSymmetric, .constant = 10};
      request.x_begin = low - 5;
      request.x_end = high;
      requests.push_back(request);
      request.scale.sort = ScaleSort::kLogarithmic;
      request.x_begin = 0.5;
      request.x_end = std::max(high, 2.0);
      requests.push_back(request);
    }
  }
  return requests;
}

TEST(Reduce, EqualsBruteForce) {
  for (const RandomSeries& series : SeriesToTry()) {
    std::mt19937_64 random(series.seed);
    const ScalarPoints points = MakeRandomSeries(series);
    const auto all = ReadAll(points);
    std::vector<double> y;
    for (const store::ScalarPoint& point : all) y.push_back(point.value);
    for (const ReduceRequest& request : RequestsToTry(all, random)) {
      const std::vector<double> x = PlacesOf(all, request);
      const Expected expected = BruteReduce(x, y, request);
      ExpectReduced(Reduce(points, request), expected, all, y);
      const ReducedArrays arrays = ReduceArrays(x, y, request);
      ASSERT_EQ(arrays.index, expected.index);
      ASSERT_EQ(arrays.non_finite, expected.non_finite);
      if (HasFatalFailure()) {
        FAIL() << "seed " << series.seed << " axis " << static_cast<int>(request.axis) << " from "
               << request.x_begin << " to " << request.x_end;
      }
    }
  }
}

TEST(ReduceSmoothed, EqualsSmoothingAllThenReducing) {
  for (const RandomSeries& series : SeriesToTry()) {
    if (series.points_per_file > 2000) continue;
    std::mt19937_64 random(series.seed);
    const ScalarPoints points = MakeRandomSeries(series);
    const auto all = ReadAll(points);
    const std::vector<double> y = SmoothAll(points, 0.8);
    for (const ReduceRequest& request : RequestsToTry(all, random)) {
      const std::vector<double> x = PlacesOf(all, request);
      ExpectReduced(ReduceSmoothed(points, 0.8, request), BruteReduce(x, y, request), all, y);
      if (HasFatalFailure()) FAIL() << "seed " << series.seed;
    }
  }
}

// Values that were smoothed before, in a pyramid of their own, against a pass over all of them.
TEST(ReduceSmoothed, ColumnsEqualSmoothingAllThenReducing) {
  const std::vector<Smoothing> smoothings = {{.sort = SmoothingSort::kEma, .weight = 0.8},
                                             {.sort = SmoothingSort::kMean, .window = 20},
                                             {.sort = SmoothingSort::kGaussian, .sigma = 2}};
  for (const RandomSeries& series : SeriesToTry()) {
    std::mt19937_64 random(series.seed);
    const ScalarPoints points = MakeRandomSeries(series);
    if (IsConstant(points)) continue;
    const auto all = ReadAll(points);
    const Smoothing& smoothing = smoothings[random() % smoothings.size()];
    const auto column = SmoothedColumn::Make(points, smoothing, nullptr);
    const std::vector<double> y = SmoothedValues(smoothing, points, {.end = points.size()});
    for (const ReduceRequest& request : RequestsToTry(all, random)) {
      const std::vector<double> x = PlacesOf(all, request);
      ReducedArrays expected = ReduceArrays(x, y, request);
      ExpectReduced(ReduceSmoothed(points, *column, request),
                    {std::move(expected.index), std::move(expected.non_finite)}, all, y);
      if (HasFatalFailure()) FAIL() << "seed " << series.seed;
    }
  }
}

TEST(Reduce, KeepsEveryPointWhereThereAreFew) {
  const ScalarPoints points = PointsFromFiles({{{0, 10, 1}, {5, 20, 2}, {10, 30, 3}}});
  const Reduced reduced = Reduce(points, {.x_begin = 0, .x_end = 10, .columns = 100});
  EXPECT_EQ(reduced.step, (std::vector<base::Step>{0, 5, 10}));
  EXPECT_EQ(reduced.value, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(reduced.wall_time, (std::vector<double>{10, 20, 30}));
  EXPECT_EQ(reduced.index, (std::vector<std::uint64_t>{0, 1, 2}));
}

TEST(Reduce, NonFinitePointsAreKeptApart) {
  const ScalarPoints points = PointsFromFiles(
      {{{0, 0, kInfinity}, {1, 1, 4}, {2, 2, std::nan("")}, {3, 3, std::nan("")}, {4, 4, 5}}});
  const Reduced reduced = Reduce(points, {.x_begin = 0, .x_end = 4, .columns = 1});
  EXPECT_EQ(reduced.value, (std::vector<double>{4, 5}));
  EXPECT_EQ(reduced.non_finite, (std::vector<NonFiniteMark>{{0, 0, 0, NonFinite::kPlusInfinity, 1},
                                                            {2, 2, 2, NonFinite::kNan, 2}}));
}

TEST(Reduce, LineCrossesAViewWithoutPoints) {
  const ScalarPoints points =
      PointsFromFiles({{{0, 0, 1}, {10, 10, std::nan("")}, {90, 90, kInfinity}, {100, 100, 2}}});
  ReduceRequest request = {.x_begin = 40, .x_end = 60, .columns = 10, .neighbours = true};
  EXPECT_EQ(Reduce(points, request).step, (std::vector<base::Step>{0, 100}));
  EXPECT_EQ(ReduceSmoothed(points, 0.5, request).step, (std::vector<base::Step>{0, 100}));
  request.neighbours = false;
  EXPECT_TRUE(Reduce(points, request).step.empty());
}

TEST(Reduce, NonsenseGivesNothing) {
  const ScalarPoints points = PointsFromFiles({{{0, 0, 1}, {10, 10, 2}}});
  const ReduceRequest good = {.x_begin = 0, .x_end = 10, .columns = 10, .neighbours = true};
  ASSERT_FALSE(Reduce(points, good).step.empty());
  std::vector<ReduceRequest> bad(6, good);
  bad[0].columns = 0;
  bad[1].x_begin = std::nan("");
  bad[2].x_end = kInfinity;
  bad[3].x_end = -1;
  bad[4].scale.sort = ScaleSort::kLogarithmic;
  bad[5].x_begin = -kInfinity;
  for (const ReduceRequest& request : bad) {
    EXPECT_TRUE(Reduce(points, request).step.empty());
    EXPECT_TRUE(ReduceSmoothed(points, 0.5, request).step.empty());
    EXPECT_TRUE(
        ReduceArrays(std::vector<double>{1}, std::vector<double>{1}, request).index.empty());
  }
}

TEST(Reduce, AnswerIsBoundedByTheColumns) {
  const ScalarPoints points = MakeRandomSeries({.seed = 5,
                                                .files = 2,
                                                .points_per_file = 40'000,
                                                .wall_times_go_back = true,
                                                .non_finite_values = true});
  const Reduced reduced =
      Reduce(points, {.axis = Axis::kWallTime, .x_begin = 0, .x_end = 1e6, .columns = 50});
  EXPECT_LE(reduced.index.size(), 200U);
  EXPECT_LE(reduced.non_finite.size(), 150U);
}

TEST(StepDistance, HoldsForAnyTwoSteps) {
  constexpr base::Step kLowest = std::numeric_limits<base::Step>::min();
  constexpr base::Step kHighest = std::numeric_limits<base::Step>::max();
  EXPECT_EQ(StepDistance(7, 5), 2);
  EXPECT_EQ(StepDistance(-7, 5), -12);
  EXPECT_EQ(StepDistance(kHighest, kLowest), 18446744073709551616.0);
  EXPECT_EQ(StepDistance(kLowest, kHighest), -18446744073709551616.0);
}

TEST(PixelAxis, ColumnsFollowTheEdges) {
  const PixelAxis axis(0, 10, 5);
  EXPECT_EQ(axis.columns(), 5U);
  EXPECT_EQ(axis.ColumnOf(0), 0U);
  EXPECT_EQ(axis.ColumnOf(1.999), 0U);
  EXPECT_EQ(axis.ColumnOf(2), 1U);
  EXPECT_EQ(axis.ColumnOf(10), 4U);
  EXPECT_FALSE(axis.Contains(10.5));
  EXPECT_FALSE(axis.Contains(std::nan("")));
  const PixelAxis decades(1, 1000, 3, {.sort = ScaleSort::kLogarithmic});
  EXPECT_EQ(decades.ColumnOf(9), 0U);
  EXPECT_EQ(decades.ColumnOf(11), 1U);
  EXPECT_EQ(decades.ColumnOf(999), 2U);
}

// Of two places as far from zero, one to each side, the columns mirror each other.
TEST(PixelAxis, SymmetricScalesHaveZeroInTheMiddle) {
  const PixelAxis axis(-1000, 1000, 6, {.sort = ScaleSort::kSymmetric, .constant = 1});
  // A third of the way out lies where 1 + x is the third root of 1001.
  const double third = std::cbrt(1001.0) - 1;
  EXPECT_EQ(axis.ColumnOf(0), 3U);
  EXPECT_EQ(axis.ColumnOf(third - 0.001), 3U);
  EXPECT_EQ(axis.ColumnOf(third + 0.001), 4U);
  EXPECT_EQ(axis.ColumnOf(-third + 0.001), 2U);
  EXPECT_EQ(axis.ColumnOf(-third - 0.001), 1U);
  EXPECT_EQ(axis.ColumnOf(-1000), 0U);
  EXPECT_EQ(axis.ColumnOf(1000), 5U);
  // Within a large constant it is about linear.
  const PixelAxis flat(0, 10, 5, {.sort = ScaleSort::kSymmetric, .constant = 1e9});
  EXPECT_EQ(flat.ColumnOf(1.99), 0U);
  EXPECT_EQ(flat.ColumnOf(2.01), 1U);
  const PixelAxis none(0, 1e308, 5, {.sort = ScaleSort::kSymmetric, .constant = 1e-100});
  EXPECT_EQ(none.columns(), 0U);
}

TEST(PixelAxis, HugeAndEmptyAxesHold) {
  const double largest = std::numeric_limits<double>::max();
  const PixelAxis huge(-largest, largest, 4);
  EXPECT_EQ(huge.ColumnOf(-largest), 0U);
  EXPECT_EQ(huge.ColumnOf(0), 2U);
  EXPECT_EQ(huge.ColumnOf(largest), 3U);
  const PixelAxis point(7, 7, 4);
  EXPECT_TRUE(point.InColumn(point.ColumnOf(7), 7));
}

}  // namespace
}  // namespace sightglass::query
