#include "histograms/measure_cache.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "values/value_points.h"

namespace sightglass::histograms {
namespace {

using values::ScanSeries;
using values::ValuePoint;

// A list node, a table node and a vector, about.
constexpr std::uint64_t kSegmentBytes = 160;

// The origin of the segment that holds the visible point at `index`; 0: not known.
class OriginWalk {
 public:
  explicit OriginWalk(const store::Points<store::RefPoint>& points) : parts_(points.parts()) {}

  // REQUIRES: not below the last one; a visible point.
  std::uint64_t Next(std::uint64_t index) {
    while (index >= parts_[number_].begin + parts_[number_].visible) ++number_;
    return parts_[number_].segment->origin;
  }

 private:
  const std::vector<store::Part<store::RefPoint>>& parts_;
  std::size_t number_ = 0;
};

}  // namespace

StepMeasures Measure(const Histogram& histogram, base::Step step, double wall_time) {
  StepMeasures measures{.step = step,
                        .wall_time = wall_time,
                        .moments = MomentsOf(histogram),
                        .repaired = histogram.repaired};
  Percentiles(histogram, kMeasuredShares, measures.percentiles);
  return measures;
}

// One series of a call: what was chosen, and what is known of it.
struct MeasureCache::Plan {
  std::uint64_t call = 0;
  std::vector<ValuePoint> chosen{};
  std::vector<std::uint64_t> origins{};  // of each chosen point
  std::vector<std::size_t> missing{};    // numbers of chosen points that are to be read
};

base::Result<std::vector<SeriesMeasures>> MeasureCache::Read(const std::vector<ScanSeries>& series,
                                                             const ReadOptions& options,
                                                             base::ThreadPool& pool,
                                                             const base::CancelFlag& cancel,
                                                             MeasureCounts* counts) {
  std::vector<SeriesMeasures> answer(series.size());
  std::vector<Plan> plans(series.size());
  std::vector<std::vector<ValuePoint>> to_read(series.size());
  MeasureCounts seen;
  std::uint64_t call = 0;
  {
    const base::MutexLock lock(mutex_);
    call = ++calls_;
  }
  for (std::size_t i = 0; i < series.size(); ++i) {
    const store::Points<store::RefPoint>* points = series[i].series->refs();
    if (points == nullptr) continue;
    Plan& plan = plans[i];
    plan.call = call;
    ChosenPoints chosen = ChoosePoints(*points, options.range);
    plan.chosen = std::move(chosen.points);
    answer[i].in_range = chosen.in_range;
    OriginWalk walk(*points);
    plan.origins.reserve(plan.chosen.size());
    for (const ValuePoint& point : plan.chosen) plan.origins.push_back(walk.Next(point.index));
    Recall(plan, answer[i]);
    to_read[i].reserve(plan.missing.size());
    for (const std::size_t number : plan.missing) {
      to_read[i].push_back(plan.chosen[number]);
      seen.bytes += plan.chosen[number].point.bytes;
    }
    seen.read += plan.missing.size();
    seen.remembered += plan.chosen.size() - plan.missing.size();
  }

  std::vector<std::size_t> done(series.size());  // of Plan::missing
  ReadOptions reading = options;
  reading.logged_buckets = false;
  const base::Status status = ReadChosen(
      series, to_read, reading, pool, cancel, [&](std::uint32_t number, ReadStep&& step) {
        MeasuredStep& entry = answer[number].steps[plans[number].missing[done[number]++]];
        entry.measures = Measure(step.histogram, step.step, step.wall_time);
        entry.error = std::move(step.error);
      });
  for (std::size_t i = 0; i < series.size(); ++i) {
    plans[i].missing.resize(done[i]);
    Remember(plans[i], answer[i]);
  }
  if (!status.ok()) return status.error();
  if (counts != nullptr) {
    counts->remembered += seen.remembered;
    counts->read += seen.read;
    counts->bytes += seen.bytes;
  }
  return answer;
}

void MeasureCache::Recall(Plan& plan, SeriesMeasures& series) {
  series.steps.resize(plan.chosen.size());
  const base::MutexLock lock(mutex_);
  std::span<const Row> rows;  // of the segment at hand, those not yet passed
  for (std::size_t i = 0; i < plan.chosen.size(); ++i) {
    const ValuePoint& chosen = plan.chosen[i];
    series.steps[i].index = chosen.index;
    if (i == 0 || plan.origins[i] != plan.origins[i - 1]) {
      const Segment* segment = Use(plan.origins[i], plan.call);
      rows = segment == nullptr ? std::span<const Row>() : segment->rows;
    }
    while (!rows.empty() && rows.front().measures.step < chosen.point.step) rows = rows.subspan(1);
    if (!rows.empty() && rows.front().measures.step == chosen.point.step &&
        rows.front().version == values::PointVersion(chosen.point)) {
      series.steps[i].measures = rows.front().measures;
    } else {
      plan.missing.push_back(i);
    }
  }
}

void MeasureCache::Remember(const Plan& plan, const SeriesMeasures& series) {
  std::size_t begin = 0;
  while (begin < plan.missing.size()) {
    const std::uint64_t origin = plan.origins[plan.missing[begin]];
    std::vector<Row> rows;
    std::size_t end = begin;
    for (; end < plan.missing.size() && plan.origins[plan.missing[end]] == origin; ++end) {
      const std::size_t number = plan.missing[end];
      // What cannot be read now may be readable again, as when a disk comes back.
      if (!series.steps[number].error.empty()) continue;
      rows.push_back({.version = values::PointVersion(plan.chosen[number].point),
                      .measures = series.steps[number].measures});
    }
    if (origin != 0 && !rows.empty()) AddRows(origin, rows, plan.call);
    begin = end;
  }
}

MeasureCache::Segment* MeasureCache::Use(std::uint64_t origin, std::uint64_t call) {
  const auto found = by_origin_.find(origin);
  if (found == by_origin_.end()) return nullptr;
  segments_.splice(segments_.begin(), segments_, found->second);
  found->second->last_call = call;
  return &*found->second;
}

void MeasureCache::AddRows(std::uint64_t origin, const std::vector<Row>& rows, std::uint64_t call) {
  const base::MutexLock lock(mutex_);
  Segment* segment = Use(origin, call);
  const std::uint64_t new_bytes =
      rows.size() * sizeof(Row) + (segment == nullptr ? kSegmentBytes : 0);
  if (!MakeRoom(new_bytes, call)) return;
  if (segment == nullptr) {
    segments_.push_front({.origin = origin, .last_call = call});
    by_origin_.emplace(origin, segments_.begin());
    segment = &segments_.front();
    bytes_ += kSegmentBytes;
  }
  // Of two rows of one step the new one counts.
  std::vector<Row> merged;
  merged.reserve(segment->rows.size() + rows.size());
  const auto step_of = [](const Row& row) { return row.measures.step; };
  std::ranges::set_union(rows, segment->rows, std::back_inserter(merged), {}, step_of, step_of);
  bytes_ -= segment->rows.capacity() * sizeof(Row);
  segment->rows = std::move(merged);
  bytes_ += segment->rows.capacity() * sizeof(Row);
}

bool MeasureCache::MakeRoom(std::uint64_t bytes, std::uint64_t call) {
  while (bytes_ + bytes > options_.max_bytes) {
    if (segments_.empty() || segments_.back().last_call == call) return false;
    bytes_ -= kSegmentBytes + segments_.back().rows.capacity() * sizeof(Row);
    by_origin_.erase(segments_.back().origin);
    segments_.pop_back();
  }
  return true;
}

std::uint64_t MeasureCache::memory_bytes() const {
  const base::MutexLock lock(mutex_);
  return bytes_;
}

}  // namespace sightglass::histograms
