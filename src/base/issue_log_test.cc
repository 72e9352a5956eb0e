#include "base/issue_log.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace sightglass::base {
namespace {

Issue MakeIssue(std::string path, IssueKind kind, std::uint64_t offset = 0,
                std::uint64_t bytes = 0) {
  return Issue{
      .kind = kind, .path = std::move(path), .offset = offset, .bytes = bytes, .message = "found"};
}

TEST(IssueLogTest, EveryKindHasANameOfItsOwn) {
  std::set<std::string_view> names;
  const int kinds = static_cast<int>(IssueKind::kWatchLimited) + 1;
  for (int kind = 0; kind < kinds; ++kind) {
    const std::string_view name = IssueName(static_cast<IssueKind>(kind));
    EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"), name.npos) << name;
    names.insert(name);
    IssueLosesData(static_cast<IssueKind>(kind));  // aborts for a kind it does not know
  }
  EXPECT_EQ(names.size(), static_cast<std::size_t>(kinds));
  EXPECT_EQ(IssueName(IssueKind::kDamagedPayload), "damaged-payload");
}

TEST(IssueLogTest, TellsLossFromNoise) {
  EXPECT_TRUE(IssueLosesData(IssueKind::kDamagedPayload));
  EXPECT_FALSE(IssueLosesData(IssueKind::kTornTail));
  EXPECT_FALSE(IssueLosesData(IssueKind::kFileReplaced));
}

TEST(IssueLogTest, CountsAllAndKeepsTheFirst) {
  IssueLog log;
  const std::uint64_t reported = kMaxIssueDetails + 5;
  for (std::uint64_t i = 0; i < reported; ++i) {
    log.Report(MakeIssue("a", IssueKind::kBadEvent, i, 10));
  }
  EXPECT_EQ(log.count(), reported);
  const auto collected = log.Collect();
  ASSERT_EQ(collected.size(), 1U);
  const FileIssues& issues = collected.at({"a", IssueKind::kBadEvent});
  EXPECT_EQ(issues.count, reported);
  EXPECT_EQ(issues.bytes, reported * 10);
  ASSERT_EQ(issues.first.size(), kMaxIssueDetails);
  EXPECT_EQ(issues.first.back().offset, kMaxIssueDetails - 1);
}

TEST(IssueLogTest, CutsLongMessages) {
  IssueLog log;
  Issue issue = MakeIssue("a", IssueKind::kBadValue);
  issue.message.assign(1 << 20, 'x');
  log.Report(issue);
  const auto collected = log.Collect();
  EXPECT_LE(collected.begin()->second.first[0].message.size(), kMaxIssueMessageBytes + 3);
}

TEST(IssueLogTest, AddsImpossibleLengthsWithoutWrapping) {
  IssueTally tally;
  constexpr std::uint64_t kHuge = std::numeric_limits<std::uint64_t>::max() - 1;
  tally.Add(MakeIssue("a", IssueKind::kFalseLength, 0, kHuge));
  tally.Add(MakeIssue("a", IssueKind::kFalseLength, 0, kHuge));
  EXPECT_EQ(tally.by_kind().at(IssueKind::kFalseLength).bytes, kHuge + 1);
}

TEST(IssueLogTest, CollectsSortedByPathThenKind) {
  IssueLog log;
  log.Report(MakeIssue("b", IssueKind::kFileUnreadable));
  log.Report(MakeIssue("a", IssueKind::kTornTail));
  log.Report(MakeIssue("a", IssueKind::kDamagedHeader));
  std::vector<IssueLog::Key> keys;
  for (const auto& [key, issues] : log.Collect()) keys.push_back(key);
  const std::vector<IssueLog::Key> expected = {{"a", IssueKind::kDamagedHeader},
                                               {"a", IssueKind::kTornTail},
                                               {"b", IssueKind::kFileUnreadable}};
  EXPECT_EQ(keys, expected);
}

TEST(IssueLogTest, ForgetsOnePathAndNoOther) {
  IssueLog log;
  for (const char* path : {"a", "a/b", "b"}) {
    log.Report(MakeIssue(path, IssueKind::kFileUnreadable));
    log.Report(MakeIssue(path, IssueKind::kWatchLimited));
  }
  log.Forget("a");
  EXPECT_EQ(log.count(), 4U);
  for (const auto& [key, issues] : log.Collect()) EXPECT_NE(key.first, "a");
}

TEST(IssueLogTest, ReplaceLeavesExactlyTheTally) {
  IssueLog log;
  log.Report(MakeIssue("a", IssueKind::kTornTail, 100, 7));
  log.Report(MakeIssue("a", IssueKind::kDamagedPayload, 50, 3));
  log.Report(MakeIssue("b", IssueKind::kTornTail, 1, 1));
  IssueTally tally;
  tally.Add(MakeIssue("a", IssueKind::kDamagedPayload, 50, 3));
  tally.Add(MakeIssue("a", IssueKind::kDamagedPayload, 80, 2));
  log.Replace("a", tally);
  EXPECT_EQ(log.count(), 3U);
  const auto collected = log.Collect();
  EXPECT_EQ(collected.size(), 2U);
  EXPECT_EQ(collected.at({"a", IssueKind::kDamagedPayload}).bytes, 5U);
  EXPECT_EQ(collected.at({"b", IssueKind::kTornTail}).bytes, 1U);
}

TEST(IssueLogTest, RevisionMovesWithEveryChangeOnly) {
  IssueLog log;
  std::uint64_t last = log.revision();
  const auto moved = [&] { return log.revision() > std::exchange(last, log.revision()); };
  log.Report(MakeIssue("a", IssueKind::kTornTail));
  EXPECT_TRUE(moved());
  IssueTally tally;
  tally.Add(MakeIssue("a", IssueKind::kTornTail));
  log.Replace("a", tally);
  EXPECT_FALSE(moved());
  tally.Add(MakeIssue("a", IssueKind::kTornTail));
  log.Replace("a", tally);
  EXPECT_TRUE(moved());
  log.Forget("nothing");
  EXPECT_FALSE(moved());
  log.Forget("a");
  EXPECT_TRUE(moved());
}

TEST(IssueLogTest, TalliesAppendInOrder) {
  IssueTally first;
  IssueTally second;
  IssueTally both;
  for (std::uint64_t i = 0; i < 40; ++i) {
    const Issue issue =
        MakeIssue("a", i % 3 == 0 ? IssueKind::kBadEvent : IssueKind::kBadValue, i, i);
    (i < 20 ? first : second).Add(issue);
    both.Add(issue);
  }
  first.Append(second);
  EXPECT_EQ(first, both);
}

TEST(IssueLogTest, TallyAppendsToItself) {
  IssueTally tally;
  for (std::uint64_t i = 0; i < 3; ++i) tally.Add(MakeIssue("a", IssueKind::kBadEvent, i, 1));
  tally.Append(tally);
  const FileIssues& issues = tally.by_kind().at(IssueKind::kBadEvent);
  EXPECT_EQ(issues.count, 6U);
  EXPECT_EQ(issues.bytes, 6U);
  ASSERT_EQ(issues.first.size(), 6U);
  EXPECT_EQ(issues.first[5].offset, 2U);
}

TEST(IssueLogTest, TakesReportsFromManyThreads) {
  IssueLog log;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&log, t] {
        for (int i = 0; i < 500; ++i) {
          log.Report(MakeIssue(std::to_string(t % 2), IssueKind::kBadEvent));
          static_cast<void>(log.count());
        }
      });
    }
  }
  EXPECT_EQ(log.count(), 2000U);
}

}  // namespace
}  // namespace sightglass::base
