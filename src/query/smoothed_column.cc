#include "query/smoothed_column.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <set>
#include <utility>

#include "base/check.h"

namespace sightglass::query {
namespace {

using store::kBlockPoints;
using store::RangeSummary;
using walk_internal::kPagePoints;
using ScalarPart = store::Part<store::ScalarPoint>;

std::uint64_t CountPages(std::uint64_t points) { return (points + kPagePoints - 1) / kPagePoints; }

// Calls use(part) for each that has visible points, until it says false.
template <class Use>
bool ForEachVisible(const ScalarPoints& points, Use use) {
  return std::ranges::all_of(
      points.parts(), [&](const ScalarPart& part) { return part.visible == 0 || use(part); });
}

// Points of which only some are visible are in no node that a walk shows as a whole, but their
// summary is right all the same.
RangeSummary SummarizeCutBlock(const ScalarBlock& block, std::span<const double> values) {
  std::array<store::ScalarPoint, kBlockPoints> buffer;
  const auto points = std::span(buffer).first(values.size());
  block.Unpack(points);
  for (std::size_t i = 0; i < values.size(); ++i) points[i].value = values[i];
  return store::SummarizePoints(points);
}

// The block's summary with `values` in place of its own.
RangeSummary SummarizeBlock(const ScalarBlock& block, std::span<const double> values) {
  if (values.size() < block.size()) return SummarizeCutBlock(block, values);
  RangeSummary summary = block.summary();
  summary.first_value = values.front();
  summary.last_value = values.back();
  std::uint64_t finite = 0;
  std::size_t lowest = 0;
  std::size_t highest = 0;
  double min = 0;
  double max = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double value = values[i];
    if (!std::isfinite(value)) [[unlikely]]
      continue;
    if (finite++ == 0) {
      min = max = value;
      lowest = highest = i;
    } else if (value < min) {
      min = value;
      lowest = i;
    } else if (value > max) {
      max = value;
      highest = i;
    }
  }
  summary.finite_count = finite;
  summary.min_value = min;
  summary.max_value = max;
  summary.min_index = lowest;
  summary.max_index = highest;
  // Columns are unpacked from their start, so only as far as needed.
  const std::size_t needed = finite > 0 ? std::max(lowest, highest) + 1 : 0;
  std::array<base::Step, kBlockPoints> steps;
  std::array<double, kBlockPoints> wall_times;
  block.UnpackSteps(std::span(steps).first(needed));
  block.UnpackWallTimes(std::span(wall_times).first(needed));
  summary.min_step = finite > 0 ? steps[lowest] : 0;
  summary.max_step = finite > 0 ? steps[highest] : 0;
  summary.min_value_wall_time = finite > 0 ? wall_times[lowest] : 0;
  summary.max_value_wall_time = finite > 0 ? wall_times[highest] : 0;
  return summary;
}

}  // namespace

// Makes pages one after the other.
class SmoothedColumn::PageMaker {
 public:
  PageMaker(const Smoothing& smoothing, const ScalarPoints& points)
      : causal_(smoothing.sort == SmoothingSort::kEma), smoother_(smoothing.weight) {
    if (!causal_) all_ = SmoothedValues(smoothing, points, {.begin = 0, .end = points.size()});
  }

  // Goes on after `page`, which was made before.
  void Skip(const Page& page) { smoother_ = page.after; }

  // Page number `index` of a part.
  [[nodiscard]] std::shared_ptr<const Page> Make(const ScalarPart& part, std::uint64_t index) {
    const std::uint64_t begin = index * kPagePoints;
    auto page = std::make_shared<Page>();
    page->size = static_cast<std::size_t>(std::min(kPagePoints, part.visible - begin));
    page->values = std::make_unique_for_overwrite<double[]>(page->size);
    page->blocks.reserve((page->size + kBlockPoints - 1) / kBlockPoints);
    const auto values = std::span(page->values.get(), page->size);
    for (std::size_t at = 0; at < values.size(); at += kBlockPoints) {
      const ScalarBlock& block =
          part.segment->block(static_cast<std::size_t>((begin + at) / kBlockPoints));
      const auto of_block = values.subspan(at, std::min(kBlockPoints, values.size() - at));
      if (causal_) {
        block.UnpackValues(of_block);
        smoother_.Apply(of_block);
      } else {
        const auto from = all_.begin() + static_cast<std::ptrdiff_t>(part.begin + begin + at);
        std::copy_n(from, of_block.size(), of_block.begin());
      }
      page->blocks.push_back(SummarizeBlock(block, of_block));
      page->summary.Append(page->blocks.back());
    }
    page->after = smoother_;
    return page;
  }

 private:
  bool causal_;
  Smoother smoother_;        // kEma
  std::vector<double> all_;  // otherwise
};

bool SmoothedColumn::CanKnow(const ScalarPoints& points) {
  return ForEachVisible(points, [](const ScalarPart& part) { return part.segment->origin != 0; });
}

std::uint64_t SmoothedColumn::MemoryBytes(const ScalarPoints& points) {
  std::uint64_t bytes = sizeof(SmoothedColumn);
  ForEachVisible(points, [&](const ScalarPart& part) {
    const std::uint64_t blocks = (part.visible + kBlockPoints - 1) / kBlockPoints;
    bytes += sizeof(Part) + part.visible * sizeof(double) + blocks * sizeof(RangeSummary) +
             CountPages(part.visible) * (sizeof(Page) + sizeof(std::shared_ptr<const Page>));
    return true;
  });
  return bytes;
}

std::shared_ptr<const SmoothedColumn> SmoothedColumn::Make(const ScalarPoints& points,
                                                           const Smoothing& smoothing,
                                                           const SmoothedColumn* earlier) {
  DCHECK(CanKnow(points) && !IsConstant(points));
  std::shared_ptr<SmoothedColumn> column(new SmoothedColumn());
  // Smoothing that looks ahead changes what came before.
  bool same = earlier != nullptr && smoothing.sort == SmoothingSort::kEma;
  PageMaker maker(smoothing, points);
  ForEachVisible(points, [&](const ScalarPart& from) {
    const Part* old = nullptr;
    if (same && column->parts_.size() < earlier->parts_.size()) {
      old = &earlier->parts_[column->parts_.size()];
      same = old->origin == from.segment->origin &&
             old->superseded_count == from.segment->superseded_count;
    } else {
      same = false;
    }
    Part& part =
        column->parts_.emplace_back(Part{.origin = from.segment->origin,
                                         .superseded_count = from.segment->superseded_count,
                                         .visible = from.visible,
                                         .begin = from.begin});
    const std::uint64_t pages = CountPages(from.visible);
    part.pages.reserve(static_cast<std::size_t>(pages));
    for (std::uint64_t i = 0; i < pages; ++i) {
      const std::uint64_t size = std::min(kPagePoints, from.visible - i * kPagePoints);
      same = same && i < old->pages.size() && old->pages[static_cast<std::size_t>(i)]->size == size;
      if (same) {
        part.pages.push_back(old->pages[static_cast<std::size_t>(i)]);
        maker.Skip(*part.pages.back());
      } else {
        part.pages.push_back(maker.Make(from, i));
      }
      part.summary.Append(part.pages.back()->summary);
    }
    // What follows hangs on all of this part.
    same = same && old->visible == from.visible;
    return true;
  });
  return column;
}

bool SmoothedColumn::IsOf(const ScalarPoints& points) const {
  std::size_t next = 0;
  const bool begins_so = ForEachVisible(points, [&](const ScalarPart& part) {
    if (next == parts_.size()) return false;
    const Part& own = parts_[next++];
    return own.origin == part.segment->origin &&
           own.superseded_count == part.segment->superseded_count && own.visible == part.visible;
  });
  return begins_so && next == parts_.size();
}

std::size_t SmoothedColumn::SharedPagesForTesting(const SmoothedColumn& other) const {
  std::set<const Page*> own;
  for (const Part& part : parts_) {
    for (const auto& page : part.pages) own.insert(page.get());
  }
  std::size_t shared = 0;
  for (const Part& part : other.parts_) {
    for (const auto& page : part.pages) shared += own.count(page.get());
  }
  return shared;
}

const SmoothedColumn::Part& SmoothedColumn::PartOf(std::uint64_t index) const {
  const auto after = std::ranges::upper_bound(parts_, index, {}, &Part::begin);
  DCHECK(after != parts_.begin());
  return *std::prev(after);
}

void SmoothedColumn::Read(IndexRange range, std::span<double> out) const {
  DCHECK(out.size() == range.size());
  for (std::uint64_t at = range.begin; at < range.end;) {
    const Part& part = PartOf(at);
    const std::uint64_t within = at - part.begin;
    const Page& page = *part.pages[static_cast<std::size_t>(within / kPagePoints)];
    const auto begin = static_cast<std::size_t>(within % kPagePoints);
    const std::size_t count = std::min(page.size - begin, out.size());
    std::copy_n(page.values.get() + begin, count, out.begin());
    out = out.subspan(count);
    at += count;
  }
}

const RangeSummary& SmoothedColumn::SummaryOf(std::uint64_t first_index,
                                              std::uint64_t count) const {
  const Part& part = PartOf(first_index);
  const std::uint64_t within = first_index - part.begin;
  // Where two nodes have the same points, such as a file of one page, their summaries are equal.
  if (within == 0 && count == part.visible) return part.summary;
  const Page& page = *part.pages[static_cast<std::size_t>(within / kPagePoints)];
  const std::uint64_t in_page = within % kPagePoints;
  if (in_page == 0 && count == kPagePoints) return page.summary;
  const RangeSummary& block = page.blocks[static_cast<std::size_t>(in_page / kBlockPoints)];
  DCHECK(in_page % kBlockPoints == 0 && block.count == count);
  return block;
}

}  // namespace sightglass::query
