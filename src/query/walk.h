#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "store/series.h"

namespace sightglass::query {

using ScalarPoints = store::Points<store::ScalarPoint>;
using ScalarBlock = store::Block<store::ScalarPoint>;
using ScalarSegment = store::Segment<store::ScalarPoint>;

// Visible points [begin, end) of a series.
struct IndexRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  [[nodiscard]] std::uint64_t size() const { return end - begin; }
  [[nodiscard]] bool empty() const { return begin == end; }
  bool operator==(const IndexRange&) const = default;
};

// What to do about a node of the min/max pyramid, seen by its summary alone.
enum class Visit : std::uint8_t {
  kDone,     // it is dealt with: go on after it
  kDescend,  // look closer
  kStop,     // end the walk
};

// Walks the points of `range` from the first to the last, top down: whole files, pages of
// kBlocksPerPage blocks, blocks. A visitor has
//   Visit Whole(std::uint64_t first_index, const store::RangeSummary& summary);
//       a node that is wholly in the range, its first point being number `first_index`
//   bool Block(std::uint64_t first_index, const ScalarBlock& block, std::size_t begin,
//              std::size_t end);
//       points [begin, end) of a block for which no node above said kDone; `first_index` is the
//       number of the block's point 0, whether or not that is in the range. false ends the walk.
// Cost: what the visitor asks for; a node that is kDone costs nothing below it.
// REQUIRES: range within [0, points.size()].
template <class Visitor>
void Walk(const ScalarPoints& points, IndexRange range, Visitor& visitor);

// The same from the last to the first.
template <class Visitor>
void WalkBack(const ScalarPoints& points, IndexRange range, Visitor& visitor);

namespace walk_internal {

inline constexpr std::uint64_t kPagePoints = store::kBlocksPerPage * store::kBlockPoints;

// Points [begin, end) of a segment whose point 0 has number `offset`. false: the walk ended.
template <class Visitor>
bool WalkSegment(const ScalarSegment& segment, std::uint64_t offset, IndexRange range,
                 Visitor& visitor) {
  if (range.begin == 0 && range.end == segment.size()) {
    const Visit visit = visitor.Whole(offset, segment.summary);
    if (visit != Visit::kDescend) return visit == Visit::kDone;
  }
  for (std::uint64_t at = range.begin; at < range.end;) {
    const auto page = static_cast<std::size_t>(at / kPagePoints);
    if (at % kPagePoints == 0 && range.end - at >= kPagePoints && page < segment.pages.size()) {
      const Visit visit = visitor.Whole(offset + at, segment.pages[page]->summary);
      if (visit == Visit::kStop) return false;
      if (visit == Visit::kDone) {
        at += kPagePoints;
        continue;
      }
    }
    const auto index = static_cast<std::size_t>(at / store::kBlockPoints);
    const std::uint64_t first = std::uint64_t{index} * store::kBlockPoints;
    const ScalarBlock& block = segment.block(index);
    const std::uint64_t stop = std::min(range.end, first + block.size());
    Visit visit = Visit::kDescend;
    if (at == first && stop - first == block.size()) {
      visit = visitor.Whole(offset + first, block.summary());
    }
    if (visit == Visit::kStop) return false;
    if (visit == Visit::kDescend &&
        !visitor.Block(offset + first, block, static_cast<std::size_t>(at - first),
                       static_cast<std::size_t>(stop - first))) {
      return false;
    }
    at = stop;
  }
  return true;
}

template <class Visitor>
bool WalkSegmentBack(const ScalarSegment& segment, std::uint64_t offset, IndexRange range,
                     Visitor& visitor) {
  if (range.begin == 0 && range.end == segment.size()) {
    const Visit visit = visitor.Whole(offset, segment.summary);
    if (visit != Visit::kDescend) return visit == Visit::kDone;
  }
  for (std::uint64_t at = range.end; at > range.begin;) {
    const auto pages = static_cast<std::size_t>(at / kPagePoints);
    if (at % kPagePoints == 0 && at - range.begin >= kPagePoints && pages <= segment.pages.size()) {
      const Visit visit =
          visitor.Whole(offset + at - kPagePoints, segment.pages[pages - 1]->summary);
      if (visit == Visit::kStop) return false;
      if (visit == Visit::kDone) {
        at -= kPagePoints;
        continue;
      }
    }
    const auto index = static_cast<std::size_t>((at - 1) / store::kBlockPoints);
    const std::uint64_t first = std::uint64_t{index} * store::kBlockPoints;
    const ScalarBlock& block = segment.block(index);
    const std::uint64_t start = std::max(range.begin, first);
    Visit visit = Visit::kDescend;
    if (start == first && at - first == block.size()) {
      visit = visitor.Whole(offset + first, block.summary());
    }
    if (visit == Visit::kStop) return false;
    if (visit == Visit::kDescend &&
        !visitor.Block(offset + first, block, static_cast<std::size_t>(start - first),
                       static_cast<std::size_t>(at - first))) {
      return false;
    }
    at = start;
  }
  return true;
}

// The points of `range` that `part` has, numbered from its own first.
inline IndexRange Within(const store::Part<store::ScalarPoint>& part, IndexRange range) {
  const std::uint64_t begin = std::max(range.begin, part.begin);
  const std::uint64_t end = std::min(range.end, part.begin + part.visible);
  if (begin >= end) return {};
  return {.begin = begin - part.begin, .end = end - part.begin};
}

}  // namespace walk_internal

template <class Visitor>
void Walk(const ScalarPoints& points, IndexRange range, Visitor& visitor) {
  for (const auto& part : points.parts()) {
    const IndexRange within = walk_internal::Within(part, range);
    if (within.empty()) continue;
    if (!walk_internal::WalkSegment(*part.segment, part.begin, within, visitor)) return;
  }
}

template <class Visitor>
void WalkBack(const ScalarPoints& points, IndexRange range, Visitor& visitor) {
  for (auto part = points.parts().rbegin(); part != points.parts().rend(); ++part) {
    const IndexRange within = walk_internal::Within(*part, range);
    if (within.empty()) continue;
    if (!walk_internal::WalkSegmentBack(*part->segment, part->begin, within, visitor)) return;
  }
}

}  // namespace sightglass::query
