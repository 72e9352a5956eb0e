#include "store/series.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace sightglass::store {

template <class Point>
Points<Point>::Points(std::vector<Part<Point>> parts) : parts_(std::move(parts)) {
  std::erase_if(parts_, [](const Part<Point>& part) {
    return part.segment == nullptr || part.segment->size() == 0;
  });
  // A segment's first kept step is the lowest one it ever saw, so from the back the lowest step of
  // all that follows is known.
  bool last = true;
  base::Step lowest = 0;
  for (auto part = parts_.rbegin(); part != parts_.rend(); ++part) {
    const Segment<Point>& segment = *part->segment;
    const base::Step first = segment.summary.first_step;
    part->visible = last ? segment.size() : segment.CountBelow(lowest);
    lowest = last ? first : std::min(lowest, first);
    last = false;
    superseded_size_ += segment.superseded_count + segment.size() - part->visible;
  }
  for (Part<Point>& part : parts_) {
    part.begin = size_;
    size_ += part.visible;
    summary_.Append(part.segment->Summarize(0, part.visible));
  }
}

template <class Point>
std::uint64_t Points<Point>::CountBelow(base::Step step) const {
  // Visible steps increase from part to part, so only the last part that begins below `step` can
  // hold points on both sides.
  for (auto part = parts_.rbegin(); part != parts_.rend(); ++part) {
    if (part->visible == 0 || part->segment->summary.first_step >= step) continue;
    return part->begin + std::min(part->visible, part->segment->CountBelow(step));
  }
  return 0;
}

template <class Point>
RangeSummary Points<Point>::Summarize(std::uint64_t begin, std::uint64_t end) const {
  CHECK(begin <= end && end <= size_);
  RangeSummary result;
  for (const Part<Point>& part : parts_) {
    const std::uint64_t from = std::max(begin, part.begin);
    const std::uint64_t to = std::min(end, part.begin + part.visible);
    if (from < to) result.Append(part.segment->Summarize(from - part.begin, to - part.begin));
  }
  return result;
}

template <class Point>
void Points<Point>::Read(std::uint64_t begin, std::uint64_t end, std::vector<Point>& out) const {
  CHECK(begin <= end && end <= size_);
  if (out.empty()) out.reserve(static_cast<std::size_t>(end - begin));
  for (const Part<Point>& part : parts_) {
    const std::uint64_t from = std::max(begin, part.begin);
    const std::uint64_t to = std::min(end, part.begin + part.visible);
    if (from < to) part.segment->Read(from - part.begin, to - part.begin, out);
  }
}

template <class Point>
void Points<Point>::ReadSuperseded(std::vector<Point>& out) const {
  if (out.empty()) out.reserve(static_cast<std::size_t>(superseded_size_));
  for (const Part<Point>& part : parts_) {
    part.segment->ReadSuperseded(out);
    part.segment->Read(part.visible, part.segment->size(), out);
  }
}

std::uint64_t Series::size() const {
  return std::visit([](const auto& each) { return each.size(); }, points);
}

std::uint64_t Series::superseded_size() const {
  return std::visit([](const auto& each) { return each.superseded_size(); }, points);
}

template class Points<ScalarPoint>;
template class Points<RefPoint>;

}  // namespace sightglass::store
