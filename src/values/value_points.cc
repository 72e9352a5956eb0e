#include "values/value_points.h"

#include <algorithm>
#include <bit>

#include "base/hash.h"

namespace sightglass::values {
namespace {

using store::Part;
using store::RefPoint;

// The points of a part that later ones supersede, and those superseded within it.
std::vector<RefPoint> SupersededAt(const Part<RefPoint>& part, base::Step step) {
  std::vector<RefPoint> points;
  const store::Segment<RefPoint>& segment = *part.segment;
  const std::uint64_t kept = segment.CountBelow(step);
  if (kept >= part.visible && kept < segment.size()) segment.Read(kept, kept + 1, points);
  if (segment.superseded_count > 0) segment.ReadSuperseded(points);
  std::erase_if(points, [&](const RefPoint& point) { return point.step != step; });
  return points;
}

}  // namespace

void ReadPoints(const store::Points<RefPoint>& points, std::uint64_t begin, std::uint64_t end,
                std::vector<ValuePoint>& out) {
  std::vector<RefPoint> read;
  for (const Part<RefPoint>& part : points.parts()) {
    const std::uint64_t first = std::max(begin, part.begin);
    const std::uint64_t last = std::min(end, part.begin + part.visible);
    if (first >= last) continue;
    read.clear();
    part.segment->Read(first - part.begin, last - part.begin, read);
    for (std::size_t i = 0; i < read.size(); ++i) {
      out.push_back({.file = part.file, .point = read[i], .index = first + i});
    }
  }
}

std::optional<ValuePoint> PointAt(const store::Points<RefPoint>& points, std::uint64_t index) {
  if (index >= points.size()) return std::nullopt;
  std::vector<ValuePoint> read;
  ReadPoints(points, index, index + 1, read);
  return read.front();
}

std::uint32_t PointVersion(const RefPoint& point) {
  // Part of addresses that people keep: never change it.
  std::uint64_t state = 0x9E3779B97F4A7C15U;
  for (const std::uint64_t word :
       {static_cast<std::uint64_t>(point.step), std::bit_cast<std::uint64_t>(point.wall_time),
        point.offset, std::uint64_t{point.bytes}}) {
    state = base::MultiplyFold(state ^ word, 0xD1B54A32D192ED03U) + 0x9E3779B97F4A7C15U;
  }
  return static_cast<std::uint32_t>(state ^ (state >> 32));
}

std::optional<ValuePoint> FindPoint(const store::Series& series, base::Step step,
                                    std::uint32_t version) {
  const store::Points<RefPoint>* points = series.refs();
  if (points == nullptr) return std::nullopt;
  const std::uint64_t index = points->CountBelow(step);
  if (const auto visible = PointAt(*points, index);
      visible && visible->point.step == step && PointVersion(visible->point) == version) {
    return visible;
  }
  if (points->superseded_size() == 0) return std::nullopt;
  for (const Part<RefPoint>& part : points->parts()) {
    for (const RefPoint& point : SupersededAt(part, step)) {
      if (PointVersion(point) != version) continue;
      return ValuePoint{.file = part.file, .point = point, .index = index};
    }
  }
  return std::nullopt;
}

}  // namespace sightglass::values
