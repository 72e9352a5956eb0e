#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "query/walk.h"

// Series for the tests of this folder.
namespace sightglass::query {

inline ScalarPoints PointsFromFiles(const std::vector<std::vector<store::ScalarPoint>>& files) {
  std::vector<store::Part<store::ScalarPoint>> parts;
  for (const auto& file : files) {
    store::SegmentBuilder<store::ScalarPoint> builder;
    for (const store::ScalarPoint& point : file) builder.Append(point);
    parts.push_back(
        {.file = {static_cast<std::uint32_t>(parts.size())}, .segment = builder.Publish()});
  }
  return ScalarPoints(std::move(parts));
}

inline std::vector<store::ScalarPoint> ReadAll(const ScalarPoints& points) {
  std::vector<store::ScalarPoint> all;
  points.Read(0, points.size(), all);
  return all;
}

struct RandomSeries {
  std::uint64_t seed = 0;
  std::size_t files = 1;
  std::size_t points_per_file = 1000;
  bool wall_times_go_back = false;
  bool non_finite_values = false;
};

// Files that overlap: all but the first begin a little before the end of the one before.
// Steps, times and values are small whole numbers or halves, so that arithmetic on them is exact.
inline ScalarPoints MakeRandomSeries(const RandomSeries& options) {
  std::mt19937_64 random(options.seed);
  std::vector<std::vector<store::ScalarPoint>> files(options.files);
  base::Step step = -50;
  double wall_time = 1000;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (auto& file : files) {
    step -= static_cast<base::Step>(random() % 30);
    for (std::size_t i = 0; i < options.points_per_file; ++i) {
      step += 1 + static_cast<base::Step>(random() % 3);
      wall_time += static_cast<double>(random() % 4) / 2;
      if (options.wall_times_go_back && random() % 200 == 0) {
        wall_time -= static_cast<double>(random() % 500);
      }
      double value = static_cast<double>(random() % 2000) - 700;
      if (options.non_finite_values && random() % 40 == 0) {
        const double sorts[] = {kInfinity, -kInfinity, std::nan("")};
        value = sorts[random() % 3];
      }
      file.push_back({step, wall_time, value});
    }
  }
  return PointsFromFiles(files);
}

// Series of many shapes: none, few, many points; one file or several; blocks, pages, ends of both.
inline std::vector<RandomSeries> SeriesToTry() {
  std::vector<RandomSeries> list;
  for (const bool back : {false, true}) {
    for (const bool non_finite : {false, true}) {
      for (const auto& [files, points] : std::vector<std::pair<std::size_t, std::size_t>>{
               {0, 0}, {1, 1}, {1, 2}, {3, 5}, {1, 512}, {2, 1500}, {5, 700}, {1, 40'000}}) {
        list.push_back({.seed = list.size() + 1,
                        .files = files,
                        .points_per_file = points,
                        .wall_times_go_back = back,
                        .non_finite_values = non_finite});
      }
    }
  }
  return list;
}

}  // namespace sightglass::query
