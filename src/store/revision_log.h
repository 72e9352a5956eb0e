#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.h"
#include "store/series.h"
#include "store/snapshot.h"

namespace sightglass::store {

// How many leading visible points two states of a series have in common: all of the older one's if
// it only grew, fewer where a restart superseded some or a file was replaced.
// Exact for what Points shares between snapshots (full pages and blocks are compared by identity);
// an under-estimate is allowed, an over-estimate is not. Cost: one step per page, and one block
// unpacked per part at most.
[[nodiscard]] std::uint64_t CommonPrefix(const Points<ScalarPoint>& older,
                                         const Points<ScalarPoint>& newer);
[[nodiscard]] std::uint64_t CommonPrefix(const Points<RefPoint>& older,
                                         const Points<RefPoint>& newer);

// What changed in one series between two revisions.
struct SeriesChange {
  std::string_view tag;      // as Series::tag_name
  std::uint64_t points = 0;  // visible now
  std::uint64_t kept = 0;    // leading points that are as they were; 0 for a new series
  base::Step last_step = 0;  // 0 where there are no points
};

struct RunChange {
  std::shared_ptr<const Run> run;           // as it is now
  bool added = false;                       // not there at the earlier revision, or gone since
  std::vector<SeriesChange> series;         // new or changed, sorted by tag
  std::vector<std::string> removed_tags{};  // sorted; may name some that came only since
};

struct Changes {
  std::uint64_t revision = 0;  // what they lead to
  // The earlier revision is not known (any more): everything is told as if it were new, and what
  // the client has must be dropped.
  bool reset = false;
  std::vector<RunChange> runs;  // added or changed, sorted by name
  // Sorted. To be dropped before `runs` is applied: a run that went and came back is in both.
  std::vector<std::string> removed_runs;
};

// Follows one snapshot after the other and remembers what changed when: the base of live events and
// of answers that give only what is new. A revision is the version of a snapshot.
//
// Memory: one small record per series with at most kMaxMarks marks of 16 bytes, and the names of
// the latest kMaxRemovals runs and tags that went. Threads: any thread may call anything; Observe()
// from one at a time.
class RevisionLog {
 public:
  static constexpr std::size_t kMaxMarks = 32;
  static constexpr std::size_t kMaxRemovals = 20'000;

  RevisionLog();
  ~RevisionLog();
  RevisionLog(const RevisionLog&) = delete;
  RevisionLog& operator=(const RevisionLog&) = delete;

  // Takes in the next snapshot; one that is not newer than the last is ignored.
  // Cost: one comparison per run that is the same object as before, else one per series.
  void Observe(std::shared_ptr<const Snapshot> snapshot);

  // The last one observed; an empty one of revision 0 before the first. Never null.
  [[nodiscard]] std::shared_ptr<const Snapshot> snapshot() const;

  // How many leading points of the series a client that has it as of `revision` may keep when it
  // goes to the newest: the rest is to be sent. 0 for what is not known. Never too many; fewer than
  // possible only for a revision more than kMaxMarks / 4 changes of the series ago.
  [[nodiscard]] std::uint64_t KeptSince(std::string_view run, std::string_view tag,
                                        std::uint64_t revision) const;

  // All changes after `revision`, which snapshot() had once, up to the newest. Cost: runs, and the
  // series of those that changed; nothing if there are none.
  [[nodiscard]] Changes Since(std::uint64_t revision) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sightglass::store
