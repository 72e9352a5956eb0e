#include "serve/live_hub.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "serve/live_hub_event.h"

namespace sightglass::serve {
namespace {

using base::Error;
using base::ErrorCode;
using Time = std::chrono::steady_clock::time_point;

// Of one Next().
constexpr std::size_t kPieceBytes = std::size_t{32} << 10;
// Texts kept for listeners that come from different revisions or asked for different runs.
constexpr std::size_t kMaxTexts = 64;
// No revision is this one: whoever has it is told everything anew.
constexpr std::uint64_t kUnknownRevision = std::numeric_limits<std::uint64_t>::max();

// How to wake one listener's connection. Apart from the listener, so that its end is waited for: no
// call of `wake` begins after Close().
class Waker {
 public:
  void Set(std::function<void()> wake) {
    const base::MutexLock lock(mutex_);
    wake_ = std::move(wake);
  }
  void Wake() {
    const base::MutexLock lock(mutex_);
    if (wake_) wake_();
  }
  void Close() { Set(nullptr); }

 private:
  base::Mutex mutex_;
  std::function<void()> wake_ GUARDED_BY(mutex_);
};

// What a listener asked for.
struct Interest {
  std::string epoch;
  bool runs = true;
  std::string pattern{};                       // text of the filter: tells whose events are equal
  std::shared_ptr<const NameFilter> filter{};  // null: all runs
};

struct EncodedChange {
  std::uint64_t revision = 0;  // what it leads to
  std::shared_ptr<const std::string> text;
};

// The hub itself; LiveHub only hides it.
class Hub {
 public:
  Hub(store::RevisionLog& revisions, std::function<std::shared_ptr<const store::Snapshot>()> newest,
      base::Clock& clock, const base::IssueLog* issues)
      : revisions_(revisions),
        newest_(std::move(newest)),
        clock_(clock),
        issues_(issues),
        started_(clock.MonotonicNow()),
        told_(revisions.snapshot()->version),
        thread_([this] { Loop(); }) {}
  ~Hub() { Stop(); }
  Hub(const Hub&) = delete;
  Hub& operator=(const Hub&) = delete;

  void Notify() {
    const base::MutexLock lock(mutex_);
    if (std::exchange(notified_, true)) return;
    changed_.NotifyAll();
  }

  void NotifyProfile(std::uint64_t revision) {
    // Of two at once the older may come last.
    std::uint64_t known = profile_;
    while (known < revision && !profile_.compare_exchange_weak(known, revision)) {
    }
    WakeAll();
  }

  void Stop() {
    {
      const base::MutexLock lock(mutex_);
      stopped_ = true;
      changed_.NotifyAll();
    }
    WakeAll();
    const base::MutexLock lock(join_mutex_);
    if (thread_.joinable()) thread_.join();
  }

  void Add(const std::shared_ptr<Waker>& waker, const Interest& interest) {
    const base::MutexLock lock(mutex_);
    wakers_.push_back(waker);
    if (interest.runs && interest.filter == nullptr) usual_ = interest;
  }

  void Remove(const std::shared_ptr<Waker>& waker) {
    const base::MutexLock lock(mutex_);
    const auto at = std::ranges::find(wakers_, waker);
    std::swap(*at, wakers_.back());
    wakers_.pop_back();
  }

  // All changes since `from`; encoded once for all who ask for the same.
  EncodedChange Encode(std::uint64_t from, const Interest& interest);

  std::string Hello(std::string_view epoch, std::optional<std::uint64_t> resumes_at) const {
    return EncodeHello(epoch, *revisions_.snapshot(), issue_revision(), resumes_at);
  }

  [[nodiscard]] bool stopped() const { return stopped_; }
  // The revision that listeners were woken for last.
  [[nodiscard]] std::uint64_t told() const { return told_; }
  // How many heartbeats there were.
  [[nodiscard]] std::uint64_t beats() const { return beats_; }
  // The revision of the profile; 0: not known.
  [[nodiscard]] std::uint64_t profile() const { return profile_; }
  [[nodiscard]] std::uint64_t revision() const { return revisions_.snapshot()->version; }

 private:
  void Loop();
  // Takes the newest snapshot in, and tells the listeners if it is a new one.
  void Broadcast();
  void WakeAll();
  [[nodiscard]] std::uint64_t issue_revision() const {
    return issues_ == nullptr ? 0 : issues_->revision();
  }

  store::RevisionLog& revisions_;
  const std::function<std::shared_ptr<const store::Snapshot>()> newest_;
  base::Clock& clock_;
  const base::IssueLog* const issues_;
  const Time started_;

  std::atomic<bool> stopped_ = false;
  std::atomic<std::uint64_t> told_;
  std::atomic<std::uint64_t> beats_ = 0;
  std::atomic<std::uint64_t> profile_ = 0;

  base::Mutex mutex_;  // never held while a listener is woken
  base::CondVar changed_;
  bool notified_ GUARDED_BY(mutex_) = false;
  std::vector<std::shared_ptr<Waker>> wakers_ GUARDED_BY(mutex_);  // one for each listener
  std::optional<Interest> usual_ GUARDED_BY(mutex_);               // of a page: everything

  using TextKey = std::tuple<std::uint64_t, std::string, bool, std::string>;
  base::Mutex text_mutex_;  // held while encoding: who needs the same text waits for it
  std::uint64_t text_revision_ GUARDED_BY(text_mutex_) = 0;  // what all texts lead to
  std::map<TextKey, std::shared_ptr<const std::string>> texts_ GUARDED_BY(text_mutex_);

  base::Mutex join_mutex_;
  std::thread thread_ GUARDED_BY(join_mutex_);  // the last member: it uses all others
};

void Hub::Loop() {
  Time next_broadcast = started_;
  Time next_beat = next_broadcast + kLiveHeartbeat;
  while (!stopped_) {
    const Time now = clock_.MonotonicNow();
    bool is_due = false;
    {
      const base::MutexLock lock(mutex_);
      is_due = notified_ && now >= next_broadcast;
      if (is_due) {
        notified_ = false;
      } else if (now < next_beat && !stopped_) {
        const Time wake_at = notified_ ? std::min(next_beat, next_broadcast) : next_beat;
        changed_.WaitFor(mutex_, wake_at - now);
        continue;
      }
    }
    if (is_due) {
      Broadcast();
      next_broadcast = now + kLiveEventInterval;
    } else if (!stopped_) {
      ++beats_;
      next_beat = now + kLiveHeartbeat;
      WakeAll();
    }
  }
}

void Hub::Broadcast() {
  revisions_.Observe(newest_());
  const std::uint64_t now = revision();
  const std::uint64_t before = told_;
  if (now == before) return;
  std::optional<Interest> usual;
  {
    const base::MutexLock lock(mutex_);
    if (!wakers_.empty()) usual = usual_;
  }
  // Most listeners will ask for this: better here than on a thread that serves connections.
  if (usual) Encode(before, *usual);
  told_ = now;
  WakeAll();
}

void Hub::WakeAll() {
  std::vector<std::shared_ptr<Waker>> wakers;
  {
    const base::MutexLock lock(mutex_);
    wakers = wakers_;
  }
  for (const std::shared_ptr<Waker>& waker : wakers) waker->Wake();
}

EncodedChange Hub::Encode(std::uint64_t from, const Interest& interest) {
  const base::MutexLock lock(text_mutex_);
  TextKey key{from, interest.epoch, interest.runs, interest.pattern};
  if (text_revision_ == revision()) {
    if (const auto found = texts_.find(key); found != texts_.end()) {
      return {.revision = text_revision_, .text = found->second};
    }
  }
  store::Changes changes;
  std::shared_ptr<const store::Snapshot> snapshot;
  do {  // both of one revision
    changes = revisions_.Since(from);
    snapshot = revisions_.snapshot();
  } while (changes.revision != snapshot->version);
  if (text_revision_ != changes.revision || texts_.size() >= kMaxTexts) texts_.clear();
  text_revision_ = changes.revision;
  auto text = std::make_shared<const std::string>(
      EncodeChange(interest.epoch, *snapshot, issue_revision(), from, changes,
                   {.runs = interest.runs, .run_filter = interest.filter.get()}));
  texts_.emplace(std::move(key), text);
  return {.revision = text_revision_, .text = std::move(text)};
}

class Listener : public kind::BodySource {
 public:
  // `from` is what the client has; kUnknownRevision: something that nobody knows any more.
  Listener(Hub& hub, Interest interest, std::uint64_t from)
      : hub_(hub), interest_(std::move(interest)), revision_(from), beats_(hub.beats()) {
    hub_.Add(waker_, interest_);
  }
  ~Listener() override {
    waker_->Close();
    hub_.Remove(waker_);
  }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  void SetWake(std::function<void()> wake) override { waker_->Set(std::move(wake)); }

  State Next(std::string& out) override {
    if (hub_.stopped()) return State::kEnd;
    if (!std::exchange(has_begun_, true)) {
      // Browsers come back after so many milliseconds.
      out += "retry: 2000\n\n";
      out += hub_.Hello(interest_.epoch, revision_ == kUnknownRevision
                                             ? std::nullopt
                                             : std::optional<std::uint64_t>(revision_));
      return State::kMore;
    }
    if (text_ == nullptr && (revision_ == kUnknownRevision || revision_ < hub_.told())) {
      EncodedChange change = hub_.Encode(revision_, interest_);
      revision_ = change.revision;
      text_ = std::move(change.text);
      sent_ = 0;
    }
    if (text_ != nullptr) {
      const std::string_view piece = std::string_view(*text_).substr(sent_, kPieceBytes);
      out += piece;
      sent_ += piece.size();
      if (sent_ == text_->size()) text_ = nullptr;
      return State::kMore;
    }
    if (const std::uint64_t profile = hub_.profile(); std::exchange(profile_, profile) != profile) {
      out += EncodeProfileChange(profile);
    }
    if (const std::uint64_t beats = hub_.beats(); std::exchange(beats_, beats) != beats) {
      out += ":\n\n";
    }
    return State::kWait;
  }

 private:
  Hub& hub_;
  const Interest interest_;
  const std::shared_ptr<Waker> waker_ = std::make_shared<Waker>();
  bool has_begun_ = false;
  std::uint64_t revision_;
  std::uint64_t beats_;
  // Told to everybody who comes: what a page has may be older.
  std::uint64_t profile_ = 0;
  // What is being sent: the text is shared, the place in it is ours.
  std::shared_ptr<const std::string> text_;
  std::size_t sent_ = 0;
};

base::Result<Interest> ReadInterest(const kind::Request& request,
                                    const kind::RequestContext& context) {
  Interest interest{.epoch = std::string(context.epoch)};
  if (const auto runs = request.query.First("runs")) {
    if (*runs != "0" && *runs != "1") {
      return Error{ErrorCode::kInvalidArgument, "runs: neither 0 nor 1"};
    }
    interest.runs = *runs == "1";
  }
  if (const auto pattern = request.query.First("run_matching"); pattern && !pattern->empty()) {
    ASSIGN_OR_RETURN(NameFilter filter, NameFilter::Make({}, pattern, "run_matching"));
    interest.pattern = *pattern;
    interest.filter = std::make_shared<const NameFilter>(std::move(filter));
  }
  return interest;
}

// What the client has, as it says itself; without a word: what there is now.
std::uint64_t ReadRevision(const Hub& hub, const kind::Request& request,
                           const kind::RequestContext& context) {
  std::string_view id = request.Header("last-event-id");
  if (id.empty()) id = request.query.First("last_event_id").value_or("");
  const std::uint64_t now = hub.revision();
  if (id.empty()) return now;
  const std::optional<std::uint64_t> revision = ParseLiveEventId(context.epoch, id);
  return revision && *revision <= now ? *revision : kUnknownRevision;
}

}  // namespace

struct LiveHub::Impl {
  Hub hub;
};

LiveHub::LiveHub(store::RevisionLog& revisions,
                 std::function<std::shared_ptr<const store::Snapshot>()> newest, base::Clock& clock,
                 const base::IssueLog* issues)
    : impl_(new Impl{.hub = {revisions, std::move(newest), clock, issues}}) {}

LiveHub::~LiveHub() = default;

void LiveHub::Notify() { impl_->hub.Notify(); }

void LiveHub::NotifyProfile(std::uint64_t revision) { impl_->hub.NotifyProfile(revision); }

void LiveHub::AddRoutes(kind::Router& router) {
  Hub& hub = impl_->hub;
  router.Add({.path = "/api/live",
              .handler = [&hub](const kind::Request& request, const kind::RequestContext& context)
                  -> base::Result<kind::Response> {
                if (hub.stopped()) return Error{ErrorCode::kUnavailable, "the server is stopping"};
                ASSIGN_OR_RETURN(Interest interest, ReadInterest(request, context));
                const std::uint64_t from = ReadRevision(hub, request, context);
                kind::Response response{.content_type = "text/event-stream; charset=utf-8"};
                response.source = std::make_unique<Listener>(hub, std::move(interest), from);
                return response;
              },
              .methods = {kind::Method::kGet},
              .freshness = kind::Freshness::kNever});
}

void LiveHub::Stop() { impl_->hub.Stop(); }

}  // namespace sightglass::serve
