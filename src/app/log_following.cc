#include "app/log_following.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <thread>
#include <utility>

#include "base/check.h"
#include "base/mutex.h"
#include "ingest/follower.h"

namespace sightglass::app {
namespace {

// A fourth to a third of the time of a thread of ordinary niceness, where both want all of it; all
// of it where nobody else wants any.
constexpr int kLoadingNiceness = 5;

// Calls `make` on a thread of lower priority. On Linux niceness belongs to a thread, and threads
// that it starts inherit it.
void AtLowerPriority(const std::function<void()>& make) {
  std::thread([&make] {
    const int niceness = ::getpriority(PRIO_PROCESS, 0);
    // Where this fails loading is only less polite.
    static_cast<void>(::setpriority(PRIO_PROCESS, 0, niceness + kLoadingNiceness));
    make();
  }).join();
}

// Keeps the loader as it was after the first load, but for requests to look again.
class LoadOnRequest {
 public:
  explicit LoadOnRequest(ingest::Loader& loader) : loader_(loader) {
    thread_ = std::jthread([this] { Run(); });
  }
  ~LoadOnRequest() { Stop(); }
  LoadOnRequest(const LoadOnRequest&) = delete;
  LoadOnRequest& operator=(const LoadOnRequest&) = delete;

  void RefreshNow() {
    const base::MutexLock lock(mutex_);
    is_wanted_ = true;
    changed_.NotifyAll();
  }

  void Stop() {
    {
      const base::MutexLock lock(mutex_);
      is_stopping_ = true;
      changed_.NotifyAll();
    }
    loader_.Cancel();
    if (thread_.joinable()) thread_.join();
  }

 private:
  void Run() {
    while (WaitUntilWanted()) loader_.Refresh();
  }

  // false: stop.
  bool WaitUntilWanted() {
    const base::MutexLock lock(mutex_);
    while (!is_wanted_ && !is_stopping_) changed_.Wait(mutex_);
    is_wanted_ = false;
    return !is_stopping_;
  }

  ingest::Loader& loader_;
  base::Mutex mutex_;
  base::CondVar changed_;
  bool is_wanted_ GUARDED_BY(mutex_) = true;
  bool is_stopping_ GUARDED_BY(mutex_) = false;
  std::jthread thread_;
};

std::chrono::milliseconds RefreshInterval(double seconds) {
  // Less would be nothing but looking; more does not fit everywhere, and is as good as never.
  constexpr double kLeastSeconds = 0.2;
  constexpr double kMostSeconds = 1e8;
  return std::chrono::milliseconds(
      static_cast<std::int64_t>(std::clamp(seconds, kLeastSeconds, kMostSeconds) * 1000));
}

}  // namespace

struct LogFollowing::Impl {
  Impl(LogFollowingOptions following_options, base::IssueLog& issue_log)
      : options(following_options), issues(issue_log) {}

  const LogFollowingOptions options;
  base::IssueLog& issues;
  std::unique_ptr<base::ThreadPool> pool;
  std::unique_ptr<ingest::Loader> loader;
  // One of them, while started. A request to reload may come at any time.
  base::Mutex mutex;
  std::unique_ptr<ingest::Follower> follower GUARDED_BY(mutex);
  std::unique_ptr<LoadOnRequest> once GUARDED_BY(mutex);
};

LogFollowing::LogFollowing(std::vector<ingest::LogRoot> roots, io::FileSystem& files,
                           base::IssueLog& issues, LogFollowingOptions options)
    : impl_(std::make_unique<Impl>(options, issues)) {
  AtLowerPriority(
      [this] { impl_->pool = std::make_unique<base::ThreadPool>(impl_->options.threads); });
  impl_->loader = std::make_unique<ingest::Loader>(std::move(roots), files, *impl_->pool, issues);
}

LogFollowing::~LogFollowing() { Stop(); }

ingest::Loader& LogFollowing::loader() { return *impl_->loader; }

void LogFollowing::Start() {
  const std::optional<double> seconds = impl_->options.full_refresh_seconds;
  std::unique_ptr<ingest::Follower> follower;
  std::unique_ptr<LoadOnRequest> once;
  AtLowerPriority([&] {
    if (seconds && *seconds == 0) {
      once = std::make_unique<LoadOnRequest>(*impl_->loader);
      return;
    }
    ingest::FollowerOptions options;
    if (seconds) options.full_refresh = RefreshInterval(*seconds);
    follower = std::make_unique<ingest::Follower>(*impl_->loader, impl_->issues, options);
  });
  const base::MutexLock lock(impl_->mutex);
  CHECK(impl_->follower == nullptr && impl_->once == nullptr);
  impl_->follower = std::move(follower);
  impl_->once = std::move(once);
}

void LogFollowing::Reload() {
  const base::MutexLock lock(impl_->mutex);
  if (impl_->follower != nullptr) impl_->follower->RefreshNow();
  if (impl_->once != nullptr) impl_->once->RefreshNow();
}

void LogFollowing::Stop() {
  const base::MutexLock lock(impl_->mutex);
  impl_->follower = nullptr;
  impl_->once = nullptr;
}

}  // namespace sightglass::app
