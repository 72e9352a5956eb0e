#include "store/revision_log.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>

namespace sightglass::store {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// One file's points of one tag, growing.
struct TestFile {
  base::FileId id;
  SegmentBuilder<ScalarPoint> builder;
};

Points<ScalarPoint> PointsOf(std::vector<TestFile>& files) {
  std::vector<Part<ScalarPoint>> parts;
  for (TestFile& file : files) {
    parts.push_back({.file = file.id, .segment = file.builder.Publish()});
  }
  return Points<ScalarPoint>(std::move(parts));
}

void AppendSteps(SegmentBuilder<ScalarPoint>& builder, base::Step begin, base::Step end,
                 double value = 1) {
  for (base::Step step = begin; step < end; ++step) {
    builder.Append({.step = step, .wall_time = static_cast<double>(step), .value = value});
  }
}

// Runs and tags by name, as they would be on disk, and the snapshots of them.
class TestLogs {
 public:
  using Tags = std::map<std::string, std::vector<TestFile>>;
  std::map<std::string, Tags> runs;

  std::shared_ptr<const Snapshot> Publish() {
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->version = ++version_;
    for (auto& [name, tags] : runs) {
      const Run* before = last_ ? last_->Find(name) : nullptr;
      auto run = std::make_shared<Run>();
      run->name = name;
      bool is_same = before != nullptr && before->series.size() == tags.size();
      for (auto& [tag, files] : tags) {
        Points<ScalarPoint> points = PointsOf(files);
        const Series* old = before == nullptr ? nullptr : before->Find(tag);
        if (old != nullptr && SameParts(*old->scalars(), points)) {
          run->series.push_back(
              *std::ranges::lower_bound(before->series, old->tag_name, {}, &TagOf));
          continue;
        }
        is_same = false;
        auto series = std::make_shared<Series>();
        series->tag_name = names_.insert(tag).first->c_str();
        series->points = std::move(points);
        run->series.push_back(std::move(series));
      }
      snapshot->runs.push_back(is_same ? *std::ranges::find(last_->runs, before, &GetRun)
                                       : std::move(run));
    }
    last_ = snapshot;
    return snapshot;
  }

  base::FileId NewFileId() { return {next_file_++}; }

 private:
  static std::string_view TagOf(const std::shared_ptr<const Series>& each) {
    return each->tag_name;
  }
  static const Run* GetRun(const std::shared_ptr<const Run>& each) { return each.get(); }
  static bool SameParts(const Points<ScalarPoint>& a, const Points<ScalarPoint>& b) {
    return std::ranges::equal(a.parts(), b.parts(), [](const auto& x, const auto& y) {
      return x.segment == y.segment && x.file == y.file;
    });
  }

  std::uint64_t version_ = 0;
  std::uint32_t next_file_ = 0;
  std::set<std::string> names_;
  std::shared_ptr<const Snapshot> last_;
};

// What a client has: points by run and tag, told apart bit by bit.
using Bits = std::array<std::uint64_t, 3>;
using ClientRun = std::map<std::string, std::vector<Bits>>;
using Client = std::map<std::string, ClientRun>;

std::vector<Bits> ReadBits(const Series& series, std::uint64_t begin) {
  std::vector<ScalarPoint> points;
  series.scalars()->Read(begin, series.size(), points);
  std::vector<Bits> bits;
  for (const ScalarPoint& point : points) {
    bits.push_back({static_cast<std::uint64_t>(point.step),
                    std::bit_cast<std::uint64_t>(point.wall_time),
                    std::bit_cast<std::uint64_t>(point.value)});
  }
  return bits;
}

Client ClientOf(const Snapshot& snapshot) {
  Client client;
  for (const auto& run : snapshot.runs) {
    ClientRun& tags = client[run->name];
    for (const auto& series : run->series) {
      tags[std::string(series->tag_name)] = ReadBits(*series, 0);
    }
  }
  return client;
}

void Apply(const Changes& changes, Client& client) {
  if (changes.reset) client.clear();
  for (const std::string& run : changes.removed_runs) client.erase(run);
  for (const RunChange& change : changes.runs) {
    EXPECT_EQ(change.added, !client.contains(change.run->name));
    ClientRun& tags = client[change.run->name];
    for (const std::string& tag : change.removed_tags) tags.erase(tag);
    for (const SeriesChange& series : change.series) {
      std::vector<Bits>& points = tags[std::string(series.tag)];
      ASSERT_LE(series.kept, points.size());
      points.resize(static_cast<std::size_t>(series.kept));
      const Series* now = change.run->Find(series.tag);
      ASSERT_NE(now, nullptr);
      for (const Bits& bits : ReadBits(*now, series.kept)) points.push_back(bits);
      EXPECT_EQ(points.size(), series.points);
    }
  }
}

class RandomLogs : public TestLogs {
 public:
  explicit RandomLogs(std::uint32_t seed) : random_(seed) {}

  void Step() {
    switch (Below(12)) {
      case 0:
        runs[RunName()];
        return;
      case 1:
        runs.erase(RunName());
        return;
      case 2:
        runs[RunName()].erase(TagName());
        return;
      case 3: {  // a file of a later name
        std::vector<TestFile>& files = runs[RunName()][TagName()];
        files.push_back({.id = NewFileId(), .builder = {}});
        Append(files.back());
        return;
      }
      case 4: {  // a file went
        std::vector<TestFile>& files = runs[RunName()][TagName()];
        if (!files.empty()) files.erase(files.begin() + static_cast<int>(Below(files.size())));
        return;
      }
      case 5: {  // a file was replaced
        std::vector<TestFile>& files = runs[RunName()][TagName()];
        if (files.empty()) return;
        TestFile& file = files[Below(files.size())];
        file.builder = {};
        Append(file);
        return;
      }
      default: {
        std::vector<TestFile>& files = runs[RunName()][TagName()];
        if (files.empty()) files.push_back({.id = NewFileId(), .builder = {}});
        Append(files[Below(files.size())]);
        return;
      }
    }
  }

  std::size_t Below(std::size_t bound) {
    return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random_);
  }

 private:
  std::string RunName() { return fmt::format("run{}", Below(3)); }
  std::string TagName() { return fmt::format("tag{}", Below(3)); }

  void Append(TestFile& file) {
    const std::size_t count = Below(20) == 0 ? 700 : 1 + Below(20);
    // Often one after the other, sometimes back: a restart.
    if (Below(4) == 0) step_ = static_cast<base::Step>(Below(static_cast<std::size_t>(step_) + 1));
    for (std::size_t i = 0; i < count; ++i) {
      const double value =
          Below(5) == 0 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(Below(3));
      file.builder.Append({.step = step_++, .wall_time = 7, .value = value});
    }
  }

  std::mt19937 random_;
  base::Step step_ = 0;
};

TEST(RevisionLogTest, ChangesSinceAnyRevisionLeadToTheNewestState) {
  for (std::uint32_t seed = 0; seed < 5; ++seed) {
    SCOPED_TRACE(seed);
    RandomLogs logs(seed);
    RevisionLog log;
    std::vector<Client> states = {{}};  // by revision
    for (int round = 0; round < 60; ++round) {
      for (std::size_t i = logs.Below(4); i > 0; --i) logs.Step();
      log.Observe(logs.Publish());
      const Client now = ClientOf(*log.snapshot());
      states.push_back(now);
      for (std::size_t revision = 0; revision < states.size(); ++revision) {
        // All of the newest, and some of the others.
        if (revision + 12 < states.size() && logs.Below(8) != 0) continue;
        Client client = states[revision];
        const Changes changes = log.Since(revision);
        EXPECT_FALSE(changes.reset);
        EXPECT_EQ(changes.revision, states.size() - 1);
        Apply(changes, client);
        ASSERT_EQ(client, now) << "since revision " << revision;
      }
    }
  }
}

TEST(RevisionLogTest, KeptSinceIsNeverTooMany) {
  for (std::uint32_t seed = 100; seed < 110; ++seed) {
    SCOPED_TRACE(seed);
    RandomLogs logs(seed);
    RevisionLog log;
    std::vector<Client> states = {{}};
    for (int round = 0; round < 100; ++round) {
      logs.Step();
      log.Observe(logs.Publish());
      states.push_back(ClientOf(*log.snapshot()));
      for (const auto& [run, tags] : states.back()) {
        for (const auto& [tag, points] : tags) {
          const std::size_t revision = logs.Below(states.size());
          const auto kept = static_cast<std::size_t>(log.KeptSince(run, tag, revision));
          ASSERT_LE(kept, points.size());
          if (kept == 0) continue;
          ASSERT_TRUE(states[revision].contains(run) && states[revision][run].contains(tag));
          const std::vector<Bits>& before = states[revision][run][tag];
          ASSERT_LE(kept, before.size());
          EXPECT_TRUE(
              std::equal(points.begin(), points.begin() + static_cast<int>(kept), before.begin()));
        }
      }
    }
  }
}

TEST(RevisionLogTest, GrowthKeepsEverything) {
  TestLogs logs;
  std::vector<TestFile>& files = logs.runs["r"]["t"];
  files.push_back({.id = logs.NewFileId(), .builder = {}});
  RevisionLog log;
  // So many that marks are put together; the newest are exact all the same.
  for (int i = 0; i < 200; ++i) {
    AppendSteps(files[0].builder, i * 10, i * 10 + 10);
    log.Observe(logs.Publish());
    for (std::uint64_t back = 0; back < std::min<std::uint64_t>(8, static_cast<unsigned>(i));
         ++back) {
      const std::uint64_t revision = static_cast<std::uint64_t>(i) + 1 - back;
      EXPECT_EQ(log.KeptSince("r", "t", revision), revision * 10);
    }
  }
  // And an old client keeps a good part.
  EXPECT_GE(log.KeptSince("r", "t", 100), 500U);
  EXPECT_EQ(log.KeptSince("r", "t", 0), 0U);
  EXPECT_EQ(log.KeptSince("r", "t", 201), 0U);
  EXPECT_EQ(log.KeptSince("r", "u", 1), 0U);
  EXPECT_EQ(log.KeptSince("s", "t", 1), 0U);
}

TEST(RevisionLogTest, RestartsKeepWhatIsBelow) {
  TestLogs logs;
  std::vector<TestFile>& files = logs.runs["r"]["t"];
  files.push_back({.id = logs.NewFileId(), .builder = {}});
  RevisionLog log;
  AppendSteps(files[0].builder, 0, 40'000);  // pages, blocks, and a short block
  log.Observe(logs.Publish());
  AppendSteps(files[0].builder, 39'000, 41'000, 2);  // in the same file
  log.Observe(logs.Publish());
  EXPECT_EQ(log.KeptSince("r", "t", 1), 39'000U);
  AppendSteps(files[0].builder, 100, 200, 3);
  log.Observe(logs.Publish());
  EXPECT_EQ(log.KeptSince("r", "t", 1), 100U);
  EXPECT_EQ(log.KeptSince("r", "t", 2), 100U);
  files.push_back({.id = logs.NewFileId(), .builder = {}});
  AppendSteps(files[1].builder, 150, 160, 4);  // in a new one
  log.Observe(logs.Publish());
  EXPECT_EQ(log.KeptSince("r", "t", 1), 100U);
  EXPECT_EQ(log.KeptSince("r", "t", 3), 150U);
  EXPECT_EQ(log.KeptSince("r", "t", 4), 160U);
}

TEST(RevisionLogTest, CommonPrefixComparesTheLastBlockByContents) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto points_of = [&](std::vector<double> values) {
    // Without an origin, as a segment that was mapped from a file would be.
    std::vector<ScalarPoint> points;
    for (const double value : values) {
      points.push_back(
          {.step = static_cast<base::Step>(points.size()), .wall_time = 1, .value = value});
    }
    auto segment = std::make_shared<Segment<ScalarPoint>>();
    segment->tail.push_back(Block<ScalarPoint>::Pack(points));
    segment->summary = segment->tail[0]->summary();
    return Points<ScalarPoint>({{.file = {1}, .segment = segment}});
  };
  EXPECT_EQ(CommonPrefix(points_of({1, nan, 3}), points_of({1, nan, 3, 4})), 3U);
  EXPECT_EQ(CommonPrefix(points_of({1, nan, 3, 4}), points_of({1, nan, 3})), 3U);
  EXPECT_EQ(CommonPrefix(points_of({1, 2, 3}), points_of({1, 5, 3})), 1U);
  EXPECT_EQ(CommonPrefix(points_of({0.0}), points_of({-0.0})), 0U);
  EXPECT_EQ(CommonPrefix(points_of({1}), Points<ScalarPoint>()), 0U);
}

TEST(RevisionLogTest, ReferencesOfAnotherFileAreOthers) {
  SegmentBuilder<RefPoint> builder;
  builder.Append({.step = 1, .wall_time = 1, .offset = 10, .bytes = 5});
  const auto segment = builder.Publish();
  builder.Append({.step = 2, .wall_time = 2, .offset = 20, .bytes = 5});
  const auto longer = builder.Publish();
  const Points<RefPoint> older({{.file = {1}, .segment = segment}});
  EXPECT_EQ(CommonPrefix(older, Points<RefPoint>({{.file = {1}, .segment = longer}})), 1U);
  EXPECT_EQ(CommonPrefix(older, Points<RefPoint>({{.file = {2}, .segment = segment}})), 0U);
}

TEST(RevisionLogTest, ASeriesThatBecameAnotherSortKeepsNothing) {
  const auto snapshot_of = [](std::uint64_t version, auto points) {
    auto series = std::make_shared<Series>();
    series->tag_name = "t";
    series->points = std::move(points);
    auto run = std::make_shared<store::Run>();
    run->name = "r";
    run->series.push_back(std::move(series));
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->version = version;
    snapshot->runs.push_back(std::move(run));
    return snapshot;
  };
  SegmentBuilder<ScalarPoint> scalars;
  AppendSteps(scalars, 0, 3);
  SegmentBuilder<RefPoint> refs;
  refs.Append({.step = 0});
  RevisionLog log;
  log.Observe(snapshot_of(1, Points<ScalarPoint>({{.file = {1}, .segment = scalars.Publish()}})));
  log.Observe(snapshot_of(2, Points<RefPoint>({{.file = {1}, .segment = refs.Publish()}})));
  EXPECT_EQ(log.KeptSince("r", "t", 1), 0U);
  const Changes changes = log.Since(1);
  ASSERT_EQ(changes.runs.size(), 1U);
  ASSERT_EQ(changes.runs[0].series.size(), 1U);
  EXPECT_EQ(changes.runs[0].series[0].points, 1U);
}

TEST(RevisionLogTest, ARunThatCameBackIsRemovedAndAdded) {
  TestLogs logs;
  logs.runs["a"]["t"];
  logs.runs["b"]["t"];
  RevisionLog log;
  log.Observe(logs.Publish());
  logs.runs.erase("a");
  log.Observe(logs.Publish());
  EXPECT_THAT(log.Since(1).removed_runs, ElementsAre("a"));
  EXPECT_THAT(log.Since(1).runs, IsEmpty());
  logs.runs["a"]["u"];
  log.Observe(logs.Publish());
  const Changes changes = log.Since(1);
  EXPECT_THAT(changes.removed_runs, ElementsAre("a"));
  ASSERT_EQ(changes.runs.size(), 1U);
  EXPECT_TRUE(changes.runs[0].added);
  EXPECT_THAT(changes.runs[0].removed_tags, IsEmpty());
}

TEST(RevisionLogTest, UnknownRevisionsAreReset) {
  TestLogs logs;
  logs.runs["a"]["t"];
  RevisionLog log;
  EXPECT_EQ(log.snapshot()->version, 0U);
  EXPECT_FALSE(log.Since(0).reset);
  EXPECT_TRUE(log.Since(1).reset);
  log.Observe(logs.Publish());
  const Changes changes = log.Since(17);
  EXPECT_TRUE(changes.reset);
  EXPECT_EQ(changes.runs.size(), 1U);
  EXPECT_FALSE(log.Since(0).reset);
  EXPECT_EQ(log.Since(0).runs.size(), 1U);
  EXPECT_THAT(log.Since(1).runs, IsEmpty());
}

TEST(RevisionLogTest, TooManyRemovalsAreForgottenAndReset) {
  TestLogs logs;
  logs.runs["keep"]["t"];
  RevisionLog log;
  log.Observe(logs.Publish());
  for (std::size_t i = 0; i <= RevisionLog::kMaxRemovals; ++i) {
    logs.runs["keep"][fmt::format("gone{}", i)];
  }
  log.Observe(logs.Publish());
  logs.runs["keep"].erase("t");
  log.Observe(logs.Publish());
  EXPECT_FALSE(log.Since(2).reset);
  logs.runs["keep"].clear();
  log.Observe(logs.Publish());
  EXPECT_TRUE(log.Since(2).reset);
  EXPECT_FALSE(log.Since(4).reset);
  Client client;
  Apply(log.Since(2), client);
  EXPECT_EQ(client, ClientOf(*log.snapshot()));
}

TEST(RevisionLogTest, OlderSnapshotsAreIgnored) {
  TestLogs logs;
  RevisionLog log;
  const auto first = logs.Publish();
  const auto second = logs.Publish();
  log.Observe(second);
  log.Observe(first);
  log.Observe(second);
  EXPECT_EQ(log.snapshot(), second);
}

}  // namespace
}  // namespace sightglass::store
