#include "store/segment.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

#include "base/check.h"

namespace sightglass::store {
namespace {

constexpr std::size_t kFirstOpenCapacity = 16;

std::uint64_t NewOrigin() {
  static std::atomic<std::uint64_t> last = 0;
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

// Summary of points [begin, end) of a block.
template <class Point>
RangeSummary SummarizeWithin(const Block<Point>& block, std::size_t begin, std::size_t end) {
  if (begin == 0 && end == block.size()) return block.summary();
  std::array<Point, kBlockPoints> buffer;
  block.Unpack(std::span(buffer).first(end));
  return SummarizePoints(std::span<const Point>(buffer).subspan(begin, end - begin));
}

// Appends points [begin, end) of a block to `out`.
template <class Point>
void ReadWithin(const Block<Point>& block, std::size_t begin, std::size_t end,
                std::vector<Point>& out) {
  const std::size_t old_size = out.size();
  if (begin == 0) {
    out.resize(old_size + end);
    block.Unpack(std::span(out).subspan(old_size));
    return;
  }
  std::array<Point, kBlockPoints> buffer;
  block.Unpack(std::span(buffer).first(end));
  out.insert(out.end(), buffer.begin() + static_cast<std::ptrdiff_t>(begin),
             buffer.begin() + static_cast<std::ptrdiff_t>(end));
}

// Calls use(block, begin, end) for each block that holds some of [begin, end), with the part of it.
template <class Point, class Use>
void ForEachBlock(const Segment<Point>& segment, std::uint64_t begin, std::uint64_t end, Use use) {
  while (begin < end) {
    const auto index = static_cast<std::size_t>(begin / kBlockPoints);
    const std::uint64_t first = std::uint64_t{index} * kBlockPoints;
    const std::uint64_t stop = std::min(end, first + kBlockPoints);
    use(segment.block(index), static_cast<std::size_t>(begin - first),
        static_cast<std::size_t>(stop - first));
    begin = stop;
  }
}

template <class Point>
std::uint64_t BlocksMemory(const std::vector<std::shared_ptr<const Block<Point>>>& blocks) {
  std::uint64_t bytes = blocks.capacity() * sizeof(blocks[0]);
  for (const auto& block : blocks) bytes += block->memory_bytes();
  return bytes;
}

}  // namespace

template <class Point>
std::uint64_t Segment<Point>::CountBelow(base::Step step) const {
  // The last page, then the last block, that begins below `step`: all before it is below.
  const auto first_step = [](const auto& node) {
    if constexpr (requires { node->summary.first_step; }) {
      return node->summary.first_step;
    } else {
      return node->summary().first_step;
    }
  };
  const auto count_in = [&](const auto& blocks) -> std::uint64_t {
    const auto after = std::ranges::lower_bound(blocks, step, {}, first_step);
    if (after == blocks.begin()) return 0;
    const auto index = static_cast<std::uint64_t>(after - blocks.begin()) - 1;
    return index * kBlockPoints + (*std::prev(after))->CountBelow(step);
  };
  const std::uint64_t page_points = kBlocksPerPage * kBlockPoints;
  if (!tail.empty() && first_step(tail.front()) < step) {
    return pages.size() * page_points + count_in(tail);
  }
  const auto after = std::ranges::lower_bound(pages, step, {}, first_step);
  if (after == pages.begin()) return 0;
  const auto index = static_cast<std::uint64_t>(after - pages.begin()) - 1;
  return index * page_points + count_in((*std::prev(after))->blocks);
}

template <class Point>
void Segment<Point>::Read(std::uint64_t begin, std::uint64_t end, std::vector<Point>& out) const {
  CHECK(begin <= end && end <= size());
  if (out.empty()) out.reserve(static_cast<std::size_t>(end - begin));
  ForEachBlock(*this, begin, end, [&](const Block<Point>& block, std::size_t from, std::size_t to) {
    ReadWithin(block, from, to, out);
  });
}

template <class Point>
void Segment<Point>::ReadSuperseded(std::vector<Point>& out) const {
  for (const auto& block : superseded) ReadWithin(*block, 0, block->size(), out);
}

template <class Point>
RangeSummary Segment<Point>::Summarize(std::uint64_t begin, std::uint64_t end) const {
  CHECK(begin <= end && end <= size());
  if (begin == 0 && end == size()) return summary;
  const std::uint64_t page_points = kBlocksPerPage * kBlockPoints;
  RangeSummary result;
  while (begin < end) {
    if (begin % page_points == 0 && end - begin >= page_points &&
        begin / page_points < pages.size()) {
      result.Append(pages[static_cast<std::size_t>(begin / page_points)]->summary);
      begin += page_points;
      continue;
    }
    const std::uint64_t stop = std::min(end, (begin / kBlockPoints + 1) * kBlockPoints);
    ForEachBlock(*this, begin, stop,
                 [&](const Block<Point>& block, std::size_t from, std::size_t to) {
                   result.Append(SummarizeWithin(block, from, to));
                 });
    begin = stop;
  }
  return result;
}

template <class Point>
std::uint64_t Segment<Point>::memory_bytes() const {
  std::uint64_t bytes = sizeof(*this) + pages.capacity() * sizeof(pages[0]);
  for (const auto& page : pages) bytes += sizeof(*page) + BlocksMemory(page->blocks);
  return bytes + BlocksMemory(tail) + BlocksMemory(superseded);
}

template <class Point>
SegmentBuilder<Point>::SegmentBuilder(std::shared_ptr<const Segment<Point>> segment)
    : published_(std::move(segment)) {}

template <class Point>
SegmentBuilder<Point>::SegmentBuilder(SegmentBuilder&& other) noexcept
    : open_(std::move(other.open_)),
      open_size_(std::exchange(other.open_size_, 0)),
      open_capacity_(std::exchange(other.open_capacity_, 0)),
      last_step_(other.last_step_),
      draft_(std::move(other.draft_)),
      published_(std::move(other.published_)) {}

template <class Point>
SegmentBuilder<Point>& SegmentBuilder<Point>::operator=(SegmentBuilder&& other) noexcept {
  open_ = std::move(other.open_);
  open_size_ = std::exchange(other.open_size_, 0);
  open_capacity_ = std::exchange(other.open_capacity_, 0);
  last_step_ = other.last_step_;
  draft_ = std::move(other.draft_);
  published_ = std::move(other.published_);
  return *this;
}

template <class Point>
SegmentBuilder<Point>::~SegmentBuilder() = default;

template <class Point>
std::uint64_t SegmentBuilder<Point>::size() const {
  if (draft_) return draft_->sealed.block_count() * kBlockPoints + open_size_;
  return published_ ? published_->size() : 0;
}

template <class Point>
void SegmentBuilder<Point>::AppendSlowly(const Point& point) {
  if (!draft_) Reopen();
  if (size() > 0 && point.step <= last_step_) SupersedeFrom(point.step);
  if (open_size_ == kBlockPoints) SealOpenBlock();
  if (open_size_ == open_capacity_) Reserve(open_size_ + std::size_t{1});
  open_[open_size_++] = point;
  last_step_ = point.step;
}

// Back from a published segment to one that grows: short blocks, which are the last ones, become
// plain points again.
template <class Point>
void SegmentBuilder<Point>::Reopen() {
  draft_ = std::make_unique<Draft>();
  Segment<Point>& sealed = draft_->sealed;
  if (published_) sealed = *published_;
  if (sealed.origin == 0) sealed.origin = NewOrigin();
  if (!published_) return;
  if (sealed.size() > 0) last_step_ = sealed.summary.last_step;
  if (!sealed.tail.empty() && sealed.tail.back()->size() < kBlockPoints) {
    const auto block = std::move(sealed.tail.back());
    sealed.tail.pop_back();
    Reserve(block->size() + 1);
    block->Unpack(std::span(open_.get(), block->size()));
    open_size_ = static_cast<std::uint32_t>(block->size());
  }
  if (!sealed.superseded.empty() && sealed.superseded.back()->size() < kBlockPoints) {
    ReadWithin(*sealed.superseded.back(), 0, sealed.superseded.back()->size(),
               draft_->newest_superseded);
    sealed.superseded.pop_back();
  }
  published_ = nullptr;
}

// Room for `points` points in the open block, at most kBlockPoints.
template <class Point>
void SegmentBuilder<Point>::Reserve(std::size_t points) {
  std::size_t capacity = std::max<std::size_t>(open_capacity_, kFirstOpenCapacity);
  while (capacity < points) capacity *= 2;
  DCHECK(capacity <= kBlockPoints);
  if (capacity == open_capacity_) return;
  auto larger = std::make_unique_for_overwrite<Point[]>(capacity);
  std::copy_n(open_.get(), open_size_, larger.get());
  open_ = std::move(larger);
  open_capacity_ = static_cast<std::uint32_t>(capacity);
}

template <class Point>
void SegmentBuilder<Point>::SealOpenBlock() {
  Segment<Point>& sealed = draft_->sealed;
  sealed.tail.push_back(Block<Point>::Pack({open_.get(), open_size_}));
  open_size_ = 0;
  if (sealed.tail.size() < kBlocksPerPage) return;
  auto page = std::make_shared<Page<Point>>();
  page->blocks = std::exchange(sealed.tail, {});
  page->blocks.shrink_to_fit();
  for (const auto& block : page->blocks) page->summary.Append(block->summary());
  sealed.pages.push_back(std::move(page));
}

template <class Point>
void SegmentBuilder<Point>::SupersedeFrom(base::Step step) {
  const auto open = std::span(open_.get(), open_size_);
  const auto kept = static_cast<std::size_t>(
      std::ranges::lower_bound(open, step, {}, &Point::step) - open.begin());
  const Segment<Point>& sealed = draft_->sealed;
  const std::size_t blocks = sealed.block_count();
  if (kept > 0 || blocks == 0 || sealed.block(blocks - 1).summary().last_step < step) {
    Supersede(open.subspan(kept));
    open_size_ = static_cast<std::uint32_t>(kept);
    return;
  }
  // Sealed points come first in the order of steps, and may refill the open block.
  const std::vector<Point> all_open(open.begin(), open.end());
  open_size_ = 0;
  SupersedeSealedFrom(step);
  Supersede(all_open);
}

// Cuts the sealed points, leaving those below `step` of the block where the cut is in the open
// block.
// REQUIRES: the open block is empty.
template <class Point>
void SegmentBuilder<Point>::SupersedeSealedFrom(base::Step step) {
  Segment<Point>& sealed = draft_->sealed;
  const std::uint64_t kept = sealed.CountBelow(step);
  const auto whole = static_cast<std::size_t>(kept / kBlockPoints);
  const auto rest = static_cast<std::size_t>(kept % kBlockPoints);
  const std::size_t blocks = sealed.block_count();
  if (whole == blocks) return;

  std::array<Point, kBlockPoints> buffer;
  for (std::size_t index = whole; index < blocks; ++index) {
    const Block<Point>& block = sealed.block(index);
    block.Unpack(buffer);
    std::size_t begin = 0;
    if (index == whole && rest > 0) {
      begin = rest;
      Reserve(rest);
      std::copy_n(buffer.begin(), rest, open_.get());
      open_size_ = static_cast<std::uint32_t>(rest);
    }
    Supersede(std::span<const Point>(buffer).subspan(begin));
  }

  const std::size_t whole_pages = whole / kBlocksPerPage;
  if (whole_pages < sealed.pages.size()) {
    sealed.tail = sealed.pages[whole_pages]->blocks;
    sealed.pages.resize(whole_pages);
  }
  sealed.tail.resize(whole - whole_pages * kBlocksPerPage);
}

template <class Point>
void SegmentBuilder<Point>::Supersede(std::span<const Point> points) {
  std::vector<Point>& newest = draft_->newest_superseded;
  draft_->sealed.superseded_count += points.size();
  while (!points.empty()) {
    const std::size_t taken = std::min(points.size(), kBlockPoints - newest.size());
    newest.insert(newest.end(), points.begin(),
                  points.begin() + static_cast<std::ptrdiff_t>(taken));
    points = points.subspan(taken);
    if (newest.size() == kBlockPoints) {
      draft_->sealed.superseded.push_back(Block<Point>::Pack(newest));
      newest.clear();
    }
  }
}

template <class Point>
std::shared_ptr<const Segment<Point>> SegmentBuilder<Point>::Publish() {
  if (!draft_) {
    if (!published_) published_ = std::make_shared<const Segment<Point>>();
    return published_;
  }
  // A full last block may complete a page; a short one goes to the tail as it is.
  if (open_size_ == kBlockPoints) SealOpenBlock();
  Segment<Point>& sealed = draft_->sealed;
  if (open_size_ > 0) sealed.tail.push_back(Block<Point>::Pack({open_.get(), open_size_}));
  if (!draft_->newest_superseded.empty()) {
    sealed.superseded.push_back(Block<Point>::Pack(draft_->newest_superseded));
  }
  sealed.summary = {};
  for (const auto& page : sealed.pages) sealed.summary.Append(page->summary);
  for (const auto& block : sealed.tail) sealed.summary.Append(block->summary());
  // Most segments are small and many: spare capacity would be most of them.
  sealed.pages.shrink_to_fit();
  sealed.tail.shrink_to_fit();
  sealed.superseded.shrink_to_fit();
  published_ = std::make_shared<const Segment<Point>>(std::move(sealed));
  draft_ = nullptr;
  open_ = nullptr;
  open_size_ = 0;
  open_capacity_ = 0;
  return published_;
}

template struct Segment<ScalarPoint>;
template struct Segment<RefPoint>;
template class SegmentBuilder<ScalarPoint>;
template class SegmentBuilder<RefPoint>;

}  // namespace sightglass::store
