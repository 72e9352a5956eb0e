#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <span>

#include "store/revision_log.h"

namespace sightglass::store {
namespace {

// Bit by bit: a NaN equals itself, and zero differs from minus zero.
bool IsSame(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

bool IsSame(const ScalarPoint& a, const ScalarPoint& b) {
  return a.step == b.step && IsSame(a.wall_time, b.wall_time) && IsSame(a.value, b.value);
}

bool IsSame(const RefPoint& a, const RefPoint& b) {
  return a.step == b.step && IsSame(a.wall_time, b.wall_time) && a.offset == b.offset &&
         a.bytes == b.bytes && a.header == b.header;
}

template <class Point>
std::size_t BlockPrefix(const Block<Point>& a, const Block<Point>& b) {
  const std::size_t count = std::min(a.size(), b.size());
  std::array<Point, kBlockPoints> of_a;
  std::array<Point, kBlockPoints> of_b;
  a.Unpack(std::span(of_a).first(count));
  b.Unpack(std::span(of_b).first(count));
  std::size_t same = 0;
  while (same < count && IsSame(of_a[same], of_b[same])) ++same;
  return same;
}

// Kept points that two states of a segment begin with.
template <class Point>
std::uint64_t SegmentPrefix(const Segment<Point>& a, const Segment<Point>& b) {
  const std::uint64_t both = std::min(a.size(), b.size());
  if (&a == &b) return both;
  if (a.origin != 0 && b.origin != 0) {
    // Read anew: what it holds now may be equal, but to find that out would cost a pass.
    if (a.origin != b.origin) return 0;
    // It only grew. This is how nearly all changes are told from each other, so it must be quick.
    if (a.superseded_count == b.superseded_count) return both;
  }
  std::size_t page = 0;
  const std::size_t pages = std::min(a.pages.size(), b.pages.size());
  while (page < pages && a.pages[page] == b.pages[page]) ++page;
  std::size_t block = page * kBlocksPerPage;
  const std::size_t blocks = std::min(a.block_count(), b.block_count());
  while (block < blocks && &a.block(block) == &b.block(block)) ++block;
  std::uint64_t same = std::min<std::uint64_t>(both, std::uint64_t{block} * kBlockPoints);
  if (block < blocks) same += BlockPrefix(a.block(block), b.block(block));
  return same;
}

template <class Point>
std::uint64_t PointsPrefix(const Points<Point>& older, const Points<Point>& newer) {
  std::uint64_t same = 0;
  auto a = older.parts().begin();
  auto b = newer.parts().begin();
  while (true) {
    while (a != older.parts().end() && a->visible == 0) ++a;
    while (b != newer.parts().end() && b->visible == 0) ++b;
    if (a == older.parts().end() || b == newer.parts().end()) return same;
    // A RefPoint means something only together with its file.
    if (a->file != b->file) return same;
    const std::uint64_t both = std::min(a->visible, b->visible);
    const std::uint64_t prefix = std::min(both, SegmentPrefix(*a->segment, *b->segment));
    same += prefix;
    if (prefix < a->visible || prefix < b->visible) return same;
    ++a;
    ++b;
  }
}

}  // namespace

std::uint64_t CommonPrefix(const Points<ScalarPoint>& older, const Points<ScalarPoint>& newer) {
  return PointsPrefix(older, newer);
}

std::uint64_t CommonPrefix(const Points<RefPoint>& older, const Points<RefPoint>& newer) {
  return PointsPrefix(older, newer);
}

}  // namespace sightglass::store
