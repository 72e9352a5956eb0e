#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/mutex.h"
#include "serve/api_core_query.h"
#include "store/snapshot.h"

namespace sightglass::serve {

// Numbers over several series.
struct SeriesTotals {
  std::uint64_t series = 0;
  std::uint64_t points = 0;
  std::uint64_t superseded = 0;
  std::uint64_t mismatched = 0;
  // Of visible points; absent if there are none.
  std::optional<base::Step> first_step{};
  std::optional<base::Step> last_step{};
  std::optional<double> first_time{};
  std::optional<double> last_time{};

  void Add(const store::Series& series);
  void Add(const SeriesTotals& other);
};

// The summary of a series' visible points, whatever they are.
const store::RangeSummary& SummaryOf(const store::Series& series);

// How much of what is on disk is loaded, 0 to 1.
double LoadedFraction(const store::Snapshot& snapshot);

struct KindCount {
  std::string kind;
  std::uint64_t series = 0;
};

struct RunSummary {
  std::weak_ptr<const store::Run> run;  // tells only whether it is still the same one
  std::string id;
  SeriesTotals totals;
  std::vector<KindCount> kinds;  // sorted
};

// What is asked of a snapshot again and again, worked out once.
struct SnapshotSummary {
  std::vector<std::shared_ptr<const RunSummary>> runs;  // of snapshot.runs, one by one
  // Places in snapshot.runs, as TensorBoard orders runs: by the time of the first event, those
  // without one last; then by name.
  std::vector<std::uint32_t> by_start;
  SeriesTotals totals;
  std::uint64_t files = 0;
  std::vector<KindCount> kinds;  // sorted

  [[nodiscard]] bool HasKind(std::string_view kind) const;
};

// A tag of one kind, over several runs.
struct TagSummary {
  std::string_view name;                          // as Series::tag_name
  std::shared_ptr<const store::SeriesInfo> info;  // of the first run that has the tag
  std::string_view display_name;                  // the first that is not empty; of an info below
  std::string_view description;
  std::vector<std::shared_ptr<const store::SeriesInfo>> further_infos;
  SeriesTotals totals;  // series: of how many runs
};

struct TagTable {
  std::vector<TagSummary> tags;  // sorted by name, then kind
};

// Of the runs that `wanted` matches. Cost: one look-up per series.
std::shared_ptr<const TagTable> MakeTagTable(const store::Snapshot& snapshot,
                                             const NameFilter* wanted);

// Keeps the summaries of the newest snapshot that was asked for. What did not change is taken over
// from the one before. They hold names and numbers, never the snapshot: blocks of old states must
// not stay because somebody asked once.
//
// Threads: any thread may call anything; of several that need the same, one works and the others
// wait.
class SummaryCache {
 public:
  std::shared_ptr<const SnapshotSummary> Summary(
      const std::shared_ptr<const store::Snapshot>& snapshot);
  std::shared_ptr<const TagTable> Tags(const std::shared_ptr<const store::Snapshot>& snapshot);

 private:
  template <class T>
  struct Entry {
    std::weak_ptr<const store::Snapshot> of;
    std::shared_ptr<const T> value;
  };
  template <class T>
  std::shared_ptr<const T> Find(const Entry<T>& entry,
                                const std::shared_ptr<const store::Snapshot>& snapshot) const;

  // Lock order: making, then mutex.
  base::Mutex making_;
  base::Mutex making_tags_;
  mutable base::Mutex mutex_;
  Entry<SnapshotSummary> summary_ GUARDED_BY(mutex_);
  Entry<TagTable> tags_ GUARDED_BY(mutex_);
};

}  // namespace sightglass::serve
