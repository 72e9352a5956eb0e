#include "store/revision_log.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <utility>
#include <variant>

namespace sightglass::store {
namespace {

// At `revision` the series changed, and from any state before on at least `kept` leading points
// stayed as they were up to now.
struct Mark {
  std::uint64_t revision = 0;
  std::uint64_t kept = 0;
};

// When a series changed, and what stayed.
//
// Invariant: revisions and kept counts strictly increase. A later mark with fewer kept points
// lowers the earlier ones, and of two with equal counts the later one says all.
class History {
 public:
  void Add(Mark mark) {
    while (!marks_.empty() && marks_.back().kept >= mark.kept) marks_.pop_back();
    if (marks_.size() == RevisionLog::kMaxMarks) Thin();
    marks_.push_back(mark);
  }

  [[nodiscard]] std::uint64_t changed_at() const { return marks_.back().revision; }

  // Of the state at `revision`, given that there are `now` points.
  [[nodiscard]] std::uint64_t KeptSince(std::uint64_t revision, std::uint64_t now) const {
    const auto after = std::ranges::upper_bound(marks_, revision, {}, &Mark::revision);
    return after == marks_.end() ? now : after->kept;
  }

 private:
  // Puts neighbours together: one mark of the last revision that keeps what the first kept, which
  // is too little for who comes from between them, never too much. The newest quarter stays as it
  // is; of the rest so many, that at most a share of what must be sent anyway is sent without need.
  void Thin() {
    for (const std::uint64_t share : {4U, 2U, 1U}) {
      if (marks_.size() > RevisionLog::kMaxMarks * 3 / 4) ThinTo(share);
    }
    if (marks_.size() < RevisionLog::kMaxMarks) return;
    // Counts so far apart that none were put together.
    marks_[1].kept = marks_[0].kept;
    marks_.erase(marks_.begin());
  }

  void ThinTo(std::uint64_t share) {
    const std::uint64_t now = marks_.back().kept;
    std::size_t from = marks_.size() - RevisionLog::kMaxMarks / 4;
    std::size_t to = from;
    while (from > 0) {
      const Mark newest = marks_[--from];
      const std::uint64_t lowest = newest.kept - std::min(newest.kept, (now - newest.kept) / share);
      while (from > 0 && marks_[from - 1].kept >= lowest) --from;
      marks_[--to] = {.revision = newest.revision, .kept = marks_[from].kept};
    }
    marks_.erase(marks_.begin(), marks_.begin() + static_cast<std::ptrdiff_t>(to));
  }

  std::vector<Mark> marks_;  // never empty once the series is known
};

// What tells growth from other changes, kept beside the history: most series are of one segment and
// only grow, and thousands of them are looked at many times a second. To look into the old objects
// again would cost most of that time.
struct Growth {
  std::uint64_t origin = 0;  // of the only segment; 0: there are several, or none
  std::uint64_t superseded = 0;
  std::uint64_t size = 0;
};

struct SeriesRecord {
  std::string_view tag;
  Growth growth;
  History history;
};

struct RunRecord {
  std::shared_ptr<const Run> run;
  std::uint64_t added_at = 0;
  std::uint64_t changed_at = 0;
  std::vector<SeriesRecord> series;  // of run->series, one by one
};

// A run, or one tag of a run, that went.
struct Removal {
  std::uint64_t revision = 0;
  std::string run;
  bool is_run = false;
  std::string tag{};  // empty if is_run
};

std::uint64_t SeriesPrefix(const Series& older, const Series& newer) {
  if (const auto* scalars = older.scalars(); scalars != nullptr && newer.scalars() != nullptr) {
    return CommonPrefix(*scalars, *newer.scalars());
  }
  if (const auto* refs = older.refs(); refs != nullptr && newer.refs() != nullptr) {
    return CommonPrefix(*refs, *newer.refs());
  }
  return 0;
}

Growth GrowthOf(const Series& series) {
  return std::visit(
      [](const auto& points) -> Growth {
        if (points.parts().size() != 1) return {};
        const auto& segment = *points.parts()[0].segment;
        return {.origin = segment.origin,
                .superseded = segment.superseded_count,
                .size = points.size()};
      },
      series.points);
}

base::Step LastStep(const Series& series) {
  return std::visit([](const auto& points) { return points.summary().last_step; }, series.points);
}

// Names are interned: equal ones nearly always stand at the same place.
bool IsSameTag(std::string_view a, std::string_view b) {
  return (a.data() == b.data() && a.size() == b.size()) || a == b;
}

SeriesRecord NewRecord(const Series& series, std::uint64_t revision) {
  SeriesRecord record{.tag = series.tag_name, .growth = GrowthOf(series), .history = {}};
  record.history.Add({.revision = revision, .kept = 0});
  return record;
}

SeriesChange ChangeOf(const Series& series, std::uint64_t kept) {
  return {
      .tag = series.tag_name, .points = series.size(), .kept = kept, .last_step = LastStep(series)};
}

}  // namespace

struct RevisionLog::Impl {
  void ObserveRuns(const Snapshot& snapshot) REQUIRES_LOCK(mutex);
  RunRecord AddRun(const std::shared_ptr<const Run>& run, std::uint64_t revision) const;
  void UpdateRun(RunRecord& record, const std::shared_ptr<const Run>& run, std::uint64_t revision)
      REQUIRES_LOCK(mutex);
  void AddRemoval(Removal removal) REQUIRES_LOCK(mutex);
  const RunRecord* Find(std::string_view run) const REQUIRES_LOCK(mutex);
  void CollectRemovals(std::uint64_t revision, Changes& changes,
                       std::vector<const Removal*>& removed_tags) const REQUIRES_LOCK(mutex);

  mutable base::Mutex mutex;  // taken before snapshot_mutex
  std::uint64_t revision GUARDED_BY(mutex) = 0;
  std::vector<RunRecord> runs GUARDED_BY(mutex);   // sorted by name
  std::deque<Removal> removals GUARDED_BY(mutex);  // sorted by revision
  // Removals up to here are forgotten: what was there before this revision is not known.
  std::uint64_t known_since GUARDED_BY(mutex) = 0;

  // Apart, so that whoever begins a request never waits for a comparison of runs. Set after the
  // rest: who holds a snapshot finds its revision known.
  mutable base::Mutex snapshot_mutex;
  std::shared_ptr<const Snapshot> snapshot GUARDED_BY(snapshot_mutex) =
      std::make_shared<const Snapshot>();
};

RunRecord RevisionLog::Impl::AddRun(const std::shared_ptr<const Run>& run, std::uint64_t at) const {
  RunRecord record{.run = run, .added_at = at, .changed_at = at, .series = {}};
  record.series.reserve(run->series.size());
  for (const auto& series : run->series) record.series.push_back(NewRecord(*series, at));
  return record;
}

void RevisionLog::Impl::AddRemoval(Removal removal) {
  if (removals.size() == kMaxRemovals) {
    known_since = removals.front().revision;
    removals.pop_front();
  }
  removals.push_back(std::move(removal));
}

void RevisionLog::Impl::UpdateRun(RunRecord& record, const std::shared_ptr<const Run>& run,
                                  std::uint64_t at) {
  const std::shared_ptr<const Run> before = std::exchange(record.run, run);
  record.changed_at = at;
  const auto compare = [&](std::size_t i, const Series& now, SeriesRecord& series) {
    const Series* then = before->series[i].get();
    if (then == &now) return;
    const Growth growth = GrowthOf(now);
    const bool only_grew = growth.origin != 0 && growth.origin == series.growth.origin &&
                           growth.superseded == series.growth.superseded;
    series.history.Add(
        {.revision = at,
         .kept = only_grew ? std::min(series.growth.size, growth.size) : SeriesPrefix(*then, now)});
    series.tag = now.tag_name;
    series.growth = growth;
  };
  const auto& newer = run->series;
  std::vector<SeriesRecord>& older = record.series;
  std::size_t same = 0;
  const std::size_t both = std::min(newer.size(), older.size());
  for (; same < both && IsSameTag(older[same].tag, newer[same]->tag_name); ++same) {
    compare(same, *newer[same], older[same]);
  }
  if (same == newer.size() && same == older.size()) return;

  std::vector<SeriesRecord> merged;
  merged.reserve(newer.size());
  std::move(older.begin(), older.begin() + static_cast<std::ptrdiff_t>(same),
            std::back_inserter(merged));
  const auto remove = [&](std::string_view tag) REQUIRES_LOCK(mutex) {
    AddRemoval({.revision = at, .run = run->name, .tag = std::string(tag)});
  };
  std::size_t old = same;
  for (std::size_t i = same; i < newer.size(); ++i) {
    for (; old < older.size() && older[old].tag < newer[i]->tag_name; ++old) remove(older[old].tag);
    if (old < older.size() && IsSameTag(older[old].tag, newer[i]->tag_name)) {
      merged.push_back(std::move(older[old]));
      compare(old, *newer[i], merged.back());
      ++old;
    } else {
      merged.push_back(NewRecord(*newer[i], at));
    }
  }
  for (; old < older.size(); ++old) remove(older[old].tag);
  record.series = std::move(merged);
}

void RevisionLog::Impl::ObserveRuns(const Snapshot& newer) {
  const std::uint64_t at = newer.version;
  const bool same_runs = std::ranges::equal(
      runs, newer.runs, {},
      [](const RunRecord& record) { return std::string_view(record.run->name); },
      [](const std::shared_ptr<const Run>& run) { return std::string_view(run->name); });
  if (same_runs) {
    for (std::size_t i = 0; i < runs.size(); ++i) {
      if (runs[i].run != newer.runs[i]) UpdateRun(runs[i], newer.runs[i], at);
    }
    return;
  }
  std::vector<RunRecord> before = std::exchange(runs, {});
  runs.reserve(newer.runs.size());
  auto old = before.begin();
  const auto remove = [&](const RunRecord& record) REQUIRES_LOCK(mutex) {
    AddRemoval({.revision = at, .run = record.run->name, .is_run = true});
  };
  for (const std::shared_ptr<const Run>& run : newer.runs) {
    for (; old != before.end() && old->run->name < run->name; ++old) remove(*old);
    if (old == before.end() || old->run->name != run->name) {
      runs.push_back(AddRun(run, at));
      continue;
    }
    runs.push_back(std::move(*old));
    ++old;
    if (runs.back().run != run) UpdateRun(runs.back(), run, at);
  }
  for (; old != before.end(); ++old) remove(*old);
}

const RunRecord* RevisionLog::Impl::Find(std::string_view run) const {
  const auto at = std::ranges::lower_bound(
      runs, run, {}, [](const RunRecord& record) { return std::string_view(record.run->name); });
  return at != runs.end() && at->run->name == run ? &*at : nullptr;
}

void RevisionLog::Impl::CollectRemovals(std::uint64_t after, Changes& changes,
                                        std::vector<const Removal*>& removed_tags) const {
  auto at = std::ranges::upper_bound(removals, after, {}, &Removal::revision);
  for (; at != removals.end(); ++at) {
    if (at->is_run) {
      changes.removed_runs.push_back(at->run);
    } else {
      removed_tags.push_back(&*at);
    }
  }
  std::ranges::sort(changes.removed_runs);
  changes.removed_runs.erase(std::unique(changes.removed_runs.begin(), changes.removed_runs.end()),
                             changes.removed_runs.end());
  const auto order = [](const Removal* a, const Removal* b) {
    return std::pair<std::string_view, std::string_view>(a->run, a->tag) <
           std::pair<std::string_view, std::string_view>(b->run, b->tag);
  };
  std::ranges::sort(removed_tags, order);
  removed_tags.erase(std::unique(removed_tags.begin(), removed_tags.end(),
                                 [](const Removal* a, const Removal* b) {
                                   return a->run == b->run && a->tag == b->tag;
                                 }),
                     removed_tags.end());
}

RevisionLog::RevisionLog() : impl_(std::make_unique<Impl>()) {}

RevisionLog::~RevisionLog() = default;

void RevisionLog::Observe(std::shared_ptr<const Snapshot> snapshot) {
  // Taken out last, so that a whole state is never freed under a lock.
  std::shared_ptr<const Snapshot> before;
  const base::MutexLock lock(impl_->mutex);
  if (snapshot->version <= impl_->revision) return;
  impl_->ObserveRuns(*snapshot);
  impl_->revision = snapshot->version;
  const base::MutexLock snapshot_lock(impl_->snapshot_mutex);
  before = std::exchange(impl_->snapshot, std::move(snapshot));
}

std::shared_ptr<const Snapshot> RevisionLog::snapshot() const {
  const base::MutexLock lock(impl_->snapshot_mutex);
  return impl_->snapshot;
}

std::uint64_t RevisionLog::KeptSince(std::string_view run, std::string_view tag,
                                     std::uint64_t revision) const {
  const base::MutexLock lock(impl_->mutex);
  if (revision > impl_->revision) return 0;
  const RunRecord* record = impl_->Find(run);
  if (record == nullptr) return 0;
  const auto& series = record->run->series;
  const auto at = std::ranges::lower_bound(
      series, tag, {}, [](const std::shared_ptr<const Series>& each) { return each->tag_name; });
  if (at == series.end() || (*at)->tag_name != tag) return 0;
  const History& history = record->series[static_cast<std::size_t>(at - series.begin())].history;
  return history.KeptSince(revision, (*at)->size());
}

Changes RevisionLog::Since(std::uint64_t revision) const {
  const base::MutexLock lock(impl_->mutex);
  Changes changes{.revision = impl_->revision, .runs = {}, .removed_runs = {}};
  if (revision == impl_->revision) return changes;
  // Who has nothing need not be told what went.
  changes.reset = revision > impl_->revision || (revision > 0 && revision < impl_->known_since);
  const std::uint64_t from = changes.reset ? 0 : revision;
  std::vector<const Removal*> removed_tags;
  if (from > 0) impl_->CollectRemovals(from, changes, removed_tags);

  auto removed = removed_tags.begin();
  for (const RunRecord& record : impl_->runs) {
    if (record.changed_at <= from) continue;
    RunChange change{.run = record.run, .added = record.added_at > from, .series = {}};
    const auto& series = record.run->series;
    for (std::size_t i = 0; i < series.size(); ++i) {
      const History& history = record.series[i].history;
      if (history.changed_at() <= from) continue;
      change.series.push_back(ChangeOf(*series[i], history.KeptSince(from, series[i]->size())));
    }
    while (removed != removed_tags.end() && (*removed)->run < record.run->name) ++removed;
    for (; removed != removed_tags.end() && (*removed)->run == record.run->name; ++removed) {
      // One that came back is among the series, and an added run never had any.
      if (change.added || record.run->Find((*removed)->tag) != nullptr) continue;
      change.removed_tags.push_back((*removed)->tag);
    }
    changes.runs.push_back(std::move(change));
  }
  return changes;
}

}  // namespace sightglass::store
