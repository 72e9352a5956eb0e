#include "base/issue_log.h"

#include <algorithm>
#include <limits>

#include "base/check.h"

namespace sightglass::base {
namespace {

// Lengths that a damaged file claims may add up to more than there is: then the sum stays full.
std::uint64_t AddBytes(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t sum = a + b;
  return sum < a ? std::numeric_limits<std::uint64_t>::max() : sum;
}

void AddIssue(Issue issue, FileIssues& to) {
  ++to.count;
  to.bytes = AddBytes(to.bytes, issue.bytes);
  if (to.first.size() >= kMaxIssueDetails) return;
  if (issue.message.size() > kMaxIssueMessageBytes) {
    issue.message.resize(kMaxIssueMessageBytes);
    issue.message.append("...");
  }
  to.first.push_back(std::move(issue));
}

}  // namespace

std::string_view IssueName(IssueKind kind) {
  switch (kind) {
    case IssueKind::kFileUnreadable:
      return "file-unreadable";
    case IssueKind::kDirectoryUnreadable:
      return "directory-unreadable";
    case IssueKind::kSymlinkLoop:
      return "symlink-loop";
    case IssueKind::kDamagedHeader:
      return "damaged-header";
    case IssueKind::kDamagedPayload:
      return "damaged-payload";
    case IssueKind::kFalseLength:
      return "false-length";
    case IssueKind::kRecordTooLarge:
      return "record-too-large";
    case IssueKind::kTornTail:
      return "torn-tail";
    case IssueKind::kNotEventData:
      return "not-event-data";
    case IssueKind::kBadEvent:
      return "bad-event";
    case IssueKind::kBadValue:
      return "bad-value";
    case IssueKind::kKindChanged:
      return "kind-changed";
    case IssueKind::kBadWallTime:
      return "bad-wall-time";
    case IssueKind::kBadUtf8:
      return "bad-utf8";
    case IssueKind::kTagTooLong:
      return "tag-too-long";
    case IssueKind::kTooManyTags:
      return "too-many-tags";
    case IssueKind::kFileReplaced:
      return "file-replaced";
    case IssueKind::kResyncGivenUp:
      return "resync-given-up";
    case IssueKind::kDuplicateRun:
      return "duplicate-run";
    case IssueKind::kWatchLimited:
      return "watch-limited";
  }
  CHECK(false && "an IssueKind without a name");
  return {};
}

bool IssueLosesData(IssueKind kind) {
  switch (kind) {
    case IssueKind::kFileUnreadable:
    case IssueKind::kDirectoryUnreadable:
    case IssueKind::kDamagedHeader:
    case IssueKind::kDamagedPayload:
    case IssueKind::kFalseLength:
    case IssueKind::kRecordTooLarge:
    case IssueKind::kNotEventData:
    case IssueKind::kBadEvent:
    case IssueKind::kBadValue:
    case IssueKind::kKindChanged:
    case IssueKind::kTooManyTags:
    case IssueKind::kResyncGivenUp:
    case IssueKind::kDuplicateRun:
      return true;
    // What a loop leads to is read under its shorter name.
    case IssueKind::kSymlinkLoop:
    case IssueKind::kTornTail:
    case IssueKind::kBadWallTime:
    case IssueKind::kBadUtf8:
    case IssueKind::kTagTooLong:
    case IssueKind::kFileReplaced:
    case IssueKind::kWatchLimited:
      return false;
  }
  CHECK(false && "an IssueKind that neither loses nor keeps data");
  return true;
}

void IssueTally::Add(Issue issue) {
  FileIssues& known = by_kind_[issue.kind];
  AddIssue(std::move(issue), known);
}

void IssueTally::Append(const IssueTally& later) {
  for (const auto& [kind, issues] : later.by_kind_) {
    FileIssues& known = by_kind_[kind];
    known.count += issues.count;
    known.bytes = AddBytes(known.bytes, issues.bytes);
    // Room is taken before anything is copied: `later` may be this very tally.
    const std::size_t taken = std::min(issues.first.size(), kMaxIssueDetails - known.first.size());
    known.first.reserve(known.first.size() + taken);
    for (std::size_t i = 0; i < taken; ++i) known.first.push_back(issues.first[i]);
  }
}

void IssueLog::Report(Issue issue) {
  const MutexLock lock(mutex_);
  FileIssues& known = by_key_[Key{issue.path, issue.kind}];
  AddIssue(std::move(issue), known);
  ++count_;
  ++revision_;
}

void IssueLog::Replace(std::string_view path, const IssueTally& tally) {
  Map fresh;
  for (const auto& [kind, issues] : tally.by_kind()) fresh[Key{std::string(path), kind}] = issues;

  const MutexLock lock(mutex_);
  const auto begin = by_key_.lower_bound(Key{std::string(path), IssueKind{0}});
  auto end = begin;
  while (end != by_key_.end() && end->first.first == path) ++end;
  // A file looked at again with nothing new to say is no change: nobody need collect.
  if (std::equal(begin, end, fresh.begin(), fresh.end())) return;

  for (auto at = begin; at != end; ++at) count_ -= at->second.count;
  by_key_.erase(begin, end);
  for (const auto& [key, issues] : fresh) count_ += issues.count;
  by_key_.merge(fresh);
  ++revision_;
}

std::map<IssueLog::Key, FileIssues> IssueLog::Collect() const {
  const MutexLock lock(mutex_);
  return by_key_;
}

std::uint64_t IssueLog::count() const {
  const MutexLock lock(mutex_);
  return count_;
}

std::uint64_t IssueLog::revision() const {
  const MutexLock lock(mutex_);
  return revision_;
}

}  // namespace sightglass::base
