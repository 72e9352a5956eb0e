#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "base/ids.h"
#include "base/issue_log.h"
#include "base/string_pool.h"
#include "format/event.h"
#include "ingest/record_stream.h"
#include "store/ref_header_table.h"
#include "store/segment.h"
#include "store/series.h"
#include "store/series_info_pool.h"

namespace sightglass::ingest {

// What all runs share. Snapshots keep it alive.
struct Tables {
  base::StringPool tags;
  store::SeriesInfoPool infos;
  store::RefHeaderTable headers;
};

using AnySegment = std::variant<std::shared_ptr<const store::Segment<store::ScalarPoint>>,
                                std::shared_ptr<const store::Segment<store::RefPoint>>>;

// What one part of a file holds of one tag.
struct TagPoints {
  base::TagId tag;
  bool adopted = false;  // the kind was decided by an earlier part or file
  std::uint64_t mismatched = 0;
  std::shared_ptr<const store::SeriesInfo> info;
  AnySegment segment;  // of no points when all values were bad
};

// A tag whose very name is worth an issue, and where this part first met it.
struct OddTag {
  base::TagId tag;
  base::IssueKind kind = base::IssueKind::kBadUtf8;
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
};

// Kinds that earlier parts and files of the run have decided.
using KnownTags = std::unordered_map<base::TagId, std::shared_ptr<const store::SeriesInfo>>;

// What was read of one part of a file: a byte range that starts and ends at records.
struct PartData {
  std::uint64_t begin = 0;
  StreamEnd end;
  std::vector<TagPoints> tags;   // sorted by tag id
  base::IssueTally issues;       // without the tail's
  std::vector<OddTag> odd_tags;  // become issues if no earlier part of the file has the tag
  std::uint64_t records = 0;
  std::optional<double> first_wall_time;  // of the first event, if finite
  std::optional<double> min_wall_time;
  std::optional<double> last_wall_time;
  // A bad time came before any good one: the parts before decide what stands in.
  bool needs_earlier_wall_time = false;
};

// Turns records into points: the stage between format and store.
//
// Threads: one at a time. Memory: an open block per tag seen, beside what is packed.
class PartLoader {
 public:
  // Goes on from `start` (empty for a new part). `known` may be null. All must outlive the loader.
  PartLoader(Tables& tables, const std::string& path, const KnownTags* known, PartData start);
  ~PartLoader();
  PartLoader(const PartLoader&) = delete;
  PartLoader& operator=(const PartLoader&) = delete;

  // What stands in for a bad wall time before the first good one.
  void set_earlier_wall_time(std::optional<double> wall_time) { earlier_wall_time_ = wall_time; }

  void Take(const Record& record);
  void TakeDamage(const Damage& damage);

  // REQUIRES: called once.
  PartData Finish(StreamEnd end);

  // Adds the issues of `part`'s odd tags that are not `known` from earlier parts, and forgets them.
  static void ReportOddTags(const Tables& tables, const std::string& path, const KnownTags& known,
                            PartData& part);

 private:
  struct Entry;

  void TakeInFull(const Record& record);
  void TakeValue(const format::ValueView& value, base::Step step, double wall_time,
                 const Record& record);
  void TakeWholeEvent(const format::EventView& event, double wall_time, const Record& record);
  // The entry of `tag`, now the latest one; made if there is none. nullptr: there are too many,
  // which is reported.
  Entry* Find(base::Bytes tag, const Record& record);
  Entry& Add(std::string_view name);
  void LearnShape(Entry& entry, double number, const Record& record);
  void Decide(Entry& entry, std::shared_ptr<const store::SeriesInfo> own);
  void TakeReference(Entry& entry, const format::ValueView& value, base::Step step,
                     double wall_time, const Record& record);
  double UsableWallTime(double wall_time, const Record& record);
  void Report(base::IssueKind kind, const Record& record, std::string message);
  // Says why `value` is none of its series; true if it is of another kind.
  bool ReportValue(const Entry& entry, const format::ValueView& value, const Record& record,
                   std::string_view why);

  Tables& tables_;
  const std::string& path_;
  const KnownTags* known_;
  PartData data_;
  std::optional<double> earlier_wall_time_;
  std::vector<std::unique_ptr<Entry>> entries_;
  std::unordered_map<std::string_view, Entry*> by_name_;
  // Tags come round in the same order, so the one that followed the latest last time is the best
  // guess for the next.
  Entry* latest_ = nullptr;
  Entry* guess_ = nullptr;
  std::vector<format::ValueView> values_;  // of the event at hand
};

}  // namespace sightglass::ingest
