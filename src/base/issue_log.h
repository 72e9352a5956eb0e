#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/mutex.h"

namespace sightglass::base {

// What can be wrong with input while work goes on. The name (IssueName) is part of the output
// contract.
enum class IssueKind : std::uint8_t {
  kFileUnreadable,       // open, read or stat failed
  kDirectoryUnreadable,  // listing failed
  kSymlinkLoop,          // a directory link that leads back up was not followed
  kDamagedHeader,        // a record's length checksum is wrong
  kDamagedPayload,       // a record's data checksum is wrong
  kFalseLength,     // a sound header claims more bytes than there are, and sound records follow it
  kRecordTooLarge,  // longer than the limit
  kTornTail,        // the file ends inside a record; normal while the job still writes
  kNotEventData,    // bytes at the end (or a whole file) that hold no record
  kBadEvent,        // checksums right, but not a well-formed Event
  kBadValue,        // one summary value could not be understood (wrong shape, dtype, lengths)
  kKindChanged,     // a tag's value is of another kind than its first one
  kBadWallTime,     // NaN or infinite; the latest earlier time of the file stands in
  kBadUtf8,         // a tag that is not UTF-8: bytes kept, shown escaped
  kTagTooLong,      // longer than the limit; kept whole, shown shortened
  kTooManyTags,     // more distinct tags than the limit; values of further ones are left out
  kFileReplaced,    // another file under the same name: read anew
  kResyncGivenUp,  // damage so dense that searching on would cost too much; the rest of the file is
                   // left out
  kDuplicateRun,   // two log directories hold a run of the same name
  kWatchLimited,   // change notification unavailable; polling instead
};

// Stable lower-case name, e.g. "damaged-payload".
std::string_view IssueName(IssueKind kind);

// Does it mean that data were lost? (A torn tail or a replaced file does not.)
bool IssueLosesData(IssueKind kind);

struct Issue {
  IssueKind kind = IssueKind::kFileUnreadable;
  std::string path;          // file or directory
  std::uint64_t offset = 0;  // where in the file
  std::uint64_t bytes = 0;   // how much is affected; 0 where that has no meaning
  std::string message;       // what was found, the value, the limit

  bool operator==(const Issue&) const = default;
};

// Issues of one path and kind.
struct FileIssues {
  std::uint64_t count = 0;   // all that were reported
  std::uint64_t bytes = 0;   // their bytes added up
  std::vector<Issue> first;  // the first kMaxIssueDetails

  bool operator==(const FileIssues&) const = default;
};

inline constexpr std::size_t kMaxIssueDetails = 16;
// Longer messages are cut.
inline constexpr std::size_t kMaxIssueMessageBytes = 1024;

// Issues of one file, in the order found. Bounded memory, whatever the file holds. Not for several
// threads.
class IssueTally {
 public:
  void Add(Issue issue);
  // Adds what `later` holds behind what is here.
  void Append(const IssueTally& later);

  [[nodiscard]] bool empty() const { return by_kind_.empty(); }
  [[nodiscard]] const std::map<IssueKind, FileIssues>& by_kind() const { return by_kind_; }
  bool operator==(const IssueTally&) const = default;

 private:
  std::map<IssueKind, FileIssues> by_kind_;
};

// Bad input found on the way, counted per (path, kind), with the first few of each in full.
//
// Threads: any thread may call anything. Memory: kMaxIssueDetails issues per (path, kind).
class IssueLog {
 public:
  void Report(Issue issue);

  // From now on exactly `tally` holds of `path`.
  void Replace(std::string_view path, const IssueTally& tally);
  // Takes back what was said of `path`: it is being read anew, or is gone.
  void Forget(std::string_view path) { Replace(path, {}); }

  using Key = std::pair<std::string, IssueKind>;
  // Sorted by path, then kind.
  [[nodiscard]] std::map<Key, FileIssues> Collect() const;
  // All that were reported and not forgotten.
  [[nodiscard]] std::uint64_t count() const;
  // Grows with every change, so that a reader can tell whether to collect again.
  [[nodiscard]] std::uint64_t revision() const;

 private:
  using Map = std::map<Key, FileIssues>;
  mutable Mutex mutex_;
  Map by_key_ GUARDED_BY(mutex_);
  std::uint64_t count_ GUARDED_BY(mutex_) = 0;
  std::uint64_t revision_ GUARDED_BY(mutex_) = 0;
};

}  // namespace sightglass::base
