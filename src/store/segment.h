#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "store/block.h"
#include "store/point.h"

namespace sightglass::store {

inline constexpr std::size_t kBlocksPerPage = 64;

// Full blocks that never change again, with the summary of all: the upper level of the min/max
// pyramid.
template <class Point>
struct Page {
  std::vector<std::shared_ptr<const Block<Point>>> blocks;  // kBlocksPerPage of kBlockPoints each
  RangeSummary summary;
};

// The points of one tag in one part of one file, immutable. A part is a file, or a byte range of a
// large one.
//
// Kept points have strictly increasing steps: a point whose step is not above the last kept one
// supersedes every kept point with step >= its own. So the lowest step ever appended is the first
// kept one.
//
// Invariants:
// 1. Every page is full; `tail` holds fewer than kBlocksPerPage blocks; of all blocks only the last
// may be short.
// 2. Steps strictly increase from block to block.
// 3. `superseded` holds what was superseded within this part, in the order in which that happened;
// steps may be anything.
template <class Point>
struct Segment {
  std::vector<std::shared_ptr<const Page<Point>>> pages;
  std::vector<std::shared_ptr<const Block<Point>>> tail;
  std::vector<std::shared_ptr<const Block<Point>>> superseded;
  std::uint64_t superseded_count = 0;
  RangeSummary summary;  // of the kept points
  // The same for all states of one growing segment and for no other, or 0 where that is not known.
  // Two of the same origin and superseded_count hold the same points as far as both go.
  std::uint64_t origin = 0;

  [[nodiscard]] std::uint64_t size() const { return summary.count; }
  [[nodiscard]] std::size_t block_count() const {
    return pages.size() * kBlocksPerPage + tail.size();
  }
  // Kept points [index * kBlockPoints, ...). REQUIRES: index < block_count().
  [[nodiscard]] const Block<Point>& block(std::size_t index) const {
    const std::size_t page = index / kBlocksPerPage;
    return page < pages.size() ? *pages[page]->blocks[index % kBlocksPerPage]
                               : *tail[index - pages.size() * kBlocksPerPage];
  }
  // How many kept points have step < `step`. Cost: binary searches and one block unpacked.
  [[nodiscard]] std::uint64_t CountBelow(base::Step step) const;
  // Appends kept points [begin, end) to `out`.
  void Read(std::uint64_t begin, std::uint64_t end, std::vector<Point>& out) const;
  // Appends all superseded points to `out`, in the order of superseding.
  void ReadSuperseded(std::vector<Point>& out) const;
  // Summary of the kept points [begin, end). Cost: pages and blocks by their summaries, at most two
  // blocks unpacked.
  [[nodiscard]] RangeSummary Summarize(std::uint64_t begin, std::uint64_t end) const;
  [[nodiscard]] std::uint64_t memory_bytes() const;
};

// Grows a segment. One thread at a time; what Publish() returned is never touched again.
//
// When one point supersedes several, those go in the order of their steps.
//
// Memory: an open block of plain points (allocated at the first Append, growing from 16 to
// kBlockPoints), beside what is packed. After Publish() a builder holds nothing but the segment it
// returned: the open block comes back, unpacked, with the next Append().
template <class Point>
class SegmentBuilder {
 public:
  SegmentBuilder() = default;
  // Goes on where `segment` ended; nullptr is an empty one. Two builders may go on from the same
  // segment only if at most one of them ever publishes to readers: they would share its origin.
  explicit SegmentBuilder(std::shared_ptr<const Segment<Point>> segment);
  SegmentBuilder(SegmentBuilder&& other) noexcept;
  SegmentBuilder& operator=(SegmentBuilder&& other) noexcept;
  ~SegmentBuilder();

  // Cost: amortised constant, a few nanoseconds when steps increase.
  void Append(const Point& point) {
    if (open_size_ < open_capacity_ && point.step > last_step_) [[likely]] {
      open_[open_size_++] = point;
      last_step_ = point.step;
      return;
    }
    AppendSlowly(point);
  }

  // Everything appended so far; never null. Packs the open block as it is; the builder goes on
  // afterwards. Returns the same pointer as before if nothing was appended since.
  // Cost: packs at most one block of kept and one of superseded points; copies 16 bytes a page.
  [[nodiscard]] std::shared_ptr<const Segment<Point>> Publish();

  // Kept points.
  [[nodiscard]] std::uint64_t size() const;

 private:
  // What is packed of the points appended. Its summary is not kept up: Publish() makes it.
  struct Draft {
    Segment<Point> sealed;                 // of kept and superseded points, full blocks only
    std::vector<Point> newest_superseded;  // fewer than kBlockPoints
  };

  void AppendSlowly(const Point& point);
  void Reopen();
  void Reserve(std::size_t points);
  void SealOpenBlock();
  void SupersedeFrom(base::Step step);
  void SupersedeSealedFrom(base::Step step);
  void Supersede(std::span<const Point> points);

  // Invariants:
  // 1. While there are points that are not published, draft_ is there and published_ is null;
  //    otherwise draft_ is null and open_capacity_ is zero.
  // 2. open_[0, open_size_) follow the sealed points, with increasing steps.
  // 3. If any point is kept, last_step_ is the step of the last.
  std::unique_ptr<Point[]> open_;
  std::uint32_t open_size_ = 0;
  std::uint32_t open_capacity_ = 0;
  base::Step last_step_ = 0;
  std::unique_ptr<Draft> draft_;
  std::shared_ptr<const Segment<Point>> published_;
};

extern template struct Segment<ScalarPoint>;
extern template struct Segment<RefPoint>;
extern template class SegmentBuilder<ScalarPoint>;
extern template class SegmentBuilder<RefPoint>;

}  // namespace sightglass::store
