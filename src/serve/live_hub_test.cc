#include "serve/live_hub.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <boost/json.hpp>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <set>
#include <thread>

#include "kind/name_pattern.h"
#include "serve/live_hub_event.h"
#include "tests/support/fake_clock.h"
#include "tests/support/is_ok.h"

namespace sightglass::serve {
namespace {

namespace json = boost::json;
using kind::BodySource;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using ::testing::StartsWith;

constexpr std::string_view kEpoch = "0123456789abcdef";

// Snapshots with runs and series of as many points as told.
class Logs {
 public:
  // Every call adds points; a series begins with the first.
  void Append(const std::string& run, const std::string& tag, std::size_t points = 1) {
    const std::scoped_lock lock(mutex_);
    Entry& entry = runs_[run][tag];
    for (std::size_t i = 0; i < points; ++i) entry.builder.Append({.step = entry.step++});
    dirty_.insert(run);
  }
  void Remove(const std::string& run) {
    const std::scoped_lock lock(mutex_);
    runs_.erase(run);
  }

  std::shared_ptr<const store::Snapshot> Publish() {
    const std::scoped_lock lock(mutex_);
    auto snapshot = std::make_shared<store::Snapshot>();
    snapshot->version = ++version_;
    for (auto& [name, tags] : runs_) {
      if (!dirty_.contains(name)) {
        const auto& runs = newest_->runs;
        snapshot->runs.push_back(*std::ranges::find(
            runs, name, [](const auto& run) -> const std::string& { return run->name; }));
        continue;
      }
      auto run = std::make_shared<store::Run>();
      run->name = name;
      for (auto& [tag, entry] : tags) {
        auto series = std::make_shared<store::Series>();
        series->tag_name = tag;
        series->info = info_;
        series->points =
            store::Points<store::ScalarPoint>({{.file = {1}, .segment = entry.builder.Publish()}});
        run->series.push_back(std::move(series));
      }
      snapshot->runs.push_back(std::move(run));
    }
    dirty_.clear();
    newest_ = snapshot;
    return snapshot;
  }

  std::shared_ptr<const store::Snapshot> newest() {
    const std::scoped_lock lock(mutex_);
    return newest_;
  }

 private:
  struct Entry {
    store::SegmentBuilder<store::ScalarPoint> builder;
    base::Step step = 0;
  };
  std::mutex mutex_;
  std::map<std::string, std::map<std::string, Entry>> runs_;
  std::set<std::string> dirty_;
  std::uint64_t version_ = 0;
  std::shared_ptr<const store::SeriesInfo> info_ =
      std::make_shared<const store::SeriesInfo>(store::SeriesInfo{.plugin = "scalars"});
  std::shared_ptr<const store::Snapshot> newest_ = std::make_shared<const store::Snapshot>();
};

struct Event {
  std::string id;
  std::string name;
  json::value data;
};

// The other end of a stream: asks as a connection would.
class Reader {
 public:
  explicit Reader(std::unique_ptr<BodySource> source) : source_(std::move(source)) {
    source_->SetWake([this] {
      const std::scoped_lock lock(mutex_);
      is_awake_ = true;
      woken_.notify_all();
    });
  }
  ~Reader() { source_ = nullptr; }  // while `woken_` is still there

  // The next event; nullopt at the end of the stream. Waits for wake-ups.
  std::optional<Event> Next() {
    while (true) {
      if (const std::size_t end = text_.find("\n\n"); end != std::string::npos) {
        const std::string block = text_.substr(0, end);
        text_.erase(0, end + 2);
        if (block.starts_with("retry:")) continue;
        if (block.starts_with(':')) {
          ++comments;
          if (stop_at_comment) return std::nullopt;
          continue;
        }
        return Parse(block);
      }
      if (is_at_end_) return std::nullopt;
      Ask();
    }
  }

  std::size_t comments = 0;
  bool stop_at_comment = false;
  std::size_t largest_piece = 0;

 private:
  void Ask() {
    {
      std::unique_lock lock(mutex_);
      woken_.wait(lock, [&] { return is_awake_; });
      is_awake_ = false;
    }
    std::string piece;
    const BodySource::State state = source_->Next(piece);
    largest_piece = std::max(largest_piece, piece.size());
    text_ += piece;
    is_at_end_ = state == BodySource::State::kEnd;
    const std::scoped_lock lock(mutex_);
    is_awake_ = is_awake_ || state == BodySource::State::kMore;
  }

  static Event Parse(std::string_view block) {
    Event event;
    while (!block.empty()) {
      const std::string_view line = block.substr(0, block.find('\n'));
      block.remove_prefix(std::min(block.size(), line.size() + 1));
      if (line.starts_with("id: ")) event.id = line.substr(4);
      if (line.starts_with("event: ")) event.name = line.substr(7);
      if (line.starts_with("data: ")) {
        const std::string_view text = line.substr(6);
        event.data = json::parse(json::string_view(text.data(), text.size()));
      }
    }
    return event;
  }

  std::unique_ptr<BodySource> source_;
  std::string text_;
  bool is_at_end_ = false;
  std::mutex mutex_;
  std::condition_variable woken_;
  bool is_awake_ = true;
};

class LiveHubTest : public ::testing::Test {
 protected:
  LiveHubTest() { hub_.AddRoutes(router_); }

  base::Result<kind::Response> Ask(const std::string& query = "", const std::string& last_id = "") {
    kind::Request request;
    request.path = "/api/live";
    request.query = kind::Parameters::FromQuery(query).value();
    if (!last_id.empty()) request.headers.emplace_back("last-event-id", last_id);
    const kind::RequestContext context{.snapshot = revisions_.snapshot(),
                                       .revisions = revisions_,
                                       .cancel = cancel_,
                                       .pool = pool_,
                                       .epoch = kEpoch};
    return router_.Find("/api/live")->handler(request, context);
  }

  std::unique_ptr<Reader> Listen(const std::string& query = "", const std::string& last_id = "") {
    auto response = Ask(query, last_id);
    EXPECT_THAT(response.status(), testing::IsOk());
    EXPECT_EQ(response->content_type, "text/event-stream; charset=utf-8");
    auto reader = std::make_unique<Reader>(std::move(response->source));
    const std::optional<Event> hello = reader->Next();
    EXPECT_TRUE(hello && hello->name == "hello");
    hello_ = *hello;
    return reader;
  }

  // Publishes what `logs_` has and lets the hub tell it.
  void Publish() {
    logs_.Publish();
    clock_.Advance(kLiveEventInterval);
    hub_.Notify();
  }

  // Waits until the hub has taken in the newest snapshot.
  void Settle() {
    const std::uint64_t version = logs_.newest()->version;
    while (revisions_.snapshot()->version < version) std::this_thread::yield();
  }

  testing::FakeClock clock_;
  base::CancelFlag cancel_;
  base::ThreadPool pool_{1};
  Logs logs_;
  store::RevisionLog revisions_;
  kind::Router router_;
  base::IssueLog issues_;
  LiveHub hub_{revisions_, [this] { return logs_.newest(); }, clock_, &issues_};
  Event hello_;
};

std::uint64_t Revision(const Event& event) {
  return event.data.as_object().at("revision").to_number<std::uint64_t>();
}

TEST_F(LiveHubTest, TellsWhatChanges) {
  logs_.Append("a", "loss", 3);
  Publish();
  Settle();
  const auto reader = Listen();
  EXPECT_EQ(hello_.id, fmt::format("{}-1", kEpoch));
  logs_.Append("a", "loss", 2);
  logs_.Append("b", "x/y");
  Publish();
  const std::optional<Event> event = reader->Next();
  ASSERT_TRUE(event.has_value());
  EXPECT_EQ(event->name, "change");
  EXPECT_EQ(event->id, fmt::format("{}-2", kEpoch));
  const json::object& data = event->data.as_object();
  EXPECT_FALSE(data.at("reset").as_bool());
  EXPECT_EQ(data.at("since").as_int64(), 1);
  const json::array& runs = data.at("runs").as_array();
  ASSERT_THAT(runs, SizeIs(2));
  EXPECT_FALSE(runs[0].at("added").as_bool());
  const json::value& loss = runs[0].at("series").at(0);
  EXPECT_EQ(loss.at("tag").as_string(), "loss");
  EXPECT_EQ(loss.at("kind").as_string(), "scalars");
  EXPECT_EQ(loss.at("points").as_int64(), 5);
  EXPECT_EQ(loss.at("kept").as_int64(), 3);
  EXPECT_EQ(loss.at("last_step").as_int64(), 4);
  EXPECT_TRUE(runs[1].at("added").as_bool());
  logs_.Remove("a");
  Publish();
  EXPECT_EQ(reader->Next()->data.at("removed_runs").at(0).as_string(), "a");
}

TEST_F(LiveHubTest, ResumesWhereTheClientWas) {
  logs_.Append("a", "t", 3);
  Publish();
  Settle();
  logs_.Append("a", "t", 3);
  Publish();
  Settle();
  const auto reader = Listen("", fmt::format("{}-1", kEpoch));
  // A connection lost right after `hello` must not lose the change.
  EXPECT_EQ(hello_.id, fmt::format("{}-1", kEpoch));
  EXPECT_EQ(Revision(hello_), 2U);
  const std::optional<Event> event = reader->Next();
  EXPECT_FALSE(event->data.at("reset").as_bool());
  EXPECT_EQ(event->data.at("runs").at(0).at("series").at(0).at("kept").as_int64(), 3);
  const auto by_query = Listen(fmt::format("last_event_id={}-1", kEpoch));
  EXPECT_EQ(Revision(*by_query->Next()), 2U);
}

TEST_F(LiveHubTest, TellsEverythingToWhoComesFromElsewhere) {
  logs_.Append("a", "t", 3);
  Publish();
  Settle();
  for (const std::string id : {"fedcba9876543210-1", "0123456789abcdef-7", "0123456789abcdef-",
                               "0123456789abcdef-1x", "nonsense"}) {
    const auto reader = Listen("", id);
    EXPECT_EQ(hello_.id, "");
    const std::optional<Event> event = reader->Next();
    EXPECT_TRUE(event->data.at("reset").as_bool()) << id;
    EXPECT_THAT(event->data.at("runs").as_array(), SizeIs(1));
  }
}

TEST_F(LiveHubTest, TellsOnlyWhatWasAskedFor) {
  const auto status = Listen("runs=0");
  const auto some = Listen("run_matching=%5Etrain");
  logs_.Append("train/1", "t");
  logs_.Append("eval", "t");
  Publish();
  EXPECT_THAT(status->Next()->data.at("runs").as_array(), SizeIs(0));
  EXPECT_THAT(some->Next()->data.at("runs").as_array(), SizeIs(1));
  EXPECT_EQ(Ask("runs=2").error().code, base::ErrorCode::kInvalidArgument);
  EXPECT_EQ(Ask("run_matching=%28").error().code, base::ErrorCode::kInvalidArgument);
  EXPECT_EQ(Ask("run_matching=" + std::string(kind::NamePattern::kMaxBytes + 1, 'a')).error().code,
            base::ErrorCode::kOutOfRange);
}

TEST_F(LiveHubTest, LargeChangesStayBounded) {
  const auto reader = Listen();
  for (int run = 0; run < 200; ++run) {
    for (int tag = 0; tag < 50; ++tag) {
      logs_.Append(fmt::format("run{:04}", run), fmt::format("tag{}", tag));
    }
  }
  Publish();
  const std::optional<Event> event = reader->Next();
  const json::array& runs = event->data.at("runs").as_array();
  ASSERT_THAT(runs, SizeIs(200));
  EXPECT_EQ(runs[7].at("series_omitted").as_int64(), 50);
  EXPECT_THAT(runs[7].at("series").as_array(), SizeIs(0));
  EXPECT_LE(reader->largest_piece, std::size_t{32} << 10);
  // A thousand are told, in pieces.
  for (int run = 0; run < 20; ++run) {
    for (int tag = 0; tag < 50; ++tag) {
      logs_.Append(fmt::format("run{:04}", run), fmt::format("tag{}", tag));
    }
  }
  Publish();
  EXPECT_THAT(reader->Next()->data.at("runs").at(19).at("series").as_array(), SizeIs(50));
  EXPECT_LE(reader->largest_piece, std::size_t{32} << 10);
  for (std::size_t run = 0; run <= kMaxLiveEventRuns; ++run) {
    logs_.Append(fmt::format("many{:04}", run), "t");
  }
  Publish();
  const std::optional<Event> many = reader->Next();
  EXPECT_THAT(many->data.at("runs").as_array(), SizeIs(0));
  EXPECT_EQ(many->data.at("runs_omitted").to_number<std::size_t>(), kMaxLiveEventRuns + 1);
}

TEST_F(LiveHubTest, GathersChangesThatFollowQuickly) {
  const auto reader = Listen();
  logs_.Append("a", "t");
  Publish();
  EXPECT_EQ(Revision(*reader->Next()), 1U);
  // Time stands still: nothing more is told until the interval is over, then all at once.
  for (int i = 0; i < 10; ++i) {
    logs_.Append("a", "t");
    logs_.Publish();
    hub_.Notify();
  }
  EXPECT_EQ(revisions_.snapshot()->version, 1U);
  clock_.Advance(kLiveEventInterval);
  hub_.Notify();
  const std::optional<Event> event = reader->Next();
  EXPECT_EQ(Revision(*event), 11U);
  EXPECT_EQ(event->data.at("runs").at(0).at("series").at(0).at("kept").as_int64(), 1);
}

TEST_F(LiveHubTest, CommentsKeepConnectionsOpen) {
  const auto reader = Listen();
  reader->stop_at_comment = true;
  clock_.Advance(kLiveHeartbeat);
  hub_.Notify();
  EXPECT_FALSE(reader->Next().has_value());
  EXPECT_EQ(reader->comments, 1U);
}

TEST_F(LiveHubTest, StopEndsStreams) {
  const auto reader = Listen();
  std::jthread waiting([&] { EXPECT_FALSE(reader->Next().has_value()); });
  hub_.Stop();
  waiting.join();
  EXPECT_EQ(Ask().error().code, base::ErrorCode::kUnavailable);
}

TEST_F(LiveHubTest, TellsTheRevisionOfTheIssues) {
  const auto reader = Listen();
  issues_.Report({.kind = base::IssueKind::kTornTail, .path = "/x", .message = "m"});
  logs_.Append("a", "t");
  Publish();
  EXPECT_EQ(reader->Next()->data.at("issues").to_number<std::uint64_t>(), issues_.revision());
}

// Many listeners on many threads, some slow, some that go and come back, while snapshots arrive:
// each ends with all points.
TEST_F(LiveHubTest, TellsTheRevisionOfTheProfile) {
  const auto early = Listen();
  hub_.NotifyProfile(7);
  std::optional<Event> event = early->Next();
  ASSERT_TRUE(event.has_value());
  EXPECT_EQ(event->name, "profile");
  EXPECT_EQ(event->data.at("revision").as_int64(), 7);
  // It is no state of the data: who comes back goes on where those were.
  EXPECT_EQ(event->id, "");
  // One that was overtaken tells nothing new.
  hub_.NotifyProfile(6);
  hub_.NotifyProfile(8);
  EXPECT_EQ(early->Next()->data.at("revision").as_int64(), 8);
  // Who comes later may have an older one.
  EXPECT_EQ(Listen()->Next()->data.at("revision").as_int64(), 8);
}

TEST(LiveHubThreads, EverybodyEndsAtTheNewestState) {
  constexpr int kRounds = 200;
  Logs logs;
  store::RevisionLog revisions;
  kind::Router router;
  LiveHub hub(
      revisions, [&] { return logs.newest(); }, base::SystemClock());
  hub.AddRoutes(router);
  base::CancelFlag cancel;
  base::ThreadPool pool(1);
  const auto listen = [&](const std::string& last_id) {
    kind::Request request;
    if (!last_id.empty()) request.headers.emplace_back("last-event-id", last_id);
    auto response = router.Find("/api/live")
                        ->handler(request, {revisions.snapshot(), revisions, cancel, pool, kEpoch});
    return std::make_unique<Reader>(std::move(response->source));
  };
  const std::string start = fmt::format("{}-0", kEpoch);
  std::vector<std::jthread> threads;
  std::atomic<int> done = 0;
  for (int i = 0; i < 24; ++i) {
    threads.emplace_back([&, i] {
      std::string last_id = start;
      auto reader = listen(last_id);
      std::int64_t points = 0;
      while (true) {
        const std::optional<Event> event = reader->Next();
        ASSERT_TRUE(event.has_value());
        if (event->name == "hello") continue;
        last_id = event->id;
        EXPECT_FALSE(event->data.at("reset").as_bool());
        const json::value& series = event->data.at("runs").at(0).at("series").at(0);
        EXPECT_LE(series.at("kept").as_int64(), points);
        points = series.at("points").as_int64();
        if (points == kRounds) break;
        if (i % 3 == 1) std::this_thread::sleep_for(std::chrono::milliseconds(5));  // a slow one
        if (i % 3 == 2) reader = listen(last_id);  // one that loses its connection
      }
      ++done;
    });
  }
  for (int i = 0; i < kRounds; ++i) {
    logs.Append("run", "loss");
    logs.Publish();
    hub.Notify();
    std::this_thread::yield();
  }
  threads.clear();
  EXPECT_EQ(done, 24);
  hub.Stop();
}

}  // namespace
}  // namespace sightglass::serve
