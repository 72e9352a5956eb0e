#include "serve/api_core_summary.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>

#include "base/hash.h"
#include "kind/name_id.h"

namespace sightglass::serve {
namespace {

template <class T>
void TakeLower(std::optional<T>& into, const std::optional<T>& value) {
  if (value && (!into || *value < *into)) into = value;
}

template <class T>
void TakeHigher(std::optional<T>& into, const std::optional<T>& value) {
  if (value && (!into || *value > *into)) into = value;
}

template <class T>
bool IsSameObject(const std::weak_ptr<const T>& a, const std::shared_ptr<const T>& b) {
  // Also right for one that is gone: its place is not given to another while `a` is there.
  return !a.owner_before(b) && !b.owner_before(a);
}

std::vector<KindCount> Listed(const std::map<std::string_view, std::uint64_t>& counts) {
  std::vector<KindCount> list;
  list.reserve(counts.size());
  for (const auto& [kind, series] : counts) {
    list.push_back({.kind = std::string(kind), .series = series});
  }
  return list;
}

// When TensorBoard thinks that the run began. It reads nothing of the files that its profiler
// leaves to make a folder a run, so a run of nothing else has no beginning.
std::optional<double> StartOf(const store::Run& run) {
  const bool is_read = std::ranges::any_of(
      run.files, [](const auto& file) { return !file->path.ends_with(".profile-empty"); });
  return is_read ? run.first_wall_time : std::nullopt;
}

std::shared_ptr<const RunSummary> Summarize(const std::shared_ptr<const store::Run>& run) {
  auto summary = std::make_shared<RunSummary>();
  summary->run = run;
  summary->id = kind::NameId(run->name);
  std::map<std::string_view, std::uint64_t> kinds;
  for (const auto& series : run->series) {
    summary->totals.Add(*series);
    ++kinds[series->info->plugin];
  }
  summary->kinds = Listed(kinds);
  return summary;
}

std::shared_ptr<const SnapshotSummary> Summarize(const store::Snapshot& snapshot,
                                                 const SnapshotSummary* before) {
  auto summary = std::make_shared<SnapshotSummary>();
  summary->runs.reserve(snapshot.runs.size());
  std::size_t old = 0;
  std::map<std::string_view, std::uint64_t> kinds;
  for (const auto& run : snapshot.runs) {
    std::shared_ptr<const RunSummary> of_run;
    // Runs seldom come or go, so the old one is nearly always the next.
    if (before != nullptr) {
      for (std::size_t at = old; at < std::min(old + 4, before->runs.size()); ++at) {
        if (!IsSameObject(before->runs[at]->run, run)) continue;
        of_run = before->runs[at];
        old = at;
        break;
      }
      ++old;
    }
    if (of_run == nullptr) of_run = Summarize(run);
    summary->totals.Add(of_run->totals);
    summary->files += run->files.size();
    for (const KindCount& count : of_run->kinds) kinds[count.kind] += count.series;
    summary->runs.push_back(std::move(of_run));
  }
  summary->kinds = Listed(kinds);
  summary->by_start.resize(snapshot.runs.size());
  std::iota(summary->by_start.begin(), summary->by_start.end(), 0U);
  const auto order = [&](std::uint32_t index) {
    const std::optional<double> start = StartOf(*snapshot.runs[index]);
    return std::make_tuple(!start.has_value(), start.value_or(0), index);
  };
  std::ranges::sort(summary->by_start, {}, order);
  return summary;
}

struct TagKey {
  std::string_view name;
  std::string_view kind;
  bool operator==(const TagKey&) const = default;
};

struct TagKeyHash {
  std::size_t operator()(const TagKey& key) const noexcept {
    return static_cast<std::size_t>(base::HashBytes(key.name, base::HashBytes(key.kind)));
  }
};

}  // namespace

const store::RangeSummary& SummaryOf(const store::Series& series) {
  return std::visit(
      [](const auto& points) -> const store::RangeSummary& { return points.summary(); },
      series.points);
}

double LoadedFraction(const store::Snapshot& snapshot) {
  if (!snapshot.loading && snapshot.version > 0) return 1;
  if (snapshot.bytes_total == 0) return 0;
  return std::min(
      1.0, static_cast<double>(snapshot.bytes_done) / static_cast<double>(snapshot.bytes_total));
}

void SeriesTotals::Add(const store::Series& one) {
  const store::RangeSummary& summary = SummaryOf(one);
  SeriesTotals of_one{.series = 1,
                      .points = one.size(),
                      .superseded = one.superseded_size(),
                      .mismatched = one.mismatched};
  if (summary.count > 0) {
    of_one.first_step = summary.first_step;
    of_one.last_step = summary.last_step;
    of_one.first_time = summary.min_wall_time;
    of_one.last_time = summary.max_wall_time;
  }
  Add(of_one);
}

void SeriesTotals::Add(const SeriesTotals& other) {
  series += other.series;
  points += other.points;
  superseded += other.superseded;
  mismatched += other.mismatched;
  TakeLower(first_step, other.first_step);
  TakeHigher(last_step, other.last_step);
  TakeLower(first_time, other.first_time);
  TakeHigher(last_time, other.last_time);
}

bool SnapshotSummary::HasKind(std::string_view kind) const {
  return std::ranges::any_of(kinds, [kind](const KindCount& count) { return count.kind == kind; });
}

std::shared_ptr<const TagTable> MakeTagTable(const store::Snapshot& snapshot,
                                             const NameFilter* wanted) {
  auto table = std::make_shared<TagTable>();
  std::unordered_map<TagKey, std::size_t, TagKeyHash> places;
  for (const auto& run : snapshot.runs) {
    if (wanted != nullptr && !wanted->Matches(run->name)) continue;
    for (const auto& series : run->series) {
      const auto [at, is_new] =
          places.try_emplace({series->tag_name, series->info->plugin}, table->tags.size());
      if (is_new) {
        TagSummary tag;
        tag.name = series->tag_name;
        tag.info = series->info;
        tag.display_name = tag.info->display_name;
        tag.description = tag.info->description;
        table->tags.push_back(std::move(tag));
      }
      TagSummary& tag = table->tags[at->second];
      tag.totals.Add(*series);
      if (tag.info == series->info) continue;
      const auto take = [&](std::string_view& text, const std::string& value) {
        if (!text.empty() || value.empty()) return;
        text = value;
        tag.further_infos.push_back(series->info);
      };
      take(tag.display_name, series->info->display_name);
      take(tag.description, series->info->description);
    }
  }
  std::ranges::sort(table->tags, {}, [](const TagSummary& tag) {
    return std::pair<std::string_view, std::string_view>(tag.name, tag.info->plugin);
  });
  return table;
}

template <class T>
std::shared_ptr<const T> SummaryCache::Find(
    const Entry<T>& entry, const std::shared_ptr<const store::Snapshot>& snapshot) const {
  return entry.value != nullptr && IsSameObject(entry.of, snapshot) ? entry.value : nullptr;
}

std::shared_ptr<const SnapshotSummary> SummaryCache::Summary(
    const std::shared_ptr<const store::Snapshot>& snapshot) {
  {
    const base::MutexLock lock(mutex_);
    if (auto found = Find(summary_, snapshot)) return found;
  }
  const base::MutexLock making(making_);
  std::shared_ptr<const SnapshotSummary> before;
  {
    const base::MutexLock lock(mutex_);
    if (auto found = Find(summary_, snapshot)) return found;
    before = summary_.value;
  }
  std::shared_ptr<const SnapshotSummary> made = Summarize(*snapshot, before.get());
  const base::MutexLock lock(mutex_);
  summary_ = {.of = snapshot, .value = made};
  return made;
}

std::shared_ptr<const TagTable> SummaryCache::Tags(
    const std::shared_ptr<const store::Snapshot>& snapshot) {
  {
    const base::MutexLock lock(mutex_);
    if (auto found = Find(tags_, snapshot)) return found;
  }
  const base::MutexLock making(making_tags_);
  {
    const base::MutexLock lock(mutex_);
    if (auto found = Find(tags_, snapshot)) return found;
  }
  std::shared_ptr<const TagTable> made = MakeTagTable(*snapshot, nullptr);
  const base::MutexLock lock(mutex_);
  tags_ = {.of = snapshot, .value = made};
  return made;
}

}  // namespace sightglass::serve
